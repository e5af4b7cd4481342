/** What the invariants are judged by. */
import type { PhoneCall } from './phoneCall.ts'
import type { Profile } from './profile.ts'
import type { Snapshot } from './snapshot.ts'

/** What a check looks at: the database before and after a step, and the network. */
export interface Evidence {
  before: Snapshot
  after: Snapshot
  /** Every create request so far, and those of this step. */
  requests: readonly PhoneCall[]
  newRequests: readonly PhoneCall[]
  profile: Profile
  /** Calls and campaigns whose creation was answered. */
  accepted: ReadonlySet<string>
}

/** Throws an Error with the promise that was broken, unless the condition holds. */
export function demand(condition: boolean, promise: string, detail: unknown = ''): void {
  if (!condition) throw new Error(`${promise} ${typeof detail === 'string' ? detail : JSON.stringify(detail)}`)
}
