/**
 * Groups of what comes in at the same time and can be done together. What comes in while as many groups as are allowed
 * are under way waits for one of them to end, and so makes a larger one.
 */
import { setImmediate } from 'node:timers/promises'

/** A group is bounded so that the first of it does not wait long for the last. */
const MAX_MEMBERS = 64

export interface Gathered {
  /** Those of one kind can be in one group. */
  readonly kind: unknown
}

/** Takes what is to be done, to be done in a group. `doTogether` may not fail. */
export function createGathering<Member extends Gathered>(
  maxGroups: number,
  doTogether: (members: readonly Member[]) => Promise<void>,
): (member: Member) => void {
  let waiting: Member[] = []
  let underWay = 0
  let isGathering = false

  async function gather(): Promise<void> {
    if (isGathering) return
    isGathering = true
    // A request that came in with the others may join.
    await setImmediate()
    isGathering = false
    while (waiting.length > 0 && underWay < maxGroups) {
      underWay++
      void doTogether(takeGroup()).then(finish)
    }
  }

  function finish(): void {
    underWay--
    if (waiting.length > 0) void gather()
  }

  /** All that are of the kind of the one that has waited longest. */
  function takeGroup(): Member[] {
    const kind = waiting[0]?.kind
    const group: Member[] = []
    const rest: Member[] = []
    for (const member of waiting) (member.kind === kind && group.length < MAX_MEMBERS ? group : rest).push(member)
    waiting = rest
    return group
  }

  return (member) => {
    waiting.push(member)
    void gather()
  }
}
