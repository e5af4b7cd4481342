/** Transactions that are done together: what each of them is to its group. */
import type { Work } from '../../core/work.ts'
import type { Tx } from '../../store/open.ts'

export type RunTransaction = <T>(work: Work<Tx, T>) => Promise<T>

export interface Member<T = unknown> {
  readonly work: Work<Tx, T>
  /** Does it, or does it anew, in a transaction of its own; never throws. */
  runAlone(): Promise<void>
  /** Remembers how the work went, for `settle`. */
  succeed(value: T): void
  fail(error: unknown): void
  /** Tells whoever waits how the work went. */
  settle(): void
}

/** `runAlone` runs work in a transaction of its own; `resolve` and `reject` tell whoever waits. */
export function createMember<T>(
  work: Work<Tx, T>,
  runAlone: RunTransaction,
  resolve: (value: T) => void,
  reject: (error: unknown) => void,
): Member<T> {
  let settle = (): void => undefined
  const succeed = (value: T): void => void (settle = () => resolve(value))
  const fail = (error: unknown): void => void (settle = () => reject(error))
  return { work, succeed, fail, settle: () => settle(), runAlone: () => runAlone(work).then(succeed, fail) }
}

/** Does the work of members of one kind. Throws when it has to be undone for all of them. */
export async function doAtOnce(tx: Tx, members: readonly Member[]): Promise<void> {
  const pieces = members.flatMap((member) => (member.work.shared ? [{ member, ...member.work.shared }] : []))
  const items = pieces.map(({ item }) => item)
  const outputs = (await pieces[0]?.doAll(tx, items)) ?? []
  if (outputs.length !== members.length) throw new Error('work that is shared must answer an output for each item')
  for (const [index, { member, finish }] of pieces.entries()) {
    const output = outputs[index]
    if (output instanceof Error) member.fail(output)
    else member.succeed(await finish(tx, output))
  }
}
