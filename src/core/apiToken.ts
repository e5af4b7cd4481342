/**
 * API tokens. One that Playcall makes is `pc_`, 30 random base62 characters and a checksum of 6, so that a mistyped token
 * is refused without asking the database and a scanner can tell a leaked token from noise. One that an operator brings
 * may be any long run of visible ASCII. Only a token's hash is ever stored.
 */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const MARK = 'pc_'
/** 62^30 is a little more than 2^178. */
const SECRET_LENGTH = 30
/** 62^6 exceeds 2^32, so every CRC-32 fits. */
const CHECKSUM_LENGTH = 6
const TOKEN_LENGTH = MARK.length + SECRET_LENGTH + CHECKSUM_LENGTH
/** Far more than the 178 bits that are kept, so that the reduction to base62 favours no character noticeably. */
export const TOKEN_RANDOM_BYTES = 32
/** Below this a token that somebody made up could be guessed. */
export const MIN_TOKEN_LENGTH = 24
/** Bounds what is hashed for a stranger. */
export const MAX_TOKEN_LENGTH = 256
/** Enough to recognise a token in a list, too little to help a guesser. */
const PREFIX_LENGTH = 8

export const SCOPES = [
  'calls:read',
  'calls:write',
  'campaigns:read',
  'campaigns:write',
  'playbooks:read',
  'playbooks:write',
  'contacts:read',
  'contacts:write',
  'numbers:read',
  'numbers:write',
  'tokens:read',
  'tokens:write',
  'account:read',
  'account:write',
  'suppressions:read',
  'suppressions:write',
] as const

/** What a token may do: read or write one kind of resource. */
export type Scope = (typeof SCOPES)[number]

/** Makes a token of `TOKEN_RANDOM_BYTES` random bytes; throws on fewer. */
export function encodeToken(random: Uint8Array): string {
  if (random.length < TOKEN_RANDOM_BYTES) throw new Error(`a token needs ${TOKEN_RANDOM_BYTES} random bytes`)
  const value = random.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  const body = MARK + base62(value, SECRET_LENGTH)
  return body + checksum(body)
}

/** Whether a token of the form that Playcall makes carries the checksum of what precedes it. */
export function hasValidChecksum(token: string): boolean {
  return isOurs(token) && token.slice(-CHECKSUM_LENGTH) === checksum(token.slice(0, -CHECKSUM_LENGTH))
}

/** Whether a text may serve as a token at all: visible ASCII, neither short nor endless. */
export function isTokenText(text: string): boolean {
  return text.length >= MIN_TOKEN_LENGTH && text.length <= MAX_TOKEN_LENGTH && /^[\x21-\x7e]+$/.test(text)
}

/** Whether it is worth asking the database for a token: false for what cannot be one, and for a mistyped one of ours. */
export function isPlausibleToken(text: string): boolean {
  return isTokenText(text) && (!isOurs(text) || hasValidChecksum(text))
}

/** SHA-256 of the token, in hex: what is stored and looked up. */
export function hashToken(token: string): string {
  return new Bun.CryptoHasher('sha256').update(token).digest('hex')
}

/** The first characters of a token, kept so that people can tell their tokens apart. */
export function tokenPrefix(token: string): string {
  return token.slice(0, PREFIX_LENGTH)
}

function isOurs(token: string): boolean {
  return token.length === TOKEN_LENGTH && token.startsWith(MARK)
}

function checksum(body: string): string {
  return base62(BigInt(Bun.hash.crc32(body)), CHECKSUM_LENGTH)
}

/** The last `length` digits of a number in base 62. */
function base62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n) text = ALPHABET.charAt(Number(rest % 62n)) + text
  return text
}
