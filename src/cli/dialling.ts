import { countWaitingCalls, releaseDialling } from '../store/nodes/diallingHold.ts'
import { reachService } from './control.ts'
import { withStore } from './database.ts'
import type { Shell } from './shell.ts'

/** Lets dialling go on that a restore has held; a service that runs begins within seconds. */
export async function resumeDialling(shell: Shell): Promise<void> {
  const { database } = shell.readConfig()
  const service = database.kind === 'directory' ? await reachService(database.path) : null
  if (service) {
    const { wasHeld } = await service.ask<{ wasHeld: boolean }>('resume-dialling').finally(() => service.close())
    return shell.write(wasHeld ? 'The service goes on dialling.\n' : NOT_HELD)
  }
  await withStore(shell, { mustExist: true }, async (store) => {
    const wasHeld = await store.transaction(releaseDialling)
    const { due } = await countWaitingCalls(store.db, shell.clock.now())
    shell.write(wasHeld ? `Dialling is no longer held. ${due} calls are due.\n` : NOT_HELD)
  })
}

const NOT_HELD = 'Dialling was not held.\n'
