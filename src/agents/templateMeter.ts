/**
 * Counts what a text costs while it is made, and ends it when that is too much. Everything that takes time or room
 * counts: each step, each turn of a loop, each character and list entry that is produced, at any place on the way. So a
 * text's cost is bounded by its limit alone, whatever it says and whatever data it meets.
 */

/** Some milliseconds. A text that anybody would say takes a few hundred. */
export const MOST_WORK = 50_000

/** What is only looked through takes far less time than what is produced. */
const SCANNED_PER_UNIT = 16

export interface Meter {
  /** Throws when more than the rest of the work is wanted. To be called before the work is done. */
  spend(units: number): void
  /** The same for data of this many characters or entries that are only looked through. */
  scan(length: number): void
}

export function createMeter(most = MOST_WORK): Meter {
  let left = most
  function spend(units: number): void {
    left -= units
    // Not `left < 0`: what is no number must not pass.
    if (!(left >= 0)) throw new Error(`the text takes more than ${most} steps, characters and entries to make`)
  }
  return { spend, scan: (length) => spend(Math.ceil(length / SCANNED_PER_UNIT)) }
}
