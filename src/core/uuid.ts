import type { Instant } from './time.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const TIME_DIGITS = 12
const LATEST_TIME = 0xffff_ffff_ffff

/** Below and above every UUID. */
export const LOWEST_UUID = '00000000-0000-0000-0000-000000000000'
export const HIGHEST_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Whether a text is a UUID of any version, so that the database can be asked for it. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/** Not above any UUID of version 7 that is made at an instant or later, and above every one that was made before. */
export function lowestUuidOf(at: Instant): string {
  const time = Math.min(LATEST_TIME, Math.max(0, at)).toString(16).padStart(TIME_DIGITS, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}${LOWEST_UUID.slice(13)}`
}

/** When a UUID of version 7 was made. */
export function instantOfUuid(id: string): Instant {
  return Number.parseInt(id.replaceAll('-', '').slice(0, TIME_DIGITS), 16)
}
