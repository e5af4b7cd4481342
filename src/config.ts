/** The only reader of the environment. */
import { isPlausibleToken, MIN_TOKEN_LENGTH } from './core/apiToken.ts'
import { LOG_LEVELS, type LogLevel } from './ports/Log.ts'
import type { StoreLocation } from './store/open.ts'
import { MIN_SECRET_KEY_LENGTH } from './store/secretKey.ts'
import type { TracingOptions } from './watching/tracing.ts'

/** The commit that the packed program was built from; the build puts it in. Null when the sources run as they are. */
export const COMMIT: string | null = process.env.PLAYCALL_COMMIT ?? null

export interface Config {
  hostname: string
  port: number
  database: StoreLocation
  /** The first account's token; null: make one. */
  token: string | null
  /** What secrets in the database are locked with; null: the data directory's own. */
  secretKey: string | null
  carrier: 'simulator'
  /** Simulated seconds in a second. */
  simulatorSpeed: number
  simulatorSeed: number
  /** Where clients reach the service, without a slash at the end; null: where it listens. */
  publicUrl: string | null
  /** How long requests are still taken after the process was asked to stop, while `/readyz` says no. Seconds. */
  drainS: number
  /** Where the metrics are served; null: nowhere. */
  metrics: { hostname: string; port: number } | null
  /** Where traces are sent, and which; null: none are made. */
  tracing: Pick<TracingOptions, 'url' | 'sampling'> | null
  /** The least grave lines of the log that are written. */
  logLevel: LogLevel
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

/** Longer than any load balancer needs to notice. */
const MAX_DRAIN_S = 300
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
    secretKey: readSecretKey(env),
    carrier: readCarrier(env),
    simulatorSpeed: readInteger(env, 'PLAYCALL_SIM_SPEED', 20, 1, MAX_SIMULATOR_SPEED),
    simulatorSeed: readInteger(env, 'PLAYCALL_SIM_SEED', 1, 0, 2 ** 31 - 1),
    publicUrl: readPublicUrl(env),
    drainS: readInteger(env, 'PLAYCALL_DRAIN_S', 0, 0, MAX_DRAIN_S),
    metrics: readMetrics(env),
    tracing: readTracing(env),
    logLevel: readLogLevel(env),
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

function readSecretKey(env: Environment): string | null {
  const key = env['PLAYCALL_SECRET_KEY']?.trim()
  if (!key) return null
  if (key.length >= MIN_SECRET_KEY_LENGTH) return key
  throw new ConfigError(
    `PLAYCALL_SECRET_KEY must have at least ${MIN_SECRET_KEY_LENGTH} characters, chosen by chance: openssl rand -hex 32`,
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

/** An address and a port: `127.0.0.1:9464`, `[::1]:9464`, `0.0.0.0:9464`. */
function readMetrics(env: Environment): Config['metrics'] {
  const text = env['PLAYCALL_METRICS']
  if (!text) return null
  const [, hostname, port] = /^(?:\[([\da-f:.]+)\]|[\w.-]+):(\d{1,5})$/i.exec(text) ?? []
  if (port !== undefined && Number(port) <= 65_535) {
    return { hostname: hostname ?? text.slice(0, text.lastIndexOf(':')), port: Number(port) }
  }
  throw new ConfigError(
    `PLAYCALL_METRICS must be an address to listen on, with its port, such as 127.0.0.1:9464, not "${text}".`,
  )
}

function readLogLevel(env: Environment): LogLevel {
  const text = env['PLAYCALL_LOG'] || 'info'
  const level = LOG_LEVELS.find((one) => one === text)
  if (level !== undefined) return level
  throw new ConfigError(`PLAYCALL_LOG must be one of ${LOG_LEVELS.join(', ')}, not "${text}".`)
}

/** The variables are OpenTelemetry's. Those that only concern the exporter and its resource are read by its library. */
function readTracing(env: Environment): Config['tracing'] {
  const base = env['OTEL_EXPORTER_OTLP_ENDPOINT']
  const isOff = env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true' || env['OTEL_TRACES_EXPORTER'] === 'none'
  const name = env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']
    ? 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'
    : 'OTEL_EXPORTER_OTLP_ENDPOINT'
  const text = env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] || (base && `${base.replace(/\/+$/, '')}/v1/traces`)
  if (!text || isOff) return null
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new ConfigError(`${name} must be an http or https address, such as http://127.0.0.1:4318.`)
  }
  const protocol = env['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'] || env['OTEL_EXPORTER_OTLP_PROTOCOL'] || 'http/json'
  if (protocol !== 'http/json') {
    throw new ConfigError(`OTEL_EXPORTER_OTLP_PROTOCOL must be http/json, the only one there is, not "${protocol}".`)
  }
  return { url: url.href, sampling: readSampling(env) }
}

function readSampling(env: Environment): TracingOptions['sampling'] {
  const text = env['OTEL_TRACES_SAMPLER'] || 'parentbased_always_on'
  const [, parent, root] = /^(parentbased_)?(always_on|always_off|traceidratio)$/.exec(text) ?? []
  if (root === undefined) {
    throw new ConfigError(
      `OTEL_TRACES_SAMPLER must be always_on, always_off or traceidratio, with or without parentbased_ before it, not "${text}".`,
    )
  }
  const parentBased = parent !== undefined
  if (root !== 'traceidratio') return { parentBased, ratio: root === 'always_on' ? 1 : 0 }
  const argument = env['OTEL_TRACES_SAMPLER_ARG'] || '1'
  if (/^(0?\.\d+|[01](\.0*)?)$/.test(argument)) return { parentBased, ratio: Number(argument) }
  throw new ConfigError(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${argument}".`)
}
