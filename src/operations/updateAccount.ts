import type { In, Out } from '../../generated/operations.ts'
import { type AccountSettings, type Ceilings, underCeilings } from '../core/ceilings.ts'
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
    checkCeilings(body, present.ceilings)
    const own: AccountSettings = {
      limits: {
        perSecond: body.limits?.per_second ?? present.own.limits.perSecond,
        perMinute: body.limits?.per_minute ?? present.own.limits.perMinute,
      },
      lines: {
        callsPerSecond: given(body.lines?.calls_per_second, present.own.lines.callsPerSecond),
        callsAtOnce: given(body.lines?.calls_at_once, present.own.lines.callsAtOnce),
        reservedForInbound: body.lines?.reserved_for_inbound ?? present.own.lines.reservedForInbound,
      },
    }
    const changed: AccountRecord = {
      ...present,
      name: body.name ?? present.name,
      timeZone: body.timezone ?? present.timeZone,
      ...underCeilings(own, present.ceilings),
      own,
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

/** Throws a Problem `above_ceiling` that names every setting which is more than the operator allows. */
function checkCeilings({ limits, lines }: In<'updateAccount'>['body'], ceilings: Ceilings): void {
  const sent: [pointer: string, value: number | null | undefined, ceiling: number | null][] = [
    ['/limits/per_second', limits?.per_second, ceilings.limits.perSecond],
    ['/limits/per_minute', limits?.per_minute, ceilings.limits.perMinute],
    ['/lines/calls_per_second', lines?.calls_per_second, ceilings.lines.callsPerSecond],
    ['/lines/calls_at_once', lines?.calls_at_once, ceilings.lines.callsAtOnce],
    ['/lines/reserved_for_inbound', lines?.reserved_for_inbound, ceilings.lines.reservedForInbound],
  ]
  const problems = sent.flatMap(([pointer, value, ceiling]): ProblemDetail[] => {
    if (value === null || value === undefined || ceiling === null || value <= ceiling) return []
    const message = `The operator of this service allows the account at most ${ceiling} here. Ask for less, or ask the operator.`
    return [{ in: 'body', pointer, code: 'above_ceiling', message }]
  })
  if (problems.length > 0) throw problemOf(problems)
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
