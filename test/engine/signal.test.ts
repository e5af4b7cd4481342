import { expect, test } from 'bun:test'
import { createSignal } from '../../src/engine/signal.ts'

test('a signal tells all who listen, in the order in which they began', () => {
  const signal = createSignal<number>()
  const heard: string[] = []
  signal.listen((news) => heard.push(`first ${news}`))
  signal.listen((news) => heard.push(`second ${news}`))
  signal.tell(1)
  expect(heard).toEqual(['first 1', 'second 1'])
})

test('what no part of the engine would hear is not told in silence', () => {
  expect(() => createSignal<number>().tell(1)).toThrow('no part of it hears')
})
