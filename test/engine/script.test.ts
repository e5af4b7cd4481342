import { afterEach, beforeEach, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { type EngineCall, lockCalls } from '../../src/store/calls/lock.ts'
import type { Store } from '../../src/store/open.ts'
import { createScriptLoader, MAX_KEPT } from '../../src/engine/talking/script.ts'
import { createCall, PERSON } from '../support/client.ts'
import { rejectionOf } from '../support/rejection.ts'
import { openTestApp, type TestApp } from '../support/testApp.ts'

let app: TestApp
beforeEach(async () => {
  app = await openTestApp()
})
afterEach(() => app.close())

/** A call of a playbook that says `words`; of nobody whom the service knows. */
async function callThatSays(words: string): Promise<EngineCall> {
  const playbook_id = await app.addPlaybook({ first_message: words })
  const id = await createCall(app, { playbook_id, phone: PERSON, launch_at: '2026-12-24T09:00:00' })
  const [item] = await app.store.transaction((tx) => lockCalls(tx, [id]))
  return { ...item!, contactId: null }
}

/** The store, and how often it was read. */
function countReads(): { store: Store; reads: () => number } {
  let reads = 0
  const { store } = app
  const counting: Store = {
    transaction: (work) => store.transaction(work),
    read: (work) => store.read(work),
    isShared: store.isShared,
    upkeep: store.upkeep,
    close: () => store.close(),
    get db() {
      reads++
      return store.db
    },
  }
  return { store: counting, reads: () => reads }
}

test('calls with the same configuration have it read once, however many begin together', async () => {
  const item = await callThatSays('Hello.')
  const { store, reads } = countReads()
  const load = createScriptLoader(store)
  const scripts = await Promise.all([load(item), load(item)])
  scripts.push(await load(item))
  expect(scripts.map(({ config }) => config.first_message)).toEqual(['Hello.', 'Hello.', 'Hello.'])
  expect(reads()).toBe(1)
})

test('each call gets its own configuration', async () => {
  const items = [await callThatSays('Hello.'), await callThatSays('Good day.')]
  const load = createScriptLoader(app.store)
  for (const item of [...items, ...items]) {
    expect((await load(item)).config.first_message).toBe(item === items[0] ? 'Hello.' : 'Good day.')
  }
})

test('a configuration that could not be read is read again', async () => {
  const item = { ...(await callThatSays('Hello.')), configHash: 'late' }
  const load = createScriptLoader(app.store)
  expect(await rejectionOf(load(item))).toBeInstanceOf(Error)
  await sql`
    insert into configurations (account_id, hash, config)
    values (${item.accountId}::uuid, 'late', '{"first_message": "Here I am."}')`.execute(app.store.db)
  expect((await load(item)).config.first_message).toBe('Here I am.')
})

test('those used last are kept, and no more than a bounded number', async () => {
  const item = await callThatSays('Hello.')
  await sql`
    insert into configurations (account_id, hash, config)
    select ${item.accountId}::uuid, 'other-' || number, '{}' from generate_series(1, ${MAX_KEPT}::integer) as number`.execute(
    app.store.db,
  )
  const { store, reads } = countReads()
  const load = createScriptLoader(store)
  const other = (number: number): EngineCall => ({ ...item, configHash: `other-${number}` })
  await load(item)
  for (let number = 1; number < MAX_KEPT; number++) await load(other(number))
  await load(item)
  expect(reads()).toBe(MAX_KEPT)
  await load(other(MAX_KEPT))
  await load(item)
  expect(reads()).toBe(MAX_KEPT + 1)
  await load(other(1))
  expect(reads()).toBe(MAX_KEPT + 2)
})
