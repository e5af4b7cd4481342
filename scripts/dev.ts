/**
 * Serves while you work: starts again when the code changes, and generates anew when the contract changes, which changes
 * the code. Ends with Ctrl-C.
 */
import { $ } from 'bun'
import { watch } from 'node:fs'
import path from 'node:path'

/** An editor writes a file in several steps. */
const SETTLE_MS = 100

const root = path.resolve(import.meta.dir, '..')
let pending: Timer | undefined

watch(path.join(root, 'openapi'), { recursive: true }, (_, file) => {
  // Written by the release of a contract, not by hand.
  if (file?.endsWith('released.json')) return
  clearTimeout(pending)
  pending = setTimeout(() => void generate(), SETTLE_MS)
})

async function generate(): Promise<void> {
  const { exitCode } = await $`${process.execPath} scripts/generate.ts`.cwd(root).nothrow()
  console.log(
    exitCode === 0 ? 'The contract has changed: generated anew.' : 'Nothing was generated: mend the contract.',
  )
}

const service = Bun.spawn([process.execPath, '--watch', '--no-clear-screen', 'src/main.ts', 'serve'], {
  cwd: root,
  stdio: ['inherit', 'inherit', 'inherit'],
})
process.on('SIGINT', () => service.kill('SIGINT'))
process.on('SIGTERM', () => service.kill('SIGTERM'))
process.exit(await service.exited)
