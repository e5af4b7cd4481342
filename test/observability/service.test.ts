/** The settings as an operator makes them, on the real process. */
import { afterEach, expect, test } from 'bun:test'
import { START_TIMEOUT_MS } from '../support/database.ts'
import { startService } from '../support/service.ts'
import { waitFor } from '../support/waitFor.ts'
import { type Collector, startCollector } from './collector.ts'

let collector: Collector
afterEach(() => collector.stop())

test(
  'metrics are served at their own address, spans are sent before the process ends, and no line of the log has a number',
  async () => {
    collector = startCollector()
    const service = await startService({
      env: {
        PLAYCALL_METRICS: '127.0.0.1:0',
        PLAYCALL_LOG: 'debug',
        OTEL_EXPORTER_OTLP_ENDPOINT: new URL(collector.url).origin,
        OTEL_SERVICE_NAME: 'calls',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      },
    })
    const at = await waitFor(
      'the address of the metrics',
      async () => /"url":"(http:\/\/127\.0\.0\.1:\d+\/metrics)"/.exec(service.log())?.[1] ?? null,
    )
    const headers = { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ phone: '+15005550100', playbook_id: service.playbookId })
    expect((await fetch(`${service.url}/call`, { method: 'POST', headers, body })).status).toBe(201)

    const scraped = await fetch(at)
    expect(scraped.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(await scraped.text()).toContain(
      'playcall_http_request_duration_seconds_count{operation="createCall",status="201"} 1\n',
    )
    expect((await fetch(at.replace('/metrics', '/'))).status).toBe(404)
    expect((await fetch(at, { method: 'POST' })).status).toBe(405)
    expect((await fetch(`${service.url}/metrics`)).status).toBe(404)

    expect(await service.stop()).toBe(0)
    expect(collector.spans.map(({ name }) => name)).toContain('createCall')
    expect(collector.resource).toMatchObject({ 'service.name': 'calls', 'deployment.environment.name': 'test' })
    const lines = service.log().trim().split('\n')
    expect(lines.map((line) => (JSON.parse(line) as { level: string }).level)).toContain('debug')
    expect(service.log()).not.toContain('1500555')
  },
  START_TIMEOUT_MS,
)
