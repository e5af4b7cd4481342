/**
 * Requests that may be repeated without being done twice.
 *
 * A creating request may carry an Idempotency-Key. Its reply is stored in the very transaction that stores what it
 * created, so either both are there or neither is, whatever crashes in between. A repetition finds the reply and gets it
 * again, byte for byte; a repetition while the first is still at work is refused: within this process by a set of
 * the keys at work, between processes by the reply's unique key. Failures are not kept: after one the same key may try again.
 */
import { Problem } from '../core/problem.ts'
import { followedBy, type Work } from '../core/sharedWork.ts'
import { DAY_MS, type Instant } from '../core/time.ts'

/** What an operation answers: a status, a JSON body, and headers of its own. */
export interface Reply {
  status: number
  body: unknown
  headers?: Record<string, string>
}

/** A reply as it is kept; `body` is the JSON text that was sent. */
export interface StoredReply {
  /** SHA-256, in hex, of the request's method, path and raw body. */
  fingerprint: string
  status: number
  body: string
  createdAt: Instant
}

/** Where replies are kept, given by the composition root. `Tx` is the store's transaction. */
export interface ReplyStore<Tx> {
  /** Runs work in one transaction; may run it again when the database asks for that. */
  transaction<Result>(work: Work<Tx, Result>): Promise<Result>
  findReply(accountId: string, key: string): Promise<StoredReply | null>
  /** Stores a reply, in place of one created before `expiredBefore`. False when a younger one is there: then nothing is stored. */
  saveReply(tx: Tx, accountId: string, key: string, reply: StoredReply, expiredBefore: Instant): Promise<boolean>
}

/** Runs an operation's writes in one transaction; the reply that the work answers is kept in it if the request is keyed. */
export type Create<Tx> = <R extends Omit<Reply, 'headers'>>(work: Work<Tx, R>) => Promise<R>

/** What tells one keyed request from another. */
export interface KeyedRequest {
  accountId: string
  key: string
  fingerprint: string
}

/** How long a reply is replayed. */
export const REPLAY_MS = DAY_MS

/** The SHA-256 of what makes two requests the same; the body is added as it comes. */
export function startFingerprint(method: string, path: string): Bun.CryptoHasher {
  return new Bun.CryptoHasher('sha256').update(`${method} ${path}\n`)
}

/** Whether a key is one: 1 to 255 visible ASCII characters. */
export function isIdempotencyKey(key: string): boolean {
  return /^[\x21-\x7e]{1,255}$/.test(key)
}

export interface Idempotency<Tx> {
  /** The `create` of a request without a key. */
  create: Create<Tx>
  /**
   * Answers a keyed request: the stored reply if it was done before, else what `run` does with the `create` that it is given.
   * Throws a Problem: `idempotency_mismatch` or `idempotency_in_progress`.
   */
  once<R extends { status: number }>(
    request: KeyedRequest,
    now: Instant,
    run: (create: Create<Tx>) => Promise<R>,
  ): Promise<{ replayed: StoredReply } | { done: R }>
}

/** Makes the guard that all keyed requests of this process go through. */
export function createIdempotency<Tx>(store: ReplyStore<Tx>): Idempotency<Tx> {
  const atWork = new Set<string>()
  return {
    create: (work) => store.transaction(work),
    async once(request, now, run) {
      const { accountId, key, fingerprint: print } = request
      const slot = `${accountId} ${key}`
      if (atWork.has(slot)) throw inProgress()
      atWork.add(slot)
      try {
        const known = await store.findReply(accountId, key)
        if (!known || known.createdAt <= now - REPLAY_MS) return { done: await runKept(store, request, now, run) }
        if (known.fingerprint !== print) throw mismatch()
        return { replayed: known }
      } finally {
        atWork.delete(slot)
      }
    },
  }
}

async function runKept<Tx, R extends { status: number }>(
  store: ReplyStore<Tx>,
  { accountId, key, fingerprint: print }: KeyedRequest,
  now: Instant,
  run: (create: Create<Tx>) => Promise<R>,
): Promise<R> {
  let kept = false
  const result = await run((work) =>
    store.transaction(
      followedBy(work, async (tx, reply) => {
        if ('headers' in reply) throw new Error('a reply that is kept has no headers of its own')
        const stored = { fingerprint: print, status: reply.status, body: JSON.stringify(reply.body), createdAt: now }
        if (!(await store.saveReply(tx, accountId, key, stored, now - REPLAY_MS))) throw inProgress()
        kept = true
        return reply
      }),
    ),
  )
  // A plan answers 200: nothing was made that could be made twice.
  if (!kept && result.status !== 200)
    throw new Error('an operation that takes an Idempotency-Key must write through create')
  return result
}

function inProgress(): Problem {
  return new Problem(
    'idempotency_in_progress',
    'A request with this Idempotency-Key is still being worked on. Repeat it in a moment to get its answer.',
  )
}

function mismatch(): Problem {
  return new Problem(
    'idempotency_mismatch',
    'This Idempotency-Key was used for another request in the last 24 hours. Use a new key for a new request.',
  )
}
