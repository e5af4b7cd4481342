import type { In, Out } from '../../generated/operations.ts'
import { lockAccount } from '../store/accounts.ts'
import { dropCallerId } from '../store/callerIds.ts'
import * as numbers from '../store/numbers.ts'
import { notFound } from './answers/notFound.ts'
import { presentNumber } from './answers/number.ts'
import type { Context } from './context.ts'

export async function deleteNumber({ path }: In<'deleteNumber'>, context: Context): Promise<Out<'deleteNumber'>> {
  const { account, engine, now, store } = context
  const number = await store.transaction(async (tx) => {
    // Nobody sets the number as caller id meanwhile.
    await lockAccount(tx, account.id)
    const deleted = await numbers.deleteNumber(tx, account.id, path.number_id)
    if (deleted) await dropCallerId(tx, account.id, deleted.phone)
    return deleted
  })
  if (!number) throw notFound('number')
  // With its last number the account keeps no lines free any more.
  engine.callsStored(now)
  return { status: 200, body: { success: true, data: presentNumber(number) } }
}
