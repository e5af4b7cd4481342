import createClient from 'openapi-fetch'
import type { paths } from '../../../generated/types.ts'

const { PLAYCALL_URL = '', PLAYCALL_TOKEN = '', PLAYCALL_PLAYBOOK = '' } = process.env
const client = createClient<paths>({
  baseUrl: PLAYCALL_URL,
  headers: { Authorization: `Bearer ${PLAYCALL_TOKEN}` },
})

/** Places a call and reads it back. */
async function placeCall() {
  const { data, error } = await client.POST('/call', {
    body: { phone: '+15005550100', playbook_id: PLAYCALL_PLAYBOOK, firstname: 'Ada', params: { order: 1842 } },
  })
  if (error) throw new Error(error.error.message)
  const call_id = data.data.call_id
  const read = await client.GET('/calls/{call_id}', { params: { path: { call_id } } })
  if (read.error) throw new Error(read.error.error.message)
  return { call_id: read.data.data.id, phone: read.data.data.phone, params: read.data.data.params }
}

/** Calls three contacts, who are tried again after half an hour and after an hour. */
async function callContacts(recall: number[] | string, phones: string[]) {
  const contacts = phones.map((phone) => ({ phone, first_name: 'Grace', custom_fields: { plan: 'gold' } }))
  const { data, error } = await client.POST('/campaign', { body: { playbook_id: PLAYCALL_PLAYBOOK, contacts, recall } })
  if (error) throw new Error(error.error.message)
  return { campaign_id: data.data.campaign_id, calls: data.data.calls }
}

/** Reads the whole list of calls, two at a time. */
async function listCalls() {
  const call_ids: string[] = []
  let pages = 0
  const query: { limit: number; cursor?: string } = { limit: 2 }
  for (;;) {
    const { data, error } = await client.GET('/calls', { params: { query } })
    if (error) throw new Error(error.error.message)
    call_ids.push(...data.data.items.map((call) => call.id))
    pages += 1
    const cursor = data.data.next_cursor
    if (cursor === null) return { pages, call_ids }
    query.cursor = cursor
  }
}

/** Asks for what is refused: more retries than there may be. */
async function beRefused() {
  const { error, response } = await client.POST('/call', {
    body: { phone: '+15005550100', playbook_id: PLAYCALL_PLAYBOOK, recall: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] },
  })
  return { status: response.status, code: error?.error.code, pointer: error?.error.details?.[0]?.pointer }
}

/** Asks too often, waits as long as it is told, and asks again. */
async function waitAtTheLimit() {
  for (;;) {
    const { error, response } = await client.GET('/calls', { params: { query: { limit: 1 } } })
    if (!error) continue
    const retry_after = error.error.retry_after ?? 0
    await new Promise((resolve) => setTimeout(resolve, retry_after * 1000))
    const again = await client.GET('/calls', { params: { query: { limit: 1 } } })
    return { status: response.status, retry_after, then: again.response.status }
  }
}

console.log(
  JSON.stringify({
    call: await placeCall(),
    campaigns: [
      await callContacts([30, 60], ['+15005550201', '+15005550202', '+15005550203']),
      await callContacts('[30,60]', ['+15005550301', '+15005550302', '+15005550303']),
    ],
    list: await listCalls(),
    refused: await beRefused(),
    limited: await waitAtTheLimit(),
  }),
)
