/**
 * Takes out of a text what must not be read by everybody who reads logs. Nobody should have put it there: this is the
 * last line of defence, for what a database or a carrier puts into its messages.
 */

/** An international number, also with the separators that people write, and with the plus as addresses have it. */
const PHONE = /(\+|%2B)([1-9])((?:[ .()-]{0,2}\d){6,14})/gi
/** After these a run of digits is a number, however short. */
const IN_ADDRESS = String.raw`(?<=\b(?:sips?|tel):)\d{7,17}`
/**
 * Elsewhere a run that is as long as a number, alone or behind `0` or `00`: shorter ones are counts. Not the rest of a
 * UUID, of a hexadecimal id or of a fraction, and no seconds or milliseconds since 1970 (from 2014 to 2033), which are no
 * number: one that begins with 1 has eleven digits. Behind an escape, such as `%20` or `\n`, a run begins anew.
 */
const ALONE = String.raw`(?:(?<=%[\da-f]{2}|\\[nrt])|(?<![\w%]|[\da-f]{4}-|\d\.))(?!1[4-9]\d{8}(?:\d{3})?(?!\d))(?:0{1,2}[1-9]\d{7,14}|[1-9]\d{9,14})`
/** A number without its plus, in one piece. */
const BARE_PHONE = new RegExp(String.raw`(?:${IN_ADDRESS}|${ALONE})(?!\w|\.\d)`, 'gi')
/** A token of ours, and what an Authorization header carries. */
const TOKEN = /\bpc_[0-9A-Za-z]+/g
const BEARER = /\b(Bearer\s+)[^\s"\\]+/gi
/** Name and password in an address. A scheme is short; were it not bounded, a long text would take its length squared. */
const CREDENTIALS = /([a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/@"\\]+@/gi

/** `+4930123456` becomes `+49…56`, and `14155550123` becomes `14…23`; of a token nothing is left. What has been masked stays as it is. */
export function mask(text: string): string {
  return text
    .replace(PHONE, (_, plus: string, first: string, rest: string) => {
      const digits = rest.replace(/\D/g, '')
      return `${plus}${first}${digits.slice(0, 1)}…${digits.slice(-2)}`
    })
    .replace(BARE_PHONE, (digits) => `${digits.slice(0, 2)}…${digits.slice(-2)}`)
    .replace(TOKEN, 'pc_…')
    .replace(BEARER, '$1…')
    .replace(CREDENTIALS, '$1…@')
}
