/**
 * Reads of one kind that come in at the same time, done with one statement: what a row costs by itself is mostly what the
 * statement around it costs, and on a server the way there and back. Whoever reads finds what was committed before he
 * asked, because no statement is sent before all of its readers have come. Should a statement for many fail, each is read
 * by itself.
 */
import type { Kysely } from 'kysely'
import type { Shared, Work } from '../../core/work.ts'
import { createGathering, type Member } from './gather.ts'
import type { Tables } from '../../store/schema/tables.ts'
import { isUnavailable } from '../errors.ts'

export type Read = <T>(work: Work<Kysely<Tables>, T>) => Promise<T>

interface Reader extends Member {
  shared: Shared<Kysely<Tables>, unknown>
  readAlone(): Promise<void>
  resolve(value: unknown): void
  reject(error: unknown): void
}

/** At most `maxGroups` statements for many are under way at once. */
export function createGroupRead(db: Kysely<Tables>, maxGroups: number): Read {
  const join = createGathering<Reader>(maxGroups, (readers) => readTogether(db, readers))
  return (work) => {
    const { shared } = work
    if (!shared) return work(db)
    return new Promise((resolve, reject) => {
      join({ kind: shared.doAll, shared, resolve, reject, readAlone: () => work(db).then(resolve, reject) })
    })
  }
}

async function readTogether(db: Kysely<Tables>, readers: readonly Reader[]): Promise<void> {
  const [first] = readers
  const items = readers.map(({ shared }) => shared.item)
  try {
    const outputs = (await first?.shared.doAll(db, items)) ?? []
    for (const [index, { shared, resolve, reject }] of readers.entries()) {
      const output = outputs[index]
      if (output instanceof Error) reject(output)
      else shared.finish(db, output).then(resolve, reject)
    }
  } catch (error) {
    if (isUnavailable(error)) for (const { reject } of readers) reject(error)
    else await Promise.all(readers.map((reader) => reader.readAlone()))
  }
}
