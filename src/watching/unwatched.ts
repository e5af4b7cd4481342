import type { Watch } from '../ports/Watch.ts'

/** For a service that nobody watches over, such as a simulated one. */
export const UNWATCHED: Watch = {
  request: (_request, _about, answer) => answer(),
  transaction: (_of, run) => run(),
  batch: (_of, run) => run(() => undefined),
  callChanged: () => undefined,
  incomingRefused: () => undefined,
  clockJumped: () => undefined,
}
