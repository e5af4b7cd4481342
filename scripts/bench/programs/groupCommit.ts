/**
 * How many calls a second the embedded database can take at all: their rows, so many in a transaction, every
 * transaction on the disk before the next begins. Argument: the data directory, which is made.
 */
import { callParameters, type Ids, IDS_QUERY, INSERT_CALL, INSERT_CONTACT } from '../callRows.ts'
import { openSession, prepareDirectory } from '../embedded.ts'
import { answerQuestions } from '../program.ts'

export interface LimitQuestion {
  measureMs: number
  /** Calls that share a commit. */
  batch: number
}

export interface LimitAnswer {
  perSecond: number
}

const directory = process.argv[2] ?? ''
await prepareDirectory(directory)
const session = await openSession(directory)
const ids = session.execute(IDS_QUERY, []).rows[0] as unknown as Ids
let number = 0

function insertBatch(batch: number): void {
  session.begin('start transaction')
  for (let index = 0; index < batch; index++) {
    const { contact, call } = callParameters(ids, number++)
    session.execute(INSERT_CONTACT, contact)
    session.execute(INSERT_CALL, call)
  }
  if (!session.commit()) throw new Error('the transaction was rolled back')
}

async function measure({ measureMs, batch }: LimitQuestion): Promise<LimitAnswer> {
  const first = number
  const began = performance.now()
  while (performance.now() - began < measureMs) {
    insertBatch(batch)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { perSecond: ((number - first) * 1000) / (performance.now() - began) }
}

answerQuestions(measure)
