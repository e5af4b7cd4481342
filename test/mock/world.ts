/** One of everything on a running service, made through its interface. */
import type { Service } from '../support/service.ts'

const DAY_MS = 86_400_000
let made = 0

/** Makes a playbook with a version, a call and a campaign that wait, a number and so on. Answers ids by their parameters' names. */
export async function prepareWorld(service: Service): Promise<Record<string, string>> {
  const serial = String(++made).padStart(4, '0')
  const launch_at = new Date(Date.now() + DAY_MS).toISOString()
  const phone = `+1202555${serial}`
  const config = { agent: 'scripted', first_message: 'Hello.' }
  const playbook = await post(service, '/playbooks', { name: `Sample ${serial}`, config })
  const playbook_id = playbook['id'] ?? ''
  const version = await post(service, `/playbooks/${playbook_id}/versions`, { message: 'First' })
  const call = await post(service, '/call', { phone, playbook_id, launch_at })
  const campaign = await post(service, '/campaign', { playbook_id, launch_at, contacts: [{ phone }] })
  const contact = await post(service, '/contacts', { phone }, 'PUT')
  const number = await post(service, '/numbers', { phone: `+1415555${serial}`, playbook_id })
  const suppression = await post(service, '/suppressions', { phone: `+1303555${serial}` })
  const token = await post(service, '/tokens', { name: 'Sample', scopes: ['calls:read'] })
  const ids = {
    playbook_id,
    version_id: version['version_id'],
    call_id: call['call_id'],
    campaign_id: campaign['campaign_id'],
    contact_id: contact['id'],
    number_id: number['id'],
    suppression_id: suppression['id'],
    token_id: token['id'],
  }
  return Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, id ?? '']))
}

async function post(service: Service, path: string, body: unknown, method = 'POST'): Promise<Record<string, string>> {
  const response = await fetch(service.url + path, {
    method,
    headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${method} ${path} was refused: ${await response.text()}`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is missing shows as an empty id
  return ((await response.json()) as { data: Record<string, string> }).data
}
