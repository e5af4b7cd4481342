import type { components } from '../../../generated/types.ts'
import type { NumberRecord } from '../../store/numbers/numbers.ts'
import { presentInstant } from './instant.ts'

export function presentNumber(number: NumberRecord): components['schemas']['PhoneNumber'] {
  return {
    id: number.id,
    phone: number.phone,
    playbook_id: number.playbookId,
    label: number.label,
    created_at: presentInstant(number.createdAt),
    updated_at: presentInstant(number.updatedAt),
  }
}
