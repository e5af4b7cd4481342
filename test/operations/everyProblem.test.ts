import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openTestApp, type TestApp } from '../support/testApp.ts'
import { refusal } from '../support/client.ts'

let app: TestApp
let playbook_id: string
beforeAll(async () => {
  app = await openTestApp()
  playbook_id = await app.addPlaybook()
})
afterAll(() => app.close())

describe('every problem of a body is reported at once', () => {
  test('of a call: wrong form, wrong meaning and unknown fields together', async () => {
    const body = {
      phone: '123',
      playbook_id,
      timezone: 'Mars/Phobos',
      recall: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
      params: 'none',
      extra: 1,
    }
    expect(refusal(await app.post('/call', body))).toEqual({
      status: 400,
      code: 'invalid_request',
      at: ['/phone', '/params', '/extra', '/timezone', '/recall'],
    })
  })

  test('of a campaign: of its contacts as well', async () => {
    const contacts = [
      { phone: '+15005550100', timezone: 'ABC3' },
      { phone: 'nobody' },
      { phone: '+19115550100', first_name: 7 },
    ]
    const answer = await app.post('/campaign', { playbook_id, contacts, launch_at: '2027-02-30T09:00:00' })
    expect(refusal(answer).at.toSorted()).toEqual([
      '/contacts/0/timezone',
      '/contacts/1/phone',
      '/contacts/2/first_name',
      '/contacts/2/phone',
      '/launch_at',
    ])
  })

  test('a field with a fault of form is named once, however many its meaning has', async () => {
    const answer = await app.post('/call', {
      phone: '+15005550100',
      playbook_id,
      recall: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0.5],
      bogus: true,
    })
    expect(refusal(answer).at.filter((pointer) => pointer.startsWith('/recall'))).toHaveLength(1)
  })

  test('a field that the operation does not have is unknown, whatever its meaning elsewhere', async () => {
    const answer = await app.post('/playbooks', { name: 'x', config: { agent: 'scripted' }, timezone: 'Mars/Phobos' })
    expect(refusal(answer)).toEqual({ status: 400, code: 'invalid_request', at: ['/timezone'] })
  })
})
