/** Another Bun process that runs a piece of code, for what only two processes can show. */
import path from 'node:path'

export interface ChildProcess {
  /** Reads lines of its output until one fulfils the condition, and returns that one. Throws when the process ends first. */
  readUntil(isWanted: (line: string) => boolean): Promise<string>
  /** Ends it as a power cut would: at once, and without its knowledge. */
  kill(): Promise<void>
}

/** Starts Bun on a module's text, in the project's directory. Imports of the project's own files must be absolute. */
export function runBun(code: string): ChildProcess {
  const child = Bun.spawn([process.execPath, '-e', code], {
    cwd: path.join(import.meta.dir, '../..'),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const lines = readLines(child.stdout)
  return {
    async readUntil(isWanted) {
      for (let next = await lines.next(); !next.done; next = await lines.next()) {
        if (isWanted(next.value)) return next.value
      }
      throw new Error('The child process ended before it said what was waited for.')
    },
    async kill() {
      child.kill('SIGKILL')
      await child.exited
    },
  }
}

async function* readLines(output: ReadableStream<Uint8Array>): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of output) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = parts.pop() ?? ''
    yield* parts
  }
}
