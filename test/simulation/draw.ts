/** Chance that can be had again: everything follows from a key, so that leaving out one thing changes no other. */

export interface Chance {
  /** 0 <= n < 1. */
  next(): number
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number
  /** True in a share `p` of cases. */
  happens(p: number): boolean
  pick<T>(from: readonly T[]): T
}

/** A stream of chance that follows from `key` alone (sfc32 over four hashes of it). */
export function chanceOf(...key: readonly (number | string)[]): Chance {
  const text = key.join('\u0000')
  let [a, b, c, d] = [1, 2, 3, 4].map((salt) => Bun.hash.murmur32v3(text, salt)) as [number, number, number, number]
  function next(): number {
    const sum = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return (sum >>> 0) / 2 ** 32
  }
  const whole = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    whole,
    happens: (p) => next() < p,
    pick: (from) => from[whole(0, from.length - 1)]!,
  }
}
