/** Telephone numbers: how they may be written, and which are never dialled. */

declare const phoneBrand: unique symbol

/** A number in E.164: `+` and 7 to 15 digits, nothing else. Made by `parsePhone` only. */
export type Phone = string & { readonly [phoneBrand]: true }

/** How a number may be written, as the source of a regular expression. What matches and is not too long is accepted. */
export const PHONE_PATTERN = '^\\+[1-9](?:[ .()-]*[0-9]){6,14}$'
/** Fifteen digits with a separator between any two are 31 characters; more punctuation than this is not a number. */
export const MAX_PHONE_LENGTH = 40

const WRITTEN = new RegExp(PHONE_PATTERN)
const SEPARATORS = /[ .()-]/g

/** Reads an international number, or answers null when it is none. */
export function parsePhone(text: string): Phone | null {
  if (text.length > MAX_PHONE_LENGTH || !WRITTEN.test(text)) return null
  return text.replace(SEPARATORS, '') as Phone
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
export function isForbiddenNumber(phone: Phone): boolean {
  return FORBIDDEN.some((pattern) => pattern.test(phone))
}
