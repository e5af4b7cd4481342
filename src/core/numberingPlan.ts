/**
 * What the numbering plans of the world say of a number, by libphonenumber-js and its full metadata.
 *
 * The library takes some six microseconds a number, and a campaign has 100,000 of them. Nearly all are written in full,
 * fit the one length that everybody under their calling code has, and cost an ordinary rate: those are recognised here
 * from the library's own metadata. Whatever is not as plain as that is the library's to decide.
 */
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import metadata from 'libphonenumber-js/max/metadata'

/** What a plan says of a number: its E.164 form, and whether who calls it pays a premium rate. */
export interface PlannedNumber {
  e164: string
  premium: boolean
}

/** Reads `+` and digits; a trunk prefix after the calling code is left out. Null: no plan has numbers of this length. */
export function readByPlan(digits: string): PlannedNumber | null {
  const code = findCallingCode(digits)
  if (code === null) return null
  const plan = planOf(code)
  const national = digits.slice(1 + code.length)
  // Some plans' expression matches the empty beginning too, where nothing is left out.
  if (plan.trunkPrefix?.exec(national)?.[0]) return askLibrary(digits)
  if (!plan.somePossible.has(national.length)) return null
  if (!plan.alwaysPossible.has(national.length) || plan.premium?.test(national)) return askLibrary(digits)
  return { e164: digits, premium: false }
}

/** The same, by the library alone. */
export function askLibrary(digits: string): PlannedNumber | null {
  const number = parsePhoneNumberFromString(digits)
  if (!number?.isPossible()) return null
  // Of two trunk prefixes one would be left; and what is stored has to read as itself.
  if (number.number !== digits && parsePhoneNumberFromString(number.number)?.number !== number.number) return null
  return { e164: number.number, premium: number.getType() === 'PREMIUM_RATE' }
}

/** `+4402071838750` for `+442071838750`: how the number was read while trunk prefixes were kept. Null where there is none. */
export function withTrunkPrefix(e164: string): string | null {
  const code = findCallingCode(e164)
  const prefix = code === null ? null : planOf(code).trunkDigits
  if (code === null || prefix === null) return null
  return `+${code}${prefix}${e164.slice(1 + code.length)}`
}

interface Plan {
  /** What may come before the national number, and is no part of it. */
  trunkPrefix: RegExp | null
  /** What is commonly dialled there; null where nothing is. */
  trunkDigits: string | null
  /** Lengths of the national numbers in every country under the calling code, and in any. */
  alwaysPossible: ReadonlySet<number>
  somePossible: ReadonlySet<number>
  /** Matches whatever may be a premium number in any of the countries. */
  premium: RegExp | null
}

/** A calling code has one to three digits, and none begins with another. */
const MAX_CODE_LENGTH = 3
const CODES: ReadonlySet<string> = new Set([
  ...Object.keys(metadata.country_calling_codes),
  ...Object.keys(metadata.nonGeographic),
])

function findCallingCode(digits: string): string | null {
  for (let length = 1; length <= MAX_CODE_LENGTH; length++) {
    const code = digits.slice(1, 1 + length)
    if (CODES.has(code)) return code
  }
  return null
}

/** Made when they are first needed: there are 250, and most services call few countries. */
const plans = new Map<string, Plan>()

function planOf(code: string): Plan {
  const known = plans.get(code)
  if (known) return known
  const plan = makePlan(code)
  plans.set(code, plan)
  return plan
}

/** Where the library's metadata keeps what is needed here, in the list that describes a country. */
const AT = { lengths: 3, trunkDigits: 5, trunkPattern: 7, types: 11 } as const
/** Among the types, where premium numbers are; a type is a list that begins with a pattern. */
const PREMIUM = 3

function makePlan(code: string): Plan {
  const [main, ...others] = describeCountries(code)
  if (!main) throw new Error(`the calling code ${code} belongs to nobody`)
  const lengths = [main, ...others].map((country) => new Set(listAt(country, AT.lengths).map(Number)))
  const some = new Set(lengths.flatMap((own) => [...own]))
  // The library takes the trunk prefix of the country that the calling code is foremost of.
  const trunkPattern = textAt(main, AT.trunkPattern) ?? textAt(main, AT.trunkDigits)
  const premium = [main, ...others].flatMap((country) => textAt(listAt(listAt(country, AT.types), PREMIUM), 0) ?? [])
  return {
    trunkPrefix: trunkPattern === null ? null : new RegExp(`^(?:${trunkPattern})`),
    trunkDigits: textAt(main, AT.trunkDigits),
    alwaysPossible: new Set([...some].filter((length) => lengths.every((own) => own.has(length)))),
    somePossible: some,
    premium: premium.length === 0 ? null : new RegExp(`^(?:${premium.join('|')})$`),
  }
}

/** What the metadata says of the countries under a calling code, the foremost first, or of a code that is no country's. */
function describeCountries(code: string): unknown[] {
  const countries: Readonly<Record<string, unknown>> = metadata.countries
  const codes: Readonly<Record<string, readonly string[]>> = metadata.country_calling_codes
  const nonGeographic: Readonly<Record<string, unknown>> = metadata.nonGeographic
  return codes[code]?.map((country) => countries[country]) ?? [nonGeographic[code]]
}

function listAt(list: unknown, index: number): readonly unknown[] {
  const value: unknown = Array.isArray(list) ? list[index] : undefined
  return Array.isArray(value) ? value : []
}

function textAt(list: unknown, index: number): string | null {
  const value: unknown = Array.isArray(list) ? list[index] : undefined
  return typeof value === 'string' && value !== '' ? value : null
}
