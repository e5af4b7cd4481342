/** The carrier that the settings name. */
import { createSimulator } from '../carriers/simulator/simulator.ts'
import type { Config } from '../config.ts'
import type { Ringing } from '../operations/context.ts'
import type { Carrier } from '../ports/Carrier.ts'
import type { Clock } from '../ports/Clock.ts'

export interface OpenedCarrier {
  carrier: Carrier
  /** The carrier itself when it is the simulated one. */
  simulator?: Ringing
}

export type OpenCarrier = (config: Config, clock: Clock) => OpenedCarrier

export const openCarrier: OpenCarrier = (config, clock) => {
  const simulator = createSimulator({ clock, seed: config.simulatorSeed, speed: config.simulatorSpeed })
  return { carrier: simulator, simulator }
}
