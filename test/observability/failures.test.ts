/** What goes wrong is told, with the ids that it concerns, and without the number in its message. */
import { afterEach, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { createLog } from '../../src/observability/log.ts'
import { createCall, MINUTE, PERSON } from '../support/client.ts'
import { openTestApp, START, type TestApp } from '../support/testApp.ts'

let app: TestApp
afterEach(() => app.close())

/** The log as it is written. */
function written(): Record<string, unknown>[] {
  const lines: string[] = []
  const log = createLog({ now: () => START, write: (line) => lines.push(line) })
  for (const { level, message, detail } of app.logged) log(level, message, detail)
  expect(lines.join('\n')).not.toContain('1500555')
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
}

test('a carrier that fails in the middle of a talk is told with call and attempt', async () => {
  app = await openTestApp({
    carrier: (simulator) => ({
      ...simulator,
      line: {
        ...simulator.line,
        speak: () => {
          throw new Error(`no way to speak to ${PERSON}`)
        },
      },
    }),
  })
  const callId = await createCall(app, { phone: PERSON, playbook_id: await app.addPlaybook() })
  await app.advanceBy(MINUTE)
  expect(written()).toContainEqual(
    expect.objectContaining({
      level: 'error',
      call_id: callId,
      attempt_id: app.dials[0]?.attemptId,
      cause: 'Error: no way to speak to +15…00',
    }),
  )
})

test('a database that refuses an event or a request, naming the number, is told with the ids of either', async () => {
  app = await openTestApp()
  await sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'not %', new.phone; end $$`.execute(app.store.db)
  await sql`create trigger refuse before update on attempts for each row execute function refuse()`.execute(
    app.store.db,
  )
  await sql`create trigger refuse before insert on suppressions for each row execute function refuse()`.execute(
    app.store.db,
  )
  try {
    const callId = await createCall(app, { phone: PERSON, playbook_id: await app.addPlaybook() })
    await app.advanceBy(MINUTE)
    const { headers, status } = await app.post('/suppressions', { phone: PERSON })
    expect(status).toBe(500)
    const lines = written()
    expect(lines).toContainEqual(
      expect.objectContaining({ message: 'an event could not be stored', attempt_id: app.dials[0]?.attemptId }),
    )
    expect(lines).toContainEqual(
      expect.objectContaining({
        message: 'a request failed',
        request_id: headers.get('x-request-id'),
        operation: 'createSuppression',
        cause: expect.stringContaining('not +15…00'),
      }),
    )
    expect(callId).toBeString()
  } finally {
    await sql`drop function refuse cascade`.execute(app.store.db)
  }
})
