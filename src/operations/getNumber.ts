import type { In, Out } from '../../generated/operations.ts'
import { findNumber } from '../store/numbers/numbers.ts'
import { notFound } from './present/notFound.ts'
import { presentNumber } from './present/number.ts'
import type { Context } from './context.ts'

export async function getNumber({ path }: In<'getNumber'>, context: Context): Promise<Out<'getNumber'>> {
  const number = await findNumber(context.store.db, context.account.id, path.number_id)
  if (!number) throw notFound('number')
  return { status: 200, body: { success: true, data: presentNumber(number) } }
}
