/** What a power cut leaves of the embedded database; `bun run crash --power-cuts N` cuts more often. */
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import fs from 'node:fs'
import path from 'node:path'
import { openStore } from '../../src/store/open.ts'
import { chanceOf } from '../simulation/draw.ts'
import { makeDataDirectory } from '../support/database.ts'
import { makeDatabase } from './powerLoss/app.ts'
import { createDisk } from './powerLoss/disk.ts'
import { recordDisk } from './powerLoss/recordDisk.ts'
import { cutPower, LOSSES } from './powerLoss/run.ts'

setDefaultTimeout(240_000)

/** Each opens the database, which takes some 1 s. */
const IMAGES = 12
const FIRST_STARTS = 9

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9))
const home = makeDataDirectory()
afterAll(() => fs.rmSync(home, { recursive: true, force: true }))

test('after a power cut the database opens, with everything acknowledged, and campaigns whole or not at all', async () => {
  const { faults, images, acknowledgements } = await cutPower({ seed, images: IMAGES })
  expect({ seed, faults }).toEqual({ seed, faults: [] })
  expect(images).toBe(IMAGES)
  expect(acknowledgements).toBeGreaterThan(10)
})

test('a disk that only says that it has synced is found to have lost something', async () => {
  const { faults } = await cutPower({ seed, images: LOSSES.length, syncs: false })
  expect(faults).toHaveLength(1)
})

test('a power cut during the first start does the next one no harm, and after it nothing is lost', async () => {
  const [before, live, image] = ['before', 'live', 'image'].map((name) => path.join(home, name)) as [
    string,
    string,
    string,
  ]
  for (const directory of [before, live]) fs.mkdirSync(directory)
  const within = path.join('not', 'there', 'yet')
  const recording = await recordDisk(live, () => makeDatabase(path.join(live, within)))
  const chance = chanceOf('first start', seed)
  const cuts = [...LOSSES.keys()].slice(0, FIRST_STARTS - 1).map(() => chance.whole(1, recording.ops.length))
  cuts.push(recording.ops.length, recording.ops.length)
  const disk = createDisk(before, recording)
  let done = 0
  for (const [place, cut] of cuts.toSorted((a, b) => a - b).entries()) {
    for (const op of recording.ops.slice(done, cut)) disk.apply(op)
    done = cut
    fs.rmSync(image, { recursive: true, force: true })
    // The last one is a disk that loses all it may.
    disk.writeImage(image, LOSSES[(cuts.length - 1 - place) % LOSSES.length]!, chance)
    const store = await openStore({ kind: 'directory', path: path.join(image, within) })
    const accounts = await store.db.selectFrom('accounts').select('name').execute()
    await store.close()
    const where = { seed, cut, of: recording.ops.length }
    if (cut === recording.ops.length)
      expect({ where, accounts }).toEqual({ where, accounts: [{ name: 'First account' }] })
  }
})
