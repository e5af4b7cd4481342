/**
 * Work within a transaction, and a way to do several pieces of one kind at once.
 *
 * Whoever runs work may simply call it. Work that is `shared` says besides how to do many of its kind together, because
 * a statement for 30 rows costs little more than one for a single row. Whoever has several of the same kind in hand may
 * make use of that; each piece still has its own result, or its own failure.
 */
export interface Work<Tx, Result> {
  (tx: Tx): Promise<Result>
  readonly shared?: Shared<Tx, Result>
}

export interface Shared<Tx, Result> {
  /** Tells the kind: pieces with the same function may be done together. */
  doAll(tx: Tx, items: readonly unknown[]): Promise<readonly unknown[]>
  readonly item: unknown
  /** Makes the result of what `doAll` answered for the item, if that is no Error. */
  finish(tx: Tx, output: unknown): Promise<Result>
}

/**
 * Does the work for all items, and answers an output for each in their order. An Error as an output refuses that item
 * alone; nothing may have been written for it. Whatever it throws undoes the work for all of them.
 */
export type DoAll<Tx, Item, Output> = (tx: Tx, items: readonly Item[]) => Promise<readonly Output[]>

/** Work for one item that can be done together with others. `doAll` must be one and the same function for all of them. */
export function sharedWork<Tx, Item, Output>(
  doAll: DoAll<Tx, Item, Output>,
  item: Item,
): Work<Tx, Exclude<Output, Error>> {
  type Result = Exclude<Output, Error>
  const alone = async (tx: Tx): Promise<Result> => {
    const [output] = await doAll(tx, [item])
    if (output instanceof Error) throw output
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return output as Result
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const shared = { doAll, item, finish: (_tx: Tx, output: unknown) => Promise.resolve(output as Result) }
  return Object.assign(alone, { shared })
}

/** The same work with something of its own after it, in the same transaction. */
export function followedBy<Tx, Before, After>(
  work: Work<Tx, Before>,
  next: (tx: Tx, before: Before) => Promise<After>,
): Work<Tx, After> {
  const alone = async (tx: Tx): Promise<After> => next(tx, await work(tx))
  const { shared } = work
  if (!shared) return alone
  const finish = async (tx: Tx, output: unknown): Promise<After> => next(tx, await shared.finish(tx, output))
  return Object.assign(alone, { shared: { ...shared, finish } })
}
