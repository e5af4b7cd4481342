/**
 * What the contract's text refuses although its schemas let it through. A valid request may be answered with one of
 * these codes, and only when it has what the code is about; any other refusal is a fault.
 */
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { START } from '../support/testApp.ts'
import type { Operation } from './contract.ts'
import { placeholder } from './placeholders.ts'
import type { Parts } from './request.ts'

interface Refusal {
  because: string
  /** Whether the request has what may be refused. */
  fits: (parts: Parts, operation: Operation) => boolean
}

const DAY_MS = 86_400_000

export const REFUSALS: Record<string, Refusal> = {
  invalid_timezone: {
    because: 'a time zone is a name of the tz database; a pattern cannot list them',
    fits: ({ body }) => named(body, 'timezone').some((zone) => typeof zone === 'string' && !isZone(zone)),
  },
  invalid_launch_at: {
    because: 'a launch time exists, is not past and at most 366 days ahead',
    fits: ({ body }) => named(body, 'launch_at').some((text) => typeof text === 'string' && !isSoon(text)),
  },
  invalid_recall: {
    because: 'a recall has up to 10 different minutes, up to 43,200 in a text too; a schema cannot count or read them',
    fits: ({ body }) => named(body, 'recall').some((recall) => !hasFewDelays(recall)),
  },
  invalid_cursor: {
    because: 'a cursor is one that a list has answered',
    fits: ({ query }) => query.some(([name]) => name === 'cursor'),
  },
  invalid_config: {
    because: 'the parts of a configuration refer to each other, its texts are templates, and the agent must be there',
    fits: ({ body }) => named(body, 'config').length > 0,
  },
  invalid_calling_hours: {
    because: 'a window begins before it ends',
    fits: ({ body }) =>
      named(body, 'windows').some((windows) => JSON.stringify(windows) !== '[]') &&
      [...named(body, 'windows')].flat().some((window) => !isForward(window)),
  },
  invalid_request: {
    because: 'a token expires in the future, and what is kept of free values has at most 64 KiB',
    fits: ({ body }) =>
      named(body, 'expires_at').some((text) => Date.parse(String(text)) <= START) ||
      ['params', 'custom_fields'].flatMap((name) => named(body, name)).some(isLarge),
  },
  playbook_forbidden: {
    because: 'the playbook named in a body may not be there; one that is there is never forbidden',
    fits: ({ body }) => named(body, 'playbook_id').some((id) => id !== placeholder('playbook_id')),
  },
  invalid_phone: {
    because: 'whether a country has such numbers is told by its numbering plan; a pattern cannot',
    fits: ({ body, query }) =>
      [...phonesIn(body), ...query.flatMap(([name, value]) => (name === 'phone' ? [value] : []))].some(
        (phone) => !isPossible(phone),
      ),
  },
  number_forbidden: {
    because: 'emergency numbers and those of premium rate are never called',
    fits: ({ body }) => phonesIn(body).some((phone) => isEmergency(phone) || isPremium(phone)),
  },
  unverified_caller_id: {
    because: 'a caller id is a number of the account, or verified by the operator',
    fits: ({ body }) => named(body, 'caller_id').some((phone) => typeof phone === 'string'),
  },
  number_taken: {
    because: 'a number answers for one account only',
    fits: ({ body }, { id }) => id === 'createNumber' && named(body, 'phone').length > 0,
  },
  not_found: {
    because: 'what the path names may not be there, and neither may the versions that are compared',
    fits: ({ path, query }) => {
      const unknown = Object.entries(path).some(([kind, id]) => id !== placeholder(kind))
      const compared = query.filter(([name]) => name === 'from' || name === 'to')
      return unknown || compared.some(([, id]) => id !== 'current' && id !== placeholder('version_id'))
    },
  },
  conflict: {
    because: 'what has ended before cannot be ended or steered',
    fits: ({ path }) => Object.entries(path).some(([kind, id]) => id === placeholder(kind, 'used')),
  },
  idempotency_mismatch: {
    because: 'a random key may have been used before',
    fits: ({ headers }) => 'idempotency-key' in headers,
  },
}

/** The values of all members with a name, wherever they are in the parts of a body that have names of their own. */
function named(body: unknown, name: string): unknown[] {
  if (Array.isArray(body)) return body.flatMap((item) => named(item, name))
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(body).flatMap(([key, value]) => (key === name ? [value] : named(value, name)))
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Leaves a day at either end to the zone that a local time is read in. */
function isSoon(text: string): boolean {
  const at = Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`)
  return at > START + DAY_MS && at < START + 365 * DAY_MS
}

function hasFewDelays(recall: unknown): boolean {
  const minutes: unknown = typeof recall === 'string' ? JSON.parse(recall) : (recall ?? [])
  if (!Array.isArray(minutes)) return false
  return new Set(minutes).size <= 10 && minutes.every((minute: number) => minute <= 43_200)
}

function isLarge(values: unknown): boolean {
  return Buffer.byteLength(JSON.stringify(values)) > 65_536
}

function isForward(window: unknown): boolean {
  const { from, to } = { from: '', to: '', ...Object(window) } as { from: string; to: string }
  return from < to
}

function phonesIn(body: unknown): string[] {
  return ['phone', 'caller_id', 'from', 'to'].flatMap((name) => named(body, name)).map(String)
}

/** By the library itself; of two trunk prefixes one would be left. */
function isPossible(phone: string): boolean {
  const read = parsePhoneNumberFromString(plain(phone))
  return (
    read?.isPossible() === true &&
    read.number.length > 7 &&
    parsePhoneNumberFromString(read.number)?.number === read.number
  )
}

function isPremium(phone: string): boolean {
  return parsePhoneNumberFromString(plain(phone))?.getType() === 'PREMIUM_RATE'
}

function isEmergency(phone: string): boolean {
  return [plain(phone), parsePhoneNumberFromString(plain(phone))?.number ?? ''].some((digits) =>
    /^\+1911|^\+1\d{3}911$|^\+86\d{2,3}1(10|19|20|22)$|^\+91\d{2,4}1(00|01|02|08|12)$|^\+4418000$/.test(digits),
  )
}

function plain(phone: string): string {
  return phone.replaceAll(/[^+0-9]/g, '')
}
