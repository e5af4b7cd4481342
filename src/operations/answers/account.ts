import type { components } from '../../../generated/types.ts'
import type { Ceilings } from '../../core/ceilings.ts'
import type { AccountRecord } from '../../store/accounts.ts'
import { presentInstant } from './instant.ts'

export function presentAccount(account: AccountRecord): components['schemas']['Account'] {
  return {
    id: account.id,
    name: account.name,
    timezone: account.timeZone,
    limits: { per_second: account.limits.perSecond, per_minute: account.limits.perMinute },
    lines: {
      calls_per_second: account.lines.callsPerSecond,
      calls_at_once: account.lines.callsAtOnce,
      reserved_for_inbound: account.lines.reservedForInbound,
    },
    ceilings: presentCeilings(account.ceilings),
    calling_hours: account.callingHours,
    attempt_limit: account.attemptLimit,
    caller_id: account.callerId,
    created_at: presentInstant(account.createdAt),
  }
}

export function presentCeilings({ limits, lines }: Ceilings): components['schemas']['AccountCeilings'] {
  return {
    limits: { per_second: limits.perSecond, per_minute: limits.perMinute },
    lines: {
      calls_per_second: lines.callsPerSecond,
      calls_at_once: lines.callsAtOnce,
      reserved_for_inbound: lines.reservedForInbound,
    },
  }
}
