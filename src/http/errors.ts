/** The one place where a failure becomes an answer. */
import type { components } from '../../generated/types.ts'
import { errorStatus } from '../../generated/operations.ts'
import type { Scope } from '../core/apiToken.ts'
import { Problem, type ErrorCode } from '../core/problem.ts'

type Contract = components['schemas']
type Same<A, B> = [A, B] extends [B, A] ? true : false
/** Stops compiling when the contract's error codes and the core's drift apart. */
true satisfies Same<ErrorCode, Contract['ErrorCode']>
/** Likewise for what a token may do. */
true satisfies Same<Scope, Contract['Scope']>

/** The answer to a failed request: status, envelope and the headers that belong to the status. */
export interface Failure {
  status: number
  body: Contract['ErrorEnvelope']
  headers: Record<string, string>
}

/** Translates whatever was thrown: a Problem as it says, anything else into `internal_error`. */
export function toFailure(thrown: unknown, requestId: string): Failure {
  const problem = thrown instanceof Problem ? thrown : internalError()
  const { code, message, details, retryAfterS } = problem
  return {
    status: errorStatus[code],
    body: {
      success: false,
      error: {
        code,
        message,
        request_id: requestId,
        ...(details.length > 0 ? { details: [...details] } : {}),
        ...(retryAfterS === undefined ? {} : { retry_after: retryAfterS }),
      },
    },
    headers: {
      ...(code === 'unauthorized' ? { 'WWW-Authenticate': 'Bearer' } : {}),
      ...(retryAfterS === undefined ? {} : { 'Retry-After': String(retryAfterS) }),
    },
  }
}

/** What belongs in the log: the cause behind a Problem, or a failure that nobody foresaw; undefined when there is nothing to say. */
export function causeOf(thrown: unknown): unknown {
  return thrown instanceof Problem ? thrown.cause : thrown
}

function internalError(): Problem {
  return new Problem('internal_error', 'Something went wrong on our side. Report the request_id if it stays that way.')
}
