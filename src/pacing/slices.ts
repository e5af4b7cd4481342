import { giveWay } from './giveWay.ts'

/** A request that comes meanwhile waits no longer than this for one slice; a pause after each costs about a millisecond. */
const SLICE_MS = 5

/** Long work that is done in slices, with others let in between. One for each piece of work. */
export class Slices {
  #workedMs = 0

  /** Does a small part of the work; gives way afterwards when the slice is used up. */
  async run<Result>(part: () => Result): Promise<Result> {
    const start = performance.now()
    const result = part()
    this.#workedMs += performance.now() - start
    if (this.#workedMs >= SLICE_MS) {
      await giveWay()
      this.#workedMs = 0
    }
    return result
  }
}
