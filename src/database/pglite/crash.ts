/**
 * Notices when the embedded database has died. PGlite swallows every exception of its WebAssembly module but the one
 * that stands for an SQL error: after a stack overflow, a failed write or an abort it answers with no rows, or tries
 * the same message for ever, over memory in an unknown state. Here the first such exception is kept, and from then on
 * every query fails with it.
 */
import type { PGlite } from '@electric-sql/pglite'

/** The embedded database is dead and cannot be revived in this process: exit, and start again. `cause` is what killed it. */
export class EngineCrashed extends Error {
  override readonly name = 'EngineCrashed'
  constructor(cause: unknown) {
    super(`The embedded database crashed and Playcall must be started again: ${describe(cause)}`, { cause })
  }
}

/** A module that exits throws an object that is no Error. */
function describe(cause: unknown): string {
  return cause instanceof Error ? String(cause) : JSON.stringify(cause)
}

/** The exit status by which the module says "an SQL error was raised"; PGlite handles it. */
const SQL_ERROR_STATUS = 100

/** Of the module, what PGlite calls while it hands a message to Postgres. */
interface EngineModule {
  _PostgresMainLoopOnce: () => void
  stackRestore: (pointer: unknown) => void
  _PostgresSendReadyForQueryIfNecessary: () => void
  _pgl_pq_flush: () => void
}

/** Whether the engine has died. */
export interface CrashWatch {
  readonly crash: EngineCrashed | undefined
}

/**
 * Arms a running engine: from now on a crash fails the query that caused it and every later one, and is kept in the
 * watch. `onCrash` is called once, after the query has failed.
 */
export function watchEngine(engine: PGlite, onCrash: (error: EngineCrashed) => void): CrashWatch {
  const module: unknown = engine.Module
  if (!isEngineModule(module)) throw new Error('This version of PGlite cannot be watched: its module has changed.')
  const runMainLoop = module._PostgresMainLoopOnce
  const restoreStack = module.stackRestore
  const sendReady = module._PostgresSendReadyForQueryIfNecessary
  const flush = module._pgl_pq_flush
  let crash: EngineCrashed | undefined

  module._PostgresMainLoopOnce = () => {
    if (crash) throw crash
    try {
      runMainLoop()
    } catch (thrown) {
      if (!isSqlError(thrown)) {
        const error = new EngineCrashed(thrown)
        crash = error
        setImmediate(() => onCrash(error))
      }
      throw thrown
    }
  }
  // PGlite calls this where it swallows the exception, so a throw from here is the way out of its loop.
  module.stackRestore = (pointer) => {
    if (crash) throw crash
    restoreStack(pointer)
  }
  // These two run on the way out and would touch the dead engine.
  module._PostgresSendReadyForQueryIfNecessary = () => {
    if (!crash) sendReady()
  }
  module._pgl_pq_flush = () => {
    if (!crash) flush()
  }
  return {
    get crash() {
      return crash
    },
  }
}

function isEngineModule(value: unknown): value is EngineModule {
  const names = ['_PostgresMainLoopOnce', 'stackRestore', '_PostgresSendReadyForQueryIfNecessary', '_pgl_pq_flush']
  return typeof value === 'object' && value !== null && names.every((name) => name in value)
}

function isSqlError(thrown: unknown): boolean {
  return typeof thrown === 'object' && thrown !== null && 'status' in thrown && thrown.status === SQL_ERROR_STATUS
}
