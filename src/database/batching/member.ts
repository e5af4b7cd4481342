/** A transaction or a read that waits to be done in a group. */
import { doAlone, isPiece, type Work } from '../../core/work.ts'
import type { Gathered } from './gather.ts'

export interface Member<Executor, T = unknown> extends Gathered {
  readonly work: Work<Executor, T>
  /** Does it, or does it anew, outside of the group; never throws. */
  runAlone(): Promise<void>
  /** Remembers how the work went, for `settle`. */
  succeed(value: T): void
  fail(error: unknown): void
  /** Tells the caller how the work went. */
  settle(): void
}

/** Has work wait in a group. `runAlone` does it outside of one. The promise is settled when the member is. */
export function joinGroup<Executor, T>(
  join: (member: Member<Executor>) => void,
  kind: unknown,
  work: Work<Executor, T>,
  runAlone: (work: Work<Executor, T>) => Promise<T>,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    let settle = (): void => undefined
    const succeed = (value: T): void => void (settle = () => resolve(value))
    const fail = (error: unknown): void => void (settle = () => reject(error))
    const member: Member<Executor, T> = {
      kind,
      work,
      succeed,
      fail,
      settle: () => settle(),
      runAlone: () => runAlone(work).then(succeed, fail),
    }
    join(member)
  })
}

/** What tells the kinds of work apart: the function that does many pieces at once; undefined for work that is done alone. */
export function kindOf<Executor>(work: Work<Executor, unknown>): unknown {
  return isPiece(work) ? work.doAll : undefined
}

/** Does the work of members of one kind. Throws when it has to be undone for all of them. */
export async function doAtOnce<Executor>(executor: Executor, members: readonly Member<Executor>[]): Promise<void> {
  const pieces = members.flatMap((member) => (isPiece(member.work) ? [{ member, piece: member.work }] : []))
  const items = pieces.map(({ piece }) => piece.item)
  const outputs = (await pieces[0]?.piece.doAll(executor, items)) ?? []
  if (outputs.length !== members.length)
    throw new Error('work that is done at once must answer an output for each item')
  for (const [index, { member, piece }] of pieces.entries()) {
    const output = outputs[index]
    if (output instanceof Error) member.fail(output)
    else member.succeed(await piece.finish(executor, output))
  }
}

/** Does a member's work, as one of a group. Throws what the work throws. */
export async function doOne<Executor>(executor: Executor, member: Member<Executor>): Promise<void> {
  member.succeed(await doAlone(executor, member.work))
}
