/** The least that a server can do: Bun's own, which parses a body if there is one, and answers with a constant. */
import { CALL_ANSWER, CREATED_ANSWER } from '../constantAnswers.ts'
import { answerQuestions } from '../program.ts'

const created = JSON.stringify(CREATED_ANSWER)
const call = JSON.stringify(CALL_ANSWER)
const headers = { 'Content-Type': 'application/json' }

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  development: false,
  fetch: async (request) => {
    if (request.method === 'GET') return new Response(call, { headers })
    await request.json()
    return new Response(created, { status: 201, headers })
  },
})

answerQuestions(() => server.url.origin)
