/** What stands in deploy/ fits the service: every metric exists, and every file that is copied or run has its name. */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { createMetrics } from '../../src/observability/metrics.ts'
import { createVirtualClock } from '../../src/clocks/virtualClock.ts'

const read = (name: string): string => readFileSync(path.resolve(import.meta.dir, '../../deploy', name), 'utf8')

/** The names that the service serves, with those that a histogram adds. */
async function servedNames(): Promise<ReadonlySet<string>> {
  const metrics = createMetrics({ version: '1', commit: null })
  const engine = () => ({
    callsInTheAir: 0,
    lines: 1,
    eventsWaiting: 0,
    isDiallingHeld: false,
    clock: 'steady' as const,
  })
  metrics.observe({ engine, oldestDueAt: () => Promise.resolve(null), clock: createVirtualClock(0) })
  // A histogram is served from its first value on.
  metrics.requestAnswered('getCall', 200, 1)
  metrics.transactionEnded('request', true, 1)
  metrics.callChanged({ dialLagMs: 1, placementUnknown: false, endedAttempt: null, putOff: null, endedAs: null })
  const text = await metrics.read()
  const names = new Set<string>()
  for (const [, name, kind] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    for (const ending of kind === 'histogram' ? ['_bucket', '_count', '_sum'] : ['']) names.add(`${name}${ending}`)
  }
  return names
}

test.each(['alerts.yaml', 'grafana.json'])('every metric that %s asks for is served', async (name) => {
  const file: unknown = name.endsWith('.json') ? JSON.parse(read(name)) : parse(read(name))
  const asked = new Set<string>()
  JSON.stringify(file, (key, value: unknown) => {
    if (key === 'expr') for (const [metric] of String(value).matchAll(/\b(?:playcall|process)_\w+/g)) asked.add(metric)
    return value
  })
  const served = await servedNames()
  expect(asked.size).toBeGreaterThan(5)
  expect([...asked].filter((metric) => !served.has(metric))).toEqual([])
})

test('the composition, the scrape settings and the image name files that there are', () => {
  const compose = parse(read('compose.yaml')) as { services: { playcall: { build: { dockerfile: string } } } }
  expect(compose.services.playcall.build.dockerfile).toBe('deploy/Dockerfile')
  const prometheus = parse(read('prometheus.yaml')) as { rule_files: string[] }
  expect(prometheus.rule_files.map((file) => read(file).length > 0)).toEqual([true])
  expect(read('Dockerfile')).toContain('COPY dist/playcall /playcall')
})
