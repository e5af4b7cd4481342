/** Bodies that take long to read: most of them are made to keep others waiting, the last is as large as an honest one gets. */
import { DEMO_PLAYBOOK_ID } from '../../src/firstStart.ts'
import { LAUNCH_AT } from './servers.ts'

const MIB = 1024 * 1024
const LONGEST_LIST = 100_000

export interface LargeBody {
  what: string
  text: string
  /** What it is answered with. */
  status: number
}

/** Made one after the other; `scale` is 1 for the whole size. */
export function* largeBodies(scale: number): Generator<LargeBody> {
  const many = Math.ceil(LONGEST_LIST * scale)
  yield { what: '60 MiB of line breaks', text: '\n'.repeat(60 * MIB * scale), status: 400 }
  const list = `[${Array.from({ length: many }, () => '{}').join()}]`
  yield {
    what: '200 lists of 100,000 {}',
    text: `{"x":[${Array.from({ length: 200 }, () => list).join()}]}`,
    status: 400,
  }
  yield { what: 'one text of 64 MiB', text: JSON.stringify({ x: 'x'.repeat(64 * MIB * scale - 10) }), status: 400 }
  const keys = Array.from({ length: 10 * many }, (_, index) => `"key ${index}":0`)
  yield { what: 'an object of a million keys', text: `{"x":{${keys.join()}}}`, status: 400 }
  const odd = Array.from({ length: many }, (_, index) => `{"key ${index}":0}`)
  yield { what: '100,000 objects with a key of their own each', text: `{"x":[${odd.join()}]}`, status: 400 }
  const faulty = Array.from({ length: many }, () => '{"first_name":1,"city":{},"phone":0}')
  yield { what: '100,000 contacts full of faults', text: `{"contacts":[${faulty.join()}]}`, status: 400 }
  yield { what: '100,000 contacts with all fields', text: fullCampaign(many), status: 202 }
}

function fullCampaign(size: number): string {
  const contacts = Array.from({ length: size }, (_, index) => ({
    phone: `+49303${String(500_000_000 + index)}`,
    first_name: 'Ada',
    last_name: 'Lovelace',
    email: `ada.${index}@example.com`,
    company: 'Analytical Engines Ltd',
    job_title: 'Chief mathematician',
    address: "12 St James's Square",
    city: 'London',
    state: 'England',
    country: 'United Kingdom',
    postal_code: 'SW1Y 4JH',
    timezone: 'Europe/London',
    utm_source: 'newsletter',
    utm_medium: 'email',
    utm_campaign: 'autumn-check-up',
    utm_term: 'dentist',
    utm_content: 'button-top',
    custom_fields: { plan: 'premium', visits: index },
  }))
  return JSON.stringify({ playbook_id: DEMO_PLAYBOOK_ID, launch_at: LAUNCH_AT, contacts })
}
