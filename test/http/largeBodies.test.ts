/** A process of its own reads large bodies, and others are answered meanwhile. How fast, the benchmark `bodies` measures. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { largeBodies } from '../../scripts/bench/largeBodies.ts'
import { type Service, startService } from '../support/service.ts'
import { START_TIMEOUT_MS } from '../support/database.ts'

/** A tenth of the size: still seconds in one piece, were nobody let in between. */
const SCALE = 0.1

let service: Service
beforeAll(async () => {
  service = await startService()
}, START_TIMEOUT_MS)
afterAll(() => service.stop())

describe('others are answered while a body is read', () => {
  for (const { what, text, status } of largeBodies(SCALE)) {
    test(
      what,
      async () => {
        let answered = 0
        let isDone = false
        const answer = fetch(`${service.url}/campaign`, {
          method: 'POST',
          headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
          body: text,
        }).finally(() => (isDone = true))
        const isOver = (): boolean => isDone
        while (!isOver()) {
          const health = await fetch(`${service.url}/healthz`)
          expect(health.status).toBe(200)
          if (!isOver()) answered++
        }
        expect((await answer).status).toBe(status)
        expect(answered).toBeGreaterThan(1)
      },
      START_TIMEOUT_MS,
    )
  }
})
