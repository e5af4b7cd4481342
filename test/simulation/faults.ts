/** What goes wrong in the simulated world, and what just happens in it: time, and somebody who calls. */
import type { VirtualClock } from '../../src/clocks/virtualClock.ts'
import { ownNumber, phoneOf } from './clients.ts'
import type { Command } from './commands.ts'
import type { DatabaseTrouble } from './faultyStore.ts'
import type { Network } from './phoneCall.ts'
import type { Service } from './service.ts'
import type { Machine } from './world.ts'

export interface Surroundings {
  world: VirtualClock
  machine: Machine
  network: Network
  service: Service
  trouble: DatabaseTrouble
}

export async function performFault(
  { world, machine, network, service, trouble }: Surroundings,
  command: Command,
): Promise<void> {
  const now = world.now()
  switch (command.do) {
    case 'ring':
      network.ringIn(phoneOf(command.phone), ownNumber(command.account))
      return service.settle()
    case 'wait':
      return advance(world, service, command.ms)
    case 'stop':
      await service.stop(command.downMs)
      return service.settle()
    case 'crash':
      service.downMs = command.downMs
      trouble.crash = { atStatement: command.atStatement, when: command.when }
      return
    case 'crashAtRequest':
      service.downMs = command.downMs
      network.crash = { atRequest: command.atRequest, when: command.when }
      return
    case 'databaseAway':
      trouble.awayUntil = now + command.ms
      return
    case 'diskFull':
      trouble.fullUntil = now + command.ms
      return
    case 'carrierAway':
      network.awayUntil = now + command.ms
      return
    case 'loseCommit':
      trouble.losesCommit = command.nth
      return
    case 'setClock':
      machine.skewMs = command.skewMs
      return
    case 'sleep':
      machine.sleptMs += command.ms
      machine.awakeAt = now + command.ms
      return advance(world, service, command.ms)
    default:
      throw new Error(`no such command: ${JSON.stringify(command)}`)
  }
}

/** Lets so many milliseconds pass, and everything that they bring come to rest. */
export async function advance(world: VirtualClock, service: Service, ms: number): Promise<void> {
  await service.settle()
  await world.advanceTo(world.now() + ms, service.settle)
  await service.settle()
}

/** The faults are over, as far as they would last on. */
export function endFaults({ trouble, network }: Surroundings): void {
  Object.assign(trouble, { awayUntil: 0, fullUntil: 0, losesCommit: 0, crash: null })
  Object.assign(network, { awayUntil: 0, crash: null })
}
