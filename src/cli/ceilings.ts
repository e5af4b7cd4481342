/** What an operator allows an account at most; also while the service runs. */
import { AccountCeilings } from '../../generated/schemas.ts'
import type { Ceilings } from '../core/ceilings.ts'
import { presentCeilings } from '../operations/answers/account.ts'
import { type AccountRecord, saveCeilings } from '../store/accounts.ts'
import type { Store } from '../store/open.ts'
import { reachService } from './control.ts'
import { checkId, withStore } from './database.ts'
import { CommandError, type Shell, UsageError, writeJson } from './shell.ts'
import { layTable } from './table.ts'

/** As the parser names them: a whole number, or `none`. */
export interface CeilingOptions {
  requestsPerSecond?: string
  requestsPerMinute?: string
  callsPerSecond?: string
  callsAtOnce?: string
  reservedForInbound?: string
  json?: boolean
}

/** What the command asks of the service: an absent ceiling stays as it is. */
export interface CeilingChange {
  accountId: string
  limits: Partial<Ceilings['limits']>
  lines: Partial<Ceilings['lines']>
}

/** Sets the ceilings that are named, and prints all that there are. */
export async function limitAccount(shell: Shell, accountId: string, options: CeilingOptions): Promise<void> {
  checkId('ACCOUNT_ID', accountId)
  const change = readChange(accountId, options)
  const { database } = shell.readConfig()
  const service = database.kind === 'directory' ? await reachService(database.path) : null
  const ceilings = service
    ? await service.ask<Ceilings>('account-limit', JSON.stringify(change)).finally(() => service.close())
    : (await withStore(shell, { mustExist: true }, (store) => applyCeilings(store, change))).ceilings
  const shown = presentCeilings(ceilings)
  if (options.json) return writeJson(shell, shown)
  const rows = Object.entries({
    'requests per second': shown.limits.per_second,
    'requests per minute': shown.limits.per_minute,
    'calls per second': shown.lines.calls_per_second,
    'calls at once': shown.lines.calls_at_once,
    'lines reserved for inbound': shown.lines.reserved_for_inbound,
  })
  shell.write(layTable([['AT MOST', 'CEILING'], ...rows.map(([name, value]) => [name, String(value ?? 'none')])]))
}

/** Throws a CommandError when there is no such account. */
export async function applyCeilings(store: Store, { accountId, limits, lines }: CeilingChange): Promise<AccountRecord> {
  const account = await store.transaction((tx) =>
    saveCeilings(tx, accountId, (present) => ({
      limits: { ...present.limits, ...limits },
      lines: { ...present.lines, ...lines },
    })),
  )
  if (account) return account
  throw new CommandError(`There is no account ${accountId}. See them with: playcall account list`)
}

function readChange(accountId: string, options: CeilingOptions): CeilingChange {
  const { limits, lines } = AccountCeilings.shape
  const perSecond = read('requests-per-second', options.requestsPerSecond, limits.shape.per_second)
  const perMinute = read('requests-per-minute', options.requestsPerMinute, limits.shape.per_minute)
  const callsPerSecond = read('calls-per-second', options.callsPerSecond, lines.shape.calls_per_second)
  const callsAtOnce = read('calls-at-once', options.callsAtOnce, lines.shape.calls_at_once)
  const reserved = read('reserved-for-inbound', options.reservedForInbound, lines.shape.reserved_for_inbound)
  return {
    accountId,
    limits: { ...(perSecond !== undefined && { perSecond }), ...(perMinute !== undefined && { perMinute }) },
    lines: {
      ...(callsPerSecond !== undefined && { callsPerSecond }),
      ...(callsAtOnce !== undefined && { callsAtOnce }),
      ...(reserved !== undefined && { reservedForInbound: reserved }),
    },
  }
}

/** The number that an option gives, null for `none`, undefined when it is absent. Throws a UsageError. */
function read(
  name: string,
  text: string | undefined,
  schema: typeof AccountCeilings.shape.limits.shape.per_second,
): number | null | undefined {
  if (text === undefined) return undefined
  if (text === 'none') return null
  const result = schema.safeParse(/^\d+$/.test(text) ? Number(text) : Number.NaN)
  if (result.success) return result.data
  throw new UsageError(
    `--${name} must be a whole number in the range that PATCH /account takes, or none, not "${text}".`,
  )
}
