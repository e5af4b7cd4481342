/**
 * Answers who calls us. The number that was called decides account and playbook; the production version speaks, or the
 * current configuration of a playbook without versions. The call and its one attempt are stored before it is answered.
 */
import { newInboundCall } from '../../core/inboundCall.ts'
import { parsePhone } from '../../core/phone.ts'
import type { AttemptRef, Carrier, CarrierEvent, RefusalReason } from '../../ports/Carrier.ts'
import type { Clock } from '../../ports/Clock.ts'
import type { Log } from '../../ports/Log.ts'
import type { Watch } from '../../ports/Watch.ts'
import { findAccount, lockAccount } from '../../store/accounts/accounts.ts'
import { findCallingPlaybooks } from '../../store/playbooks/callingPlaybook.ts'
import { upsertContacts } from '../../store/contacts/contacts.ts'
import { type EngineCall, isKnownToCarrier } from '../../store/calls/lock.ts'
import { findNumberByPhone, type NumberRecord } from '../../store/numbers/numbers.ts'
import type { Store, Tx } from '../../store/open.ts'
import { applyIncoming, type Stepped } from '../apply.ts'
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
    const stepped = await store
      .transaction(async (tx) =>
        (await isLineTakenByOthers(tx, account.id)) ? null : storeCall(tx, incoming, number, attemptId),
      )
      .catch((cause: unknown) => {
        giveBack(attemptId)
        throw cause
      })
    if (stepped === null) {
      giveBack(attemptId)
      return 'no_line'
    }
    const { call } = stepped.item
    const { attempt } = call
    if (!attempt) throw new Error('an incoming call has an attempt')
    deps.committed([stepped])
    return {
      attemptId: attempt.id,
      attemptNumber: attempt.number,
      carrierCallId: incoming.carrierCallId,
      to: incoming.from ?? '',
      dialedAt: attempt.dialedAt,
      ringTimeoutS: call.ringTimeoutS,
      maxDurationS: call.maxDurationS,
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

  async function storeCall(tx: Tx, incoming: Incoming, number: NumberRecord, attemptId: string): Promise<Stepped> {
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
    return applyIncoming(tx, item, { playbookId: playbook.playbookId, version, at }, membership.nodeId)
  }

  async function contactOf(tx: Tx, accountId: string, phone: string, at: number): Promise<string> {
    const contact = { id: newId(), phone, fields: {}, customFields: {} }
    return (await upsertContacts(tx, accountId, [contact], at)).get(phone) ?? contact.id
  }

  return { receive }
}
