/** Bun and the embedded database with the service's settings, and nothing else. Argument: a data directory that is there. */
import { openEngine } from '../embedded.ts'
import { answerQuestions } from '../program.ts'

const engine = await openEngine(process.argv[2] ?? '')

answerQuestions(async () => {
  await engine.query('select 1')
  return null
})
