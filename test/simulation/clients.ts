/** The clients of the simulated world: each an account with a playbook and a number of its own. */
import { encodeToken, hashToken, SCOPES, TOKEN_RANDOM_BYTES, tokenPrefix } from '../../src/core/apiToken.ts'
import { insertAccount } from '../../src/store/accounts/accounts.ts'
import type { Store } from '../../src/store/open.ts'
import { insertToken } from '../../src/store/tokens/tokens.ts'

/** High enough never to be met: a step takes no time. */
const WIDE_LIMITS = { requestsPerSecond: 100_000, requestsPerMinute: 6_000_000 }
/** The configuration says its own number, as its words and as its longest duration. */
const FIRST_CONFIG = 100

export interface Client {
  id: string
  token: string
  playbookId: string
  config: number
  calls: string[]
  campaigns: string[]
  versions: string[]
  suppressions: string[]
  /** Keyed requests that may be sent again. */
  keyed: { path: string; body: unknown; key: string; at: number }[]
}

/** Makes an account with a token, past the service: there is no operation for it. */
export async function addClient(base: Store, number: number, newId: () => string, at: number): Promise<Client> {
  const token = encodeToken(new Uint8Array(TOKEN_RANDOM_BYTES).fill(number + 1))
  const id = newId()
  await base.transaction(async (tx) => {
    await insertAccount(tx, { id, name: `Account ${number}`, timeZone: 'UTC', ...WIDE_LIMITS, at })
    const tokenId = newId()
    const secret = { prefix: tokenPrefix(token), hash: hashToken(token) }
    await insertToken(tx, { id: tokenId, accountId: id, name: 'Token', ...secret, scopes: SCOPES, at, expiresAt: null })
  })
  const config = FIRST_CONFIG + number * 1000
  return { id, token, playbookId: '', config, calls: [], campaigns: [], versions: [], suppressions: [], keyed: [] }
}

/** A configuration that can be told from every other one, by what it says and by its longest duration. */
export function configOf(number: number) {
  return {
    agent: 'scripted',
    first_message: `config ${number}`,
    end_message: 'Goodbye.',
    max_duration_s: number,
    ...(number % 3 === 0 && { voicemail: { action: 'hangup', retry: true } }),
  }
}

/** A number that is called. */
export function phoneOf(number: number): string {
  return `+1415555010${number}`
}

/** The account's own number. */
export function ownNumber(account: number): string {
  return `+1415555020${account}`
}
