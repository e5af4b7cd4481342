/**
 * Tells when an answer to "whom does this token belong to?" may have become wrong. What writes to an account or a token
 * notes it before its statement is sent. On the embedded database no other transaction reads before that one has ended,
 * so a holder that was read at the version of today is a holder of today.
 */
let version = 0

/** Rises with every change. Counts for all stores of the process: one that has not changed only forgets for nothing. */
export function holderVersion(): number {
  return version
}

/** An account or a token is about to change. */
export function noteHolderChange(): void {
  version++
}
