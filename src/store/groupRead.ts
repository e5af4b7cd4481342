/**
 * Reads of one kind that come in at the same time, done with one statement. For the embedded database, whose one
 * connection takes one statement after another: what a row costs by itself is mostly what the statement around it costs.
 * Should a statement for many fail, each is read by itself.
 */
import type { Kysely } from 'kysely'
import { setImmediate } from 'node:timers/promises'
import type { Shared, Work } from '../core/sharedWork.ts'
import type { Tables } from './tables.ts'

/** As many share a statement; it keeps everybody else waiting for about a millisecond. */
const MAX_READERS = 64

export type Read = <T>(work: Work<Kysely<Tables>, T>) => Promise<T>

interface Reader {
  shared: Shared<Kysely<Tables>, unknown>
  readAlone(): Promise<void>
  resolve(value: unknown): void
  reject(error: unknown): void
}

export function createGroupRead(db: Kysely<Tables>): Read {
  let waiting: Reader[] = []

  async function readAll(): Promise<void> {
    // Whoever's request came in with the others may join.
    await setImmediate()
    const kinds = Map.groupBy(waiting, ({ shared }) => shared.doAll)
    waiting = []
    for (const readers of kinds.values()) {
      while (readers.length > 0) await readTogether(db, readers.splice(0, MAX_READERS))
    }
  }

  return (work) => {
    const { shared } = work
    if (!shared) return work(db)
    return new Promise((resolve, reject) => {
      const reader = { shared, resolve, reject, readAlone: () => work(db).then(resolve, reject) }
      if (waiting.push(reader) === 1) void readAll()
    })
  }
}

async function readTogether(db: Kysely<Tables>, readers: readonly Reader[]): Promise<void> {
  const [first] = readers
  const outputs = await first?.shared
    .doAll(
      db,
      readers.map(({ shared }) => shared.item),
    )
    .catch(() => undefined)
  if (!outputs) {
    await Promise.all(readers.map((reader) => reader.readAlone()))
    return
  }
  for (const [index, { shared, resolve, reject }] of readers.entries()) {
    const output = outputs[index]
    if (output instanceof Error) reject(output)
    else shared.finish(db, output).then(resolve, reject)
  }
}
