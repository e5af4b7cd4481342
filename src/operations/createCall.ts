import type { In, Out } from '../../generated/operations.ts'
import { Problem, type ProblemDetail, problemOf } from '../core/problem.ts'
import { RING_TIMEOUT_S } from '../core/playbookConfig.ts'
import { sharedWork } from '../core/sharedWork.ts'
import type { CallingPlaybook } from '../store/callingPlaybook.ts'
import type { Tx } from '../store/open.ts'
import { insertSingleCalls, type SingleCall } from '../store/singleCalls.ts'
import type { Context } from './context.ts'
import { readPhone } from './requests/callee.ts'
import { choosePlaybook } from './requests/playbook.ts'
import { readSchedule } from './requests/schedule.ts'

export async function createCall({ body }: In<'createCall'>, context: Context): Promise<Out<'createCall'>> {
  const { account, now, newId } = context
  const problems: ProblemDetail[] = []
  const phone = readPhone(body.phone, '/phone', problems)
  const schedule = readSchedule(body, account, now, problems)
  if (problems.length > 0) throw problemOf(problems)

  const wanted: WantedCall = {
    id: newId(),
    accountId: account.id,
    phone,
    contactId: newId(),
    names: {
      ...(body.firstname !== undefined && { first_name: body.firstname }),
      ...(body.lastname !== undefined && { last_name: body.lastname }),
    },
    playbookId: body.playbook_id,
    requestedVersionId: body.version_id ?? null,
    params: body.params ?? {},
    recallMinutes: schedule.recallMinutes,
    launchAt: schedule.launchAt,
    dueAt: schedule.dueAt,
    ringTimeoutS: RING_TIMEOUT_S,
    at: now,
  }
  const reply = await context.create(sharedWork(storeCalls, wanted))
  context.engine.callsStored(schedule.dueAt)
  return reply
}

/** A call as asked for: what its playbook has to say is not known yet. */
type WantedCall = Omit<SingleCall, 'version' | 'callerId' | 'maxDurationS'>

/** Stores calls that were asked for at the same time, and answers the reply to each, or why it is refused. */
async function storeCalls(tx: Tx, wanted: readonly WantedCall[]): Promise<(Out<'createCall'> | Problem)[]> {
  const choices = new Map<string, CallingPlaybook | Problem>()
  const calls: SingleCall[] = []
  const replies: (Out<'createCall'> | Problem)[] = []
  for (const call of wanted) {
    const wish = JSON.stringify([call.accountId, call.playbookId, call.requestedVersionId])
    const chosen = choices.get(wish) ?? (await tryPlaybook(tx, call))
    choices.set(wish, chosen)
    if (chosen instanceof Problem) replies.push(chosen)
    else {
      calls.push({ ...call, ...chosen })
      replies.push(replyTo(call))
    }
  }
  await insertSingleCalls(tx, calls)
  return replies
}

async function tryPlaybook(tx: Tx, call: WantedCall): Promise<CallingPlaybook | Problem> {
  const wish = { playbookId: call.playbookId, versionId: call.requestedVersionId ?? undefined }
  return choosePlaybook(tx, call.accountId, wish).catch((error: unknown) => {
    if (error instanceof Problem) return error
    throw error
  })
}

function replyTo({ id, dueAt, at }: WantedCall): Out<'createCall'> {
  return { status: 201, body: { success: true, data: { call_id: id, status: dueAt > at ? 'scheduled' : 'initiated' } } }
}
