/**
 * Measures the service: `bun run bench [NAME…] [--rounds N] [--seconds S] [--quick] [--json FILE] [--write]`.
 *
 * Each benchmark is measured side by side with what it is held against, in alternation, on this machine and in this
 * run: only the ratios carry over to another one. A figure that falls short is printed as it is; the exit code is 0
 * unless something could not be measured. `--write` keeps all results in scripts/bench and in docs/benchmarks.md.
 */
import { Command, Option } from 'commander'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { format, resolveConfig } from 'prettier'
import { BENCHMARKS } from './bench/benchmarks/index.ts'
import type { Bench, Benchmark, Outcome, Row } from './bench/benchmark.ts'
import { drawPicture } from './bench/picture.ts'
import { startProgram } from './bench/program.ts'
import type { LoadOptions, LoadResult } from './bench/programs/loadClient.ts'
import { type Results, writeGrowth, writeInto, writeRows } from './bench/report.ts'

const ROOT = path.resolve(import.meta.dir, '..')
const RESULTS = path.join(import.meta.dir, 'bench/results')

const CONNECTIONS = 32
/** Until both ends have compiled what they do. */
const WARM_UP_MS = 700
/** From here on the client is what is measured. */
const BUSY_CLIENT = 0.9

interface Options {
  rounds: number
  seconds: number
  quick: boolean
  json?: string
  write: boolean
}

/** What has to be undone after the benchmark that runs. */
let undo: (() => unknown)[] = []

async function undoAll(): Promise<void> {
  const steps = undo.toReversed()
  undo = []
  for (const step of steps) await step()
}

async function measure(benchmark: Benchmark, { rounds, seconds, quick }: Options): Promise<Outcome> {
  const client = startProgram<LoadOptions, LoadResult>('loadClient')
  undo.push(() => client.stop())
  let clientCpu = 0
  const bench: Bench = {
    rounds,
    seconds,
    quick,
    say: (text) => console.error(`  ${text}`),
    atEnd: (step) => undo.push(step),
    makeFolder: () => {
      const folder = mkdtempSync(path.join(os.tmpdir(), 'playcall-bench-'))
      undo.push(() => rmSync(folder, { recursive: true, force: true }))
      return folder
    },
    load: async (wish) => {
      const result = await client.ask({ ...defaults({ seconds, quick }), ...wish })
      clientCpu = Math.max(clientCpu, result.clientCpu)
      return result
    },
  }
  try {
    return await benchmark.run(bench)
  } finally {
    await undoAll()
    if (clientCpu > BUSY_CLIENT) bench.say(`the client was busy for ${Math.round(clientCpu * 100)} % of the time`)
  }
}

function defaults({ seconds, quick }: { seconds: number; quick: boolean }): Omit<LoadOptions, 'url'> {
  return {
    method: 'GET',
    paths: ['/'],
    headers: {},
    body: null,
    firstNumber: 0,
    connections: CONNECTIONS,
    pauseMs: 0,
    warmUpMs: quick ? 200 : WARM_UP_MS,
    measureMs: seconds * 1000,
    serverPid: null,
  }
}

/** A smoke run is too short to hold anything against a target. */
function unjudged(row: Row): Row {
  return { ...row, target: null, met: null }
}

async function measureAll(chosen: readonly Benchmark[], options: Options): Promise<Results> {
  const results: Results = {
    measuredAt: new Date().toISOString(),
    machine: {
      processor: os.cpus()[0]?.model ?? 'unknown',
      cores: os.cpus().length,
      system: `${os.type()} ${os.arch()}`,
      bun: `Bun ${Bun.version}`,
    },
    rounds: options.rounds,
    seconds: options.seconds,
    rows: [],
    growth: [],
  }
  for (const benchmark of chosen) {
    console.error(`${benchmark.name}: ${benchmark.about}`)
    const began = performance.now()
    const { rows: measuredRows, growth = [] } = await measure(benchmark, options)
    const rows = options.quick ? measuredRows.map(unjudged) : measuredRows
    console.error(`  ${((performance.now() - began) / 1000).toFixed(0)} s`)
    results.rows.push(...rows.map((row) => ({ benchmark: benchmark.name, ...row })))
    results.growth.push(...growth.map((one) => ({ benchmark: benchmark.name, ...one })))
    if (rows.length > 0) console.log(`\n${writeRows(rows)}\n`)
    if (growth.length > 0) console.log(`\n${writeGrowth(growth)}\n`)
  }
  return results
}

/** JSON as the formatter would write it, so that the file may be committed. */
async function writeJson(file: string, results: Results): Promise<void> {
  const config = await resolveConfig(path.join(ROOT, 'package.json'))
  await Bun.write(file, await format(JSON.stringify(results), { ...config, parser: 'json' }))
}

/** Keeps what was measured, in place of what was known of the same benchmarks. */
async function keep(measured: Results): Promise<void> {
  const known = (await Bun.file(`${RESULTS}.json`).json()) as Results
  const results = {
    ...measured,
    rows: mergeRows(known.rows, measured.rows),
    growth: mergeRows(known.growth, measured.growth),
  }
  const page = path.join(ROOT, 'docs/benchmarks.md')
  const text = writeInto(await Bun.file(page).text(), results)
  await writeJson(`${RESULTS}.json`, results)
  await Bun.write(`${RESULTS}.svg`, drawPicture(results.rows))
  await Bun.write(page, text)
}

/** In the order of the benchmarks. */
function mergeRows<Entry extends { benchmark: string }>(known: readonly Entry[], measured: readonly Entry[]): Entry[] {
  const names = new Set(measured.map(({ benchmark }) => benchmark))
  const rows = [...known.filter(({ benchmark }) => !names.has(benchmark)), ...measured]
  return BENCHMARKS.flatMap(({ name }) => rows.filter(({ benchmark }) => benchmark === name))
}

function readCount(text: string): number {
  const count = Number(text)
  if (count > 0) return count
  throw new Error(`${text} is not a number greater than zero`)
}

async function main(args: string[]): Promise<number> {
  const names = BENCHMARKS.map(({ name }) => name)
  const command = new Command('bench')
    .argument('[names...]', `of: ${names.join(', ')}; all if absent`)
    .addOption(new Option('--rounds <count>', 'measurements of each').argParser(readCount).default(5))
    .addOption(new Option('--seconds <seconds>', 'of load for each').argParser(readCount).default(3))
    .option('--quick', 'a smoke run: small, one round, nothing to judge by', false)
    .option('--json <file>', 'where to put the results')
    .option('--write', 'keep the results in scripts/bench and in docs/benchmarks.md', false)
    .parse(args, { from: 'user' })
  const options = command.opts<Options>()
  if (options.quick) Object.assign(options, { rounds: 1, seconds: 0.3 })
  if (options.quick && options.write) {
    console.error('What --quick measures is not worth keeping: leave --quick or --write out.')
    return 2
  }
  const unknown = command.args.find((name) => !names.includes(name))
  if (unknown !== undefined) {
    console.error(`There is no benchmark ${unknown}. Name some of: ${names.join(', ')}.`)
    return 2
  }
  const chosen = BENCHMARKS.filter(({ name }) => command.args.length === 0 || command.args.includes(name))
  const results = await measureAll(chosen, options)
  if (options.json !== undefined) await writeJson(options.json, results)
  if (options.write) await keep(results)
  return 0
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void undoAll().finally(() => process.exit(1)))
}
process.exitCode = await main(process.argv.slice(2))
