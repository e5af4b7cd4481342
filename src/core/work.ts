/**
 * Work within a transaction or a read, in one of two forms.
 *
 * A function does the work alone. A piece of work can also be done together with others of its kind, because a statement
 * for 30 rows costs little more than one for a single row. Each piece still has its own result, or its own failure.
 */
export type Work<Executor, Result> = ((executor: Executor) => Promise<Result>) | Piece<Executor, Result>

/** One piece of work. Made by `pieceOf`. */
export interface Piece<Executor, Result> {
  /** Does all items with one effort. Pieces with the same function are of one kind and may be done together. */
  readonly doAll: DoAll<Executor, unknown, unknown>
  readonly item: unknown
  /** Makes the result from what `doAll` answered for the item, unless that is an Error. */
  finish(executor: Executor, output: unknown): Promise<Result>
}

/**
 * Does the work for all items, and answers an output for each in their order. An Error as an output refuses that item
 * alone; nothing may have been written for it. What it throws undoes the work for all of them.
 */
export type DoAll<Executor, Item, Output> = (executor: Executor, items: readonly Item[]) => Promise<readonly Output[]>

/** A piece of work for one item. `doAll` must be one and the same function for all pieces of a kind. */
export function pieceOf<Executor, Item, Output>(
  doAll: DoAll<Executor, Item, Output>,
  item: Item,
): Piece<Executor, Exclude<Output, Error>> {
  // A queue holds pieces of many kinds. Only pieces with the same `doAll` meet, so its items are always of its own type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const anyItems = doAll as DoAll<Executor, unknown, unknown>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { doAll: anyItems, item, finish: (_, output) => Promise.resolve(output as Exclude<Output, Error>) }
}

/** Whether the work can be done together with other work of its kind. */
export function isPiece<Executor, Result>(work: Work<Executor, Result>): work is Piece<Executor, Result> {
  return typeof work !== 'function'
}

/** Does the work by itself. Throws what the work throws, or the Error that it answers. */
export async function doAlone<Executor, Result>(executor: Executor, work: Work<Executor, Result>): Promise<Result> {
  if (!isPiece(work)) return work(executor)
  const [output] = await work.doAll(executor, [work.item])
  if (output instanceof Error) throw output
  return work.finish(executor, output)
}

/** The same work with more after it, in the same transaction. */
export function followedBy<Executor, Before, After>(
  work: Work<Executor, Before>,
  next: (executor: Executor, before: Before) => Promise<After>,
): Work<Executor, After> {
  if (!isPiece(work)) return async (executor) => next(executor, await work(executor))
  return { ...work, finish: async (executor, output) => next(executor, await work.finish(executor, output)) }
}
