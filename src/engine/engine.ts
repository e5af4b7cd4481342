/**
 * What makes calls happen. Requests store calls and say so; the scheduler wakes the dispatcher when one is due; the
 * dispatcher records a dial and hands it here to be placed; what the carrier reports goes through the event pump, and
 * the effects that come out of it are performed here, always after the commit.
 */
import { type CallEffect, type CallEvent, CHECK_EVERY_MS } from '../core/call.ts'
import { DAY_MS, type Instant, MINUTE_MS, SECOND_MS } from '../core/time.ts'
import type { Agent } from '../ports/Agent.ts'
import type { AttemptRef, Carrier, CarrierEvent, Dial, Placement } from '../ports/Carrier.ts'
import type { Clock } from '../ports/Clock.ts'
import type { Log } from '../ports/Log.ts'
import type { EngineState, Watch } from '../ports/Watch.ts'
import { type EngineCall, listCallsToSuppress } from '../store/calls/lock.ts'
import type { Store } from '../store/open.ts'
import { createScriptLoader } from './talking/script.ts'
import { createAttemptChecker } from './events/attemptChecker.ts'
import { createBusy } from './busy.ts'
import { createCampaignSweep } from './sweeps/campaignSweep.ts'
import { followClockJumps } from './clockJumps.ts'
import { createTalks } from './talking/talks.ts'
import { createDiallingHoldWatch } from './dialling/diallingHold.ts'
import { createDispatcher } from './dialling/dispatcher.ts'
import type { Stepped } from './apply.ts'
import { createEventPump } from './events/eventPump.ts'
import { createIncomingCalls } from './events/incomingCalls.ts'
import { createLines } from './dialling/lines.ts'
import { ALONE, createMembership, type Node } from './nodes/membership.ts'
import { createPruning } from './sweeps/pruning.ts'
import { createScheduler } from './dialling/scheduler.ts'

export interface Engine {
  /** Takes up what an earlier process left, and begins to dial. */
  start(): Promise<void>
  /** Calls were stored whose first dial is due at `dueAt`. */
  callsStored(dueAt: Instant): void
  /** Ends a call, hanging up if need be. Answers the call as it is now; null when there is none. */
  cancelCall(callId: string): Promise<EngineCall | null>
  /** A campaign was accepted in parts, resumed or canceled: its contacts are stored, its held calls go on, or its calls end. */
  campaignChanged(): void
  /** A number was suppressed: what is waiting or ringing for it ends. */
  numberSuppressed(accountId: string, phone: string): void
  /** Whether other processes have shared the database with this one. */
  hasMetOthers(): boolean
  /** How things stand at this moment. */
  state(): EngineState
  /** Settles when nothing is going on but waiting for the clock. */
  idle(): Promise<void>
  /** Dials nothing more; what is in the air goes on. */
  stopDialling(): void
  /** Dials nothing more, finishes what is going on, and lets go of the clock. */
  stop(): Promise<void>
}

/** Calls ended at once when a number is suppressed. */
const SUPPRESS_BATCH = 500
/** So long after the start nothing is deleted for its age: machines set their clock soon after they have started. */
const CLOCK_SETTLES_MS = 10 * MINUTE_MS

