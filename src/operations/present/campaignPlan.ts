import type { components } from '../../../generated/types.ts'
import { localTime } from '../../core/campaignPlan.ts'
import type { Phone } from '../../core/phone.ts'
import type { Instant } from '../../core/time.ts'
import { presentInstant } from './instant.ts'

type Plan = components['schemas']['CampaignPlan']

const SAMPLE = 10

/** Who would be called, as they would be known then. */
export interface Callee {
  phone: Phone
  firstName: string | null
  timeZone: string
}

/** What a campaign would do. A dial names its callee by the place in the list. */
export function presentPlan(plan: {
  contacts: Plan['contacts']
  callees: readonly Callee[]
  suppressed: number
  dials: readonly { callee: number; at: Instant }[]
}): Plan {
  const { contacts, callees, suppressed, dials } = plan
  return {
    contacts,
    calls: callees.length,
    skipped: { suppressed },
    first_dial_at: presentInstant(dials[0]?.at ?? null),
    last_dial_at: presentInstant(dials.at(-1)?.at ?? null),
    sample: dials.slice(0, SAMPLE).map(({ callee, at }) => presentDial(callees[callee]!, at)),
  }
}

function presentDial({ phone, firstName, timeZone }: Callee, at: Instant): Plan['sample'][number] {
  return {
    phone,
    first_name: firstName,
    timezone: timeZone,
    dial_at: presentInstant(at),
    local_time: localTime(at, timeZone),
  }
}
