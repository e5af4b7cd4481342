/**
 * Lets Schemathesis ask the real service whatever the contract allows, and what it forbids: `bun run schemathesis`.
 *
 * It runs in its container where a Docker engine answers, else from PyPI in an environment of its own, which needs
 * Python 3.10 or later with venv. Options after `--` go to Schemathesis and win over those here, for example
 * `bun run schemathesis -- --max-examples 500`. Fails unless every pass has no failure, no error and no warning, and has
 * been through all its phases and operations.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startService, type Service } from '../test/support/service.ts'

const VERSION = '4.32.5'
const SETTINGS = fileURLToPath(new URL('schemathesis', import.meta.url))
const CACHE = fileURLToPath(new URL('../node_modules/.cache/schemathesis', import.meta.url))
const REPORTS = `${CACHE}/reports`
const PHASES = ['examples', 'coverage', 'fuzzing', 'stateful']

interface Limits {
  per_second: number
  per_minute: number
}

/** So wide that no request meets them. */
const WIDE: Limits = { per_second: 100_000, per_minute: 6_000_000 }
/** Those of an account that has set none. */
const REAL: Limits = { per_second: 10, per_minute: 100 }

interface Pass {
  name: string
  limits: Limits
  options: string[]
  /** Whether it goes through every phase and operation. */
  complete: boolean
}

/** As much of Schemathesis's report in JSON as is looked at here. */
interface Report {
  complete: boolean
  stop_reason: string
  operations: { total: number; selected: number; tested: number }
  phases: Record<string, { status: string; skip_reason: string | null }>
  failures: unknown[]
  errors: unknown[]
  warnings: Record<string, string[]>
}

/** The command that starts Schemathesis; `environment` is for its hooks. Paths are the same for both ways. */
type Start = (options: readonly string[], environment: Record<string, string>) => string[]

/** Two operations, so that the requests of a minute and a few more are made: who meets the limits waits a minute. */
const AT_REAL_LIMITS =
  '--rate-limit auto --phases fuzzing --max-examples 60 --include-operation-id listContacts --include-operation-id createSuppression'

const passes = (seed: number): Pass[] => [
  { name: 'one seed', limits: WIDE, options: ['--seed', '1'], complete: true },
  { name: 'a new seed', limits: WIDE, options: ['--seed', `${seed}`], complete: true },
  { name: 'real limits', limits: REAL, options: ['--seed', `${seed}`, ...AT_REAL_LIMITS.split(' ')], complete: false },
]

/** Prefers the container; throws an Error with a sentence when there is neither. */
function prepare(): Start {
  if (succeeds(['docker', 'info'])) return startInContainer
  const st = `${CACHE}/venv/bin/st`
  const wanted = `schemathesis==${VERSION}`
  if (!existsSync(st) || !says([st, '--version']).includes(VERSION)) {
    console.log(`Installing ${wanted} from PyPI.`)
    if (!succeeds(['python3', '-m', 'venv', '--clear', `${CACHE}/venv`]))
      throw new Error('Schemathesis needs a Docker engine, or Python 3.10 or later with venv. Neither is there.')
    if (!succeeds([`${CACHE}/venv/bin/python`, '-m', 'pip', 'install', '--quiet', wanted]))
      throw new Error(`${wanted} could not be installed from PyPI.`)
  }
  return (options) => [st, ...options]
}

const startInContainer: Start = (options, environment) => [
  'docker',
  'run',
  '--rm',
  '--network=host',
  `--user=${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`,
  ...Object.keys(environment).map((name) => `--env=${name}`),
  `--volume=${SETTINGS}:${SETTINGS}:ro`,
  `--volume=${REPORTS}:${REPORTS}`,
  `--workdir=${SETTINGS}`,
  `schemathesis/schemathesis:${VERSION}`,
  ...options,
]

function run(command: string[]): { ok: boolean; output: string } {
  const program = Bun.which(command[0] ?? '')
  if (program === null) return { ok: false, output: '' }
  const { success, stdout } = Bun.spawnSync(command, { stdout: 'pipe', stderr: 'pipe' })
  return { ok: success, output: stdout.toString() }
}
const succeeds = (command: string[]): boolean => run(command).ok
const says = (command: string[]): string => run(command).output

