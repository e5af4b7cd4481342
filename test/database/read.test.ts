/** Reads that come in at the same time share a statement, and nothing else. */
import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { pieceOf } from '../../src/core/work.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { isUnavailable } from '../../src/database/errors.ts'
import { START_TIMEOUT_MS } from '../support/database.ts'
import { rejectionOf } from '../support/rejection.ts'

setDefaultTimeout(START_TIMEOUT_MS)

let store: Store
beforeAll(async () => {
  store = await openStore({ kind: 'memory' })
})
afterAll(() => store.close())

let runs: number[][] = []
beforeEach(() => {
  runs = []
})
async function double(_: Store['db'], items: readonly number[]): Promise<(number | Error)[]> {
  runs.push([...items])
  await Promise.resolve()
  if (items.includes(77)) throw Object.assign(new Error('nobody listens'), { code: 'ECONNREFUSED' })
  if (items.includes(99)) throw new Error('99 is too much')
  return items.map((item) => (item === 13 ? new Error('13 is refused') : item * 2))
}
const negate = (_: Store['db'], items: readonly number[]) => Promise.resolve(items.map((item) => -item))
const read = (item: number): Promise<number> => store.read(pieceOf(double, item))
const range = (count: number): number[] => Array.from({ length: count }, (_, n) => n)

test('those of one kind are done at once, and each gets its own answer', async () => {
  const [doubled, negated] = await Promise.all([
    Promise.all(range(5).map(read)),
    Promise.all(range(5).map((item) => store.read(pieceOf(negate, item)))),
  ])
  expect(doubled).toEqual([0, 2, 4, 6, 8])
  expect(negated).toEqual([-0, -1, -2, -3, -4])
  expect(runs).toEqual([range(5)])
  expect(await read(5)).toBe(10)
})

test('no more than 64 at once', async () => {
  expect(await Promise.all(range(65).map((item) => read(item + 100)))).toEqual(
    range(65).map((item) => (item + 100) * 2),
  )
  expect(runs.map((items) => items.length)).toEqual([64, 1])
})

test('one that is refused leaves the others alone', async () => {
  const refused = rejectionOf(read(13))
  expect(await Promise.all([read(1), read(2)])).toEqual([2, 4])
  expect((await refused).message).toBe('13 is refused')
  expect(runs).toEqual([[13, 1, 2]])
})

test('when they fail together each is done by itself, so that only the culprit fails', async () => {
  const failed = rejectionOf(read(99))
  expect(await Promise.all([read(1), read(2)])).toEqual([2, 4])
  expect((await failed).message).toBe('99 is too much')
  expect(runs).toEqual([[99, 1, 2], [99], [1], [2]])
})

test('when the database is away nobody tries again, and all are told so', async () => {
  const errors = await Promise.all([77, 1, 2].map((item) => rejectionOf(read(item))))
  expect(errors.map(isUnavailable)).toEqual([true, true, true])
  expect(runs).toEqual([[77, 1, 2]])
})
