import type { TransactionOf, Watch } from '../ports/Watch.ts'
import type { Store } from '../store/open.ts'
import { UNWATCHED } from './unwatched.ts'

/** The same store, with every transaction told to the watch; the very same where nobody watches. */
export function watchStore(store: Store, of: TransactionOf, watch: Watch): Store {
  if (watch === UNWATCHED) return store
  return { ...store, transaction: (fn) => watch.transaction(of, () => store.transaction(fn)) }
}
