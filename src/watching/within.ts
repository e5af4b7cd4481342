import type { Clock } from '../ports/Clock.ts'

/** What `work` comes to. Rejects when that is a failure, or has taken `ms`; what comes later is forgotten. */
export function within<T>(clock: Clock, ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const forget = clock.wakeAfter(ms, () => reject(new Error(`There was no answer within ${ms} ms.`)))
    void work.then(resolve, reject).finally(forget)
  })
}
