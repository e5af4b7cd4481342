import { readFile } from 'node:fs/promises'
import { InvalidArgumentError } from 'commander'
import { Problem } from '../core/problem.ts'
import { DAY_MS, type Instant } from '../core/time.ts'
import { CommandError, type Shell, writeJson } from './shell.ts'
import { LONGEST_MS, type Progress, runSimulation, type Simulation } from './simulation.ts'
import { layTable } from './table.ts'

const MOST_SEED = 2 ** 31 - 1

/** Reads `--seed`. */
export function readSeed(text: string): number {
  const seed = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (seed <= MOST_SEED) return seed
  throw new InvalidArgumentError(`Write a whole number from 0 to ${MOST_SEED}.`)
}

/** Plays the campaign in a file through and prints what became of it. */
export async function simulate(shell: Shell, file: string, options: { seed: number; json?: boolean }): Promise<void> {
  const text = await read(file)
  const store = await shell.openStore({ kind: 'memory' })
  const bar = createProgressBar(shell)
  try {
    const { seed } = options
    const start = shell.clock.now()
    const simulation = await runSimulation(store, text, { seed, start, log: shell.log, onProgress: bar.show })
    bar.clear()
    if (options.json) writeJson(shell, present(simulation))
    else shell.write(describe(simulation))
  } catch (error) {
    bar.clear()
    throw error instanceof Problem ? new CommandError(describeProblem(file, error), { cause: error }) : error
  } finally {
    await store.close()
  }
}

async function read(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file)
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    throw new CommandError(`${file} cannot be read (${message}).`, { cause })
  }
}

function describeProblem(file: string, { message, details }: Problem): string {
  if (details.length === 0) return `${file} cannot be simulated: ${message}`
  const places = details.map((one) => `  ${one.pointer || '(the whole)'}: ${one.message}`)
  return [`${file} cannot be simulated:`, ...places].join('\n')
}

function present(simulation: Simulation): Record<string, unknown> {
  const { busiestMinute } = simulation
  return {
    seed: simulation.seed,
    began_at: presentInstant(simulation.beganAt),
    ended_at: presentInstant(simulation.endedAt),
    finished: isFinished(simulation),
    calls: simulation.calls,
    by_status: simulation.byStatus,
    by_ended_reason: simulation.byEndedReason,
    attempts: simulation.attempts,
    first_dial_at: presentInstant(simulation.firstDialAt),
    last_dial_at: presentInstant(simulation.lastDialAt),
    busiest_minute: busiestMinute && { at: presentInstant(busiestMinute.at), dials: busiestMinute.dials },
    talk_time_s: simulation.talkTimeS,
  }
}

const isFinished = ({ byStatus }: Simulation): boolean => UNFINISHED.every((status) => !byStatus[status])
const UNFINISHED = ['scheduled', 'initiated', 'ringing', 'in_progress']

const presentInstant = (at: Instant | null): string | null => (at === null ? null : new Date(at).toISOString())

function describe(simulation: Simulation): string {
  const { busiestMinute: busiest } = simulation
  const counts = (title: string, values: Record<string, number>): string[][] =>
    Object.entries(values).map(([name, count], index) => [index === 0 ? title : '', name, String(count)])
  const table = layTable([
    ['Calls', '', String(simulation.calls)],
    ...counts('by status', simulation.byStatus),
    ...counts('by reason', simulation.byEndedReason),
    ['Attempts', '', String(simulation.attempts)],
    ['First dial', toText(simulation.firstDialAt)],
    ['Last dial', toText(simulation.lastDialAt)],
    ['Busiest minute', busiest ? toText(busiest.at) : 'none', busiest ? `${busiest.dials} dials` : ''],
    ['Talk time', toDuration(simulation.talkTimeS)],
  ])
  return isFinished(simulation)
    ? table
    : `${table}Some calls have not ended after ${LONGEST_MS / DAY_MS} simulated days.\n`
}

const toText = (at: Instant | null): string =>
  at === null ? 'none' : `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** Hours, minutes and seconds. */
function toDuration(seconds: number): string {
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0')
  return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`
}

const BAR_WIDTH = 30
/** Often enough to look alive. */
const BAR_EVERY_MS = 100

/** A line that is written over and over while a person watches, and is gone at the end. */
function createProgressBar(shell: Shell): { show: (progress: Progress) => void; clear: () => void } {
  let shownAt = -Infinity
  return {
    show: ({ ended, total, now }) => {
      const at = shell.clock.now()
      if (!shell.isWatched || at - shownAt < BAR_EVERY_MS) return
      shownAt = at
      const done = Math.floor((BAR_WIDTH * ended) / total)
      const bar = '#'.repeat(done) + '.'.repeat(BAR_WIDTH - done)
      shell.writeError(`\r[${bar}] ${ended} of ${total} calls ended, ${toText(now)} simulated\u001b[K`)
    },
    clear: () => {
      if (shownAt !== -Infinity) shell.writeError('\r\u001b[K')
    },
  }
}
