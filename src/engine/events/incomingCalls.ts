/**
 * Answers who calls us. The number that was called decides account and playbook; the production version speaks, or the
 * current configuration of a playbook without versions. The call and its one attempt are stored before it is answered.
 */
import type { Attempt, Call } from '../../core/call.ts'
import { CHECK_EVERY_MS, OVERTIME_MS } from '../../core/call.ts'
import { parsePhone } from '../../core/phone.ts'
import { RING_TIMEOUT_S } from '../../core/playbookConfig.ts'
import { SECOND_MS } from '../../core/time.ts'
import type { AttemptRef, Carrier, CarrierEvent, RefusalReason } from '../../ports/Carrier.ts'
import type { Clock } from '../../ports/Clock.ts'
import type { Log } from '../../ports/Log.ts'
import type { Watch } from '../../ports/Watch.ts'
import { findAccount, lockAccount } from '../../store/accounts/accounts.ts'
import { findCallingPlaybooks } from '../../store/playbooks/callingPlaybook.ts'
import { insertInboundCall } from '../../store/calls/read.ts'
import { upsertContacts } from '../../store/contacts/contacts.ts'
import { type EngineCall, isKnownToCarrier } from '../../store/calls/lock.ts'
import { findNumberByPhone, type NumberRecord } from '../../store/numbers/numbers.ts'
import type { Store, Tx } from '../../store/open.ts'
import { insertAttempts } from '../../store/calls/save.ts'
import type { Stepped } from './eventPump.ts'
import type { Lines } from '../dialling/lines.ts'
import type { Membership } from '../nodes/membership.ts'
import { lessOthers } from '../dialling/sharedAccount.ts'

type Incoming = Extract<CarrierEvent, { kind: 'incoming' }>

export function createIncomingCalls(deps: {
  store: Store
  clock: Clock
  carrier: Carrier
  lines: Lines
  membership: Membership
  newId: () => string
  log: Log
  watch: Watch
  committed: (stepped: Stepped[]) => void
  /** A line that was taken is not needed after all. */
  lineFreed: () => void
}): { receive(incoming: Incoming): Promise<void> } {
  const { store, clock, carrier, lines, membership, newId, log } = deps
  /** The carrier's names of the calls that are being taken. */
  const taking = new Set<string>()

  async function receive(incoming: Incoming): Promise<void> {
    if (taking.has(incoming.carrierCallId)) return
    taking.add(incoming.carrierCallId)
    try {
      const answered = await take(incoming)
      if (typeof answered === 'string') {
        deps.watch.incomingRefused(answered)
        return carrier.refuse(incoming.carrierCallId, answered)
      }
      if (answered) carrier.accept(answered)
    } catch (cause) {
      const { carrierCallId } = incoming
      log('error', 'an incoming call could not be answered', { carrier_call_id: carrierCallId, cause: String(cause) })
      carrier.refuse(incoming.carrierCallId, 'no_line')
    } finally {
      taking.delete(incoming.carrierCallId)
    }
  }

  /** What to accept, why not, or null for a call that was taken before: carriers may tell twice. */
  async function take(incoming: Incoming): Promise<AttemptRef | RefusalReason | null> {
    // Asked first: to refuse a call that was taken would end it.
    if (await isKnownToCarrier(store.db, carrier.name, incoming.carrierCallId)) return null
    const number = await findNumberByPhone(store.db, incoming.to)
    if (!number) return 'unknown_number'
    const account = await findAccount(store.db, number.accountId)
    if (!lines.canAnswer(account.id, account.lines)) return 'no_line'
    // Taken at once, so that nobody is promised the same line while the call is being stored.
    const attemptId = newId()
    lines.occupy(attemptId, account.id, 'inbound')
    const item = await store
      .transaction(async (tx) =>
        (await isLineTakenByOthers(tx, account.id)) ? null : storeCall(tx, incoming, number, attemptId),
      )
      .catch((cause: unknown) => {
        giveBack(attemptId)
        throw cause
      })
    if (item === null) {
      giveBack(attemptId)
      return 'no_line'
    }
    const { attempt } = item.call
    if (!attempt) throw new Error('an incoming call has an attempt')
    deps.committed([{ item, before: null, effects: [], optedOut: false }])
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

  function giveBack(attemptId: string): void {
    lines.release(attemptId)
    deps.lineFreed()
  }

  /** Whether other processes have so many calls of the account in the air that this one is too many. */
  async function isLineTakenByOthers(tx: Tx, accountId: string): Promise<boolean> {
    if (membership.nodeId === null || !membership.hasOthers()) return false
    const { callsAtOnce } = await lessOthers(tx, await lockAccount(tx, accountId), membership.nodeId)
    return callsAtOnce !== null && lines.inTheAirOf(accountId) > callsAtOnce
  }

  async function storeCall(tx: Tx, incoming: Incoming, number: NumberRecord, attemptId: string): Promise<EngineCall> {
    const { accountId } = number
    const wish = { accountId, playbookId: number.playbookId, versionId: null }
    const [playbook] = await findCallingPlaybooks(tx, [wish])
    if (!playbook) throw new Error(`number ${number.id} has no playbook`)
    const { version } = playbook
    const phone = incoming.from === null ? null : parsePhone(incoming.from)
    const at = clock.now()
    const contactId = phone === null ? null : await contactOf(tx, accountId, phone, at)
    const call = newInboundCall(newId(), playbook.maxDurationS, at, {
      id: attemptId,
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
    await insertInboundCall(tx, item, { playbookId: playbook.playbookId, version, at })
    await insertAttempts(tx, [item], membership.nodeId)
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
