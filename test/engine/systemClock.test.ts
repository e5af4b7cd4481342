import { afterEach, expect, jest, setSystemTime, spyOn, test } from 'bun:test'
import { systemClock } from '../../src/engine/systemClock.ts'

afterEach(() => {
  jest.useRealTimers()
  setSystemTime()
})
