/** Counts work that is going on, so that a test on a virtual clock and a stop of the process can wait for the end of it. */
export interface Busy {
  /** Runs `work` and counts it. Answers what it answers. */
  during<T>(work: () => Promise<T>): Promise<T>
  /** Settles when nothing is going on, work that the last work has started included. */
  idle(): Promise<void>
}

export function createBusy(): Busy {
  let count = 0
  let waiting: (() => void)[] = []

  async function during<T>(work: () => Promise<T>): Promise<T> {
    count++
    try {
      return await work()
    } finally {
      count--
      if (count === 0) {
        for (const wake of waiting) wake()
        waiting = []
      }
    }
  }

  async function idle(): Promise<void> {
    for (;;) {
      // Promises that are already settled get to start what follows from them.
      await new Promise((resolve) => setImmediate(resolve))
      if (count === 0) return
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
  }

  return { during, idle }
}
