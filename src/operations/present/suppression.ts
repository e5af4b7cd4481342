import type { components } from '../../../generated/types.ts'
import type { SuppressionRecord } from '../../store/contacts/suppressions.ts'
import { presentInstant } from './instant.ts'

export function presentSuppression(suppression: SuppressionRecord): components['schemas']['Suppression'] {
  return {
    id: suppression.id,
    phone: suppression.phone,
    reason: suppression.reason,
    note: suppression.note,
    call_id: suppression.callId,
    created_at: presentInstant(suppression.createdAt),
  }
}
