import { cpSync } from 'node:fs'
import { DEMO_PLAYBOOK_ID } from '../../../src/firstStart.ts'
import { type Service, startService } from '../../../test/support/service.ts'
import { alternate } from '../alternate.ts'
import { RARE, seededId, SEEDED_FROM_S } from '../callRows.ts'
import type { Bench, Benchmark, LoadWish, Outcome } from '../benchmark.ts'
import type { LoadResult } from '../programs/loadClient.ts'
import type { SeedQuestion } from '../programs/seedCalls.ts'
import { startProgram } from '../program.ts'
import { createCalls, readCalls, serverOf, type Server } from '../servers.ts'
import { bound, compare, growth, median } from '../statistics.ts'

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

/** Whatever a list is filtered by. */
const MOST_FILTERED_MS = 5

/** Every filter of a list with what few of the oldest have and what most have, alone and with ranges of time. */
function filterPaths(size: number): Record<string, string> {
  const instant = (number: number): string => new Date((SEEDED_FROM_S + number) * 1000).toISOString()
  const ranges: Record<string, string> = {
    'at all times': '',
    'long ago': `&created_before=${instant(Math.ceil(size / 100))}`,
    lately: `&created_after=${instant(size - 100)}`,
    between: `&created_after=${instant(size / 2)}&created_before=${instant(size / 2 + 100)}`,
  }
  const lists: Record<string, string> = {
    'GET /calls by time': '/calls?limit=20',
    'GET /calls by a common status': '/calls?status=completed',
    'GET /calls by a rare status': '/calls?status=busy',
    'GET /calls by a status of none': '/calls?status=initiated',
    'GET /calls by two statuses': '/calls?status=busy&status=no_answer',
    'GET /calls by the common direction': '/calls?direction=outbound',
    'GET /calls by the rare direction': '/calls?direction=inbound',
    'GET /calls by the common playbook': `/calls?playbook_id=${DEMO_PLAYBOOK_ID}`,
    'GET /calls by a rare playbook': `/calls?playbook_id=${RARE.playbook}`,
    'GET /calls by a rare version': `/calls?version_id=${RARE.version}`,
    'GET /calls by campaign': `/calls?campaign_id=${RARE.campaign}`,
    'GET /calls by contact': `/calls?contact_id=${seededId('contact', 5)}`,
    'GET /calls by phone': '/calls?phone=%2B49304000000005',
    'GET /contacts by time': '/contacts?limit=20',
    'GET /contacts by phone': '/contacts?phone=%2B49304000000005',
    'GET /contacts by campaign': `/contacts?campaign_id=${RARE.campaign}`,
  }
  const paths = Object.entries(lists).flatMap(([list, path]) =>
    Object.entries(ranges).map(([range, query]) => [`${list}, ${range}`, path + query] as const),
  )
  return {
    ...Object.fromEntries(paths),
    'GET /campaigns by contact': `/campaigns?contact_id=${seededId('contact', 4)}`,
    'GET /campaigns by status': '/campaigns?status=running',
  }
}

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
  const filters = filterPaths(largest)
  const filtered = await alternate(
    bench.rounds,
    Object.fromEntries(Object.entries(filters).map(([what, path]) => [what, get(large, path)])),
  )
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
      ...Object.entries(filtered).map(([what, ours]) =>
        bound({ what: `${what}, of ${many} calls`, unit, ours, target: { atMost: MOST_FILTERED_MS } }),
      ),
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
    return seededId('call', number)
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
