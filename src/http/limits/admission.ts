/**
 * Lets requests in: who shows a valid token counts for his account, and anybody else for the address he comes from.
 *
 * Whether a token is valid is the database's to say, and a flood of made-up tokens must not keep it busy. So a token that
 * was never seen to be valid is asked for only while its address has room for it, should it be none: no more are asked
 * for at once than there is room, and the others wait for the answers. A token that was valid before is asked for in any
 * case, so that nobody can lock out clients who share an address with him, as behind a proxy. Requests that show no token,
 * or one that cannot be valid, take no room from those that may show one; in the end all that showed no valid token count
 * together. Those that were valid before this process began are read once, or a flood would lock everybody out with a
 * restart.
 */
import { networkOf } from '../../core/clientAddress.ts'
import type { Instant } from '../../core/time.ts'
import { type FindPrincipal, type Principal, readTokenHash } from '../request/authenticate.ts'
import type { Admission, RateLimiter } from './rateLimit.ts'

/** Tokens that are remembered to be valid, those seen last; some 150 bytes each. */
export const MAX_TRUSTED = 10_000

/** Finds who is asking; or counts the request for its address, and answers what that came to. */
export type Identify = (
  headers: Headers,
  address: string,
  now: Instant,
) => Promise<{ principal: Principal } | { stranger: Admission }>

/** What is said of a request that counts twice: the refusal, if there is one. */
const stricter = (one: Admission, other: Admission): Admission => (one.retryAfterS === null ? other : one)

/** Tokens of one address of which the database is asked just now, and those who wait for that. */
interface Asking {
  count: number
  waiting: (() => void)[]
}

/** `listValid` answers the hashes of at most so many valid tokens, those used last at the end. */
export function createIdentify(
  limiter: RateLimiter,
  findPrincipal: FindPrincipal,
  listValid: (limit: number) => Promise<readonly string[]>,
): Identify {
  const trusted = new Set<string>()
  let isRecalled = false
  let recalling: Promise<void> | null = null

  /** Whoever comes first has it done. Where it fails, the next one tries again. */
  function recall(): Promise<void> {
    recalling ??= listValid(MAX_TRUSTED)
      .then((hashes) => {
        for (const hash of hashes) trusted.add(hash)
        isRecalled = true
      })
      .catch(() => {
        recalling = null
      })
    return recalling
  }

  const asking = new Map<string, Asking>()

  function trust(hash: string): void {
    // The last of the set is the one seen last.
    trusted.delete(hash)
    trusted.add(hash)
    const [oldest] = trusted
    if (trusted.size > MAX_TRUSTED && oldest !== undefined) trusted.delete(oldest)
  }

  /** Waits until the database may be asked about one more of the guesser. Answers whether it may. */
  async function enter(guesser: string): Promise<boolean> {
    for (;;) {
      const room = limiter.strangerRoom(guesser)
      const present = asking.get(guesser) ?? { count: 0, waiting: [] }
      if (room === 0) {
        // Each who waits finds out by himself.
        wakeNext(guesser, present)
        return false
      }
      if (present.count < room) {
        present.count++
        asking.set(guesser, present)
        return true
      }
      await new Promise<void>((resolve) => present.waiting.push(resolve))
    }
  }

  function leave(guesser: string): void {
    const present = asking.get(guesser)
    if (!present) throw new Error('nobody of this name was asked for')
    present.count--
    wakeNext(guesser, present)
  }

  function wakeNext(guesser: string, present: Asking): void {
    const next = present.waiting.shift()
    if (next) next()
    else if (present.count === 0) asking.delete(guesser)
  }

  /** The principal of a token that is not trusted; or what became of the request when it is none, or was not asked for. */
  async function identifyNew(hash: string, network: string, now: Instant): Promise<Principal | Admission> {
    const guesser = guesserOf(network)
    if (!(await enter(guesser))) return limiter.admitStranger(guesser)
    try {
      return (await findPrincipal(hash, now)) ?? admitGuess(network)
    } finally {
      leave(guesser)
    }
  }

  const guesserOf = (network: string): string => `${network} with a token`

  function admitGuess(network: string): Admission {
    return stricter(limiter.admitStranger(guesserOf(network)), limiter.admitStranger(network))
  }

  return async (headers, clientAddress, now) => {
    const network = networkOf(clientAddress)
    const hash = readTokenHash(headers)
    if (hash === null) return { stranger: limiter.admitStranger(network) }
    if (!isRecalled) await recall()
    if (trusted.has(hash)) {
      const principal = await findPrincipal(hash, now)
      if (principal) {
        trust(hash)
        return { principal }
      }
      trusted.delete(hash)
      return { stranger: admitGuess(network) }
    }
    const found = await identifyNew(hash, network, now)
    if (!('accountId' in found)) return { stranger: found }
    trust(hash)
    return { principal: found }
  }
}
