/** What the service made up for itself. Sealed where there is a key outside the database; else as it is. */
import { sql } from 'kysely'
import type { Store, Tx } from './open.ts'
import { isSealed, secretKeyOf, WrongSecretKey } from './secretKey.ts'

/** The secret of a name; made up, by `make`, by whoever needs it first. */
export async function secret(db: Store['db'], name: string, make: () => string): Promise<string> {
  const known = await findSecret(db, name)
  if (known !== null) return known
  const made = make()
  await db
    .insertInto('secrets')
    .values({ name, value: secretKeyOf(db)?.seal(name, made) ?? made })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const stored = await findSecret(db, name)
  if (stored === null) throw new Error(`the secret ${name} that was just stored is not there`)
  return stored
}

async function findSecret(db: Store['db'], name: string): Promise<string | null> {
  const row = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst()
  return row ? readSecret(db, name, row.value) : null
}

/** Throws a WrongSecretKey. */
function readSecret(db: Store['db'], name: string, value: string): string {
  if (!isSealed(value)) return value
  const key = secretKeyOf(db)
  if (key) return key.open(name, value)
  throw new WrongSecretKey(
    'The secrets in the database are locked, and there is no secret key. Set PLAYCALL_SECRET_KEY, in every process alike.',
  )
}

/**
 * Seals what lies open in the database although there is a key, and sees that the key opens the rest. Answers whether the
 * database keeps its secrets without a key. Throws a WrongSecretKey.
 */
export async function settleSecrets(store: Store): Promise<{ areOpen: boolean }> {
  const sealed = await store.transaction(sealOpen)
  // The text that was there before must not be left in the table's file.
  if (sealed > 0) await sql`vacuum full secrets`.execute(store.db)
  return { areOpen: secretKeyOf(store.db) === null }
}

async function sealOpen(tx: Tx): Promise<number> {
  const key = secretKeyOf(tx)
  const rows = await tx.selectFrom('secrets').selectAll().orderBy('name').forUpdate().execute()
  let sealed = 0
  for (const { name, value } of rows) {
    readSecret(tx, name, value)
    if (key === null || isSealed(value)) continue
    await tx
      .updateTable('secrets')
      .set({ value: key.seal(name, value) })
      .where('name', '=', name)
      .execute()
    sealed++
  }
  return sealed
}

/** Why the secrets of the database cannot be used; null when they can. */
export async function findLockedSecrets(store: Store): Promise<string | null> {
  const rows = await store.db.selectFrom('secrets').selectAll().execute()
  try {
    for (const { name, value } of rows) readSecret(store.db, name, value)
    return null
  } catch (cause) {
    if (cause instanceof WrongSecretKey) return cause.message
    throw cause
  }
}