/** Runs one pass against a service of its own and answers what is wrong; empty when nothing is. */
async function runPass(start: Start, pass: Pass, more: readonly string[]): Promise<string[]> {
  console.log(`\n--- Pass: ${pass.name}`)
  rmSync(REPORTS, { recursive: true, force: true })
  mkdirSync(REPORTS, { recursive: true })
  const service = await startService({ wideLimits: pass.complete })
  try {
    const environment = {
      PLAYCALL_LIMITS: JSON.stringify(pass.limits),
      PLAYCALL_PLAYBOOK_ID: service.playbookId,
      PLAYCALL_TOKEN: service.token,
      PLAYCALL_TOKEN_ID: await findTokenId(service),
      PLAYCALL_URL: service.url,
      // Nothing is to be written beside the sources.
      HYPOTHESIS_STORAGE_DIRECTORY: `${REPORTS}/hypothesis`,
      PYTHONDONTWRITEBYTECODE: '1',
    }
    const options = [
      `--config-file=${SETTINGS}/schemathesis.toml`,
      'run',
      `${service.url}/openapi.json`,
      `--header=Authorization: Bearer ${service.token}`,
      '--checks=all',
      '--workers=2',
      '--report=json,ndjson',
      `--report-dir=${REPORTS}`,
      '--no-color',
      ...pass.options,
      ...more,
    ]
    const child = Bun.spawn(start(options, environment), {
      cwd: SETTINGS,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const code = await child.exited
    const faults = code === 0 ? [] : [`Schemathesis ended with ${code}`]
    faults.push(...findFaults(pass, readReport('json')))
    if (!pass.complete && !readReport('ndjson').includes('"RateLimitRetry"')) faults.push('no request met the limits')
    return faults
  } finally {
    const code = await service.stop()
    if (code !== 0) console.error(`The service ended with ${code}:\n${service.log()}`)
  }
}

/** The identifier of the token that the run uses: the only one of a new service. */
async function findTokenId({ url, token }: Service): Promise<string> {
  const response = await fetch(`${url}/tokens`, { headers: { authorization: `Bearer ${token}` } })
  const { data } = (await response.json()) as { data: { items: { id: string }[] } }
  const [own] = data.items
  if (!own) throw new Error('The service does not list its token.')
  return own.id
}

function readReport(extension: string): string {
  const name = readdirSync(REPORTS).find((file) => file.endsWith(`.${extension}`))
  if (name === undefined) throw new Error(`Schemathesis has left no report in ${extension}.`)
  return readFileSync(`${REPORTS}/${name}`, 'utf8')
}

/** What a report says that it should not, and what it should and does not. */
function findFaults({ complete }: Pass, text: string): string[] {
  const report = JSON.parse(text) as Report
  const { operations, phases, failures, errors, warnings } = report
  const faults: string[] = []
  if (!report.complete) faults.push(`the run stopped early: ${report.stop_reason}`)
  if (failures.length > 0) faults.push(`${failures.length} kinds of failure`)
  if (errors.length > 0) faults.push(`${errors.length} errors`)
  for (const [kind, found] of Object.entries(warnings))
    if (found.length > 0) faults.push(`warning ${kind}: ${found.join(', ')}`)
  if (!complete) return faults
  for (const phase of PHASES)
    if (phases[phase]?.status !== 'success') faults.push(`phase ${phase}: ${phases[phase]?.status ?? 'missing'}`)
  if (operations.total === 0 || operations.tested !== operations.total)
    faults.push(`${operations.tested} of ${operations.total} operations were tested`)
  return faults
}

const seed = Number(process.env.SEED ?? crypto.getRandomValues(new Uint32Array(1))[0])
const more = process.argv.slice(2)
const start = prepare()
console.log(`The new seed is ${seed}; SEED=${seed} repeats it.`)
const faults: string[] = []
for (const pass of passes(seed))
  for (const fault of await runPass(start, pass, more)) faults.push(`${pass.name}: ${fault}`)
for (const fault of faults) console.error(`FAULT ${fault}`)
console.log(faults.length === 0 ? '\nNo failures, errors or warnings.' : `\n${faults.length} faults.`)
process.exit(faults.length === 0 ? 0 : 1)
