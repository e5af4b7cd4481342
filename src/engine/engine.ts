/**
 * What makes calls happen, wired, started and stopped. Requests store calls and say so; the scheduler wakes the
 * dispatcher when one is due; the dispatcher records a dial; what the carrier reports goes through the event pump. The
 * performer does what comes out of both, always after the commit.
 *
 * Each part is made of those before it. What it has to tell to a later one goes through a signal, or to listeners that
 * it is given when it starts.
 */
import { type CallEvent, CHECK_EVERY_MS } from '../core/call.ts'
import type { Instant } from '../core/time.ts'
import type { Agent } from '../ports/Agent.ts'
import type { Carrier } from '../ports/Carrier.ts'
import type { Clock } from '../ports/Clock.ts'
import type { Log } from '../ports/Log.ts'
import type { EngineState, Watch } from '../ports/Watch.ts'
import type { EngineCall } from '../store/calls/lock.ts'
import type { Store } from '../store/open.ts'
import type { Stepped } from './apply.ts'
import { createBusy } from './busy.ts'
import { followClockJumps } from './clockJumps.ts'
import { createDiallingHoldWatch } from './dialling/diallingHold.ts'
import { createDispatcher } from './dialling/dispatcher.ts'
import { createLines } from './dialling/lines.ts'
import { createScheduler } from './dialling/scheduler.ts'
import { createAttemptChecker } from './events/attemptChecker.ts'
import { createCarrierListener } from './events/carrierEvents.ts'
import { createEventPump } from './events/eventPump.ts'
import { createIncomingCalls } from './events/incomingCalls.ts'
import { ALONE, createMembership, type Node } from './nodes/membership.ts'
import { createPerformer } from './perform.ts'
import { createSignal } from './signal.ts'
import { createCampaignSweep } from './sweeps/campaignSweep.ts'
import { createPruning } from './sweeps/pruning.ts'
import { createUpkeep } from './sweeps/upkeep.ts'
import { createScriptLoader } from './talking/script.ts'
import { createTalks } from './talking/talks.ts'

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
  let stopped = false
  const isStopped = (): boolean => stopped
  const busy = createBusy()
  /** What a transaction has made of calls. */
  const committed = createSignal<Stepped[]>()
  /** Instants at which something is due. */
  const due = createSignal<Instant>()
  /** Dialling is held no more. */
  const released = createSignal<void>()
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
        })

  const pump = createEventPump({ ...deps, busy, committed: committed.tell })
  const tell = (event: CallEvent): void => {
    if (!stopped) pump.post({ kind: 'event', callId: null, event })
  }
  const loadScript = createScriptLoader(store)
  const talks = createTalks({ agent: deps.agent, carrier, clock, busy, log, post: pump.post, loadScript })

  const hold = createDiallingHoldWatch({ store, clock, busy, log, released: released.tell })
  /** By a clock that is in doubt nobody knows what is due. */
  const mayDial = (): boolean => !hold.isHeld() && clock.condition() !== 'in_doubt'
  const dispatcher = createDispatcher({
    ...deps,
    busy,
    lines,
    membership,
    committed: committed.tell,
    mayDial,
    mayBeStored: () => due.tell(clock.now() + CHECK_EVERY_MS),
  })
  const dialUnlessHeld = (): void => {
    if (mayDial()) dispatcher.kick()
  }
  released.listen(dialUnlessHeld)
  const freeLine = (attemptId: string): void => {
    lines.release(attemptId)
    dispatcher.lineFreed()
  }

  const performer = createPerformer({
    ...deps,
    busy,
    lines,
    membership,
    pump,
    talks,
    freeLine,
    due: due.tell,
    tell,
    isStopped,
  })
  committed.listen(performer.perform)

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
  const incoming = createIncomingCalls({
    ...deps,
    lines,
    membership,
    committed: committed.tell,
    lineFreed: dispatcher.lineFreed,
  })
  const hear = createCarrierListener({
    talks,
    tell,
    takeIncoming: (call) => void busy.during(() => incoming.receive(call)),
    isStopped,
  })

  const look = (): void => {
    dialUnlessHeld()
    checker.kick()
  }
  const pruning = createPruning({ ...deps, busy })
  const campaigns = createCampaignSweep({
    ...deps,
    busy,
    submit: pump.submit,
    released: dialUnlessHeld,
    stored: due.tell,
  })
  const upkeep = createUpkeep({
    store,
    clock,
    campaigns,
    pruning,
    remind: hold.remind,
    callsInTheAir: lines.inTheAir,
  })
  const scheduler = createScheduler({ store, clock, busy, log, look, upkeep })
  due.listen(scheduler.lookAt)
  const jumps = followClockJumps({ store, clock, busy, log, watch, beginAnew: scheduler.beginAnew, look })

  return {
    start: async () => {
      await hold.start()
      carrier.subscribe(hear)
      await membership.join({
        takeUp: checker.takeUp,
        letGo: checker.letGo,
        otherGone: campaigns.begin,
        look,
        lost: () => {
          lines.releaseAll()
          talks.dropAll()
        },
      })
      await checker.takeUp()
      await scheduler.start()
    },
    callsStored: scheduler.lookAt,
    cancelCall: (callId) => pump.submit(callId, { kind: 'cancel' }),
    campaignChanged: campaigns.begin,
    numberSuppressed: performer.numberSuppressed,
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
