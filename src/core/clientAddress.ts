/**
 * Whom an address stands for when requests are counted. Whoever has an address of version 6 has 2^64 of them, so that all
 * with the same first half count as one; one of version 4 that is written as version 6 counts as itself.
 */
const GROUPS = 8
/** Of 16 bits each: half of an address. */
const NETWORK_GROUPS = 4

/** The network of an address of version 6; any other text as it is. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, GROUPS - before.length - after.length) }, () => '0')
  const groups = [...before, ...zeros, ...after].slice(0, NETWORK_GROUPS)
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`
}
