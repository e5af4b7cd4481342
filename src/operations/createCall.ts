import type { In, Out } from '../../generated/operations.ts'
import { type ProblemDetail, problemOf } from '../core/problem.ts'
import { RING_TIMEOUT_S } from '../core/playbookConfig.ts'
import { insertCalls } from '../store/calls.ts'
import { upsertContacts } from '../store/contacts.ts'
import { PRIORITY } from '../store/dueCalls.ts'
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

  const names = {
    ...(body.firstname !== undefined && { first_name: body.firstname }),
    ...(body.lastname !== undefined && { last_name: body.lastname }),
  }
  const reply = await context.create(async (tx) => {
    const chosen = await choosePlaybook(tx, account.id, { playbookId: body.playbook_id, versionId: body.version_id })
    const contact = { id: newId(), phone, fields: names, customFields: {} }
    const contactId = (await upsertContacts(tx, account.id, [contact], now)).get(phone) ?? contact.id
    const id = newId()
    await insertCalls(
      tx,
      {
        accountId: account.id,
        campaignId: null,
        playbookId: chosen.playbookId,
        version: chosen.version,
        requestedVersionId: body.version_id ?? null,
        callerId: chosen.callerId,
        params: body.params ?? {},
        names,
        recallMinutes: schedule.recallMinutes,
        launchAt: schedule.launchAt,
        dueAt: schedule.dueAt,
        priority: PRIORITY.single,
        ringTimeoutS: RING_TIMEOUT_S,
        maxDurationS: chosen.maxDurationS,
        at: now,
      },
      [{ id, contactId, phone }],
    )
    const status = schedule.dueAt > now ? ('scheduled' as const) : ('initiated' as const)
    return { status: 201 as const, body: { success: true as const, data: { call_id: id, status } } }
  })
  context.engine.callsStored(schedule.dueAt)
  return reply
}