export function createEngine(deps: {
  store: Store
  clock: Clock
  carrier: Carrier
  agent: Agent
  newId: () => string
  log: Log
  /** Null where no other process can share the database. */
  node: Node | null
  watch: Watch
  /** Days for which calls that are over are kept; null: for ever. */
  keepDays: number | null
}): Engine {
  const { store, clock, carrier, log, watch } = deps
  const busy = createBusy()
  const lines = createLines(deps.node === null ? carrier.lines : { callsPerSecond: 0, callsAtOnce: 0 })
  const membership =
    deps.node === null
      ? ALONE
      : createMembership({
          node: deps.node,
          store,
          clock,
          busy,
          log,
          carrier: carrier.lines,
          inTheAir: lines.inTheAir,
          granted: lines.grant,
          takeUp: () => checker.takeUp(),
          letGo: () => checker.letGo(),
          otherGone: () => campaigns.begin(),
          look,
          lost: () => {
            lines.releaseAll()
            talks.dropAll()
          },
        })
  const pump = createEventPump({ ...deps, busy, committed })
  const dispatcher = createDispatcher({
    ...deps,
    busy,
    lines,
    membership,
    committed,
    mayDial,
    mayBeStored: () => scheduler.lookAt(clock.now() + CHECK_EVERY_MS),
  })
  const incoming = createIncomingCalls({ ...deps, lines, membership, committed, lineFreed: dispatcher.lineFreed })
  const scheduler = createScheduler({ store, clock, busy, log, look, upkeep })
  const hold = createDiallingHoldWatch({ store, clock, busy, log, released: dialUnlessHeld })
  const jumps = followClockJumps({ store, clock, busy, log, watch, beginAnew: scheduler.beginAnew, look })
  const pruning = createPruning({ ...deps, busy })
  const campaigns = createCampaignSweep({
    ...deps,
    busy,
    submit: pump.submit,
    released: dialUnlessHeld,
    stored: scheduler.lookAt,
  })
  const talks = createTalks({
    agent: deps.agent,
    carrier,
    clock,
    busy,
    log,
    post: pump.post,
    loadScript: createScriptLoader(store),
  })
  const checker = createAttemptChecker({
    store,
    clock,
    carrier,
    busy,
    log,
    tell,
    onLive: ({ attempt, accountId, direction }) => {
      if (lines.has(attempt.id)) return false
      lines.occupy(attempt.id, accountId, direction)
      return true
    },
    hasLine: lines.has,
    attemptsInTheAir: lines.attempts,
    onEnded: (attemptId) => {
      freeLine(attemptId)
      talks.drop(attemptId)
    },
    nodeId: membership.nodeId,
    isTalking: talks.hasBegun,
  })
  let stopped = false
  const startedAt = clock.elapsedMs()
  let indexesCleanedAt = startedAt

  /** By a clock that is in doubt nobody knows what is due. */
  function mayDial(): boolean {
    return !hold.isHeld() && clock.condition() !== 'in_doubt'
  }

  function look(): void {
    dialUnlessHeld()
    checker.kick()
  }

  function dialUnlessHeld(): void {
    if (mayDial()) dispatcher.kick()
  }

  /** After every commit. What fails for one call must not keep the others from what is due to them. */
  function committed(stepped: Stepped[]): void {
    for (const one of stepped) {
      try {
        carryOn(one)
      } catch (cause) {
        log('error', 'a call could not be carried on', { call_id: one.item.call.id, cause: String(cause) })
      }
    }
  }

  /** Watches what is due later, frees the line of what has ended, and performs the effects. */
  function carryOn({ item, before, effects, optedOut }: Stepped): void {
    const { call } = item
    watch.callChanged(before, call)
    if (call.nextAttemptAt !== null) scheduler.lookAt(call.nextAttemptAt)
    if (call.attempt?.checkAt) scheduler.lookAt(call.attempt.checkAt)
    if (call.attempt && call.attempt.endedAt !== null) freeLine(call.attempt.id)
    if (optedOut && item.phone !== null) numberSuppressed(item.accountId, item.phone)
    for (const effect of effects) perform(item, effect)
  }

  function freeLine(attemptId: string): void {
    lines.release(attemptId)
    dispatcher.lineFreed()
  }

  function perform(item: EngineCall, effect: CallEffect): void {
    const ref = toRef(item, effect)
    switch (effect.kind) {
      case 'place':
        void place(item, ref)
        return
      case 'converse':
        talks.begin(item, effect.attempt, ref, effect.answeredBy)
        return
      case 'hangup':
        talks.drop(ref.attemptId)
        carrier.hangup(ref)
        return
    }
  }

  async function place(item: EngineCall, ref: AttemptRef): Promise<void> {
    const { attemptId, attemptNumber, to, ringTimeoutS, maxDurationS } = ref
    // Others may have taken this process for dead and asked the carrier: what it had not heard of it must not hear of now.
    // Should it have joined again since, the attempt has lost its line. Nor is anything dialled by a process that ends.
    // In all these cases nobody was called, and the call waits for a line again.
    if (stopped || !membership.isHeld() || !lines.has(attemptId)) return handBack(attemptId)
    const dial = { attemptId, attemptNumber, to, from: item.callerId, ringTimeoutS, maxDurationS }
    const placement = await tryPlace(dial)
    switch (placement.kind) {
      case 'placed':
        return tell({ kind: 'placed', attemptId, carrierCallId: placement.carrierCallId })
      case 'refused':
        return tell({ kind: 'refused', attemptId, cause: placement.cause })
      case 'throttled':
        return tell({ kind: 'throttled', attemptId, retryAfterMs: placement.retryAfterMs })
      case 'unknown':
        return tell({ kind: 'placement_unknown', attemptId })
    }
  }

  async function tryPlace(dial: Dial): Promise<Placement> {
    try {
      return await carrier.place(dial)
    } catch (cause) {
      log('error', 'the carrier failed at a dial that may have been made', {
        attempt_id: dial.attemptId,
        cause: String(cause),
      })
      return { kind: 'unknown' }
    }
  }

  function handBack(attemptId: string): void {
    pump.post({ kind: 'event', callId: null, event: { kind: 'throttled', attemptId, retryAfterMs: 0 } })
  }

  function tell(event: CallEvent): void {
    if (!stopped) pump.post({ kind: 'event', callId: null, event })
  }

  function receive(event: CarrierEvent): void {
    if (stopped) return
    switch (event.kind) {
      case 'ringing':
        return tell(event)
      case 'answered':
        talks.open(event.attemptId)
        return tell(event)
      case 'ended': {
        const note = talks.close(event.attemptId, event.report)
        if (note) tell({ kind: 'noted', attemptId: event.attemptId, note })
        return tell(event)
      }
      case 'heard':
      case 'interrupted':
      case 'silence':
        return talks.hear(event)
      case 'incoming':
        return void busy.during(() => incoming.receive(event))
    }
  }

  /** Ends what is waiting or ringing for a number that must not be called any more. */
  function numberSuppressed(accountId: string, phone: string): void {
    void busy.during(async () => {
      try {
        for (;;) {
          if (stopped) return
          const callIds = await listCallsToSuppress(store.db, accountId, phone, SUPPRESS_BATCH)
          if (callIds.length === 0) return
          const skip = { kind: 'skip', reason: 'suppressed' } as const
          await Promise.all(callIds.map((callId) => pump.submit(callId, skip)))
        }
      } catch (cause) {
        log('error', 'calls to a suppressed number could not be ended; trying again', { cause: String(cause) })
        clock.wakeAfter(SECOND_MS, () => numberSuppressed(accountId, phone))
      }
    })
  }

  async function upkeep(): Promise<void> {
    campaigns.begin()
    // By a clock that has jumped nothing is old, nor by one that may have been wrong when the machine started: somebody
    // may yet correct it.
    const isClockSettled = clock.elapsedMs() - startedAt >= CLOCK_SETTLES_MS
    if (isClockSettled && clock.condition() === 'steady') pruning.begin()
    await hold.remind()
    await store.upkeep?.run()
    await cleanIndexes()
  }

  /** When nobody is on the phone; and once a day all the same. */
  async function cleanIndexes(): Promise<void> {
    const isDayOver = clock.elapsedMs() - indexesCleanedAt >= DAY_MS
    if (lines.inTheAir() > 0 && !isDayOver) return
    indexesCleanedAt = clock.elapsedMs()
    await store.upkeep?.cleanIndexes()
  }

  return {
    start: async () => {
      await hold.start()
      carrier.subscribe(receive)
      await membership.join()
      await checker.takeUp()
      await scheduler.start()
    },
    callsStored: scheduler.lookAt,
    cancelCall: (callId) => pump.submit(callId, { kind: 'cancel' }),
    campaignChanged: campaigns.begin,
    numberSuppressed,
    hasMetOthers: membership.hasMetOthers,
    state: () => ({
      callsInTheAir: lines.inTheAir(),
      lines: carrier.lines.callsAtOnce,
      eventsWaiting: pump.waiting(),
      isDiallingHeld: hold.isHeld(),
      clock: clock.condition(),
    }),
    idle: busy.idle,
    stopDialling: dispatcher.stop,
    stop: async () => {
      dispatcher.stop()
      scheduler.stop()
      checker.stop()
      pruning.stop()
      jumps.stop()
      campaigns.stop()
      hold.stop()
      stopped = true
      await busy.idle()
      await membership.leave().catch((cause: unknown) => {
        log('warn', 'this process could not leave the others; they find out by themselves', { cause: String(cause) })
      })
    },
  }
}

function toRef(item: EngineCall, effect: CallEffect): AttemptRef {
  const { attempt } = effect
  return {
    attemptId: attempt.id,
    attemptNumber: attempt.number,
    carrierCallId: attempt.carrierCallId,
    // Erased with its contact when the call is long over: then the carrier's own reference has to do.
    to: item.phone ?? '',
    dialedAt: attempt.dialedAt,
    ringTimeoutS: item.call.ringTimeoutS,
    maxDurationS: item.call.maxDurationS,
  }
}
