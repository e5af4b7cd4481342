/**
 * Values that mean something to the service, mixed with random ones: of a million random texts that have the form of a
 * time zone none is one. With these most valid requests are carried out, not refused.
 */
import * as fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Place } from '../../scripts/generate/place.ts'
import { START } from '../support/testApp.ts'
import type { FindMeaning } from './arbitrary.ts'
import { placeholder } from './placeholders.ts'

type Meaning = (random: Arbitrary<unknown>) => Arbitrary<unknown>

/** The account's, in every world. */
export const OWN_PHONE = '+15005559000'
const DAY_MS = 86_400_000
/** Far enough ahead that nothing of it becomes due. */
const future = fc.integer({ min: 2, max: 300 }).map((days) => new Date(START + days * DAY_MS).toISOString())
const minutes = fc.array(fc.integer({ min: 1, max: 43_200 }), { maxLength: 10 })

/** By the name of a schema, or by the place of a property or parameter in one: the longest name that fits is taken. */
const MEANINGS: Record<string, Meaning> = {
  Phone: phones,
  'UpdateAccount/properties/caller_id': mostly(fc.constant(OWN_PHONE)),
  'CreateNumber/properties/phone': mostly(northAmerican()),
  'PlaybookConfig/properties/transfer_number': mostly(northAmerican()),
  'SimulateInboundCall/properties/to': mostly(fc.constant(OWN_PHONE), 1),
  TimeZone: mostly(zones()),
  'properties/timezone': mostly(fc.option(zones())),
  NullableTimeZone: mostly(fc.option(zones())),
  'UpdateAccount/properties/timezone': mostly(zones()),
  LaunchAt: mostly(fc.oneof(future, localTimes())),
  'properties/expires_at': mostly(future),
  Recall: mostly(
    fc.oneof(
      minutes,
      minutes.map((list) => `[${list.join(', ')}]`),
    ),
  ),
  CallingWindow: mostly(fc.constantFrom(office(['mon', 'tue'], '09:00', '18:00'), office(['sat'], '00:00', '24:00'))),
  PlaybookConfig: (random) => fc.oneof({ weight: 6, arbitrary: random.map(runnable) }, random),
  'properties/playbook_id': present('playbook_id'),
  'properties/version_id': present('version_id'),
}

/** Finds what a schema's values mean; parameters that name a thing are seen to by `present`. */
export const findMeaning: FindMeaning = (schema, random) => {
  const [fitting] = Object.keys(MEANINGS)
    .filter((name) => schema.pointer.endsWith(`/${name}`))
    .toSorted((one, other) => other.length - one.length)
  const meaning = fitting === undefined ? undefined : MEANINGS[fitting]
  return meaning?.(random(schema)) ?? null
}

/** Values of a parameter in a query: what is looked for may well be there. */
export function meaningOfParameter(name: string, schema: Place, random: Arbitrary<unknown>): Arbitrary<unknown> {
  if (name.endsWith('_id')) return present(name)(random)
  // A comparison names versions, and a list the page before; whatever else has the name has another form.
  const isText = schema.resolve().find('pattern') === undefined
  if (isText && (name === 'from' || name === 'to'))
    return mostly(fc.constantFrom('current', placeholder('version_id')))(random)
  return random
}

/** The identifier of a thing that is there, or at times of any. */
export function present(kind: string): Meaning {
  return mostly(fc.constant(placeholder(kind)))
}

function mostly(meaningful: Arbitrary<unknown>, weight = 9): Meaning {
  return (random) => fc.oneof({ weight, arbitrary: meaningful }, { weight: weight > 1 ? 1 : 9, arbitrary: random })
}

function zones(): Arbitrary<string> {
  return fc.constantFrom('UTC', 'Europe/Paris', 'America/New_York', 'Asia/Kolkata', 'Etc/GMT+5')
}

/** Hardly any number of random digits is one that its country has, and a campaign is refused for a single other. */
function phones(random: Arbitrary<unknown>): Arbitrary<unknown> {
  return fc.oneof(
    { weight: 60, arbitrary: northAmerican() },
    {
      weight: 36,
      arbitrary: fc.constantFrom('+15005550100', '+1 (500) 555-0101', '+44 (0)20 7183 8750', '+39 06 1234567'),
    },
    { weight: 2, arbitrary: fc.constantFrom('+19115550100', '+19005551234') },
    { weight: 2, arbitrary: random },
  )
}

/** Possible numbers, so many that hardly one occurs twice. */
function northAmerican(): Arbitrary<string> {
  return fc.integer({ min: 2_000_000, max: 9_999_999 }).map((last) => `+1415${last}`)
}

function localTimes(): Arbitrary<string> {
  return future.map((text) => text.slice(0, 19))
}

function office(days: string[], from: string, to: string): object {
  return { days, from, to }
}

/** The same configuration without what an agent that keeps to a script cannot do. */
function runnable(config: unknown): unknown {
  if (typeof config !== 'object' || config === null) return config
  const {
    script,
    voicemail,
    outcomes: _,
    ...rest
  } = { script: undefined, voicemail: undefined, outcomes: undefined, ...config }
  const steps: unknown[] = Array.isArray(script) ? script : []
  return {
    ...rest,
    agent: 'scripted',
    ...(voicemail === undefined ? {} : { voicemail: { action: 'message', message: 'Goodbye.' } }),
    ...(script === undefined ? {} : { script: steps.map((_step, index) => ({ id: `step_${index}`, say: 'Hello.' })) }),
  }
}
