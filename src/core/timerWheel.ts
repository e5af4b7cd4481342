/**
 * A hierarchical timing wheel: an index in memory over a great many timers that tells which are due.
 *
 * Time goes in ticks of one millisecond and blocks of 256 ticks. The present block and the one after it are *near*:
 * each of their 512 milliseconds has a slot of its own, a list of the timers due in it. Everything later is *far* and
 * is only sorted coarsely: a slot of level 1 holds one block, a slot of level 2 holds 256 blocks, a slot of level 3
 * holds 65,536 blocks, and what lies beyond the present epoch of 2³² ms (49.7 days) waits in one overflow list. Which
 * of them a timer belongs to follows from the highest digit (base 256) in which its block differs from the first far
 * block, so every timer of a lower level is due before any timer of a higher one, and the first occupied slot of the
 * lowest occupied level holds the earliest.
 *
 * When the hands enter a block, the first far block becomes near and its list is dealt out to the milliseconds. When
 * the new first far block opens a slot of level 2 or 3, or a new epoch, that list is dealt out to the levels below.
 * A timer is thus moved once for each level below the one it began in. Bitmaps of the occupied slots let the hands
 * leap over empty stretches of any length.
 *
 * The lists are doubly linked through typed arrays in which the slots themselves are the first nodes: a list without
 * an end needs no special cases, and a timer costs 20 bytes. Timers are appended and lists are dealt out in order, so
 * timers due in the same millisecond fire in the order in which they were inserted. A handle is a node with the
 * generation of its use, so a handle that outlived its timer cancels nothing.
 */
import type { Instant } from './time.ts'

declare const handleBrand: unique symbol
/** Names one inserted timer until it fires or is canceled; never reused within 2²⁷ uses of its place. */
export type TimerHandle = number & { readonly [handleBrand]: true }

export interface TimerWheel {
  /** How many timers wait. */
  readonly size: number
  /** Adds a timer. One that is due already counts as due at the instant the wheel has reached, and fires at the next advance. */
  insert(dueAt: Instant): TimerHandle
  /** Takes a timer back. False when it has fired or was canceled before. */
  cancel(handle: TimerHandle): boolean
  /**
   * Fires everything due at or before `now`, earliest first, including what `fire` inserts on the way. An instant
   * before the one already reached fires nothing. When `fire` throws, its timer is gone and the rest still waits.
   */
  advance(now: Instant, fire: (handle: TimerHandle) => void): void
  /**
   * When to advance next: the instant of the earliest timer when it is within 256 ms of the instant reached, else an
   * instant no later than that, from which the wheel knows better. Null when no timer waits.
   */
  nextDueAt(): Instant | null
}

/** `now` is the instant that the wheel has reached: whole milliseconds since 1970. */
export function createTimerWheel(now: Instant): TimerWheel {
  return new Wheel(now)
}

const BLOCK_MS = 256
const NEAR_SLOTS = 2 * BLOCK_MS
const LEVEL_SLOTS = 256
const LEVEL_1 = NEAR_SLOTS
const LEVEL_2 = LEVEL_1 + LEVEL_SLOTS
const LEVEL_3 = LEVEL_2 + LEVEL_SLOTS
const OVERFLOW = LEVEL_3 + LEVEL_SLOTS
const SLOTS = OVERFLOW + 1
/** Blocks that the three levels tell apart; their numbers within an epoch fit the 32-bit operators. */
const EPOCH_BLOCKS = 2 ** 24

/** A handle is generation × 2²⁶ + node, which stays a safe integer: 67 million timers, 134 million uses of a node. */
const NODE_SPAN = 2 ** 26
const GENERATIONS = 2 ** 27
const FIRST_CAPACITY = 2_048
const NONE = -1

class Wheel implements TimerWheel {
  /** Neighbours in the list. Nodes below SLOTS are the slots themselves. A free node's `next` is the next free one. */
  #next = new Int32Array(FIRST_CAPACITY)
  #previous = new Int32Array(FIRST_CAPACITY)
  #dueAt = new Float64Array(FIRST_CAPACITY)
  #generation = new Uint32Array(FIRST_CAPACITY)
  readonly #occupied = new Uint32Array(Math.ceil(SLOTS / 32))
  #firstFree = NONE
  #size = 0
  /** Everything due before this instant has fired. */
  #now: Instant
  /** The first block that is not near: two after the block of `#now`. */
  #farBlock: number
  #advancing = false

