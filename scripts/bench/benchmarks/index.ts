import type { Benchmark } from '../benchmark.ts'
import { bodies } from './bodies.ts'
import { campaign } from './campaign.ts'
import { createCall } from './createCall.ts'
import { dispatch } from './dispatch.ts'
import { getCall } from './getCall.ts'
import { growing } from './growth.ts'
import { http } from './http.ts'
import { packed } from './packed.ts'
import { postgres } from './postgres.ts'
import { timers } from './timers.ts'
import { upkeep } from './upkeep.ts'

/** In the order in which they run. */
export const BENCHMARKS: readonly Benchmark[] = [
  createCall,
  getCall,
  postgres,
  http,
  campaign,
  bodies,
  growing,
  upkeep,
  dispatch,
  timers,
  packed,
]
