/**
 * What can happen in a history, and how a seed makes one. Commands name things by their place among those that there
 * are at the time ("the third campaign"), so that a history makes sense with any of its commands left out.
 */
import { type Chance, chanceOf } from './draw.ts'
import { profileOf } from './profile.ts'

export type Command =
  | {
      do: 'call'
      account: number
      phone: number
      launchMin: number | null
      recall: number[]
      keyed: boolean
      version: number | null
    }
  | {
      do: 'campaign'
      account: number
      phones: number[]
      launchMin: number | null
      recall: number[]
      hours: number | null
      keyed: boolean
    }
  | { do: 'pause' | 'resume' | 'cancelCampaign' | 'cancelCall' | 'repeat'; account: number; nth: number }
  | { do: 'edit' | 'commit'; account: number }
  | { do: 'promote'; account: number; nth: number }
  | { do: 'suppress'; account: number; phone: number }
  | { do: 'unsuppress'; account: number; nth: number }
  | { do: 'settings'; account: number; change: Settings }
  | { do: 'ring'; account: number; phone: number }
  | { do: 'spy'; account: number; nth: number }
  | { do: 'wait'; ms: number }
  | { do: 'stop'; downMs: number }
  | { do: 'crash'; atStatement: number; when: 'before' | 'after'; downMs: number }
  | { do: 'crashAtRequest'; atRequest: number; when: 'before' | 'after'; downMs: number }
  | { do: 'databaseAway' | 'diskFull' | 'carrierAway' | 'sleep'; ms: number }
  | { do: 'loseCommit'; nth: number }
  | { do: 'setClock'; skewMs: number }
  /** Requests that are sent at the same time. */
  | { do: 'together'; commands: Command[] }

export interface Settings {
  timezone?: string
  calling_hours?: { windows: { days: string[]; from: string; to: string }[] } | null
  attempt_limit?: { max: number; window_hours: number } | null
  lines?: { calls_per_second?: number | null; calls_at_once?: number | null; reserved_for_inbound?: number }
}

/** Numbers that are called; few, so that calls meet at them. */
export const PHONES = 6
export const ACCOUNTS = 2

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const ZONES = ['UTC', 'Europe/Paris', 'America/New_York', 'Asia/Kolkata']
const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** Hours that a campaign or an account may have; all days, because a history lasts a day or two. */
export const HOURS = [
  { windows: [{ days: DAYS, from: '09:00', to: '18:00' }] },
  { windows: [{ days: DAYS, from: '01:30', to: '02:30' }] },
  {
    windows: [
      { days: DAYS, from: '00:00', to: '02:00' },
      { days: DAYS, from: '03:00', to: '12:00' },
    ],
  },
]

/** The history of a seed. */
export function historyOf(seed: number): Command[] {
  const chance = chanceOf(seed, 'history')
  const { calm, commands } = profileOf(seed)
  const makers = calm ? CALM : [...CALM, ...TROUBLE]
  const weight = makers.reduce((sum, [share]) => sum + share, 0)
  const draw = (): Command => {
    let left = chance.next() * weight
    const [, make] = makers.find(([share]) => (left -= share) < 0) ?? makers[0]!
    return make(chance)
  }
  return Array.from({ length: commands }, () => {
    const command = draw()
    const second = SECONDS[chance.whole(0, SECONDS.length - 1)]!(chance)
    const isPair = chance.happens(0.2) && isRequest(command)
    return isPair ? { do: 'together', commands: [command, second] } : command
  })
}

function isRequest(command: Command): boolean {
  return 'account' in command && command.do !== 'spy'
}

type Maker = readonly [weight: number, make: (chance: Chance) => Command]

const account = (chance: Chance): number => (chance.happens(0.7) ? 0 : 1)
const phone = (chance: Chance): number => chance.whole(0, PHONES - 1)
const nth = (chance: Chance): number => chance.whole(0, 20)
const launch = (chance: Chance): number | null => (chance.happens(0.6) ? null : chance.pick([1, 7, 45, 90, 400]))
const down = (chance: Chance): number => chance.pick([SECOND_MS, 3 * SECOND_MS, MINUTE_MS, 11 * MINUTE_MS])

function recall(chance: Chance): number[] {
  const delays = Array.from({ length: chance.whole(0, 4) }, () => chance.pick([1, 2, 3, 5, 30, 61, 240]))
  return [...new Set(delays)].toSorted((a, b) => a - b)
}

