/** Who waits for a turn of his own, in the order in which they came. */
const waiting: (() => void)[] = []

/**
 * Lets in what has come meanwhile. Long work that never goes back to the event loop keeps everybody waiting to its end,
 * and only a timer makes Bun look at its sockets. One at a time goes on: many long works together hold nobody up for
 * longer than one of them.
 */
export async function giveWay(): Promise<void> {
  await new Promise<void>((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setTimeout(letOneOn, 0)
  })
}

function letOneOn(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setTimeout(letOneOn, 0)
}
