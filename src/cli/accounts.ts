import { UpdateAccount } from '../../generated/schemas.ts'
import { DEFAULT_LIMITS } from '../app.ts'
import { isTimeZone } from '../core/timeZone.ts'
import { insertAccount } from '../store/accounts.ts'
import { listAccounts } from '../store/operators.ts'
import { checkOptions } from './checkOptions.ts'
import { withStore } from './database.ts'
import { type Shell, UsageError, writeJson } from './shell.ts'
import { layTable } from './table.ts'

/** Makes an account and prints its id. Name and time zone may be what the API takes for them. */
export async function createAccount(
  shell: Shell,
  options: { name: string; timezone: string; json?: boolean },
): Promise<void> {
  const { name, timezone } = options
  checkOptions(UpdateAccount, { name, timezone })
  if (!isTimeZone(timezone)) {
    throw new UsageError(`--timezone must be a time zone of the tz database such as Europe/Paris, not "${timezone}".`)
  }
  const at = shell.clock.now()
  const id = Bun.randomUUIDv7('hex', at)
  await withStore(shell, { mustExist: false }, (store) =>
    store.transaction((tx) =>
      insertAccount(tx, {
        id,
        name,
        timeZone: timezone,
        requestsPerSecond: DEFAULT_LIMITS.perSecond,
        requestsPerMinute: DEFAULT_LIMITS.perMinute,
        at,
      }),
    ),
  )
  if (options.json) return writeJson(shell, { id, name, timezone, created_at: new Date(at).toISOString() })
  shell.write(`${id}\n`)
  shell.writeError(
    `It has no token yet. Make one with: playcall token create --account ${id} --name NAME --scopes all\n`,
  )
}

/** Prints every account. */
export async function printAccounts(shell: Shell, options: { json?: boolean }): Promise<void> {
  const accounts = await withStore(shell, { mustExist: true }, ({ db }) => listAccounts(db))
  const shown = accounts.map((account) => ({
    id: account.id,
    name: account.name,
    timezone: account.timeZone,
    created_at: new Date(account.createdAt).toISOString(),
  }))
  if (options.json) return writeJson(shell, shown)
  const rows = shown.map(({ id, name, timezone, created_at }) => [id, name, timezone, created_at])
  shell.write(layTable([['ID', 'NAME', 'TIME ZONE', 'CREATED'], ...rows]))
}
