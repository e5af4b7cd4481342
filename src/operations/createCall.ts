import type { In, Out } from '../../generated/operations.ts'
import { isTooLarge, MAX_FREE_BYTES } from '../core/freeValues.ts'
import { Problem, type ProblemDetail, problemOf } from '../core/problem.ts'
import { RING_TIMEOUT_S } from '../core/playbookConfig.ts'
import { pieceOf } from '../core/work.ts'
import type { CallingPlaybook } from '../store/playbooks/callingPlaybook.ts'
import type { Tx } from '../store/open.ts'
import { insertSingleCalls, type SingleCall } from '../store/calls/insert.ts'
import type { Context } from './context.ts'
import { readPhone } from './parse/callee.ts'
import { choosePlaybooks } from './playbooks/choosePlaybook.ts'
import { readSchedule } from './parse/schedule.ts'

export async function createCall({ body }: In<'createCall'>, context: Context): Promise<Out<'createCall'>> {
  const { account, now, newId } = context
  const problems: ProblemDetail[] = []
  const phone = readPhone(body.phone, '/phone', problems)
  const schedule = readSchedule(body, account, now, problems)
  checkParams(body.params, problems)
  if (problems.length > 0) throw problemOf(problems)

  const wanted: WantedCall = {
    id: newId(),
    accountId: account.id,
    phone,
    contactId: newId(),
    names: {
      ...(typeof body.firstname === 'string' && { first_name: body.firstname }),
      ...(typeof body.lastname === 'string' && { last_name: body.lastname }),
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
  const reply = await context.create(pieceOf(storeCalls, wanted))
  context.engine.callsStored(schedule.dueAt)
  return reply
}

function checkParams(params: Record<string, unknown> | null | undefined, problems: ProblemDetail[]): void {
  if (!params || !isTooLarge(params)) return
  const message = `params may have at most ${MAX_FREE_BYTES} bytes. Send less.`
  problems.push({ in: 'body', pointer: '/params', code: 'invalid_request', message })
}

/** A call as asked for: what its playbook has to say is not known yet. */
type WantedCall = Omit<SingleCall, 'version' | 'callerId' | 'maxDurationS'>

/** Stores calls that were asked for at the same time, and answers the reply to each, or why it is refused. */
async function storeCalls(tx: Tx, wanted: readonly WantedCall[]): Promise<(Out<'createCall'> | Problem)[]> {
  const chosen = await choosePlaybooksOf(tx, wanted)
  const calls: SingleCall[] = []
  const replies: (Out<'createCall'> | Problem)[] = []
  for (const [index, call] of wanted.entries()) {
    const choice = chosen[index]
    if (!choice) throw new Error('every call has its playbook, or a reason to refuse it')
    if (choice instanceof Problem) replies.push(choice)
    else {
      calls.push({ ...call, ...choice })
      replies.push(replyTo(call))
    }
  }
  await insertSingleCalls(tx, calls)
  return replies
}

/** What each call has to say. Many at once are mostly of one playbook, which is looked for once. */
async function choosePlaybooksOf(
  tx: Tx,
  calls: readonly WantedCall[],
): Promise<(CallingPlaybook | Problem | undefined)[]> {
  const keyOf = (call: WantedCall): string => JSON.stringify([call.accountId, call.playbookId, call.requestedVersionId])
  const distinct = [...new Map(calls.map((call) => [keyOf(call), call]))]
  const chosen = await choosePlaybooks(
    tx,
    distinct.map(([, { accountId, playbookId, requestedVersionId }]) => ({
      accountId,
      playbookId,
      versionId: requestedVersionId ?? undefined,
    })),
  )
  const byKey = new Map(distinct.map(([key], index) => [key, chosen[index]]))
  return calls.map((call) => byKey.get(keyOf(call)))
}

function replyTo({ id, dueAt, at }: WantedCall): Out<'createCall'> {
  return { status: 201, body: { success: true, data: { call_id: id, status: dueAt > at ? 'scheduled' : 'initiated' } } }
}
