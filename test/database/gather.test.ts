/** What comes in at the same time is gathered into groups. */
import { expect, test } from 'bun:test'
import { setImmediate } from 'node:timers/promises'
import { createGathering, type Gathered } from '../../src/database/batching/gather.ts'

interface Numbered extends Gathered {
  id: number
}

/** A gathering whose groups end when they are told to. */
function openGathering(maxGroups: number) {
  const groups: { ids: number[]; end: () => void }[] = []
  const join = createGathering<Numbered>(maxGroups, (members) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    groups.push({ ids: members.map(({ id }) => id), end: resolve })
    return promise
  })
  return { groups, ids: () => groups.map(({ ids }) => ids), join: (id: number, kind = 'a') => join({ id, kind }) }
}

/** Until everything that can begin has begun. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await setImmediate()
}

const range = (count: number): number[] => Array.from({ length: count }, (_, n) => n)

test('those of one kind that come together are one group, and another kind is another', async () => {
  const { ids, join } = openGathering(2)
  for (const id of range(6)) join(id, id % 3 === 0 ? 'a' : 'b')
  await settle()
  expect(ids()).toEqual([
    [0, 3],
    [1, 2, 4, 5],
  ])
})

test('who comes while as many groups as may be are under way waits, and goes with others', async () => {
  const { groups, ids, join } = openGathering(2)
  for (const id of range(2)) {
    join(id)
    await settle()
  }
  join(2)
  await settle()
  join(3)
  join(4, 'b')
  await settle()
  expect(ids()).toEqual([[0], [1]])
  groups[1]?.end()
  await settle()
  expect(ids()).toEqual([[0], [1], [2, 3]])
  groups[0]?.end()
  await settle()
  expect(ids()).toEqual([[0], [1], [2, 3], [4]])
})

test('nobody waits for a group while there is room for his', async () => {
  const { ids, join } = openGathering(2)
  join(0)
  await settle()
  join(1)
  await settle()
  expect(ids()).toEqual([[0], [1]])
})

test('a group has no more than 64, and the first come are the first served', async () => {
  const { groups, ids, join } = openGathering(1)
  for (const id of range(130)) join(id)
  await settle()
  groups[0]?.end()
  await settle()
  groups[1]?.end()
  await settle()
  expect(ids()).toEqual([range(64), range(64).map((id) => id + 64), [128, 129]])
})
