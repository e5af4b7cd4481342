/** Which numbers a double holds as they were written. */

/** A decimal of so many digits survives the way into a double and back, whichever it is. */
const ALWAYS_HELD_DIGITS = 15
/** No double needs more to be told from its neighbours. */
const MOST_DIGITS = 17
/** A literal of so many characters, without an exponent, cannot have more than the digits that are always held. */
const ALWAYS_HELD_LENGTH = ALWAYS_HELD_DIGITS

/** The sentence for a number in JSON's grammar that would change on its way; null for one that stays. */
export function findNumberFault(literal: string): string | null {
  if (literal.length <= ALWAYS_HELD_LENGTH && !/[eE]/.test(literal)) return null
  const value = Number(literal)
  if (!Number.isFinite(value)) return 'A number is too large. Send it as a string.'
  const whole = !/[.eE]/.test(literal)
  if (whole && !Number.isSafeInteger(value))
    return 'A whole number is beyond 9007199254740991 and would lose digits. Send it as a string.'
  return isHeld(literal, value)
    ? null
    : 'A number has more digits than a double holds. Round it, or send it as a string.'
}

/**
 * Whether the double, written with as many digits as the literal has, is the literal again. Or written with as few as
 * tell it from its neighbours, which is what most programs send: the double 1560871855753670.25 is sent with .2, but
 * rounds to .3.
 */
function isHeld(literal: string, value: number): boolean {
  const digits = significantDigits(literal)
  if (digits === '') return true
  if (digits.length > MOST_DIGITS || value === 0) return false
  return [value.toPrecision(digits.length), String(value)].some((text) => significantDigits(text) === digits)
}

/** The digits of a number without the zeros around them, which only say where the point is. */
function significantDigits(literal: string): string {
  const [mantissa = ''] = literal.toLowerCase().split('e')
  return mantissa.replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '')
}
