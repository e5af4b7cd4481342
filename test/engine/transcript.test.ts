import { afterEach, expect, test } from 'bun:test'
import { createCall, readCall, success } from '../support/client.ts'
import { openTestApp, type TestApp } from '../support/testApp.ts'

let app: TestApp
afterEach(() => app.close())

const PERSON = '+15005550100'

test('a turn keeps 5,000 characters, and no half of one', async () => {
  app = await openTestApp()
  const playbook_id = await app.addPlaybook({ first_message: 'a{{ note }}' })
  const callId = await createCall(app, { phone: PERSON, playbook_id, params: { note: '😀'.repeat(4_000) } })
  await app.advanceBy(3_600_000)
  const said = (await readCall(app, callId)).transcript?.find(({ role }) => role === 'agent')?.text ?? ''
  expect(said).toHaveLength(5_000)
  expect(said.startsWith('a😀😀')).toBe(true)
  expect(said.isWellFormed()).toBe(true)
  success(await app.get(`/calls/${callId}`))
})
