/**
 * Chance that remembers nothing: what is drawn depends on what it is drawn for, and on nothing else. So calls may run
 * in any order, side by side or across a restart, and still turn out the same.
 */

export type DrawKey = readonly (string | number)[]

/** A number from 0 (included) to 1 (excluded), always the same for the same key. */
export function draw(...key: DrawKey): number {
  // FNV-1a over the key's text, then the finishing mix of MurmurHash3, so that keys that differ little land far apart.
  let hash = 0x811c9dc5
  const text = key.join('\u0000')
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

/** A number from `least` to `most`. */
export function drawBetween(least: number, most: number, ...key: DrawKey): number {
  return least + (most - least) * draw(...key)
}

export function drawOne<T>(choices: readonly [T, ...T[]], ...key: DrawKey): T {
  return choices[Math.floor(draw(...key) * choices.length)] ?? choices[0]
}
