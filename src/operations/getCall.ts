import type { In, Out } from '../../generated/operations.ts'
import { findWholeCall } from './calls/findWholeCall.ts'
import { notFound } from './present/notFound.ts'
import type { Context } from './context.ts'

export async function getCall({ path }: In<'getCall'>, context: Context): Promise<Out<'getCall'>> {
  const call = await findWholeCall(path.call_id, context)
  if (!call) throw notFound('call')
  return { status: 200, body: { success: true, data: call } }
}
