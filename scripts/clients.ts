/**
 * Tries clients in other languages against the service: `bun scripts/clients.ts [--write] [name …]`.
 *
 * For each name in scripts/clients/, or for all of them, a client is generated from the contract, a program is built
 * with it and run, and what it says is checked. The outcome is held against the table in docs/clients.md; --write rewrites
 * the table. A language that the machine does not have is told and left as it is in the table. Fetches packages.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Service, startService } from '../test/support/service.ts'
import { type Read, type Seen, TASKS, type Task, judge } from './clients/judge.ts'
import { type Kit, type Place, findVersion, layOut, run } from './clients/kit.ts'
import { KITS, fetchGenerator } from './clients/kits.ts'
import { type Recorder, record } from './clients/recorder.ts'
import { type Row, compare, cut, readTable, writeTable } from './clients/table.ts'

const PAGE = fileURLToPath(new URL('../docs/clients.md', import.meta.url))
const CONTRACT = fileURLToPath(new URL('../generated/openapi.json', import.meta.url))

type Faults = Record<Task, string | null>

/** Builds and runs one program, against a service of its own with the limits that a new account has. */
async function tryKit(kit: Kit, place: Place): Promise<Faults> {
  let service: Service | undefined
  let recorder: Recorder | undefined
  try {
    layOut(kit, place.folder)
    await kit.build(place)
    service = await startService({ wideLimits: false })
    recorder = record(service.url)
    const env = { PLAYCALL_URL: recorder.url, PLAYCALL_TOKEN: service.token, PLAYCALL_PLAYBOOK: service.playbookId }
    const said = await run(kit.run, place.folder, env)
    return await judge(lastLine(said), recorder.exchanges, await openReader(service))
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error)
    return Object.fromEntries(TASKS.map((task) => [task, fault])) as Faults
  } finally {
    await recorder?.stop()
    await service?.stop()
  }
}

function lastLine(said: string): Seen {
  return JSON.parse(said.trim().split('\n').at(-1) ?? '')
}

/** Lifts the limits, as soon as they let that pass, and reads. */
async function openReader({ url, token }: Service): Promise<Read> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ limits: { per_second: 1000, per_minute: 60_000 } })
  for (;;) {
    const response = await fetch(`${url}/account`, { method: 'PATCH', headers, body })
    if (response.ok) break
    if (response.status !== 429) throw new Error(`the limits were not lifted: ${await response.text()}`)
    await Bun.sleep(Number(response.headers.get('retry-after')) * 1000)
  }
  return async <T>(from: string) => {
    const response = await fetch(url + from, { headers })
    if (!response.ok) throw new Error(`GET ${from} was answered ${response.status}`)
    return ((await response.json()) as { data: T }).data
  }
}

/** Tries what is asked for, one after the other, and answers what came of it; null for what is missing here. */
async function tryAll(kits: Kit[]): Promise<Map<Kit, Row | null>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'playcall-clients-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const rows = new Map<Kit, Row | null>()
  let jar: string | undefined
  for (const kit of kits) {
    const found = await findVersion(kit)
    if ('missing' in found) {
      console.error(`MISSING ${kit.name}: left out, for this does not run here: ${found.missing.join('; ')}`)
      rows.set(kit, null)
      continue
    }
    const startedAt = performance.now()
    if (kit.generator.startsWith('openapi-generator')) jar ??= await fetchGenerator(folder)
    const place = { folder: path.join(folder, kit.name), contract: CONTRACT, jar: jar ?? '' }
    const faults = await tryKit(kit, place)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    rows.set(kit, tell(kit, found.version, faults, seconds))
  }
  return rows
}

function tell(kit: Kit, version: string, faults: Faults, seconds: number): Row {
  const failed = TASKS.filter((task) => faults[task] !== null)
  console.log(`${failed.length === 0 ? 'works' : 'FAILS'}   ${kit.name}, ${kit.language} ${version}, ${seconds} s`)
  for (const fault of new Set(failed.map((task) => faults[task])))
    console.error(`  ${failed.filter((task) => faults[task] === fault).join(', ')}: ${fault}`)
  const works = Object.fromEntries(TASKS.map((task) => [task, faults[task] === null])) as Row['works']
  return { generator: kit.generator, language: kit.language, version, works }
}

/** The rows of the table as they are now: what was tried is new, the rest is as it was written. */
function renew(rows: Map<Kit, Row | null>, written: Row[]): Row[] {
  return KITS.flatMap((kit) => {
    const old = written.filter((row) => row.generator === kit.generator && row.language === kit.language)
    const row = rows.get(kit)
    return row ? [row] : old
  })
}

async function main(args: string[]): Promise<number> {
  const names = args.filter((arg) => arg !== '--write')
  const unknown = names.filter((name) => !KITS.some((kit) => kit.name === name))
  if (unknown.length > 0) {
    console.error(`There is no ${unknown.join(', ')}. There are: ${KITS.map((kit) => kit.name).join(', ')}`)
    return 2
  }
  // What is told to end takes its children and its folder with it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const { table } = cut(readFileSync(PAGE, 'utf8'))
  const written = readTable(table)
  const rows = await tryAll(KITS.filter((kit) => names.length === 0 || names.includes(kit.name)))
  if (args.includes('--write')) {
    // Read again: it may have changed in the minutes since.
    const { before, table: old, after } = cut(readFileSync(PAGE, 'utf8'))
    writeFileSync(PAGE, before + writeTable(renew(rows, readTable(old))) + after)
    return 0
  }
  let differences = 0
  for (const [kit, row] of rows) {
    const difference = row && compare(row, written)
    if (!difference) continue
    console.error(`${kit.name} ${difference}`)
    differences += 1
  }
  return differences > 0 ? 1 : 0
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2))
