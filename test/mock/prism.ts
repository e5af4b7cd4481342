/** The mock that `bun run mock` starts. */
import { createServer } from 'node:net'
import path from 'node:path'
import packageJson from '../../package.json'

const ROOT = path.resolve(import.meta.dir, '../..')
const INSTALL = 'bun install --frozen-lockfile --silent && '

export interface Mock {
  url: string
  /** Asks it to stop and answers its exit code. */
  stop(): Promise<number>
}

/**
 * Starts the command of the script `mock` on a free port, as `bun run mock --port N` does, without its installation.
 * Throws an Error with what it said when it ends instead.
 */
export async function startMock(): Promise<Mock> {
  const script = packageJson.scripts.mock
  if (!script.startsWith(INSTALL)) throw new Error(`the script mock does not begin with ${INSTALL}`)
  const port = await freePort()
  const [bun, ...command] = script.slice(INSTALL.length).split(' ')
  if (bun !== 'bun') throw new Error(`the script mock is run by ${bun}`)
  const child = Bun.spawn([process.execPath, ...command, '--port', String(port)], {
    cwd: ROOT,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  let said = ''
  await new Promise<void>((resolve, reject) => {
    void readAll(child.stdout, (text) => {
      said += text
      if (said.includes('Prism is listening')) resolve()
    })
    void child.exited.then((code) => reject(new Error(`the mock ended with ${code}:\n${said}`)))
  })
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      child.kill('SIGTERM')
      return child.exited
    },
  }
}

async function readAll(output: ReadableStream<Uint8Array>, take: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder()
  for await (const chunk of output) take(decoder.decode(chunk, { stream: true }))
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
