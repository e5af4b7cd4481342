import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'bun:test'
import { call, startService } from './support.ts'

let isReady = true
const service = startService({
  parts: {
    health: {
      ready: () => (isReady ? Promise.resolve(true) : Promise.reject(new Error('no database'))),
      isDiallingHeld: () => false,
      clock: () => 'steady',
    },
  },
})
afterAll(() => service.stop(true))

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(service.url + path, { redirect: 'manual', headers })

test('the contract is served to the letter, needs no token, and is not sent twice to who has it', async () => {
  for (const name of ['openapi.json', 'openapi.yaml']) {
    const response = await get(`/${name}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toStartWith(`application/${name.split('.')[1]}`)
    expect(await response.text()).toBe(readFileSync(new URL(`../../generated/${name}`, import.meta.url), 'utf8'))
    const tag = response.headers.get('etag') ?? ''
    expect((await get(`/${name}`, { 'If-None-Match': tag })).status).toBe(304)
    expect((await get(`/${name}`, { 'If-None-Match': `"other", W/${tag}` })).status).toBe(304)
    expect((await get(`/${name}`, { 'If-None-Match': '"other"' })).status).toBe(200)
  }
})

test('the root leads to the reference', async () => {
  const response = await get('/')
  expect(response.status).toBe(302)
  expect(response.headers.get('location')).toBe('/docs')
})

test('the reference and all that it loads come from this process, and its policy allows no other host', async () => {
  const response = await get('/docs')
  const page = await response.text()
  expect(page).not.toMatch(/https?:|\/\/[a-z]/)
  const sources = [...page.matchAll(/src="([^"]+)"/g)].map((match) => match[1] ?? '')
  expect(sources).toEqual(['/docs/scalar.js'])
  for (const source of sources) {
    const script = await get(source)
    expect(script.status).toBe(200)
    expect(script.headers.get('content-type')).toStartWith('text/javascript')
    await script.arrayBuffer()
  }
  const policy = response.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  const inline = [...page.matchAll(/<script type="text\/javascript">([\s\S]*?)<\/script>/g)].map(
    (match) => match[1] ?? '',
  )
  expect(inline).toHaveLength(1)
  expect(policy).toContain(new Bun.CryptoHasher('sha256').update(inline[0] ?? '').digest('base64'))
  expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe/)
})

test('the script of the reference is sent packed to who can unpack it, and is the same to who cannot', async () => {
  const ask = (encoding: string) =>
    fetch(`${service.url}/docs/scalar.js`, { headers: { 'Accept-Encoding': encoding }, decompress: false })
  const plain = await ask('identity')
  expect(plain.headers.get('content-encoding')).toBeNull()
  const text = new Uint8Array(await plain.arrayBuffer())
  for (const encoding of ['gzip', 'br, gzip;q=0.5']) {
    const packed = await ask(encoding)
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(packed.headers.get('vary')).toBe('Accept-Encoding')
    expect(packed.headers.get('etag')).not.toBe(plain.headers.get('etag'))
    const bytes = new Uint8Array(await packed.arrayBuffer())
    expect(bytes.length).toBeLessThan(text.length / 3)
    expect(new Uint8Array(Bun.gunzipSync(bytes))).toEqual(text)
  }
  for (const encoding of ['br', 'gzip;q=0', 'gzip;q=0.0, br'])
    expect((await ask(encoding)).headers.get('content-encoding')).toBeNull()
})

test('health says that the process lives, readiness whether it can work', async () => {
  expect((await call(service, 'GET /healthz', { token: null })).status).toBe(200)
  expect((await call(service, 'GET /readyz', { token: null })).body).toEqual({
    success: true,
    data: { status: 'ready', dialling: 'on', clock: 'steady' },
  })
  isReady = false
  const away = await call(service, 'GET /readyz', { token: null })
  expect(away.status).toBe(503)
  expect(away.body?.error?.code).toBe('unavailable')
  expect((await call(service, 'GET /healthz', { token: null })).status).toBe(200)
  isReady = true
})
