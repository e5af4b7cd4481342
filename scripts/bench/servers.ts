/** What is put under load. */
import { Client } from 'pg'
import { type Service, startService } from '../../test/support/service.ts'
import { makePostgresDatabase } from '../../test/support/postgres.ts'
import type { Bench, LoadWish } from './benchmark.ts'
import { startProgram } from './program.ts'

/** Something that takes requests, and the headers that let them in. */
export interface Server {
  url: string
  pid: number
  headers: Record<string, string>
}

/** The service as its users start it, on a database in a directory of its own, which is on the disk after every commit. */
export async function startOnDirectory(bench: Bench): Promise<Server & { service: Service }> {
  const service = await startService({ env: { PLAYCALL_DATA: `${bench.makeFolder()}/data` } })
  return serverOf(bench, service)
}

/** The service on a new database of the one Postgres server, which ends with this process; `database` is its URL. */
export async function startOnPostgres(bench: Bench): Promise<Server & { service: Service; database: string }> {
  const database = await makePostgresDatabase()
  const service = await startService({ env: { DATABASE_URL: database } })
  return { ...serverOf(bench, service), database }
}

export function serverOf(bench: Bench, service: Service): Server & { service: Service } {
  bench.atEnd(() => service.stop())
  return {
    service,
    url: service.url,
    pid: service.pid,
    headers: { authorization: `Bearer ${service.token}` },
  }
}

/** A server from `programs/`, which is asked for its address. The headers are the same as for the service, and as long. */
export async function startBareServer(
  bench: Bench,
  name: 'rawServer' | 'honoServer' | 'constantService',
): Promise<Server> {
  const program = startProgram<'url', string>(name)
  bench.atEnd(() => program.stop())
  const url = await program.ask('url')
  return { url, pid: program.pid, headers: { authorization: `Bearer test-${crypto.randomUUID()}` } }
}

/** Runs SQL on a Postgres server, and answers the first row. */
export async function queryPostgres(database: string, sql: string): Promise<Record<string, unknown>> {
  const client = new Client(database)
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql)
    return rows[0] ?? {}
  } finally {
    await client.end()
  }
}

/** `POST /call` with a call that is not due for as long as anybody measures, each to a number of its own. */
export function createCalls(server: Server, playbookId: string): LoadWish {
  const call = { phone: '+49301{number}', playbook_id: playbookId, launch_at: LAUNCH_AT, firstname: 'Ada' }
  const body = JSON.stringify({ ...call, params: { plan: 'gold' } })
  return { url: server.url, serverPid: server.pid, headers: server.headers, method: 'POST', paths: ['/call'], body }
}

/** As late as the contract allows within a year. */
export const LAUNCH_AT = `${new Date(Date.now() + 300 * 86_400_000).toISOString().slice(0, 10)}T09:00:00`

/** `GET /calls/{call_id}` of each call in turn. */
export function readCalls(server: Server, callIds: readonly string[]): LoadWish {
  return {
    url: server.url,
    serverPid: server.pid,
    headers: server.headers,
    method: 'GET',
    paths: callIds.map((id) => `/calls/${id}`),
  }
}

/** Places calls and answers their ids. */
export async function placeCalls(server: Server, playbookId: string, count: number): Promise<string[]> {
  const body = createCalls(server, playbookId).body ?? ''
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const response = await fetch(`${server.url}/call`, {
        method: 'POST',
        headers: { ...server.headers, 'content-type': 'application/json' },
        body: body.replace('{number}', String(900_000_000 + index)),
      })
      const answer = (await response.json()) as { data?: { call_id: string } }
      if (!answer.data) throw new Error(`the call was refused: ${JSON.stringify(answer)}`)
      return answer.data.call_id
    }),
  )
}
