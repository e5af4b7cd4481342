import { createCall, createCampaign, getCall, listCalls, type Recall } from './client/index.js'
import { client } from './client/client.gen.js'

const { PLAYCALL_URL = '', PLAYCALL_TOKEN = '', PLAYCALL_PLAYBOOK = '' } = process.env
client.setConfig({ baseUrl: PLAYCALL_URL, auth: PLAYCALL_TOKEN })

/** Places a call and reads it back. */
async function placeCall() {
  const created = await createCall({
    body: { phone: '+15005550100', playbook_id: PLAYCALL_PLAYBOOK, firstname: 'Ada', params: { order: 1842 } },
    throwOnError: true,
  })
  const { data } = await getCall({ path: { call_id: created.data.data.call_id }, throwOnError: true })
  return { call_id: data.data.id, phone: data.data.phone, params: data.data.params }
}

/** Calls three contacts, who are tried again after half an hour and after an hour. */
async function callContacts(recall: Recall, phones: string[]) {
  const contacts = phones.map((phone) => ({ phone, first_name: 'Grace', custom_fields: { plan: 'gold' } }))
  const { data } = await createCampaign({
    body: { playbook_id: PLAYCALL_PLAYBOOK, contacts, recall },
    throwOnError: true,
  })
  return { campaign_id: data.data.campaign_id, calls: data.data.calls }
}

/** Reads the whole list of calls, two at a time. */
async function listAllCalls() {
  const call_ids: string[] = []
  let pages = 0
  const query: { limit: number; cursor?: string } = { limit: 2 }
  for (;;) {
    const { data } = await listCalls({ query, throwOnError: true })
    call_ids.push(...data.data.items.map((call) => call.id))
    pages += 1
    const cursor = data.data.next_cursor
    if (cursor === null) return { pages, call_ids }
    query.cursor = cursor
  }
}

/** Asks for what is refused: more retries than there may be. */
async function beRefused() {
  const { error, response } = await createCall({
    body: { phone: '+15005550100', playbook_id: PLAYCALL_PLAYBOOK, recall: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] },
  })
  return { status: response?.status, code: error?.error.code, pointer: error?.error.details?.[0]?.pointer }
}

/** Asks too often, waits as long as it is told, and asks again. */
async function waitAtTheLimit() {
  for (;;) {
    const { error, response } = await listCalls({ query: { limit: 1 } })
    if (!error) continue
    const retry_after = error.error.retry_after ?? 0
    await new Promise((resolve) => setTimeout(resolve, retry_after * 1000))
    const again = await listCalls({ query: { limit: 1 } })
    return { status: response?.status, retry_after, then: again.response?.status }
  }
}

console.log(
  JSON.stringify({
    call: await placeCall(),
    campaigns: [
      await callContacts([30, 60], ['+15005550201', '+15005550202', '+15005550203']),
      await callContacts('[30,60]', ['+15005550301', '+15005550302', '+15005550303']),
    ],
    list: await listAllCalls(),
    refused: await beRefused(),
    limited: await waitAtTheLimit(),
  }),
)