  constructor(now: Instant) {
    assertInstant(now)
    if (now < 0) throw new RangeError(`the wheel starts at or after 1970, not at ${now}`)
    this.#now = now
    this.#farBlock = blockOf(now) + 2
    for (let slot = 0; slot < SLOTS; slot++) {
      this.#next[slot] = this.#previous[slot] = slot
      this.#generation[slot] = GENERATIONS // which no handle has, so that no number cancels a slot
    }
    this.#freeFrom(SLOTS)
  }

  get size(): number {
    return this.#size
  }

  insert(dueAt: Instant): TimerHandle {
    assertInstant(dueAt)
    if (this.#firstFree === NONE) this.#grow()
    const node = this.#firstFree
    this.#firstFree = this.#next[node]!
    const countsAs = Math.max(dueAt, this.#now)
    this.#dueAt[node] = countsAs
    this.#append(node, this.#slotFor(countsAs))
    this.#size += 1
    return this.#handleOf(node)
  }

  cancel(handle: TimerHandle): boolean {
    const node = handle % NODE_SPAN
    if (this.#generation[node] !== Math.floor(handle / NODE_SPAN)) return false
    this.#release(node)
    return true
  }

  advance(now: Instant, fire: (handle: TimerHandle) => void): void {
    assertInstant(now)
    if (this.#advancing) throw new Error('a timer cannot advance the wheel that fires it')
    if (now < this.#now) return
    this.#advancing = true
    try {
      for (;;) {
        const blockEndsAt = (this.#farBlock - 1) * BLOCK_MS
        this.#fireUntil(Math.min(now, blockEndsAt - 1), fire)
        if (now < blockEndsAt) return
        this.#enterNextBlock(blockOf(now))
      }
    } finally {
      this.#advancing = false
    }
  }

  nextDueAt(): Instant | null {
    if (this.#size === 0) return null
    const slot = this.#firstNear()
    if (slot === NONE) return this.#firstOccupiedFarBlock() * BLOCK_MS
    return this.#now + ((slot - (this.#now % NEAR_SLOTS) + NEAR_SLOTS) % NEAR_SLOTS)
  }

  /** Fires what is due up to `end`, which lies in the present block. */
  #fireUntil(end: Instant, fire: (handle: TimerHandle) => void): void {
    for (;;) {
      const reached = this.#now % NEAR_SLOTS
      const slot = this.#firstOccupied(reached, (end % NEAR_SLOTS) + 1)
      if (slot === NONE) break
      this.#now += slot - reached
      for (let node = this.#next[slot]!; node !== slot; node = this.#next[slot]!) {
        const handle = this.#handleOf(node)
        this.#release(node)
        fire(handle)
      }
    }
    this.#now = end
  }

  /** Moves the hands, which have finished a block, into the next one, or over an empty stretch towards `goal`. */
  #enterNextBlock(goal: number): void {
    const leapTo = this.#firstNear() === NONE ? Math.min(this.#firstOccupiedFarBlock(), goal + 1) : this.#farBlock
    if (leapTo > this.#farBlock) {
      this.#farBlock = leapTo
      this.#dealOutCoarse()
    }
    const arriving = LEVEL_1 + (this.#farBlock % LEVEL_SLOTS)
    this.#farBlock += 1
    this.#dealOut(arriving)
    this.#dealOutCoarse()
    this.#now = (this.#farBlock - 2) * BLOCK_MS
  }

  /** Deals out every slot above level 1 that begins with the first far block, coarsest first. */
  #dealOutCoarse(): void {
    const low = this.#farBlock % EPOCH_BLOCKS
    if (low === 0) this.#dealOut(OVERFLOW)
    if (low % 2 ** 16 === 0) this.#dealOut(LEVEL_3 + (low >> 16))
    if (low % 2 ** 8 === 0) this.#dealOut(LEVEL_2 + ((low >> 8) & 255))
  }

  /** Puts every timer of a list where it belongs now, which for overflow may be the same list again. */
  #dealOut(slot: number): void {
    const last = this.#previous[slot]!
    let dealt = slot
    while (dealt !== last) {
      dealt = this.#next[slot]!
      this.#unlink(dealt)
      this.#append(dealt, this.#slotFor(this.#dueAt[dealt]!))
    }
  }

  #slotFor(dueAt: Instant): number {
    const block = blockOf(dueAt)
    if (block < this.#farBlock) return dueAt % NEAR_SLOTS
    if (Math.floor(block / EPOCH_BLOCKS) !== Math.floor(this.#farBlock / EPOCH_BLOCKS)) return OVERFLOW
    const low = block % EPOCH_BLOCKS
    const differing = low ^ (this.#farBlock % EPOCH_BLOCKS)
    if (differing < 2 ** 8) return LEVEL_1 + (low & 255)
    if (differing < 2 ** 16) return LEVEL_2 + ((low >> 8) & 255)
    return LEVEL_3 + (low >> 16)
  }

  /** The slot of the earliest near timer. */
  #firstNear(): number {
    const reached = this.#now % NEAR_SLOTS
    const present = reached < BLOCK_MS ? 0 : BLOCK_MS
    const slot = this.#firstOccupied(reached, present + BLOCK_MS)
    if (slot !== NONE) return slot
    const following = BLOCK_MS - present
    return this.#firstOccupied(following, following + BLOCK_MS)
  }

  /** The block with which the earliest occupied far slot begins; infinite when there is none. */
  #firstOccupiedFarBlock(): number {
    const low = this.#farBlock % EPOCH_BLOCKS
    const epoch = this.#farBlock - low
    const inLevel1 = this.#firstOccupied(LEVEL_1 + (low & 255), LEVEL_2)
    if (inLevel1 !== NONE) return epoch + (low & ~255) + (inLevel1 - LEVEL_1)
    const inLevel2 = this.#firstOccupied(LEVEL_2 + ((low >> 8) & 255), LEVEL_3)
    if (inLevel2 !== NONE) return epoch + (low & ~65_535) + (inLevel2 - LEVEL_2) * 2 ** 8
    const inLevel3 = this.#firstOccupied(LEVEL_3 + (low >> 16), OVERFLOW)
    if (inLevel3 !== NONE) return epoch + (inLevel3 - LEVEL_3) * 2 ** 16
    return this.#next[OVERFLOW] === OVERFLOW ? Infinity : epoch + EPOCH_BLOCKS
  }

  /** The first occupied slot in [from, end), or NONE. */
  #firstOccupied(from: number, end: number): number {
    let bits = this.#occupied[from >> 5]! & (~0 << (from & 31))
    for (let word = from >> 5; ; bits = this.#occupied[++word]!) {
      if (bits !== 0) {
        const slot = word * 32 + 31 - Math.clz32(bits & -bits)
        return slot < end ? slot : NONE
      }
      if ((word + 1) * 32 >= end) return NONE
    }
  }

  #append(node: number, slot: number): void {
    const last = this.#previous[slot]!
    this.#next[last] = node
    this.#previous[node] = last
    this.#next[node] = slot
    this.#previous[slot] = node
    this.#occupied[slot >> 5]! |= 1 << (slot & 31)
  }

  #unlink(node: number): void {
    const next = this.#next[node]!
    const previous = this.#previous[node]!
    this.#next[previous] = next
    this.#previous[next] = previous
    // Both neighbours are the same only when the slot is left alone.
    if (next === previous) this.#occupied[next >> 5]! &= ~(1 << (next & 31))
  }

  #release(node: number): void {
    this.#unlink(node)
    this.#generation[node] = (this.#generation[node]! + 1) % GENERATIONS
    this.#next[node] = this.#firstFree
    this.#firstFree = node
    this.#size -= 1
  }

  #handleOf(node: number): TimerHandle {
    return (this.#generation[node]! * NODE_SPAN + node) as TimerHandle
  }

  #grow(): void {
    const capacity = this.#next.length
    if (capacity * 2 > NODE_SPAN) throw new RangeError(`a wheel holds no more than ${NODE_SPAN} timers`)
    this.#next = doubled(this.#next, Int32Array)
    this.#previous = doubled(this.#previous, Int32Array)
    this.#dueAt = doubled(this.#dueAt, Float64Array)
    this.#generation = doubled(this.#generation, Uint32Array)
    this.#freeFrom(capacity)
  }

  /** Declares every node from `first` on to be free, lowest first. */
  #freeFrom(first: number): void {
    for (let node = this.#next.length - 1; node >= first; node--) {
      this.#generation[node] = 1 // so that 0, which a careless caller may keep for "none", is no handle
      this.#next[node] = this.#firstFree
      this.#firstFree = node
    }
  }
}

function blockOf(instant: Instant): number {
  return Math.floor(instant / BLOCK_MS)
}

function doubled<Numbers extends Int32Array | Uint32Array | Float64Array>(
  old: Numbers,
  Kind: new (length: number) => Numbers,
): Numbers {
  const grown = new Kind(old.length * 2)
  grown.set(old)
  return grown
}

function assertInstant(instant: Instant): void {
  if (!Number.isSafeInteger(instant)) throw new RangeError(`an instant is whole milliseconds, not ${instant}`)
}
