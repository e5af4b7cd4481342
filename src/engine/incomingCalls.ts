/**
 * Answers who calls us. The number that was called decides account and playbook; the production version speaks, or the
 * current configuration of a playbook without versions. The call and its one attempt are stored before it is answered.
 */
import type { Attempt, Call } from '../core/call.ts'
import { CHECK_EVERY_MS, OVERTIME_MS } from '../core/call.ts'
import { parsePhone } from '../core/phone.ts'
import { DEFAULT_MAX_DURATION_S, RING_TIMEOUT_S } from '../core/playbookConfig.ts'
import { SECOND_MS } from '../core/time.ts'
import { selectVersion } from '../core/versionSelection.ts'
import type { AttemptRef, Carrier, CarrierEvent, RefusalReason } from '../ports/Carrier.ts'
import type { Clock } from '../ports/Clock.ts'
import type { Log } from '../ports/Log.ts'
import { findAccount } from '../store/accounts.ts'
import { insertInboundCall } from '../store/calls.ts'
import { findConfiguration } from '../store/configurations.ts'
import { upsertContacts } from '../store/contacts.ts'
import { type EngineCall, isKnownToCarrier, saveCalls } from '../store/engineCalls.ts'
import { findNumberByPhone, type NumberRecord } from '../store/numbers.ts'
import type { Store, Tx } from '../store/open.ts'
import { findPlaybook } from '../store/playbooks.ts'
import { findSelectableVersion } from '../store/versions.ts'
import type { Stepped } from './eventPump.ts'
import type { Lines } from './lines.ts'

type Incoming = Extract<CarrierEvent, { kind: 'incoming' }>

export function createIncomingCalls(deps: {
  store: Store
  clock: Clock
  carrier: Carrier
  lines: Lines
  newId: () => string
  log: Log
  committed: (stepped: Stepped[]) => void
}): { receive(incoming: Incoming): Promise<void> } {
  const { store, clock, carrier, lines, newId, log } = deps

  async function receive(incoming: Incoming): Promise<void> {
    try {
      const answered = await take(incoming)
      if (typeof answered === 'string') return carrier.refuse(incoming.carrierCallId, answered)
      if (answered) carrier.accept(answered)
    } catch (cause) {
      log('error', 'an incoming call could not be answered', { cause: String(cause) })
      carrier.refuse(incoming.carrierCallId, 'no_line')
    }
  }

  /** What to accept, why not, or null for a call that was taken before: carriers may tell twice. */
  async function take(incoming: Incoming): Promise<AttemptRef | RefusalReason | null> {
    const number = await findNumberByPhone(store.db, incoming.to)
    if (!number) return 'unknown_number'
    const account = await findAccount(store.db, number.accountId)
    if (!lines.canAnswer(account.id, account.lines)) return 'no_line'
    const item = await store.transaction((tx) => storeCall(tx, incoming, number))
    if (!item) return null
    const { attempt } = item.call
    if (!attempt) throw new Error('an incoming call has an attempt')
    lines.occupy(attempt.id, account.id, 'inbound')
    deps.committed([{ item, effects: [], optedOut: false }])
    return {
      attemptId: attempt.id,
      attemptNumber: attempt.number,
      carrierCallId: incoming.carrierCallId,
      to: incoming.from ?? '',
      dialedAt: attempt.dialedAt,
      ringTimeoutS: item.call.ringTimeoutS,
      maxDurationS: item.call.maxDurationS,
    }
  }

  async function storeCall(tx: Tx, incoming: Incoming, number: NumberRecord): Promise<EngineCall | null> {
    if (await isKnownToCarrier(tx, carrier.name, incoming.carrierCallId)) return null
    const { accountId } = number
    const playbook = await findPlaybook(tx, accountId, number.playbookId)
    if (!playbook) throw new Error(`number ${number.id} has no playbook`)
    const version = selectVersion({
      requested: null,
      production:
        playbook.productionVersionId === null
          ? null
          : await findSelectableVersion(tx, accountId, playbook.id, playbook.productionVersionId),
      currentConfigHash: playbook.configHash,
    })
    const config = await findConfiguration(tx, accountId, version.configHash)
    const phone = incoming.from === null ? null : parsePhone(incoming.from)
    const at = clock.now()
    const contactId = phone === null ? null : await contactOf(tx, accountId, phone, at)
    const call = newInboundCall(newId(), config.max_duration_s ?? DEFAULT_MAX_DURATION_S, at, {
      id: newId(),
      carrier: carrier.name,
      carrierCallId: incoming.carrierCallId,
    })
    const item: EngineCall = {
      call,
      accountId,
      campaignId: null,
      contactId,
      phone,
      callerId: number.phone,
      configHash: version.configHash,
      params: {},
      names: {},
    }
    await insertInboundCall(tx, item, { playbookId: playbook.id, version, at })
    await saveCalls(tx, [item])
    return item
  }

  async function contactOf(tx: Tx, accountId: string, phone: string, at: number): Promise<string> {
    const contact = { id: newId(), phone, fields: {}, customFields: {} }
    return (await upsertContacts(tx, accountId, [contact], at)).get(phone) ?? contact.id
  }

  return { receive }
}

function newInboundCall(
  id: string,
  maxDurationS: number,
  at: number,
  reached: { id: string; carrier: string; carrierCallId: string },
): Call {
  const attempt: Attempt = {
    ...reached,
    number: 1,
    placement: 'placed',
    dialedAt: at,
    ringingAt: at,
    answeredAt: null,
    endedAt: null,
    disposition: null,
    checkAt: at + CHECK_EVERY_MS,
    giveUpAt: at + (RING_TIMEOUT_S + maxDurationS) * SECOND_MS + OVERTIME_MS,
  }
  return {
    id,
    status: 'ringing',
    recallMinutes: [],
    recallsUsed: 0,
    anchorAt: at,
    anchored: false,
    nextAttemptAt: null,
    waitingReason: null,
    waitingMessage: null,
    attemptCount: 1,
    attempt,
    answeredBy: null,
    outcome: null,
    summary: null,
    optedOut: false,
    retryMachine: false,
    endedReason: null,
    startedAt: at,
    answeredAt: null,
    endedAt: null,
    durationS: null,
    ringTimeoutS: RING_TIMEOUT_S,
    maxDurationS,
  }
}
