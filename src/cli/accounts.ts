import { UpdateAccount } from '../../generated/schemas.ts'
import { DEFAULT_LIMITS } from '../app.ts'
import { type Phone, readPhone } from '../core/phone.ts'
import { isTimeZone } from '../core/timeZone.ts'
import { insertAccount, lockAccount } from '../store/accounts.ts'
import { dropCallerId, listCallerIds, verifyCallerId, withdrawCallerId } from '../store/callerIds.ts'
import { listAccounts } from '../store/operators.ts'
import { checkOptions } from './checkOptions.ts'
import { checkId, requireAccount, withStore } from './database.ts'
import { CommandError, type Shell, UsageError, writeJson } from './shell.ts'
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

/** Verifies a number as the account's caller id, or takes that back; without either lists what is verified. */
export async function changeCallerIds(
  shell: Shell,
  options: { account: string; verify?: string; withdraw?: string; json?: boolean },
): Promise<void> {
  const { account: accountId } = options
  checkId('--account', accountId)
  if (options.verify !== undefined && options.withdraw !== undefined) {
    throw new UsageError('Write --verify or --withdraw, not both.')
  }
  const verified = options.verify === undefined ? null : readCallerId('--verify', options.verify)
  const withdrawn = options.withdraw === undefined ? null : readCallerId('--withdraw', options.withdraw)
  const callerIds = await withStore(shell, { mustExist: true }, async (store) => {
    await requireAccount(store, accountId)
    await store.transaction(async (tx) => {
      await lockAccount(tx, accountId)
      if (verified !== null) await verifyCallerId(tx, accountId, verified, shell.clock.now())
      if (withdrawn === null) return
      if (!(await withdrawCallerId(tx, accountId, withdrawn))) throw new CommandError(`${withdrawn} is not verified.`)
      await dropCallerId(tx, accountId, withdrawn)
    })
    return listCallerIds(store.db, accountId)
  })
  const shown = callerIds.map(({ phone, verifiedAt }) => ({ phone, verified_at: new Date(verifiedAt).toISOString() }))
  if (options.json) return writeJson(shell, shown)
  shell.write(layTable([['CALLER ID', 'VERIFIED'], ...shown.map(({ phone, verified_at }) => [phone, verified_at])]))
}

function readCallerId(option: string, text: string): Phone {
  const { phone, fault } = readPhone(text)
  if (fault === null) return phone
  throw new UsageError(
    `${option} must be a number that people can be called from, such as +14155550199, not "${text}".`,
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
