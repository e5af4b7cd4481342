/**
 * Counts what happens, and tells it in the text format of Prometheus. Every label has few values, all of them ours: no
 * path, id, account or number is ever one.
 */
import type { Counter, Histogram } from '@opentelemetry/api'
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus'
import { MeterProvider } from '@opentelemetry/sdk-metrics'
import type { Disposition, TerminalStatus, WaitingReason } from '../core/call.ts'
import type { RefusalReason } from '../ports/Carrier.ts'
import type { Clock } from '../ports/Clock.ts'
import { type Instant, SECOND_MS } from '../core/time.ts'
import type { EngineState, TransactionOf } from '../ports/Watch.ts'
import type { CallChange } from './callChange.ts'
import { addProcessMetrics } from './processMetrics.ts'
import { within } from './within.ts'

export interface Metrics {
  requestAnswered(operation: string, status: number, seconds: number): void
  transactionEnded(of: TransactionOf, isCommitted: boolean, seconds: number): void
  callChanged(change: CallChange): void
  incomingRefused(reason: RefusalReason): void
  clockJumped(byMs: number): void
  /** Where to ask how things stand. `oldestDueAt` is since when the call that is overdue most has been waiting. */
  observe(sources: { engine: () => EngineState; oldestDueAt: () => Promise<Instant | null>; clock: Clock }): void
  /** Everything, as text. */
  read(): Promise<string>
}

/** A scrape must not wait longer for a database that is away: the rest is needed just then. */
const DATABASE_TIMEOUT_MS = 1_000

/** Seconds. */
const REQUEST_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** From a dial in time to one that has waited for a line all day. */
const LAG_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600, 14_400]

/** What every label may be: begun at zero, so that the first of each is seen as an increase. */
const DISPOSITIONS: Record<Disposition, true> = {
  answered: true,
  busy: true,
  no_answer: true,
  rejected: true,
  invalid_number: true,
  failed: true,
  canceled: true,
  unknown: true,
}
const STATUSES: Record<TerminalStatus, true> = {
  completed: true,
  busy: true,
  no_answer: true,
  failed: true,
  canceled: true,
}
const DEFERRALS: Record<WaitingReason | 'throttled', true> = {
  calling_hours: true,
  attempt_limit: true,
  throttled: true,
}
const REFUSALS: Record<RefusalReason, true> = { unknown_number: true, no_line: true }

const JUMPS: Record<'ahead' | 'back', true> = { ahead: true, back: true }

export function createMetrics(build: { version: string; commit: string | null }): Metrics {
  // Only reads: what listens is ours, and so is what is told about the process.
  const reader = new PrometheusExporter({ preventServerStart: true })
  const serializer = new PrometheusSerializer('', false, undefined, true, true)
  const meter = new MeterProvider({ readers: [reader] }).getMeter('playcall')

  function count<Label extends string>(name: string, description: string, label: string, values: Record<Label, true>) {
    const counter: Counter = meter.createCounter(name, { description })
    for (const value of Object.keys(values)) counter.add(0, { [label]: value })
    return (value: Label): void => counter.add(1, { [label]: value })
  }
  const time = (name: string, description: string, buckets: number[]): Histogram =>
    meter.createHistogram(name, { description, advice: { explicitBucketBoundaries: buckets } })
  const gauge = (name: string, description: string) => meter.createObservableGauge(name, { description })

  const requests = time('playcall_http_request_duration_seconds', 'Requests, by how long they took.', REQUEST_BUCKETS)
  const transactions = time(
    'playcall_transaction_duration_seconds',
    'Database transactions, by how long they took, waiting and commit included.',
    REQUEST_BUCKETS,
  )
  const lag = time(
    'playcall_schedule_lag_seconds',
    'Dials, by how long after their due time they were made.',
    LAG_BUCKETS,
  )
  const attemptEnded = count('playcall_attempts_total', 'Attempts that have ended.', 'disposition', DISPOSITIONS)
  const callEnded = count('playcall_calls_total', 'Calls that have ended for good.', 'status', STATUSES)
  const deferred = count('playcall_deferrals_total', 'Dials that were put off.', 'reason', DEFERRALS)
  const refused = count('playcall_incoming_refused_total', 'Incoming calls turned away.', 'reason', REFUSALS)
  const jumped = count('playcall_clock_jumps_total', 'Jumps of the clock.', 'direction', JUMPS)
  const unknown = meter.createCounter('playcall_placements_unknown_total', {
    description: 'Create requests to the carrier whose outcome was not known.',
  })
  unknown.add(0)

  gauge('playcall_build_info', 'What runs.').addCallback((result) =>
    result.observe(1, { version: build.version, commit: build.commit ?? 'sources' }),
  )
  addProcessMetrics(meter)

  function tell(change: CallChange): void {
    if (change.dialLagMs !== null) lag.record(Math.max(0, change.dialLagMs) / SECOND_MS)
    if (change.placementUnknown) unknown.add(1)
    if (change.endedAttempt?.disposition) attemptEnded(change.endedAttempt.disposition)
    if (change.putOff !== null) deferred(change.putOff)
    if (change.endedAs !== null) callEnded(change.endedAs)
  }

  return {
    requestAnswered: (operation, status, seconds) => requests.record(seconds, { operation, status }),
    transactionEnded: (of, isCommitted, seconds) =>
      transactions.record(seconds, { of, result: isCommitted ? 'committed' : 'rolled_back' }),
    callChanged: tell,
    incomingRefused: refused,
    clockJumped: (byMs) => jumped(byMs > 0 ? 'ahead' : 'back'),
    observe: ({ engine, oldestDueAt, clock }) => {
      gauge('playcall_calls_in_the_air', 'Calls that occupy a line.').addCallback((result) =>
        result.observe(engine().callsInTheAir),
      )
      gauge('playcall_lines', 'Lines that the carrier has.').addCallback((result) => result.observe(engine().lines))
      gauge('playcall_events_waiting', 'Events of calls that have still to be stored.').addCallback((result) =>
        result.observe(engine().eventsWaiting),
      )
      gauge('playcall_dialling_held', 'Whether dialling is held since a backup was restored: 0 or 1.').addCallback(
        (result) => result.observe(engine().isDiallingHeld ? 1 : 0),
      )
      gauge(
        'playcall_clock_in_doubt',
        'Whether the clock has just jumped, and nothing is dialled: 0 or 1.',
      ).addCallback((result) => result.observe(engine().clock === 'in_doubt' ? 1 : 0))
      gauge(
        'playcall_oldest_due_call_seconds',
        'How long the most overdue call has waited for a line; 0 when none does, NaN when the database does not answer.',
      ).addCallback(async (result) => {
        // An answer is always given: without one the library repeats the last.
        const dueAt = await within(clock, DATABASE_TIMEOUT_MS, oldestDueAt()).catch(() => NaN)
        result.observe(dueAt === null ? 0 : Math.max(0, clock.now() - dueAt) / SECOND_MS)
      })
    },
    read: async () => {
      const { resourceMetrics } = await reader.collect()
      return serializer.serialize(resourceMetrics)
    },
  }
}
