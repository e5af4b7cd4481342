/** Telephone numbers: how they may be written, and which are never dialled. */
import { readByPlan, withTrunkPrefix } from './numberingPlan.ts'

declare const phoneBrand: unique symbol

/** A number in E.164: `+` and 7 to 15 digits, nothing else. Made by `parsePhone` only. */
export type Phone = string & { readonly [phoneBrand]: true }

/** How a number may be written, as the source of a regular expression. The contract's `Phone` says the same. */
export const PHONE_PATTERN = '^\\+[1-9](?:[ .()-]*[0-9]){6,14}$'
/** Fifteen digits with a separator between any two are 31 characters; more punctuation than this is not a number. */
export const MAX_PHONE_LENGTH = 40

const WRITTEN = new RegExp(PHONE_PATTERN)
const SEPARATORS = /[ .()-]/g
const ANY_SEPARATOR = /[ .()-]/

/** Whether a text has the form that the contract asks for, be there such a number or not. */
export function isWrittenAsPhone(text: string): boolean {
  return text.length <= MAX_PHONE_LENGTH && WRITTEN.test(text)
}

/** Why a number is not called. `impossible`: it is not written like one, or no numbering plan has such a number. */
export type PhoneFault = 'impossible' | 'emergency' | 'premium'

/**
 * Reads an international number: a trunk prefix, as in `+44 (0)20 …`, is left out. With a fault `phone` is what can be
 * made of the text, good for nothing but telling numbers apart.
 */
export function readPhone(text: string): { phone: Phone; fault: PhoneFault | null } {
  if (!isWrittenAsPhone(text)) return { phone: text as Phone, fault: 'impossible' }
  const digits = ANY_SEPARATOR.test(text) ? text.replace(SEPARATORS, '') : text
  // Asked first: most of them have a length that is no subscriber's, and the client is better told what it has asked for.
  if (isEmergency(digits)) return { phone: digits as Phone, fault: 'emergency' }
  const planned = readByPlan(digits)
  if (planned === null) return { phone: digits as Phone, fault: 'impossible' }
  const phone = planned.e164 as Phone
  if (phone !== digits) {
    // Without its trunk prefix it may be too short for what is answered.
    if (!isWrittenAsPhone(phone)) return { phone, fault: 'impossible' }
    if (isEmergency(phone)) return { phone, fault: 'emergency' }
  }
  return { phone, fault: planned.premium ? 'premium' : null }
}

/** Reads an international number whether or not it may be called, or answers null when there is no such number. */
export function parsePhone(text: string): Phone | null {
  const { phone, fault } = readPhone(text)
  return fault === 'impossible' ? null : phone
}

/**
 * The number in every spelling under which it may have been stored: before 1.0.0 a trunk prefix was kept, so that
 * `+44 (0)20 7183 8750` is `+4402071838750` in old rows. What was asked to be left alone stays so.
 */
export function storedSpellings(phone: string): string[] {
  const present = parsePhone(phone) ?? phone
  const earlier = withTrunkPrefix(present)
  return [...new Set(earlier === null ? [phone, present] : [phone, present, earlier])]
}

/**
 * Emergency numbers that E.164 can carry. A bare 112, 911 or 999 cannot be written: with its country code it stays
 * below seven digits. What is left are an area code, real or not, in front of the emergency number, and a few longer
 * numbers. No subscriber has any of these, because the plans concerned give subscribers a fixed or a greater length,
 * so refusing them costs nobody a call.
 */
const FORBIDDEN: readonly RegExp[] = [
  // North America: 911 is never assigned as an area code, and a switch may stop reading after it.
  /^\+1911/,
  // North America: an area code and nothing but 911; subscribers have ten digits.
  /^\+1[2-9][0-9]{2}911$/,
  // China: police, fire, ambulance and traffic police of another city are reached through its area code.
  /^\+86(?:10|2[0-9]|[3-9][0-9]{2})1(?:10|19|20|22)$/,
  // India: the same through the trunk code; subscribers have ten digits.
  /^\+91[1-9][0-9]{1,3}1(?:00|01|02|08|12)$/,
  // United Kingdom: 18000, the emergency number of the text relay service.
  /^\+4418000$/,
]

/** Whether the number leads to an emergency service, which an automatic call must never occupy. */
function isEmergency(digits: string): boolean {
  return FORBIDDEN.some((pattern) => pattern.test(digits))
}
