/** Cuts the power at many places of a recorded history, each time losing something else that was not synced, and opens what is left. */
import fs from 'node:fs'
import path from 'node:path'
import { makeDataDirectory } from '../../support/database.ts'
import { type Chance, chanceOf } from '../../simulation/draw.ts'
import { makeDatabase } from './app.ts'
import { createDisk, type Loss } from './disk.ts'
import { type Acknowledged, inspect, playHistory } from './history.ts'
import { type Recording, recordDisk } from './recordDisk.ts'

/** What a disk may do to what was not synced. The first two are a disk that loses all, and a process that is killed. */
export const LOSSES: readonly Loss[] = [
  { data: 0, names: 0, tornAt: null },
  { data: 1, names: 1, tornAt: null },
  { data: 0, names: 1, tornAt: null },
  { data: 1, names: 0, tornAt: null },
  { data: 1, names: 1, tornAt: null, onlyOne: true },
  { data: 0.5, names: 0.5, tornAt: null },
  { data: 0.5, names: 0.5, tornAt: 512 },
  { data: 0.5, names: 1, tornAt: 4096 },
  { data: 0.9, names: 0.9, tornAt: 8192 },
]

export interface PowerLossResult {
  images: number
  /** What the history had done to the disk, in operations, and how many acknowledgements it had given. */
  operations: number
  acknowledgements: number
  faults: string[]
}

/** Plays the history of `seed`, and opens `images` of what power cuts would leave of it. Stops at the first fault. */
export async function cutPower(options: {
  seed: number
  images: number
  /** False for a disk that reports every sync and does none. */
  syncs?: boolean
  onImage?: (images: number) => void
}): Promise<PowerLossResult> {
  const { seed, images, syncs = true, onImage } = options
  const home = makeDataDirectory()
  const [base, live, image] = ['base', 'live', 'image'].map((name) => path.join(home, name)) as [string, string, string]
  try {
    await makeDatabase(base)
    fs.cpSync(base, live, { recursive: true })
    let acknowledged: Acknowledged[] = []
    const recording = await recordDisk(live, async (begun) => {
      acknowledged = await playHistory(live, seed, begun)
    })
    const result = { images: 0, operations: recording.ops.length, acknowledgements: acknowledged.length, faults: [] }
    const chance = chanceOf('cuts', seed)
    const cuts = drawCuts(recording, acknowledged, images, chance)
    const faults: string[] = []
    const disk = createDisk(base, recording)
    let done = 0
    for (const [place, cut] of cuts.entries()) {
      for (const op of recording.ops.slice(done, cut)) if (syncs || op.kind !== 'syncFile') disk.apply(op)
      done = cut
      const loss = LOSSES[place % LOSSES.length]!
      fs.rmSync(image, { recursive: true, force: true })
      disk.writeImage(image, loss, chance)
      const fault = await inspect(
        image,
        acknowledged.filter(({ at }) => at <= cut),
      )
      result.images++
      onImage?.(result.images)
      if (fault === null) continue
      faults.push(`cut after ${cut} of ${recording.ops.length} operations, ${JSON.stringify(loss)}: ${fault}`)
      break
    }
    return { ...result, faults }
  } finally {
    fs.rmSync(home, { recursive: true, force: true })
  }
}

/** Where to cut, in order: half of the cuts right after an acknowledgement, the others anywhere. */
function drawCuts({ ops }: Recording, acknowledged: readonly Acknowledged[], count: number, chance: Chance): number[] {
  const cuts = Array.from({ length: count }, (_, index) =>
    index % 2 === 0 ? chance.pick(acknowledged).at : chance.whole(1, ops.length),
  )
  return cuts.toSorted((a, b) => a - b)
}
