import type { In, Out } from '../../generated/operations.ts'
import { type ProblemDetail, problemOf } from '../core/problem.ts'
import { type AccountRecord, lockAccount, saveAccount } from '../store/accounts.ts'
import { mayShow } from '../store/callerIds.ts'
import { bringForwardDeferred } from '../store/dueCalls.ts'
import { presentAccount } from './answers/account.ts'
import type { Context } from './context.ts'
import { readPhone } from './requests/callee.ts'
import { checkHours, checkZone } from './requests/schedule.ts'

export async function updateAccount({ body }: In<'updateAccount'>, context: Context): Promise<Out<'updateAccount'>> {
  const problems: ProblemDetail[] = []
  checkZone(body.timezone, '/timezone', problems)
  checkHours(body.calling_hours, '/calling_hours', problems)
  const callerId =
    typeof body.caller_id === 'string' ? readPhone(body.caller_id, '/caller_id', problems) : body.caller_id
  if (problems.length > 0) throw problemOf(problems)

  const account = await context.store.transaction(async (tx) => {
    const present = await lockAccount(tx, context.account.id)
    // The one that is shown already may be sent again, with whatever else was read of the account.
    if (typeof callerId === 'string' && callerId !== present.callerId && !(await mayShow(tx, present.id, callerId))) {
      throw problemOf([UNVERIFIED])
    }
    const changed: AccountRecord = {
      ...present,
      name: body.name ?? present.name,
      timeZone: body.timezone ?? present.timeZone,
      limits: {
        perSecond: body.limits?.per_second ?? present.limits.perSecond,
        perMinute: body.limits?.per_minute ?? present.limits.perMinute,
      },
      lines: {
        callsPerSecond: given(body.lines?.calls_per_second, present.lines.callsPerSecond),
        callsAtOnce: given(body.lines?.calls_at_once, present.lines.callsAtOnce),
        reservedForInbound: body.lines?.reserved_for_inbound ?? present.lines.reservedForInbound,
      },
      callingHours: given(body.calling_hours, present.callingHours),
      attemptLimit: given(body.attempt_limit, present.attemptLimit),
      callerId: given(callerId, present.callerId),
    }
    await saveAccount(tx, changed)
    // What holds calls up may hold them up no longer: the dispatcher decides about them anew.
    if (body.timezone !== undefined || body.calling_hours !== undefined || body.attempt_limit !== undefined) {
      await bringForwardDeferred(tx, changed.id, context.now)
    }
    return changed
  })
  // Hours may have opened, and lines come free.
  context.engine.callsStored(context.now)
  return { status: 200, body: { success: true, data: presentAccount(account) } }
}

/** In the same words whether the number is another account's or nobody's. */
const UNVERIFIED: ProblemDetail = {
  in: 'body',
  pointer: '/caller_id',
  code: 'unverified_caller_id',
  message: 'Only a number of this account can be shown. Add it with POST /numbers, or have the operator verify it.',
}

/** What was sent, null included, or else what is there. */
function given<T>(sent: T | undefined, present: T): T {
  return sent === undefined ? present : sent
}
