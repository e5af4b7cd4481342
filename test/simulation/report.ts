/** Looks for a history that breaks a promise, and tells of it in its shortest form. */
import type { Store } from '../../src/store/open.ts'
import { type Command, historyOf } from './commands.ts'
import { type Outcome, simulate } from './run.ts'
import { shrink } from './shrink.ts'

/** The last lines of a failure's log that are worth printing. */
const LAST_LINES = 60

/**
 * Runs the seeds from `from` on, `count` of them, and answers a report on the first that fails, or null when none does.
 * `told` hears of each after it has run.
 */
export async function findFailure(
  base: Store,
  { from, count, shrinks = true }: { from: number; count: number; shrinks?: boolean },
  told: (outcome: Outcome) => void = () => {},
): Promise<string | null> {
  for (let seed = from; seed < from + count; seed++) {
    const outcome = await simulate(base, seed)
    told(outcome)
    if (outcome.failure)
      return shrinks ? reportFailure(base, outcome) : `Seed ${seed} fails: ${outcome.failure.message}`
  }
  return null
}

async function reportFailure(base: Store, outcome: Outcome): Promise<string> {
  const { seed } = outcome
  const kind = kindOf(outcome)
  const isSame = async (history: Command[]): Promise<boolean> => kindOf(await simulate(base, seed, history)) === kind
  const shortest = await shrink(historyOf(seed).slice(0, (outcome.failure?.step ?? 0) + 1), isSame)
  const { failure, log } = await simulate(base, seed, shortest)
  return [
    `Seed ${seed} fails: ${failure?.message ?? outcome.failure?.message}`,
    'The shortest history:',
    ...shortest.map((command) => `  ${JSON.stringify(command)}`),
    'What happened at its end:',
    ...log.slice(-LAST_LINES).map((line) => `  ${line}`),
  ].join('\n')
}

/** The promise that was broken, without the particulars. */
function kindOf({ failure }: Outcome): string {
  return failure?.message.split(': ')[0] ?? 'none'
}
