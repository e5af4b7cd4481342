import type { TransactionOf, Watch } from '../ports/Watch.ts'
import type { Store } from '../store/open.ts'

/** The same store, with every transaction told to the watch. */
export function watchStore(store: Store, of: TransactionOf, watch: Watch): Store {
  return { ...store, transaction: (fn) => watch.transaction(of, () => store.transaction(fn)) }
}
