import { alternate } from '../alternate.ts'
import type { Bench, Benchmark, Outcome, Row } from '../benchmark.ts'
import type { TimerAnswer, TimerKind, TimerQuestion } from '../programs/timers.ts'
import { startProgram } from '../program.ts'
import { compare, growth, median } from '../statistics.ts'

export const timers: Benchmark = {
  name: 'timers',
  about: 'the timer wheel beside a binary heap and setTimeout',
  run,
}

async function run(bench: Bench): Promise<Outcome> {
  const sizes = bench.quick ? [1_000, 10_000, 20_000] : [10_000, 100_000, 1_000_000]
  const [few, some, many] = sizes as [number, number, number]
  const costs = (kind: TimerKind, count: number) => () => ask(bench, { ask: 'costs', kind, count })
  const perSecond = bench.quick ? 10_000 : 100_000
  const late = (kind: TimerKind) => () => ask(bench, { ask: 'lateness', kind, perSecond, seconds: bench.quick ? 1 : 2 })
  const samples = await alternate(bench.rounds, {
    wheelFew: costs('wheel', few),
    wheelSome: costs('wheel', some),
    wheel: costs('wheel', many),
    heap: costs('heap', many),
    timeout: costs('setTimeout', many),
    lateWheel: late('wheel'),
    lateHeap: late('heap'),
    lateTimeout: late('setTimeout'),
  })
  const amount = `${many.toLocaleString('en')} timers`
  const beside = (field: keyof TimerAnswer, what: string, unit: string, ...of: TimerAnswer[][]): Row[] => {
    const [ours = [], heap = [], timeout = []] = of.map((answers) => answers.map((answer) => answer[field]))
    return [
      compare({ what, unit, ours, baseline: { what: 'binary heap', values: heap }, target: null }),
      compare({ what, unit, ours, baseline: { what: 'setTimeout', values: timeout }, target: null }),
    ]
  }
  const { wheelFew, wheelSome, wheel, heap, timeout, lateWheel, lateHeap, lateTimeout } = samples
  const rate = `${perSecond.toLocaleString('en')} timers/s`
  const bySize = (field: keyof TimerAnswer) =>
    [wheelFew, wheelSome, wheel].map((answers, index) => ({
      size: sizes[index] ?? 1,
      median: median(answers.map((answer) => answer[field])),
    }))
  return {
    rows: [
      ...beside('insertNs', `insert one of ${amount}`, 'ns', wheel, heap, timeout),
      ...beside('cancelNs', `cancel one of ${amount}`, 'ns', wheel, heap, timeout),
      ...beside('fireNs', `fire one of ${amount}`, 'ns', wheel, heap, timeout),
      ...beside('bytes', `memory of one of ${amount}`, 'bytes', wheel, heap, timeout),
      ...beside('latenessMs', `lateness at ${rate}, 99th percentile`, 'ms', lateWheel, lateHeap, lateTimeout),
      ...beside('cpu', `processor time at ${rate}`, 'of a core', lateWheel, lateHeap, lateTimeout),
    ],
    growth: [
      growth('timer wheel: insert, by timers', 'ns', bySize('insertNs')),
      growth('timer wheel: fire, by timers', 'ns', bySize('fireNs')),
    ],
  }
}

async function ask(bench: Bench, question: TimerQuestion): Promise<TimerAnswer> {
  const program = startProgram<TimerQuestion, TimerAnswer>('timers')
  bench.atEnd(() => program.stop())
  const answer = await program.ask(question)
  await program.stop()
  return answer
}
