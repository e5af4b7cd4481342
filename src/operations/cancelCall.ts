import type { In, Out } from '../../generated/operations.ts'
import { Problem } from '../core/problem.ts'
import { findCall } from '../store/calls/read.ts'
import { findWholeCall } from './calls/findWholeCall.ts'
import { notFound } from './present/notFound.ts'
import type { Context } from './context.ts'

export async function cancelCall({ path }: In<'cancelCall'>, context: Context): Promise<Out<'cancelCall'>> {
  const { account, store } = context
  const known = await findCall(store.db, account.id, path.call_id)
  if (!known) throw notFound('call')
  const canceled = await context.engine.cancelCall(known.id)
  if (canceled?.call.status !== 'canceled') {
    throw new Problem('conflict', 'The call has ended; only one that has not ended can be canceled.')
  }
  const call = await findWholeCall(known.id, context)
  if (!call) throw notFound('call')
  return { status: 200, body: { success: true, data: call } }
}
