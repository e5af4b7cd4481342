import { statSync } from 'node:fs'
import { build } from '../../build.ts'
import { hostTarget } from '../../build/runtimes.ts'
import { alternate } from '../alternate.ts'
import type { Bench, Benchmark, Outcome } from '../benchmark.ts'
import { readMemoryBytes } from '../processes.ts'
import { startProgram } from '../program.ts'
import { bound, compare } from '../statistics.ts'

export const packed: Benchmark = {
  name: 'packed',
  about: 'the program of `bun run build`: how soon it answers, how large it is',
  run,
}

const IDLE_S = 5
const MB = 1_000_000

async function run(bench: Bench): Promise<Outcome> {
  const program = await build(hostTarget(), bench.makeFolder())
  const existing = `${bench.makeFolder()}/data`
  await timeFirstAnswer(bench, program, existing)
  const empty = `${bench.makeFolder()}/data`
  await timeFirstAnswer(bench, program, empty)

  const samples = await alternate(bench.rounds, {
    fresh: () => timeFirstAnswer(bench, program, `${bench.makeFolder()}/data`),
    existing: () => timeFirstAnswer(bench, program, existing),
    bun: async () => timeVersion(),
    memory: () => compareMemory(bench, program, existing, empty),
  })
  const memory = samples.memory.filter((pair) => pair !== null)
  return {
    rows: [
      compare({
        what: 'packed: first answer from the database, new directory',
        unit: 'ms',
        ours: samples.fresh,
        baseline: { what: 'a directory that is there', values: samples.existing },
        target: { atMost: 1.1 },
      }),
      compare({
        what: 'packed: first answer from the database',
        unit: 'ms',
        ours: samples.existing,
        baseline: { what: 'bun --version', values: samples.bun },
        target: { atMost: 8 },
      }),
      compare({
        what: 'packed: size',
        unit: 'MB',
        ours: [statSync(program).size / MB],
        baseline: { what: 'Bun', values: [statSync(process.execPath).size / MB] },
        target: { atMost: 1.25 },
      }),
      ...(memory.length === 0
        ? []
        : [
            compare({
              what: `packed: memory after ${IDLE_S} s of rest`,
              unit: 'MB',
              ours: memory.map(({ ours }) => ours / MB),
              baseline: { what: 'Bun with the same database, idle', values: memory.map(({ bare }) => bare / MB) },
              target: { atMost: 1.6 },
            }),
          ]),
      bound({ what: 'bun --version', unit: 'ms', ours: samples.bun, target: null }),
    ],
  }
}

/** Milliseconds from the start of the process to the first 200 of `GET /readyz`. */
async function timeFirstAnswer(bench: Bench, program: string, directory: string): Promise<number> {
  const started = await start(bench, program, directory)
  await started.stop()
  return started.readyMs
}

async function start(bench: Bench, program: string, directory: string) {
  const began = performance.now()
  const port = 20_000 + Math.floor(Math.random() * 20_000)
  const child = Bun.spawn([program, 'serve'], {
    env: { PATH: process.env.PATH ?? '', PLAYCALL_DATA: directory, PORT: String(port) },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'inherit',
  })
  bench.atEnd(() => child.kill())
  for (;;) {
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) break
    if (child.exitCode !== null) throw new Error(`the packed program ended with ${child.exitCode}`)
    await Bun.sleep(1)
  }
  const readyMs = performance.now() - began
  return {
    readyMs,
    pid: child.pid,
    stop: async () => {
      child.kill()
      await child.exited
    },
  }
}

function timeVersion(): number {
  const began = performance.now()
  Bun.spawnSync([process.execPath, '--version'])
  return performance.now() - began
}

/** Bytes that both occupy after a while, at the same time; null where the system does not tell. */
async function compareMemory(bench: Bench, program: string, directory: string, bareDirectory: string) {
  const ours = await start(bench, program, directory)
  const bare = startProgram<'open', null>('emptyEngine', { args: [bareDirectory] })
  bench.atEnd(() => bare.stop())
  await bare.ask('open')
  await Bun.sleep(bench.quick ? 200 : IDLE_S * 1000)
  const [oursBytes, bareBytes] = [readMemoryBytes(ours.pid), readMemoryBytes(bare.pid)]
  await Promise.all([ours.stop(), bare.stop()])
  return oursBytes === null || bareBytes === null ? null : { ours: oursBytes, bare: bareBytes }
}
