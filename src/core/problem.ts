/**
 * The one typed error of the edge. An operation that cannot do what it is asked throws a Problem; the HTTP layer turns it
 * into the failure envelope. The contract's schema `ErrorCode` is the list's definition, and src/http/errors.ts does not
 * compile when the two differ.
 */
export type ErrorCode =
  | 'invalid_request'
  | 'invalid_json'
  | 'invalid_phone'
  | 'invalid_recall'
  | 'invalid_launch_at'
  | 'invalid_timezone'
  | 'invalid_calling_hours'
  | 'invalid_cursor'
  | 'invalid_config'
  | 'above_ceiling'
  | 'number_forbidden'
  | 'unverified_caller_id'
  | 'unauthorized'
  | 'insufficient_scope'
  | 'playbook_forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'number_taken'
  | 'idempotency_in_progress'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'idempotency_mismatch'
  | 'rate_limited'
  | 'internal_error'
  | 'unavailable'

/** One thing wrong with a request: where it is (a JSON pointer into the named part), and what is accepted there. */
export interface ProblemDetail {
  in: 'body' | 'path' | 'query' | 'header'
  pointer: string
  code: ErrorCode
  message: string
}

/** More details help nobody and would make the answer as large as the request. */
export const MAX_DETAILS = 100

/**
 * A failure with two messages: `message` is fixed text for the client that says what to do, `cause` is for the log only.
 * `retryAfterS` is whole seconds.
 */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ErrorCode
  readonly details: readonly ProblemDetail[]
  readonly retryAfterS: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    options: { details?: readonly ProblemDetail[]; retryAfterS?: number; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.details = (options.details ?? []).slice(0, MAX_DETAILS)
    this.retryAfterS = options.retryAfterS
  }
}

/** Makes one Problem of everything found wrong with a request: the details' own code if they share one, else `invalid_request`. */
export function problemOf(details: readonly ProblemDetail[]): Problem {
  const [first] = details
  if (!first) throw new Error('a problem needs a detail')
  const code = details.every((detail) => detail.code === first.code) ? first.code : 'invalid_request'
  const message =
    details.length === 1 ? first.message : `The request has ${details.length} problems; each is listed in details.`
  return new Problem(code, message, { details })
}