function wait(chance: Chance): number {
  const scale = chance.pick([SECOND_MS, 20 * SECOND_MS, 3 * MINUTE_MS, HOUR_MS, 5 * HOUR_MS])
  return chance.whole(1, scale)
}

function call(chance: Chance): Command {
  return {
    do: 'call',
    account: account(chance),
    phone: phone(chance),
    launchMin: launch(chance),
    recall: recall(chance),
    keyed: chance.happens(0.6),
    version: chance.happens(0.2) ? nth(chance) : null,
  }
}

function campaign(chance: Chance, hours: number | null): Command {
  return {
    do: 'campaign',
    account: account(chance),
    phones: Array.from({ length: chance.whole(1, 7) }, () => phone(chance)),
    launchMin: launch(chance),
    recall: recall(chance),
    hours,
    keyed: chance.happens(0.6),
  }
}

/** What may be sent at the same time as another request, without the two hiding from the invariants what either did. */
const SECONDS: readonly ((chance: Chance) => Command)[] = [
  call,
  (c) => campaign(c, null),
  (c) => ({ do: 'cancelCall', account: account(c), nth: nth(c) }),
  (c) => ({ do: 'suppress', account: account(c), phone: phone(c) }),
  (c) => ({ do: 'ring', account: account(c), phone: phone(c) }),
]

/** What happens in a calm world: nothing that would hold a dial up. */
const CALM: readonly Maker[] = [
  [9, call],
  [6, (c) => campaign(c, null)],
  [1, (c) => ({ do: 'cancelCall', account: account(c), nth: nth(c) })],
  [2, (c) => ({ do: 'edit', account: account(c) })],
  [1, (c) => ({ do: 'commit', account: account(c) })],
  [1, (c) => ({ do: 'promote', account: account(c), nth: nth(c) })],
  [1, (c) => ({ do: 'suppress', account: account(c), phone: phone(c) })],
  [1, (c) => ({ do: 'ring', account: account(c), phone: phone(c) })],
  [1, (c) => ({ do: 'spy', account: account(c), nth: nth(c) })],
  [1, (c) => ({ do: 'repeat', account: account(c), nth: nth(c) })],
  [10, (c) => ({ do: 'wait', ms: wait(c) })],
]

const TROUBLE: readonly Maker[] = [
  [4, (c) => ({ do: 'settings', account: account(c), change: settings(c) })],
  [3, (c) => ({ do: 'pause', account: account(c), nth: nth(c) })],
  [1, (c) => ({ do: 'resume', account: account(c), nth: nth(c) })],
  [1, (c) => ({ do: 'cancelCampaign', account: account(c), nth: nth(c) })],
  [1, (c) => ({ do: 'unsuppress', account: account(c), nth: nth(c) })],
  [2, (c) => campaign(c, c.whole(0, HOURS.length - 1))],
  [1, (c) => ({ do: 'stop', downMs: down(c) })],
  [4, (c) => ({ do: 'crash', atStatement: c.whole(1, 60), when: c.pick(['before', 'after']), downMs: down(c) })],
  [1, (c) => ({ do: 'crashAtRequest', atRequest: c.whole(1, 4), when: c.pick(['before', 'after']), downMs: down(c) })],
  [1, (c) => ({ do: 'databaseAway', ms: c.whole(1, 5 * MINUTE_MS) })],
  [1, (c) => ({ do: 'diskFull', ms: c.whole(1, 5 * MINUTE_MS) })],
  [1, (c) => ({ do: 'carrierAway', ms: c.whole(1, 10 * MINUTE_MS) })],
  [1, (c) => ({ do: 'loseCommit', nth: c.whole(1, 10) })],
  [1, (c) => ({ do: 'setClock', skewMs: c.pick([-HOUR_MS, 0, 0, HOUR_MS]) })],
  [0.5, () => ({ do: 'sleep', ms: 8 * HOUR_MS })],
]

function settings(chance: Chance): Settings {
  switch (chance.whole(0, 4)) {
    case 0:
      return { calling_hours: chance.happens(0.3) ? null : chance.pick(HOURS) }
    case 1:
      return { timezone: chance.pick(ZONES) }
    case 2:
      return {
        attempt_limit: chance.happens(0.3) ? null : { max: chance.whole(1, 4), window_hours: chance.whole(1, 6) },
      }
    case 3:
      return { lines: { calls_per_second: chance.pick([null, 1, 2, 3]) } }
    default:
      return { lines: { calls_at_once: chance.pick([null, 1, 2, 3]), reserved_for_inbound: chance.whole(0, 2) } }
  }
}
