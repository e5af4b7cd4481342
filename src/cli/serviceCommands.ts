/** What the service does for commands while it runs. */
import type { Store } from '../store/open.ts'
import { releaseDialling } from '../store/diallingHold.ts'
import type { Upkeep } from '../store/upkeep.ts'
import { applyCeilings, type CeilingChange } from './ceilings.ts'
import type { Caller, Handlers } from './control.ts'

/** `settingsChanged` is called when an account may use more or less than before. */
export function serviceCommands(store: Store, upkeep: Upkeep, settingsChanged: () => void): Handlers {
  return {
    backup: (caller) => letCopy(caller, upkeep),
    'resume-dialling': async (caller) => {
      caller.answer({ wasHeld: await store.transaction(releaseDialling) })
    },
    'account-limit': async (caller) => {
      // The socket is its owner's alone, and the command has read the arguments.
      const change = JSON.parse((await caller.next()) ?? '') as CeilingChange
      const { ceilings } = await applyCeilings(store, change)
      settingsChanged()
      caller.answer(ceilings)
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
