/** The service's whole HTTP way, with a token that is known and operations that answer with a constant. */
import { doAlone } from '../../../src/core/work.ts'
import { operationIds, type Operations } from '../../../generated/operations.ts'
import { SCOPES } from '../../../src/core/apiToken.ts'
import { systemClock } from '../../../src/clocks/systemClock.ts'
import { mount } from '../../../src/http/mount.ts'
import { serve } from '../../../src/http/serve.ts'
import { CALL_ANSWER, CREATED_ANSWER } from '../constantAnswers.ts'
import { answerQuestions } from '../program.ts'
import { UNWATCHED } from '../../../src/observability/unwatched.ts'

const principal = {
  accountId: '01a1e3b1-25c0-7d4e-a1b2-c3d4e5f60701',
  tokenId: '01a1e3b1-25c0-7d4e-a1b2-c3d4e5f60702',
  tokenName: 'bench',
  scopes: SCOPES,
  expiresAt: null,
  timeZone: 'UTC',
  limits: { perSecond: 100_000, perMinute: 6_000_000 },
}

const refused = Object.fromEntries(operationIds.map((id) => [id, () => Promise.reject(new Error(`${id} is not here`))]))
const operations = {
  ...refused,
  createCall: () => Promise.resolve({ status: 201, body: CREATED_ANSWER }),
  getCall: () => Promise.resolve({ status: 200, body: CALL_ANSWER }),
} as unknown as Operations<null>

const answer = mount<null, null>({
  operations,
  createContext: () => null,
  findPrincipal: () => Promise.resolve(principal),
  findMeaningFaults: () => [],
  replies: {
    transaction: (work) => doAlone(null, work),
    findReply: () => Promise.resolve(null),
    saveReply: () => Promise.resolve(true),
  },
  defaultLimits: principal.limits,
  clock: systemClock,
  newId: () => Bun.randomUUIDv7('hex', systemClock.now()),
  health: { ready: () => Promise.resolve(true), isDiallingHeld: () => false, clock: () => 'steady' },
  isUnavailable: () => false,
  isDiskFull: () => false,
  log: (level, message, detail) => console.error(level, message, detail),
  watch: UNWATCHED,
})

const { url } = serve({ answer, hostname: '127.0.0.1', port: 0 })

answerQuestions(() => url)
