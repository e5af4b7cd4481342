/**
 * An exact sliding window over accepted requests: in no stretch of `windowMs`, wherever it begins, are more than
 * `limit` accepted. A request accepted at t counts during [t, t + windowMs) and is gone at t + windowMs.
 *
 * Every accepted request is remembered, but those of one millisecond share an entry (the instant and how many), so
 * there are never more entries than the window has milliseconds, whatever the limit. The entries lie in a ring of two
 * typed arrays, oldest first, that doubles when it is full. Every question first drops what has left the window.
 *
 * `now` is in milliseconds that only ever pass, never those of a clock that somebody may set. Should it go back all the
 * same, the window stays at the latest it has seen: order holds.
 */
export interface SlidingWindow {
  /** How many more requests are allowed now. */
  remaining(now: number): number
  /** Milliseconds until one more request is allowed; 0 when one is allowed now. */
  retryAfterMs(now: number): number
  /** Milliseconds until the oldest accepted request leaves the window; 0 when the window is empty. */
  resetMs(now: number): number
  /** Records n accepted requests (1 unless said otherwise). Throws when more than `remaining` are taken. */
  take(now: number, n?: number): void
}

/** `limit` (requests) and `windowMs` (milliseconds) are whole and at least 1; `limit` is below 2³². */
export function createSlidingWindow(options: { limit: number; windowMs: number }): SlidingWindow {
  assertWhole(options.limit, 1, 2 ** 32 - 1, 'limit')
  assertWhole(options.windowMs, 1, Number.MAX_SAFE_INTEGER, 'windowMs')
  return new Window(options.limit, options.windowMs)
}

/** An account that sends little stays this small: 16 entries are 192 bytes. A power of two, like every later size. */
const FIRST_CAPACITY = 16

class Window implements SlidingWindow {
  readonly #limit: number
  readonly #windowMs: number
  #instants = new Float64Array(FIRST_CAPACITY)
  #counts = new Uint32Array(FIRST_CAPACITY)
  /** Where the oldest entry lies, and how many entries there are. */
  #oldest = 0
  #length = 0
  #used = 0
  #latest = -Infinity

  constructor(limit: number, windowMs: number) {
    this.#limit = limit
    this.#windowMs = windowMs
  }

  remaining(now: number): number {
    this.#moveTo(now)
    return this.#limit - this.#used
  }

  retryAfterMs(now: number): number {
    return this.remaining(now) > 0 ? 0 : this.#oldestLeavesAt() - now
  }

  resetMs(now: number): number {
    this.#moveTo(now)
    return this.#length === 0 ? 0 : this.#oldestLeavesAt() - now
  }

  take(now: number, n = 1): void {
    assertWhole(n, 1, this.remaining(now), 'n')
    this.#used += n
    const newest = this.#position(this.#length - 1)
    if (this.#length > 0 && this.#instants[newest] === this.#latest) {
      this.#counts[newest]! += n
      return
    }
    if (this.#length === this.#instants.length) this.#grow()
    const free = this.#position(this.#length)
    this.#instants[free] = this.#latest
    this.#counts[free] = n
    this.#length += 1
  }

  /** Moves the end of the window to `now`, never back, and drops what has left it. */
  #moveTo(now: number): void {
    assertWhole(now, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 'now')
    if (now > this.#latest) this.#latest = now
    while (this.#length > 0 && this.#oldestLeavesAt() <= this.#latest) {
      this.#used -= this.#counts[this.#oldest]!
      this.#oldest = this.#position(1)
      this.#length -= 1
    }
  }

  #oldestLeavesAt(): number {
    return this.#instants[this.#oldest]! + this.#windowMs
  }

  /** Where the entry lies that comes `after` entries after the oldest. */
  #position(after: number): number {
    return (this.#oldest + after) & (this.#instants.length - 1)
  }

  #grow(): void {
    const instants = new Float64Array(this.#length * 2)
    const counts = new Uint32Array(this.#length * 2)
    for (let i = 0; i < this.#length; i++) {
      const from = this.#position(i)
      instants[i] = this.#instants[from]!
      counts[i] = this.#counts[from]!
    }
    this.#instants = instants
    this.#counts = counts
    this.#oldest = 0
  }
}

function assertWhole(value: number, least: number, most: number, name: string): void {
  if (!Number.isSafeInteger(value) || value < least || value > most) {
    throw new RangeError(`${name} must be a whole number from ${least} to ${most}, not ${value}`)
  }
}
