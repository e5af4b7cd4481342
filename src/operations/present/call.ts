import type { components } from '../../../generated/types.ts'
import { visibleStatus } from '../../core/call.ts'
import type { Instant } from '../../core/time.ts'
import type { AttemptRecord, TurnRecord } from '../../store/calls/attempts.ts'
import type { CallRecord } from '../../store/calls/read.ts'
import { presentInstant } from './instant.ts'

type Call = components['schemas']['Call']

/** A call as it stands in a list. */
export function presentCall(call: CallRecord, now: Instant): Call {
  const status = visibleStatus(call, now)
  const waiting = waitingFor(call, status)
  return {
    id: call.id,
    direction: call.direction,
    status,
    phone: call.phone,
    from: call.callerId,
    contact_id: call.contactId,
    campaign_id: call.campaignId,
    playbook_id: call.playbookId,
    version_id: call.versionId,
    version_source: call.versionSource,
    requested_version_id: call.requestedVersionId,
    params: call.params,
    recall: [...call.recallMinutes],
    launch_at: presentInstant(call.launchAt),
    next_attempt_at: status === 'scheduled' ? presentInstant(call.nextAttemptAt) : null,
    waiting_reason: waiting?.reason ?? null,
    waiting_message: waiting?.message ?? null,
    attempt_count: call.attemptCount,
    created_at: presentInstant(call.createdAt),
    started_at: presentInstant(call.startedAt),
    answered_at: presentInstant(call.answeredAt),
    ended_at: presentInstant(call.endedAt),
    duration: call.durationS ?? 0,
    answered_by: call.answeredBy,
    outcome: call.outcome,
    summary: call.summary,
    // What an agent notes on its way is the reason only once the call has ended.
    ended_reason: call.endedAt === null ? null : call.endedReason,
  }
}

/** Why a call is not being dialled although it could be, in a word and in a sentence. */
function waitingFor(
  call: CallRecord,
  status: Call['status'],
): { reason: NonNullable<Call['waiting_reason']>; message: string | null } | null {
  if (call.status !== 'scheduled') return null
  if (call.campaignPaused) return { reason: 'campaign_paused', message: 'Waits for its campaign to be resumed.' }
  if (status === 'initiated') return { reason: 'line', message: 'Is due and waits for a free line.' }
  return call.waitingReason === null ? null : { reason: call.waitingReason, message: call.waitingMessage }
}

/** A call with its attempts and what was said. */
export function presentWholeCall(call: CallRecord, attempts: readonly AttemptRecord[], now: Instant): Call {
  return {
    ...presentCall(call, now),
    attempts: attempts.map(presentAttempt),
    transcript: attempts.flatMap(({ turns }) => turns.map(presentTurn)),
  }
}

function presentAttempt(attempt: AttemptRecord): components['schemas']['Attempt'] {
  return {
    number: attempt.number,
    dialed_at: presentInstant(attempt.dialedAt),
    ringing_at: presentInstant(attempt.ringingAt),
    answered_at: presentInstant(attempt.answeredAt),
    ended_at: presentInstant(attempt.endedAt),
    disposition: attempt.disposition,
    carrier: attempt.carrier,
    carrier_call_id: attempt.carrierCallId,
  }
}

function presentTurn(turn: TurnRecord): components['schemas']['TranscriptTurn'] {
  return { role: turn.role, text: turn.text, at: presentInstant(turn.at) }
}
