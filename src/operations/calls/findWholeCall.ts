import type { components } from '../../../generated/types.ts'
import { pieceOf } from '../../core/work.ts'
import { listAttempts } from '../../store/calls/attempts.ts'
import { findCalls } from '../../store/calls/read.ts'
import type { Context } from '../context.ts'
import { presentWholeCall } from '../present/call.ts'

/** A call with its attempts and what was said; null when the account has none with this id. */
export async function findWholeCall(
  callId: string,
  { account, now, store }: Context,
): Promise<components['schemas']['Call'] | null> {
  const wanted = { accountId: account.id, callId }
  const call = await store.read(pieceOf(findCalls, wanted))
  if (!call) return null
  // One that was never dialled has none.
  const attempts = call.attemptCount > 0 ? await store.read(pieceOf(listAttempts, wanted)) : []
  return presentWholeCall(call, attempts, now)
}
