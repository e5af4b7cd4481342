import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { parse } from 'yaml'
import { operationIds } from '../../generated/operations.ts'
import { createScriptedAgent } from '../../src/agents/scripted/scripted.ts'
import { compose } from '../../src/app.ts'
import { MINUTE_MS } from '../../src/core/time.ts'
import type { Store } from '../../src/store/open.ts'
import { openTestApp, type TestApp } from '../support/testApp.ts'

const DOCUMENTS = ['/docs', '/openapi.json', '/openapi.yaml', '/healthz', '/readyz']

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(app.url + path, { headers, redirect: 'manual' })

describe('the documents, health and readiness', () => {
  test.each(DOCUMENTS)('%s needs no token, and a wrong one does no harm', async (path) => {
    expect((await get(path)).status).toBe(200)
    expect((await get(path, { authorization: 'Bearer wrong' })).status).toBe(200)
  })

  test('are counted neither for the address', async () => {
    await app.advanceBy(MINUTE_MS)
    for (let i = 0; i < 120; i++) {
      const response = await get(DOCUMENTS[i % DOCUMENTS.length]!)
      expect(response.status).toBe(200)
      expect(response.headers.has('ratelimit')).toBe(false)
      await response.arrayBuffer()
    }
    expect((await app.request('GET', '/calls', { as: null })).status).toBe(401)
  })

  test('nor for the account', async () => {
    const account = await app.addAccount({ limits: { perSecond: 2, perMinute: 2 } })
    for (const path of DOCUMENTS) await app.request('GET', path, { as: account })
    expect((await app.get('/calls', account)).headers.get('ratelimit')).toStartWith('"burst";r=1;')
  })

  test.each(DOCUMENTS)('%s names the request like every other answer', async (path) => {
    expect((await get(path)).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })
})

test('the contract is served as JSON and as YAML, which say the same', async () => {
  const json = await get('/openapi.json')
  const yaml = await get('/openapi.yaml')
  expect(json.headers.get('content-type')).toStartWith('application/json')
  expect(yaml.headers.get('content-type')).toStartWith('application/yaml')
  // Where it comes from is a field in the one and a comment in the other.
  const { 'x-generated': _, ...contract } = (await json.json()) as Record<string, unknown>
  expect(parse(await yaml.text())).toEqual(contract)
})

interface Contract {
  openapi: string
  paths: Record<string, Record<string, { operationId: string }>>
}

test('the contract describes every operation, and every operation that it describes is there', async () => {
  const { openapi, paths } = (await (await get('/openapi.json')).json()) as Contract
  expect(openapi).toStartWith('3.1')
  const described = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId }]) => ({ path, method, operationId })),
  )
  expect(described.map(({ operationId }) => operationId).toSorted()).toEqual(operationIds.toSorted())
  for (const { path, method } of described) {
    const filled = path.replaceAll(/\{\w+\}/g, '01a1e3b1-25c0-7b23-84d5-f6a7b8c90a06')
    expect([404, 405]).not.toContain((await app.request(method.toUpperCase(), filled, { as: null })).status)
  }
})

test('the root leads to the reference, a page that reads the contract and its script from this server', async () => {
  const root = await get('/')
  expect(root.status).toBe(302)
  expect(root.headers.get('location')).toBe('/docs')
  const response = await get('/docs')
  expect(response.headers.get('content-type')).toStartWith('text/html')
  const page = await response.text()
  expect(page).toContain('/openapi.json')
  const sources = [...page.matchAll(/src="([^"]+)"/g)].map((match) => match[1]!)
  expect(sources.length).toBeGreaterThan(0)
  for (const source of sources) {
    expect(source).toMatch(/^\/[^/]/)
    expect((await get(source)).status).toBe(200)
  }
})

test('a service without its database is alive but not ready, and says so with 503', async () => {
  const { carrier, clock } = app
  const store: Store = {
    get db(): never {
      throw new Error('the database is away')
    },
    isShared: false,
    read: () => Promise.reject(new Error('the database is away')),
    transaction: () => Promise.reject(new Error('the database is away')),
    upkeep: null,
    close: () => Promise.resolve(),
  }
  const { answer } = compose({ store, clock, carrier, agent: createScriptedAgent(), log: () => {} })
  const ask = (path: string) => answer(new Request(`http://localhost${path}`), { address: '203.0.113.1' })
  expect((await ask('/healthz')).status).toBe(200)
  const notReady = await ask('/readyz')
  expect(notReady.status).toBe(503)
  expect(await notReady.json()).toMatchObject({ success: false, error: { code: 'unavailable' } })
})
