/**
 * Reads of one kind that come in at the same time, done with one statement: what a row costs by itself is mostly what the
 * statement around it costs, and on a server the way there and back. A reader finds what was committed before it asked,
 * because no statement is sent before all of its readers have come. Should a statement for many fail, each is read by
 * itself.
 */
import type { Kysely } from 'kysely'
import { doAlone, isPiece } from '../../core/work.ts'
import type { Database } from '../database.ts'
import { isUnavailable } from '../errors.ts'
import { createGathering } from './gather.ts'
import { doAtOnce, joinGroup, kindOf, type Member } from './member.ts'

/** At most `maxGroups` statements for many are under way at once. */
export function createRead<Tables>(db: Kysely<Tables>, maxGroups: number): Database<Tables>['read'] {
  const join = createGathering<Member<Kysely<Tables>>>(maxGroups, (readers) => readTogether(db, readers))
  return (work) =>
    isPiece(work) ? joinGroup(join, kindOf(work), work, (alone) => doAlone(db, alone)) : doAlone(db, work)
}

async function readTogether<Tables>(db: Kysely<Tables>, readers: readonly Member<Kysely<Tables>>[]): Promise<void> {
  try {
    await doAtOnce(db, readers)
  } catch (error) {
    if (isUnavailable(error)) for (const reader of readers) reader.fail(error)
    else await Promise.all(readers.map((reader) => reader.runAlone()))
  }
  for (const reader of readers) reader.settle()
}
