/** The command line: what commands there are, and what becomes of their failures. */
import { Command, CommanderError } from 'commander'
import manifest from '../../package.json'
import { COMMIT, ConfigError } from '../config.ts'
import { changeCallerIds, createAccount, printAccounts } from './accounts.ts'
import { limitAccount } from './ceilings.ts'
import { backUp, migrate, restore } from './backups.ts'
import { printContract } from './contract.ts'
import { resumeDialling } from './dialling.ts'
import { serveUntilStopped } from './service.ts'
import { CommandError, EXIT, type Shell, UsageError } from './shell.ts'
import { readSeed, simulate } from './simulate.ts'
import { createToken, endToken, printTokens } from './tokens.ts'

/** Runs one command and answers the exit code. Without arguments it is `serve`. Whatever goes wrong is told on standard error. */
export async function runCommandLine(args: readonly string[], shell: Shell): Promise<number> {
  let code: number = EXIT.done
  const program = buildProgram(shell, (ended) => (code = ended))
  const serves = args.length === 0 || args[0] === 'serve'
  try {
    await program.parseAsync(args.length === 0 ? ['serve'] : args, { from: 'user' })
    return code
  } catch (error) {
    // What the parser has to say it has said already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.wrongUsage
    shell.writeError(`${describeFailure(error, serves)}\n`)
    return error instanceof UsageError ? EXIT.wrongUsage : EXIT.failed
  }
}

function describeFailure(error: unknown, serves: boolean): string {
  const message = error instanceof Error ? error.message : String(error)
  const isToldAsItIs = error instanceof ConfigError || error instanceof UsageError || error instanceof CommandError
  return serves && !isToldAsItIs ? `Playcall could not start: ${message}` : message
}

/** The release, and in the packed program the commit that it was built from. */
function describeVersion(): string {
  return COMMIT === null ? manifest.version : `${manifest.version} (${COMMIT})`
}

function buildProgram(shell: Shell, end: (code: number) => void): Command {
  const program = new Command('playcall')
  program
    .description(`${manifest.description}\nWithout a command it serves.`)
    .version(describeVersion())
    .exitOverride()
    .configureOutput({
      writeOut: (text) => shell.write(text),
      writeErr: (text) => shell.writeError(text),
      outputError: (text, write) => write(toSentence(text)),
    })
    .helpCommand(false)
    .addHelpText(
      'after',
      '\nSettings come from the environment: DATABASE_URL or PLAYCALL_DATA names the database.\n' +
        'Exit codes: 0 done, 1 failed, 2 wrong usage, 70 the embedded database died.',
    )
  program
    .command('serve')
    .description('serve the HTTP interface and make the calls, until stopped')
    .action(async () => end(await serveUntilStopped(shell)))
  addAccountCommands(program, shell)
  addTokenCommands(program, shell)
  addDatabaseCommands(program, shell)
  addOtherCommands(program, shell)
  return program
}

const JSON_OPTION = ['--json', 'print JSON'] as const

function addAccountCommands(program: Command, shell: Shell): void {
  const account = program.command('account').description('make, list and limit accounts')
  account
    .command('create')
    .description('make an account and print its id')
    .requiredOption('--name <name>', 'what to call it')
    .option('--timezone <zone>', 'time zone of the tz database', 'UTC')
    .option(...JSON_OPTION)
    .action((options: Parameters<typeof createAccount>[1]) => createAccount(shell, options))
  account
    .command('list')
    .description('list every account')
    .option(...JSON_OPTION)
    .action((options: Parameters<typeof printAccounts>[1]) => printAccounts(shell, options))
  account
    .command('limit')
    .description('set what an account may set for itself at most, also while the service runs; print what is set')
    .argument('<ACCOUNT_ID>', 'its id, as account list prints it')
    .option('--requests-per-second <number>', 'requests in any second, or none for no ceiling')
    .option('--requests-per-minute <number>', 'requests in any minute, or none')
    .option('--calls-per-second <number>', 'calls dialled in a second, or none')
    .option('--calls-at-once <number>', 'calls at the same time, or none')
    .option('--reserved-for-inbound <number>', 'lines kept free for incoming calls, or none')
    .option(...JSON_OPTION)
    .action((id: string, options: Parameters<typeof limitAccount>[2]) => limitAccount(shell, id, options))
  account
    .command('caller-id')
    .description('verify a number that an account may show, besides those it answers; list them')
    .requiredOption('--account <id>', 'whose caller ids')
    .option('--verify <phone>', 'allow this number')
    .option('--withdraw <phone>', 'allow it no longer')
    .option(...JSON_OPTION)
    .action((options: Parameters<typeof changeCallerIds>[1]) => changeCallerIds(shell, options))
}

