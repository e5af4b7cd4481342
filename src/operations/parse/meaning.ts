import { isWrittenAsPhone, readPhone } from '../../core/phone.ts'
import type { ProblemDetail } from '../../core/problem.ts'
import type { Instant } from '../../core/time.ts'
import { PHONE_FAULTS } from './callee.ts'
import { checkZone, readSchedule } from './schedule.ts'

/**
 * What is wrong with the meaning of a body whose form is wrong as well, so that one answer tells all of it: a time zone
 * that does not exist, a number that is not called, delays in the wrong order, an impossible date. What has the wrong type is
 * passed over here: its form has been reported. A long list of contacts is looked at as the faults are taken, a contact at
 * a time, so that the caller can let others in between.
 */
export function* findMeaningFaults(
  body: unknown,
  account: { timeZone: string },
  now: Instant,
): Generator<ProblemDetail[], void> {
  if (!isRecord(body)) return
  const problems: ProblemDetail[] = []
  const { launch_at, recall, contacts } = body
  const timezone = text(body['timezone'])
  readSchedule(
    { launch_at: text(launch_at), timezone, recall: isRecall(recall) ? recall : undefined },
    account,
    now,
    problems,
  )
  checkNumber(body['phone'], '/phone', problems)
  yield problems
  for (const [index, contact] of (Array.isArray(contacts) ? contacts : []).entries()) {
    yield findContactFaults(contact, index)
  }
}

function findContactFaults(contact: unknown, index: number): ProblemDetail[] {
  if (!isRecord(contact)) return []
  const problems: ProblemDetail[] = []
  checkNumber(contact['phone'], `/contacts/${index}/phone`, problems)
  checkZone(text(contact['timezone']), `/contacts/${index}/timezone`, problems)
  return problems
}

function checkNumber(value: unknown, pointer: string, problems: ProblemDetail[]): void {
  if (typeof value !== 'string' || !isWrittenAsPhone(value)) return
  const { fault } = readPhone(value)
  if (fault !== null) problems.push({ in: 'body', pointer, ...PHONE_FAULTS[fault] })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isRecall(value: unknown): value is string | number[] {
  return typeof value === 'string' || (Array.isArray(value) && value.every((one) => typeof one === 'number'))
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
