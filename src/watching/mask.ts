/**
 * Takes out of a text what must not be read by everybody who reads logs. Nobody should have put it there: this is the
 * last line of defence, for what a database or a carrier puts into its messages.
 */

/** An international number, also with the separators that people write, and with the plus as addresses have it. */
const PHONE = /(\+|%2B)([1-9])((?:[ .()-]{0,2}\d){6,14})/gi
/** A token of ours, and what an Authorization header carries. */
const TOKEN = /\bpc_[0-9A-Za-z]+/g
const BEARER = /\b(Bearer\s+)[^\s"\\]+/gi
/** Name and password in an address. A scheme is short; were it not bounded, a long text would take its length squared. */
const CREDENTIALS = /([a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/@"\\]+@/gi

/** `+4930123456` becomes `+49…56`; of a token nothing is left. What has been masked stays as it is. */
export function mask(text: string): string {
  return text
    .replace(PHONE, (_, plus: string, first: string, rest: string) => {
      const digits = rest.replace(/\D/g, '')
      return `${plus}${first}${digits.slice(0, 1)}…${digits.slice(-2)}`
    })
    .replace(TOKEN, 'pc_…')
    .replace(BEARER, '$1…')
    .replace(CREDENTIALS, '$1…@')
}