function addTokenCommands(program: Command, shell: Shell): void {
  const token = program.command('token').description("make, list and revoke an account's tokens")
  token
    .command('create')
    .description('make a token and print it, this once')
    .requiredOption('--account <id>', 'whose token')
    .requiredOption('--name <name>', 'what to call it')
    .requiredOption('--scopes <scopes>', 'what it may do: all, or a list such as calls:read,calls:write')
    .option('--expires <instant>', 'when it ends, such as 2027-03-01T09:00:00Z; without it, never')
    .option(...JSON_OPTION)
    .action((options: Parameters<typeof createToken>[1]) => createToken(shell, options))
  token
    .command('list')
    .description("list an account's tokens, newest first")
    .requiredOption('--account <id>', 'whose tokens')
    .option(...JSON_OPTION)
    .action((options: Parameters<typeof printTokens>[1]) => printTokens(shell, options))
  token
    .command('revoke')
    .description('end a token from now on')
    .argument('<TOKEN_ID>', 'its id, as token list prints it')
    .option(...JSON_OPTION)
    .action((tokenId: string, options: Parameters<typeof endToken>[2]) => endToken(shell, tokenId, options))
}

function addDatabaseCommands(program: Command, shell: Shell): void {
  program
    .command('migrate')
    .description('bring the database to the newest form, making it if need be')
    .option(...JSON_OPTION)
    .action((options: Parameters<typeof migrate>[1]) => migrate(shell, options))
  program
    .command('backup')
    .description('write everything in the database to a new file, also while the service runs')
    .argument('<FILE>', 'must not exist yet')
    .action((file: string) => backUp(shell, file))
  program
    .command('restore')
    .description('put a backup into an empty database, embedded or Postgres; dialling is held then')
    .argument('<FILE>', 'what backup wrote')
    .action((file: string) => restore(shell, file))
  program
    .command('resume-dialling')
    .description('dial again after a restore')
    .action(() => resumeDialling(shell))
}

function addOtherCommands(program: Command, shell: Shell): void {
  program
    .command('simulate')
    .description('play a campaign through against simulated callees, faster than time; nothing is stored')
    .argument('<FILE>', 'the JSON body of POST /campaign; playbook: {config} may stand for playbook_id')
    .option('--seed <number>', 'another seed, other callees', readSeed, 1)
    .option(...JSON_OPTION)
    .action((file: string, options: Parameters<typeof simulate>[2]) => simulate(shell, file, options))
  program
    .command('openapi')
    .description('print the contract')
    .option('--yaml', 'in YAML')
    .action((options: Parameters<typeof printContract>[1]) => printContract(shell, options))
}

/** `error: unknown option '--nam'\n(Did you mean --name?)` as a sentence, and where to look. */
function toSentence(text: string): string {
  const [fault = '', hint] = text
    .trim()
    .replace(/^error: /, '')
    .split('\n')
  const end = /[.?!]$/.test(fault) ? '' : '.'
  const suggestion = hint ? ` ${hint.replace(/^\((.*)\)$/, '$1')}` : ''
  return `${fault.charAt(0).toUpperCase()}${fault.slice(1)}${end}${suggestion} See: playcall --help\n`
}
