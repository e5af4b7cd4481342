import type { TransactionOf, Watch } from '../ports/Watch.ts'
import type { Database } from '../database/database.ts'
import { UNWATCHED } from './unwatched.ts'

/** The same store, with every transaction told to the watch; the very same where nobody watches. */
export function watchStore<Tables>(store: Database<Tables>, of: TransactionOf, watch: Watch): Database<Tables> {
  if (watch === UNWATCHED) return store
  return { ...store, transaction: (work) => watch.transaction(of, () => store.transaction(work)) }
}
