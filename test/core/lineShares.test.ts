import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { type OtherGrant, shareLines } from '../../src/core/lineShares.ts'
import { seeded } from '../support/random.ts'

const CARRIER = { callsPerSecond: 50, callsAtOnce: 100 }
const NONE = { callsPerSecond: 0, callsAtOnce: 0, inTheAir: 0 }

/** Each process in turn asks for its share; it has as many calls in the air as it may. */
function renewAll(nodes: OtherGrant[], carrier = CARRIER): OtherGrant[] {
  const after = [...nodes]
  for (const place of after.keys()) {
    const share = shareLines(carrier, place, after.toSpliced(place, 1))
    after[place] = { ...share, inTheAir: after[place]?.inTheAir ?? 0 }
  }
  return after
}

describe('the shares of processes in the lines of a carrier', () => {
  test('one that is alone has all of them', () => {
    expect(shareLines(CARRIER, 0, [])).toEqual(CARRIER)
  })

  test('one that comes gets nothing before the others have given up their part, and then its even share', () => {
    const crowd = [{ ...CARRIER, inTheAir: 0 }, NONE, NONE]
    expect(shareLines(CARRIER, 1, [crowd[0]!, NONE])).toEqual({ callsPerSecond: 0, callsAtOnce: 0 })
    expect(renewAll(renewAll(crowd))).toEqual([
      { callsPerSecond: 17, callsAtOnce: 34, inTheAir: 0 },
      { callsPerSecond: 17, callsAtOnce: 33, inTheAir: 0 },
      { callsPerSecond: 16, callsAtOnce: 33, inTheAir: 0 },
    ])
  })

  test('what somebody still has in the air is nobody else’s', () => {
    expect(shareLines(CARRIER, 1, [{ callsPerSecond: 25, callsAtOnce: 50, inTheAir: 80 }])).toEqual({
      callsPerSecond: 25,
      callsAtOnce: 20,
    })
  })

  test('all together never have more than the carrier takes, whoever comes, goes and renews in whatever order', () => {
    const event = fc.record({
      kind: fc.constantFrom('join', 'leave', 'renew', 'renew', 'renew'),
      who: fc.nat(5),
      inTheAir: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    const carriers = fc.record({
      callsPerSecond: fc.integer({ min: 1, max: 70 }),
      callsAtOnce: fc.integer({ min: 1, max: 70 }),
    })
    fc.assert(
      fc.property(carriers, fc.array(event, { maxLength: 60 }), (carrier, events) => {
        let nodes: OtherGrant[] = []
        for (const { kind, who, inTheAir } of events) {
          const place = kind === 'join' ? nodes.length : who % Math.max(1, nodes.length)
          const old = nodes[place]
          if (kind === 'leave') nodes = nodes.filter((_, index) => index !== place)
          else if (kind === 'join' || old) {
            const share = shareLines(carrier, place, nodes.toSpliced(place, 1))
            // It may have dialled until now by what it had, and may dial from now on by what it has.
            const most = Math.max(old?.callsAtOnce ?? 0, old?.inTheAir ?? 0)
            nodes[place] = { ...share, inTheAir: Math.floor(inTheAir * most) }
          }
          const sum = (count: (node: OtherGrant) => number): number => nodes.reduce((all, node) => all + count(node), 0)
          expect(sum((node) => node.callsPerSecond)).toBeLessThanOrEqual(carrier.callsPerSecond)
          expect(sum((node) => Math.max(node.callsAtOnce, node.inTheAir))).toBeLessThanOrEqual(carrier.callsAtOnce)
        }
      }),
      seeded(500),
    )
  })
})
