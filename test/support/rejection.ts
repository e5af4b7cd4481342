/** The Error that a promise rejects with. Throws when it is fulfilled, or rejects with anything else. */
export async function rejectionOf(promise: Promise<unknown>): Promise<Error> {
  const reason: unknown = await promise.then(
    () => new Unexpected('The promise was to be rejected, and was fulfilled.'),
    (thrown: unknown) => thrown,
  )
  if (reason instanceof Unexpected || !(reason instanceof Error)) throw reason
  return reason
}

class Unexpected extends Error {}
