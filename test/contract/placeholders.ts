/**
 * Identifiers that stand in a request for those of things that come into being only when it is sent. They are UUIDs
 * themselves, so that a request that holds them fits the contract.
 */

/** `present` is one of a thing that is there, `used` that of one that an operation has changed or ended before. */
export type State = 'present' | 'used'

const PREFIX: Record<State, string> = { present: '0feed000-0000-4000-8000-', used: '0feed001-0000-4000-8000-' }
const ANY = /0feed00([01])-0000-4000-8000-([0-9a-f]{12})/g

const kinds: string[] = []

/** `kind` is the name that the contract's paths have for the identifier: `call_id`. */
export function placeholder(kind: string, state: State = 'present'): string {
  if (!kinds.includes(kind)) kinds.push(kind)
  return PREFIX[state] + kinds.indexOf(kind).toString(16).padStart(12, '0')
}

/** Puts the identifiers that `find` answers in the places of those that stand for them. */
export async function fillIn(text: string, find: (kind: string, state: State) => Promise<string>): Promise<string> {
  let filled = text
  for (const [held, state, index] of text.matchAll(ANY)) {
    const kind = kinds[Number.parseInt(index ?? '', 16)]
    if (kind !== undefined) filled = filled.replaceAll(held, await find(kind, state === '0' ? 'present' : 'used'))
  }
  return filled
}
