import { expect, test } from 'bun:test'
import fs from 'node:fs'
import { hasProcessEnded, nameThisProcess } from '../../src/cli/processName.ts'
import { replace } from '../crash/powerLoss/replace.ts'

/** Only Linux tells. */
const isTold = fs.existsSync('/proc/self/ns/pid')

/** The name that a process of that number and start would have. */
function nameOf(pid: number, startedAt: string): string {
  const own = isTold ? (JSON.parse(nameThisProcess()) as object) : { space: 'untold' }
  return JSON.stringify({ ...own, pid, startedAt })
}

test('a process that runs has not ended, also when the machine hides it', () => {
  const name = nameThisProcess()
  expect(hasProcessEnded(name)).toBe(false)
  const putBack = replace(fs, 'readFileSync', (original) => (...args) => {
    if (args[0] === `/proc/${process.pid}/stat`) throw Object.assign(new Error('hidden'), { code: 'ENOENT' })
    return original(...args)
  })
  try {
    expect(hasProcessEnded(name)).toBe(false)
  } finally {
    putBack()
  }
})

test('a process that is not there has ended, and so has one whose number is another one’s by now', async () => {
  const child = Bun.spawn(['true'])
  await child.exited
  expect(hasProcessEnded(nameOf(child.pid, '1'))).toBe(isTold)
  expect(hasProcessEnded(nameOf(process.pid, '1'))).toBe(isTold)
})

test('of a process on another machine nothing is known', () => {
  expect(hasProcessEnded(JSON.stringify({ space: 'elsewhere', pid: process.pid, startedAt: '1' }))).toBe(false)
  expect(hasProcessEnded(crypto.randomUUID())).toBe(false)
})
