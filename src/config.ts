/** The only reader of the environment. */
import { isPlausibleToken, MIN_TOKEN_LENGTH } from './core/apiToken.ts'
import type { StoreLocation } from './store/open.ts'

/** The commit that the packed program was built from; the build puts it in. Null when the sources run as they are. */
export const COMMIT: string | null = process.env.PLAYCALL_COMMIT ?? null

export interface Config {
  hostname: string
  port: number
  database: StoreLocation
  /** The first account's token; null: make one. */
  token: string | null
  carrier: 'simulator'
  /** Simulated seconds in a second. */
  simulatorSpeed: number
  simulatorSeed: number
  /** Where clients reach the service, without a slash at the end; null: where it listens. */
  publicUrl: string | null
  /** Days for which calls that are over are kept; null: for ever. */
  keepDays: number | null
}

/** A setting that cannot be used. The message names the variable and says what it takes. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

type Environment = Readonly<Record<string, string | undefined>>

/** Above this the clock's milliseconds are too coarse for a second of talk. */
const MAX_SIMULATOR_SPEED = 1_000

/**
 * What the attempt limit counts must be there: its window has 30 days at most. A day more leaves room for clocks that
 * differ.
 */
export const MIN_KEEP_DAYS = 31
const MAX_KEEP_DAYS = 36_500

/** Reads every setting. Throws a ConfigError for the first that is malformed; an empty variable counts as unset. */
export function readConfig(env: Environment): Config {
  return {
    hostname: env['HOST'] || '127.0.0.1',
    port: readInteger(env, 'PORT', 3000, 0, 65_535),
    database: readDatabase(env),
    token: readToken(env),
    carrier: readCarrier(env),
    simulatorSpeed: readInteger(env, 'PLAYCALL_SIM_SPEED', 20, 1, MAX_SIMULATOR_SPEED),
    simulatorSeed: readInteger(env, 'PLAYCALL_SIM_SEED', 1, 0, 2 ** 31 - 1),
    publicUrl: readPublicUrl(env),
    keepDays: readKeepDays(env),
  }
}

function readInteger(env: Environment, name: string, preset: number, min: number, max: number): number {
  const text = env[name]
  if (!text) return preset
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${text}".`)
}

function readKeepDays(env: Environment): number | null {
  const text = env['PLAYCALL_KEEP_DAYS']
  if (!text) return null
  const days = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (days >= MIN_KEEP_DAYS && days <= MAX_KEEP_DAYS) return days
  throw new ConfigError(
    `PLAYCALL_KEEP_DAYS must be a whole number of days from ${MIN_KEEP_DAYS} to ${MAX_KEEP_DAYS}, not "${text}": an attempt ` +
      'limit counts the dials of up to 30 days. Leave it unset to keep everything.',
  )
}

function readDatabase(env: Environment): StoreLocation {
  const url = env['DATABASE_URL']
  if (url) {
    if (!/^postgres(ql)?:$/.test(URL.parse(url)?.protocol ?? '')) {
      throw new ConfigError(
        'DATABASE_URL must be the address of a Postgres database: postgres://user:password@host/name.',
      )
    }
    return { kind: 'postgres', url }
  }
  const place = env['PLAYCALL_DATA'] || './data'
  if (place.includes('\0')) throw new ConfigError('PLAYCALL_DATA must be a directory, or "memory".')
  return place === 'memory' ? { kind: 'memory' } : { kind: 'directory', path: place }
}

function readToken(env: Environment): string | null {
  const token = env['PLAYCALL_TOKEN']
  if (!token) return null
  if (isPlausibleToken(token)) return token
  throw new ConfigError(
    `PLAYCALL_TOKEN must have at least ${MIN_TOKEN_LENGTH} characters (and at most 256), all of them visible ASCII without spaces; one that begins with pc_ must be one that Playcall made.`,
  )
}

function readCarrier(env: Environment): 'simulator' {
  const carrier = env['PLAYCALL_CARRIER'] || 'simulator'
  if (carrier === 'simulator') return carrier
  throw new ConfigError(`PLAYCALL_CARRIER must be "simulator", the only carrier there is, not "${carrier}".`)
}

function readPublicUrl(env: Environment): string | null {
  const text = env['PLAYCALL_PUBLIC_URL']
  if (!text) return null
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username) {
    return url.href.replace(/\/+$/, '')
  }
  throw new ConfigError(
    'PLAYCALL_PUBLIC_URL must be an http or https address without query, such as https://calls.example.com.',
  )
}
