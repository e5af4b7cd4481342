/** Bad inputs that are good JSON: numbers to call, campaigns, recalls, versions, templates, and times. */
import { bad, call, campaign, MIB, PHONE, refused, send, type BadInput } from './world.ts'

const phone = (name: string, text: string, outcome = bad('invalid_phone', '/phone')): BadInput => ({
  name,
  bytes: call({ phone: text }),
  outcome,
})

const contacts = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({ phone: `+15006${String(index).padStart(6, '0')}` }))

/** Stopped when it is to be spoken; see the test of a call with it. */
export const LOOP = '{% for a in (1..10000) %}{% for b in (1..10000) %}x{% endfor %}{% endfor %}'

const recall = (value: unknown, pointer = '/recall'): BadInput => ({
  name: `85/86 recall ${JSON.stringify(value)}`,
  bytes: call({ recall: value }),
  outcome: bad('invalid_recall', pointer),
})

/** All seventeen fields of a contact, wrong. */
const WRONG_FIELDS = [
  'first_name',
  'last_name',
  'email',
  'company',
  'job_title',
  'address',
  'city',
  'state',
  'country',
  'postal_code',
  'timezone',
]
const wrong = { phone: 1, ...Object.fromEntries(WRONG_FIELDS.map((name) => [name, 1])) }

/** To read and check 100,000 contacts takes a second by itself where the machine is busy. */
const HUGE_MS = 8_000

/** The largest body of them all, some 20 MB; read and checked to its end, for everything in it is wrong. */
export const LARGEST: BadInput = {
  name: '84 100,000 contacts with a dozen faults each',
  bytes: campaign({ contacts: Array.from({ length: 100_000 }, () => wrong) }),
  outcome: bad('invalid_request', '/contacts/0/phone'),
  deadlineMs: HUGE_MS,
}

export const DOMAIN: BadInput[] = [
  phone('74 Arabic digits', '+١٥٠٠٥٥٥٠١٠٠'),
  phone('75 a line break after a phone', `${PHONE}\n`),
  phone('76 tel:', `tel:${PHONE}`),
  phone('77 letters', '+1800FLOWERS'),
  phone('78 an extension', `${PHONE}x12`),
  phone('79 112', '112'),
  phone('79 911', '911'),
  phone('79 an emergency number with +', '+1911', bad('invalid_phone', '/phone')),
  phone('79 a premium-rate number', '+1 900 555 0123', bad('number_forbidden', '/phone')),
  phone('80 too few digits for its country', '+1234567'),
  phone('80 sixteen digits', '+1234567890123456'),
  { name: '82 no contacts', bytes: campaign({ contacts: [] }), outcome: bad('invalid_request', '/contacts') },
  {
    name: '83 100,001 contacts',
    bytes: campaign({ contacts: contacts(100_001) }),
    outcome: bad('invalid_request', '/contacts'),
    deadlineMs: HUGE_MS,
  },
  {
    name: '84 one bad contact at place 99,999',
    bytes: campaign({ contacts: contacts(100_000).with(99_999, { phone: 'x' }) }),
    outcome: bad('invalid_phone', '/contacts/99999/phone'),
    deadlineMs: HUGE_MS,
  },
  LARGEST,
  recall('[30,'),
  recall('30'),
  recall('[]]'),
  recall([0], '/recall/0'),
  recall([-1], '/recall/0'),
  recall([1e9], '/recall/0'),
  recall([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
  {
    name: '87 a version of no playbook',
    bytes: call({ version_id: '01a1e35e-c000-7c3e-9b1a-5d2f8e6c4a01' }),
    outcome: { taken: 201 },
  },
  {
    name: '88 a version_id of 10,000 characters',
    bytes: call({ version_id: 'v'.repeat(10_000) }),
    outcome: { taken: 201 },
  },
  ...['Mars/Phobos', 'ABC3', '+05:30'].map((zone): BadInput => ({
    name: `89-91 the time zone ${zone}`,
    bytes: call({ timezone: zone }),
    outcome: bad('invalid_timezone', '/timezone'),
  })),
  {
    name: '92 a template that loops 10^8 times is kept',
    bytes: send('POST /playbooks', () =>
      JSON.stringify({ name: 'x', config: { agent: 'scripted', first_message: LOOP } }),
    ),
    outcome: { taken: 201 },
  },
  {
    name: '93 braces in a contact',
    bytes: call({ firstname: '{{ 1 | plus: 1 }}{% for a in (1..9) %}' }),
    outcome: { taken: 201 },
  },
  {
    name: 'a playbook_id that is none',
    bytes: call({ playbook_id: 'x'.repeat(100) }),
    outcome: bad('invalid_request', '/playbook_id'),
  },
  {
    name: 'a campaign over 64 MiB',
    bytes: (world) => [
      send(
        'POST /campaign',
        () => '',
      )(world)[0]
        ?.toString()
        .replace('Content-Length: 0', `Content-Length: ${64 * MIB + 1}`) ?? '',
    ],
    outcome: refused(413, 'payload_too_large'),
  },
]

const launch = (number: number, text: string): BadInput => ({
  name: `${number} launch_at ${text}`,
  bytes: call({ launch_at: text }),
  outcome: bad('invalid_launch_at', '/launch_at'),
})
const nextYear = new Date().getUTCFullYear() + 1

export const TIMES: BadInput[] = [
  launch(94, `${nextYear}-02-30T09:00:00`),
  launch(95, `${nextYear}-02-01T24:00:00`),
  launch(95, `${nextYear}-02-01T09:00:60`),
  launch(98, '294277-01-01T00:00:00Z'),
  launch(98, '+294277-01-01T00:00:00Z'),
  launch(99, `${nextYear - 2}-02-01T09:00:00`),
  launch(100, `${nextYear}-11-21`),
]
