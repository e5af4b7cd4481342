import { cpSync } from 'node:fs'
import { DEMO_PLAYBOOK_ID } from '../../../src/cli/firstStart.ts'
import { type Service, startService } from '../../../test/support/service.ts'
import { alternate } from '../alternate.ts'
import type { Bench, Benchmark, LoadWish, Outcome } from '../benchmark.ts'
import type { LoadResult } from '../programs/loadClient.ts'
import type { SeedQuestion } from '../programs/seedCalls.ts'
import { startProgram } from '../program.ts'
import { createCalls, readCalls, serverOf, type Server } from '../servers.ts'
import { compare, growth, median } from '../statistics.ts'

/** 1,000 pages of 20 calls are 20,000 calls, so the smallest has no such page. */
export const growing: Benchmark = {
  name: 'growth',
  about: 'lists, reads and writes with ten thousand, a hundred thousand and a million calls',
  run,
}

const PAGE = 20
const LONGEST_PAGE = 100
/** Without a queue: what a request takes. */
const ALONE = { connections: 1 }
const CALLS_READ = 500

async function run(bench: Bench): Promise<Outcome> {
  const [largest, deepPage] = bench.quick ? [3_000, 100] : [1_000_000, 1_000]
  const sizes = [largest / 100, largest / 10, largest]
  const servers = await startFilled(bench, sizes)
  const [small, middle, large] = servers as [Server, Server, Server]
  const deepPath = await findPage(large, deepPage)
  const short = { ...ALONE, warmUpMs: bench.quick ? 50 : 300, measureMs: bench.quick ? 100 : 1_000 }
  const get = (server: Server, path: string) => async () => msOf(await bench.load({ ...page(server, path), ...short }))
  const read = (server: Server, size: number) => async () =>
    msOf(await bench.load({ ...readCalls(server, someCallIds(size)), ...short }))
  const first = `/calls?limit=${PAGE}`
  let number = 0
  const post = (server: Server) => async () => {
    const result = await bench.load({ ...createCalls(server, DEMO_PLAYBOOK_ID), ...short, firstNumber: number })
    number = result.nextNumber
    return msOf(result)
  }
  const samples = await alternate(bench.rounds, {
    firstSmall: get(small, first),
    firstMiddle: get(middle, first),
    firstLarge: get(large, first),
    deep: get(large, deepPath),
    readSmall: read(small, sizes[0] ?? 1),
    readMiddle: read(middle, sizes[1] ?? 1),
    readLarge: read(large, largest),
    postSmall: post(small),
    postMiddle: post(middle),
    postLarge: post(large),
  })
  const unit = 'ms'
  const [few, many, deep] = [sizes[0] ?? 0, largest, deepPage].map((count) => count.toLocaleString('en'))
  const points = (...of: number[][]) => of.map((values, index) => ({ size: sizes[index] ?? 1, median: median(values) }))
  return {
    rows: [
      compare({
        what: `GET /calls, page ${deep} of ${many} calls`,
        unit,
        ours: samples.deep,
        baseline: { what: `page 1 of ${many}`, values: samples.firstLarge },
        target: { atMost: 1.2 },
      }),
      compare({
        what: `GET /calls, page 1 of ${many} calls`,
        unit,
        ours: samples.firstLarge,
        baseline: { what: `page 1 of ${few}`, values: samples.firstSmall },
        target: { atMost: 1.5 },
      }),
      compare({
        what: `GET /calls, page ${deep} of ${many} calls`,
        unit,
        ours: samples.deep,
        baseline: { what: `page 1 of ${few}`, values: samples.firstSmall },
        target: { atMost: 1.5 },
      }),
    ],
    growth: [
      growth('GET /calls, by calls', unit, points(samples.firstSmall, samples.firstMiddle, samples.firstLarge)),
      growth('GET /calls/{call_id}, by calls', unit, points(samples.readSmall, samples.readMiddle, samples.readLarge)),
      growth('POST /call, by calls', unit, points(samples.postSmall, samples.postMiddle, samples.postLarge)),
    ],
  }
}

function msOf({ p50Ms }: LoadResult): number {
  return p50Ms
}

function page(server: Server, path: string): LoadWish {
  return { url: server.url, headers: server.headers, paths: [path] }
}

/** Ids of seeded calls, spread over all of them. */
function someCallIds(size: number): string[] {
  return Array.from({ length: CALLS_READ }, (_, index) => {
    const number = 1 + Math.floor((index * size) / CALLS_READ)
    return `01900000-0000-7000-9000-${number.toString(16).padStart(12, '0')}`
  })
}

/** The path of a page, found by going there from page to page, in longer steps. */
async function findPage(server: Server, number: number): Promise<string> {
  let cursor = ''
  for (let before = (number - 1) * PAGE; before > 0;) {
    const limit = Math.min(before, LONGEST_PAGE)
    const response = await fetch(`${server.url}/calls?limit=${limit}${cursor}`, { headers: server.headers })
    const answer = (await response.json()) as { data: { next_cursor: string | null } }
    if (answer.data.next_cursor === null) throw new Error('there are too few calls')
    cursor = `&cursor=${answer.data.next_cursor}`
    before -= limit
  }
  return `/calls?limit=${PAGE}${cursor}`
}

/** Starts a service for each of the sizes, which are in ascending order: one is filled, and copied on the way. */
async function startFilled(bench: Bench, sizes: readonly number[]): Promise<Server[]> {
  const growingFolder = `${bench.makeFolder()}/data`
  const { token } = await stopped(await startService({ env: { PLAYCALL_DATA: growingFolder } }))
  const folders: string[] = []
  let filled = 0
  for (const size of sizes) {
    const seeder = startProgram<SeedQuestion, null>('seedCalls', { args: [growingFolder] })
    bench.atEnd(() => seeder.stop())
    await seeder.ask({ first: filled + 1, last: size })
    await seeder.stop()
    filled = size
    const folder = size === sizes.at(-1) ? growingFolder : `${bench.makeFolder()}/data`
    if (folder !== growingFolder) cpSync(growingFolder, folder, { recursive: true })
    folders.push(folder)
  }
  return Promise.all(
    folders.map(async (folder) => {
      const env = { PLAYCALL_DATA: folder, PLAYCALL_TOKEN: token }
      // The limits were lifted by the first start, which this one does not repeat.
      const service = await startService({ wideLimits: false, env })
      return serverOf(bench, { ...service, token })
    }),
  )
}

async function stopped(service: Service): Promise<Service> {
  await service.stop()
  return service
}
