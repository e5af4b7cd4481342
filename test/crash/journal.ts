/** What the clients have asked for and been answered: all that the service may be held to. */

/**
 * `unknown`: the connection broke before an answer, so that it may have happened or not. `refused`: it was asked again
 * when its launch lay in the past.
 */
export type Fate = 'asking' | 'acknowledged' | 'unknown' | 'refused'

/** A request that creates calls. */
export interface Creation {
  kind: 'call' | 'campaign'
  body: Record<string, unknown>
  /** The Idempotency-Key; null without. */
  key: string | null
  phones: string[]
  recalls: number
  /** Due only long after the run. */
  isFar: boolean
  fate: Fate
  /** Of the call or campaign; null until it was acknowledged. */
  id: string | null
}

/** A stretch of the carrier's list of dials: from this place on, and before the other; null: for ever. */
export interface Silence {
  why: 'canceled' | 'suppressed' | 'paused'
  from: number
  before: number | null
}

/** What is known of one number, which belongs to one call. */
export interface NumberRecord {
  phone: string
  creation: Creation
  /** When the number must not be dialled. */
  silences: Silence[]
  /** Whether anybody has tried to end the call, with or without an answer. */
  mayBeEnded: boolean
  /** Whether ending it was acknowledged. */
  isCanceled: boolean
  history: string[]
}

export interface Journal {
  creations: Creation[]
  numbers: Map<string, NumberRecord>
  /** A new number that nobody else has. */
  newPhone(): string
  add(creation: Creation): void
  /** Writes a line into the history of each of the numbers. */
  note(phones: readonly string[], text: string): void
}

export function createJournal(): Journal {
  const beganAt = performance.now()
  const creations: Creation[] = []
  const numbers = new Map<string, NumberRecord>()
  let count = 0
  return {
    creations,
    numbers,
    newPhone: () => `+1415${String(++count).padStart(7, '0')}`,
    add(creation) {
      creations.push(creation)
      for (const phone of creation.phones) {
        numbers.set(phone, { phone, creation, silences: [], mayBeEnded: false, isCanceled: false, history: [] })
      }
    },
    note(phones, text) {
      const line = `${((performance.now() - beganAt) / 1000).toFixed(3)} s: ${text}`
      for (const phone of phones) numbers.get(phone)?.history.push(line)
    },
  }
}
