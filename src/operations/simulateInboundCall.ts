import type { In, Out } from '../../generated/operations.ts'
import { parsePhone } from '../core/phone.ts'
import { Problem } from '../core/problem.ts'
import { findNumberByPhone } from '../store/numbers.ts'
import { findCallOfAttempt } from '../store/calls.ts'
import type { Context } from './context.ts'

export async function simulateInboundCall(
  { body }: In<'simulateInboundCall'>,
  context: Context,
): Promise<Out<'simulateInboundCall'>> {
  const { account, simulator, store } = context
  if (!simulator) throw new Problem('not_found', 'This server has a real carrier; nothing is simulated.')
  const from = parsePhone(body.from)
  const to = parsePhone(body.to)
  if (from === null || to === null) throw new Error('the contract accepts a phone that the core refuses')
  // A number of somebody else's is like a number of nobody's.
  const number = await findNumberByPhone(store.db, to)
  const refused = (reason: 'unknown_number' | 'no_line') => ({ accepted: false, call_id: null, reason })
  if (number && number.accountId !== account.id) {
    return { status: 201, body: { success: true, data: refused('unknown_number') } }
  }
  const result = await simulator.ringIn({ from, to })
  if ('refused' in result) return { status: 201, body: { success: true, data: refused(result.refused) } }
  const callId = await findCallOfAttempt(store.db, account.id, result.accepted.attemptId)
  return { status: 201, body: { success: true, data: { accepted: true, call_id: callId, reason: null } } }
}
