/** A Postgres server, over a pool of connections. */
import { Kysely, sql } from 'kysely'
import { Pool, type PoolConfig } from 'pg'
import type { OpenDatabase } from './connection.ts'
import { createPostgresDialect } from './postgresDialect.ts'
import type { Tables } from './tables.ts'

/** Ten keep a server of a few cores busy, and ten nodes stay within Postgres' default of 100 connections. */
const POOL_SIZE = 10

/** No query of Playcall comes near it; one that does is stuck, and holds locks. */
const STATEMENT_TIMEOUT_MS = 30_000

/**
 * The server ends a statement before this, and says so: who hears nothing has lost the server, or the network. TCP would
 * try for a quarter of an hour to deliver what was sent before it said so.
 */
export const ANSWER_WITHIN_MS = STATEMENT_TIMEOUT_MS + 10_000

/** Covers a slow network and a server that has just started; a start should not hang for longer. */
const CONNECTION_TIMEOUT_MS = 10_000

/**
 * A server takes back the locks of a process that was stopped, or that it lost sight of, after this: less than the lease
 * after which others go on without it. Between two statements of a transaction lies a second of work at most.
 */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000

/**
 * The machine of a process may vanish without a word. What it left in a connection, sent or not, holds locks and one of
 * the server's connections: after some 20 s without a sign of life the server closes it, and so does the process that was
 * cut off, which else would wait for its answer for hours. On a Unix socket this does nothing.
 */
const SILENT_FOR_MS = 10_000
const SILENCE_OPTIONS =
  '-c tcp_user_timeout=20000 -c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=2'

/**
 * What the connections are for: `setUp` is one connection without time limits, the server's or ours, because a migration
 * may take long and others wait for it; `service` is the pool to live with.
 */
type Purpose = 'setUp' | 'service'

/**
 * Connects to the server at a `postgres://` URL and checks that it can be used.
 * Throws an Error with a sentence, which never holds the password, when it cannot. A statement whose answer does not come
 * within `answerWithinMs` (null: however long it takes) is given up as one of a database that is away.
 */
export async function openPostgres(
  url: string,
  purpose: Purpose,
  answerWithinMs = purpose === 'setUp' ? null : ANSWER_WITHIN_MS,
): Promise<OpenDatabase> {
  checkUrl(url)
  const pool = new Pool(poolConfig(url, purpose))
  endureLostConnections(pool)
  const db = new Kysely<Tables>({ dialect: createPostgresDialect(pool, answerWithinMs) })
  let closed: Promise<void> | undefined
  const close = (): Promise<void> => (closed ??= db.destroy())
  try {
    await checkEncoding(db)
  } catch (error) {
    await close()
    throw error instanceof Refusal ? error : new Refusal(describeFailure(url, error), { cause: error })
  }
  return { db, close }
}

/**
 * A connection that breaks is replaced by the pool, and whoever was using it gets an error from the next query. `pg`
 * tells of it by an event too, on the pool while the connection is idle and else on the connection; without a listener
 * either one would end the process.
 */
function endureLostConnections(pool: Pool): void {
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
}

/** An error whose message is meant to be read by whoever starts Playcall. */
class Refusal extends Error {}

function poolConfig(url: string, purpose: Purpose): PoolConfig {
  return {
    connectionString: url,
    max: purpose === 'setUp' ? 1 : POOL_SIZE,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    statement_timeout: purpose === 'setUp' ? 0 : STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: purpose === 'setUp' ? 0 : IDLE_IN_TRANSACTION_TIMEOUT_MS,
    application_name: 'playcall',
    options: `-c timezone=UTC ${SILENCE_OPTIONS}`,
    keepAlive: true,
    keepAliveInitialDelayMillis: SILENT_FOR_MS,
  }
}

function checkUrl(url: string): void {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed?.protocol === 'postgres:' || parsed?.protocol === 'postgresql:') return
  throw new Refusal('The database URL must look like postgres://user:password@host:5432/database.')
}

async function checkEncoding(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ encoding: string }>`select current_setting('server_encoding') as encoding`.execute(db)
  const encoding = rows[0]?.encoding
  if (encoding === 'UTF8') return
  throw new Refusal(
    `The database's encoding is ${encoding}, and Playcall needs UTF8: create the database anew with it.`,
  )
}

function describeFailure(url: string, error: unknown): string {
  const { host, pathname, searchParams, username } = new URL(url)
  const server = `The Postgres server at ${host || (searchParams.get('host') ?? 'localhost')}`
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const message = error instanceof Error && error.message !== '' ? error.message : code
  switch (code) {
    case '28P01':
    case '28000':
      return `${server} refuses the user ${username} or the password (${message}). Correct the database URL.`
    case '3D000':
      return `${server} has no database ${pathname.slice(1)}. Create it, or correct the database URL.`
    case '42501':
      return `${server} does not let the user ${username} use the database ${pathname.slice(1)} (${message}). Grant it.`
    default:
      return `${server} cannot be reached or used (${message}). See that it runs and that the database URL is right.`
  }
}
