import type { In, Out } from '../../generated/operations.ts'
import { readPhone } from '../core/phone.ts'
import { Problem, type ProblemDetail, problemOf } from '../core/problem.ts'
import { findNumberByPhone } from '../store/numbers/numbers.ts'
import { findCallOfAttempt } from '../store/calls/read.ts'
import type { Context } from './context.ts'
import { PHONE_FAULTS } from './parse/callee.ts'

export async function simulateInboundCall(
  { body }: In<'simulateInboundCall'>,
  context: Context,
): Promise<Out<'simulateInboundCall'>> {
  const { account, simulator, store } = context
  if (!simulator) throw new Problem('not_found', 'This server has a real carrier; nothing is simulated.')
  const from = readPhone(body.from)
  const to = readPhone(body.to)
  const problems: ProblemDetail[] = []
  if (from.fault === 'impossible') problems.push({ in: 'body', pointer: '/from', ...PHONE_FAULTS.impossible })
  if (to.fault === 'impossible') problems.push({ in: 'body', pointer: '/to', ...PHONE_FAULTS.impossible })
  if (problems.length > 0) throw problemOf(problems)
  // A number of somebody else's is like a number of nobody's.
  const number = await findNumberByPhone(store.db, to.phone)
  const refused = (reason: 'unknown_number' | 'no_line') => ({ accepted: false, call_id: null, reason })
  if (number && number.accountId !== account.id) {
    return { status: 201, body: { success: true, data: refused('unknown_number') } }
  }
  const result = await simulator.ringIn({ from: from.phone, to: to.phone })
  if ('refused' in result) return { status: 201, body: { success: true, data: refused(result.refused) } }
  const callId = await findCallOfAttempt(store.db, account.id, result.accepted.attemptId)
  return { status: 201, body: { success: true, data: { accepted: true, call_id: callId, reason: null } } }
}
