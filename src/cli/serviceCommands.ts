/** What the service does for commands while it runs. */
import type { Store } from '../store/open.ts'
import { releaseDialling } from '../store/diallingHold.ts'
import type { Upkeep } from '../store/upkeep.ts'
import type { Caller, Handlers } from './control.ts'

export function serviceCommands(store: Store, upkeep: Upkeep): Handlers {
  return {
    backup: (caller) => letCopy(caller, upkeep),
    'resume-dialling': async (caller) => {
      caller.answer({ wasHeld: await store.transaction(releaseDialling) })
    },
  }
}

/** Keeps the log from the answer until the command says that it has copied everything, or goes away. */
async function letCopy(caller: Caller, upkeep: Upkeep): Promise<void> {
  let isLost = false
  const release = await upkeep.holdLog(() => (isLost = true))
  try {
    caller.answer('copy')
    if ((await caller.next()) !== 'copied') return
    const lost = (): boolean => isLost
    if (lost())
      caller.fail('The copy took so long that the log of the database became too large. Try again at a quieter time.')
    else caller.answer('whole')
  } finally {
    release()
  }
}
