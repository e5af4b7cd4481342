/** Waiting for what other processes do. */

const LOOK_EVERY_MS = 50
const PATIENCE_MS = 90_000

/** Looks until there is something to see, and answers that. Throws an Error after a minute and a half, or after `patienceMs`. */
export async function waitFor<T>(what: string, look: () => Promise<T | null>, patienceMs = PATIENCE_MS): Promise<T> {
  const until = performance.now() + patienceMs
  for (;;) {
    const seen = await look()
    if (seen !== null) return seen
    if (performance.now() > until) throw new Error(`waited in vain for ${what}`)
    await Bun.sleep(LOOK_EVERY_MS)
  }
}
