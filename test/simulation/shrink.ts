/** Makes a failing history short: what can be left out while it still fails in the same way, is. */
import type { Command } from './commands.ts'

/** Runs of histories that one shrinking may take. */
const MOST_RUNS = 120

/**
 * A shortest history that `fails`, as far as `MOST_RUNS` tries find one: pieces are left out, large ones first, until no
 * single command can be.
 */
export async function shrink(
  history: readonly Command[],
  fails: (history: Command[]) => Promise<boolean>,
): Promise<Command[]> {
  let shortest = [...history]
  let runs = 0
  for (let size = Math.ceil(shortest.length / 2); size >= 1;) {
    let isShorter = false
    for (let from = 0; from < shortest.length && runs < MOST_RUNS;) {
      const tried = shortest.toSpliced(from, size)
      runs++
      if (await fails(tried)) {
        shortest = tried
        isShorter = true
      } else {
        from += size
      }
    }
    if (runs >= MOST_RUNS) break
    if (size === 1 && !isShorter) break
    size = size === 1 ? 1 : Math.ceil(size / 2)
  }
  return shortest
}
