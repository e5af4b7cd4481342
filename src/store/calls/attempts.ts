/** What happened on a call, as a client reads it. */
import { sql } from 'kysely'
import type { Disposition } from '../../core/call.ts'
import type { Instant } from '../../core/time.ts'
import type { Store } from '../open.ts'
import { toInstant } from '../schema/moments.ts'

export interface AttemptRecord {
  number: number
  dialedAt: Instant
  ringingAt: Instant | null
  answeredAt: Instant | null
  endedAt: Instant | null
  disposition: Disposition | null
  carrier: string
  carrierCallId: string | null
  /** What was said on it, in order. */
  turns: TurnRecord[]
}

export interface TurnRecord {
  role: 'agent' | 'callee'
  text: string
  at: Instant
}

interface Row {
  /** Whose it is: 1 for the first that is wanted. */
  place: number
  number: number
  dialed_at: Date
  ringing_at: Date | null
  answered_at: Date | null
  ended_at: Date | null
  disposition: Disposition | null
  carrier: string
  carrier_call_id: string | null
  /** Role, text, and RFC 3339 text of the instant; null when nothing was said. */
  turns: [TurnRecord['role'], string, string][] | null
}

/**
 * All attempts of calls and what was said on them, in order; of each call, in the order in which they are wanted. In one
 * statement, so that both are of one moment.
 */
export async function listAttempts(
  db: Store['db'],
  wanted: readonly { accountId: string; callId: string }[],
): Promise<AttemptRecord[][]> {
  const accountIds = wanted.map(({ accountId }) => accountId)
  const callIds = wanted.map(({ callId }) => callId)
  const { rows } = await sql<Row>`
    select wanted.place, number, dialed_at, ringing_at, answered_at, ended_at, disposition, carrier, carrier_call_id,
      (select json_agg(json_build_array(turns.role, turns.text, turns.at) order by turns.seq)
        from turns where turns.attempt_id = attempts.id) as turns
    from unnest(${accountIds}::uuid[], ${callIds}::uuid[]) with ordinality as wanted(account_id, call_id, place)
    join attempts on attempts.account_id = wanted.account_id and attempts.call_id = wanted.call_id
    order by number`.execute(db)
  const byPlace = Map.groupBy(rows, ({ place }) => place)
  return wanted.map((_, index) => (byPlace.get(index + 1) ?? []).map(toAttempt))
}

function toAttempt(row: Row): AttemptRecord {
  return {
    number: row.number,
    dialedAt: toInstant(row.dialed_at),
    ringingAt: toInstant(row.ringing_at),
    answeredAt: toInstant(row.answered_at),
    endedAt: toInstant(row.ended_at),
    disposition: row.disposition,
    carrier: row.carrier,
    carrierCallId: row.carrier_call_id,
    turns: (row.turns ?? []).map(([role, text, at]) => ({ role, text, at: Date.parse(at) })),
  }
}
