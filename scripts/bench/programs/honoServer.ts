/** The router that the service uses, alone: it finds the path, parses a body if there is one, and answers with a constant. */
import { Hono } from 'hono'
import { CALL_ANSWER, CREATED_ANSWER } from '../constantAnswers.ts'
import { answerQuestions } from '../program.ts'

const app = new Hono()
  .get('/calls/:call_id', (c) => c.json(CALL_ANSWER))
  .post('/call', async (c) => {
    await c.req.json()
    return c.json(CREATED_ANSWER, 201)
  })

const server = Bun.serve({ hostname: '127.0.0.1', port: 0, development: false, fetch: app.fetch })

answerQuestions(() => server.url.origin)
