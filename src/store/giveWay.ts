/**
 * Lets in what has come meanwhile. An embedded database answers without ever going back to the event loop, so that long
 * work in many statements keeps everybody waiting to the end; and only a timer makes Bun look at its sockets.
 */
export async function giveWay(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0))
}
