import type { In, Out } from '../../generated/operations.ts'
import * as numbers from '../store/numbers.ts'
import { notFound } from './answers/notFound.ts'
import { presentNumber } from './answers/number.ts'
import type { Context } from './context.ts'

export async function deleteNumber({ path }: In<'deleteNumber'>, context: Context): Promise<Out<'deleteNumber'>> {
  const { account, engine, now, store } = context
  const number = await store.transaction((tx) => numbers.deleteNumber(tx, account.id, path.number_id))
  if (!number) throw notFound('number')
  // With its last number the account keeps no lines free any more.
  engine.callsStored(now)
  return { status: 200, body: { success: true, data: presentNumber(number) } }
}
