/**
 * What an account sets for itself, and what its operator allows it at most. What holds is the smaller of the two; the
 * account's own wish is kept, so that it holds again when the ceiling is lifted.
 */
export interface AccountSettings {
  limits: { perSecond: number; perMinute: number }
  /** Null: what the carrier takes. */
  lines: { callsPerSecond: number | null; callsAtOnce: number | null; reservedForInbound: number }
}

/** Null: no ceiling. */
export interface Ceilings {
  limits: { perSecond: number | null; perMinute: number | null }
  lines: { callsPerSecond: number | null; callsAtOnce: number | null; reservedForInbound: number | null }
}

/** What holds. */
export function underCeilings({ limits, lines }: AccountSettings, ceilings: Ceilings): AccountSettings {
  return {
    limits: {
      perSecond: atMost(limits.perSecond, ceilings.limits.perSecond),
      perMinute: atMost(limits.perMinute, ceilings.limits.perMinute),
    },
    lines: {
      callsPerSecond: lower(lines.callsPerSecond, ceilings.lines.callsPerSecond),
      callsAtOnce: lower(lines.callsAtOnce, ceilings.lines.callsAtOnce),
      reservedForInbound: atMost(lines.reservedForInbound, ceilings.lines.reservedForInbound),
    },
  }
}

export function atMost(value: number, ceiling: number | null): number {
  return ceiling === null ? value : Math.min(value, ceiling)
}

function lower(value: number | null, ceiling: number | null): number | null {
  return value === null ? ceiling : atMost(value, ceiling)
}
