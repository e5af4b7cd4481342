/** The simulation finds planted bugs: in a copy of the source with one of them, it has to fail within so many seeds. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Bug, bugs } from './bugs.ts'

const ROOT = path.resolve(import.meta.dir, '../..')
const COPIED = [
  'src',
  'generated',
  'openapi',
  'test/simulation',
  'scripts/simulateFaults.ts',
  'package.json',
  'tsconfig.json',
]
const AT_ONCE = 2
const TIMEOUT_MS = 600_000

const found = new Map<string, { exitCode: number; report: string }>()
let folder = ''

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'playcall-bugs-'))
  const waiting = [...bugs]
  const work = async (): Promise<void> => {
    for (let bug = waiting.shift(); bug; bug = waiting.shift()) found.set(bug.name, await hunt(bug))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}, TIMEOUT_MS)

afterAll(() => {
  fs.rmSync(folder, { recursive: true, force: true })
})

test.each(bugs)('finds that $name', ({ name }) => {
  const hunted = found.get(name)
  expect(hunted?.report).toContain(' fails: ')
  expect(hunted?.exitCode).toBe(1)
})

/** Simulates with the bug planted. Throws when the text that it replaces is not there exactly once. */
async function hunt(bug: Bug): Promise<{ exitCode: number; report: string }> {
  const copy = path.join(folder, bug.name.replaceAll(/\W+/g, '-'))
  for (const name of COPIED) fs.cpSync(path.join(ROOT, name), path.join(copy, name), { recursive: true })
  fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'))
  for (const { file, from, to } of bug.replacements) {
    const text = fs.readFileSync(path.join(copy, file), 'utf8')
    if (text.split(from).length !== 2) throw new Error(`${file} does not have this text once: ${from}`)
    fs.writeFileSync(
      path.join(copy, file),
      text.replace(from, () => to),
    )
  }
  const options = ['--from', String(bug.from), '--seeds', String(bug.seeds), '--quiet', '--no-shrink']
  const child = Bun.spawn([process.execPath, 'scripts/simulateFaults.ts', ...options], {
    cwd: copy,
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const report = await new Response(child.stderr).text()
  const exitCode = await child.exited
  if (process.env.VERBOSE) console.error(`${bug.name}: ${exitCode} ${report.split('\n')[0]?.slice(0, 200)}`)
  return { exitCode, report }
}
