/** The reference page as a reader has it: in a real browser, which reaches this service and no other host. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import document from '../../generated/openapi.json'
import { openBrowser, type TestBrowser } from '../support/browser.ts'
import { startService, type Service } from '../support/service.ts'

/** Unpacking the browser on a slow machine. */
const START_MS = 120_000
const WIDTHS = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } }
/** Until a click has had its effect, and how often one is made. */
const CLICK_MS = 5_000
const MOST_CLICKS = 5
/** What a screenshot of a page that shows something has at least; an empty one of this size has a tenth. */
const DRAWN_BYTES = 20_000

let service: Service
let chromium: TestBrowser
/** Where the screenshots go: a directory that is removed at the end, unless SCREENSHOTS names one. */
let screenshots: string

beforeAll(async () => {
  screenshots = process.env.SCREENSHOTS ?? (await mkdtemp(path.join(tmpdir(), 'playcall-docs-')))
  service = await startService()
  chromium = await openBrowser()
}, START_MS)

afterAll(async () => {
  await chromium?.close()
  await service?.stop()
  if (process.env.SCREENSHOTS === undefined) await rm(screenshots, { recursive: true, force: true })
})

interface Visit {
  page: Page
  /** What went wrong on the page: errors on the console, failed requests, requests to other hosts. */
  trouble: string[]
}

async function visit(options: {
  viewport: { width: number; height: number }
  colorScheme: 'light' | 'dark'
}): Promise<Visit> {
  const page = await chromium.browser.newPage(options)
  const trouble: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) trouble.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => trouble.push(`thrown: ${error.message}`))
  page.on('requestfailed', (request) => trouble.push(`failed: ${request.url()} ${request.failure()?.errorText}`))
  page.on('response', (response) => {
    if (response.status() >= 400) trouble.push(`answered ${response.status()}: ${response.url()}`)
  })
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin !== service.url && !['data:', 'blob:'].includes(url.protocol)) trouble.push(`foreign: ${url.href}`)
  })
  await page.goto(`${service.url}/docs`)
  await page.getByRole('heading', { level: 1, name: document.info.title }).waitFor()
  return { page, trouble }
}

test('this browser reaches no other host, and the check of the page sees it when one is asked for', async () => {
  const { page, trouble } = await visit({ viewport: WIDTHS.desktop, colorScheme: 'light' })
  expect(trouble).toEqual([])
  await page.goto('http://playcall.example/').catch(() => {})
  expect(trouble).toContain('foreign: http://playcall.example/')
  expect(trouble).toContain('failed: http://playcall.example/ net::ERR_NAME_NOT_RESOLVED')
  await page.close()
})

test.each(['phone', 'desktop'] as const)(
  'who enters a token on a %s sends the first example and reads the call in the answer',
  async (name) => {
    const { page, trouble } = await visit({ viewport: WIDTHS[name], colorScheme: 'light' })
    await page.getByPlaceholder('Token').fill(service.token)
    if (name === 'phone') await page.getByRole('button', { name: 'Open Menu' }).click()
    await page.getByRole('link', { name: 'Call a number' }).first().click()
    const client = page.getByRole('dialog')
    const send = client.getByRole('button', { name: 'Send', exact: false }).first()
    // The page still moves when the link has been followed, and a click may meet what was there before.
    for (let tries = 0; tries < MOST_CLICKS && !(await send.isVisible()); tries++) {
      const wait = { timeout: CLICK_MS }
      await page
        .getByRole('button', { name: 'Test Request (post /call)' })
        .click(wait)
        .catch(() => undefined)
      await send.waitFor(wait).catch(() => undefined)
    }
    await send.waitFor()
    expect(await findCutOff(page, '[role=dialog]')).toEqual([])
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    await send.click()
    const response = await answered
    expect(response.url()).toBe(`${service.url}/call`)
    expect(response.status()).toBe(201)
    const { data } = (await response.json()) as { data: { call_id: string } }
    await client.getByText('201 Created').first().waitFor()
    await client.getByText(data.call_id).first().waitFor()
    const call = await fetch(`${service.url}/calls/${data.call_id}`, {
      headers: { authorization: `Bearer ${service.token}` },
    })
    expect(call.status).toBe(200)
    expect(trouble).toEqual([])
    await page.close()
  },
)

describe.each(Object.entries(WIDTHS))('at the width of a %s', (name, viewport) => {
  const background: Record<string, string> = {}

  test.each(['light', 'dark'] as const)(
    'the page fits and lists every group of operations, in %s',
    async (colorScheme) => {
      const { page, trouble } = await visit({ viewport, colorScheme })
      expect(await findCutOff(page, 'main')).toEqual([])
      const shot = await page.screenshot({ path: path.join(screenshots, `${name}-${colorScheme}.png`) })
      expect(shot.byteLength).toBeGreaterThan(DRAWN_BYTES)
      background[colorScheme] = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
      if (name === 'phone') await page.getByRole('button', { name: 'Open Menu' }).click()
      for (const tag of document.tags) await page.getByRole('link', { name: tag.name, exact: true }).first().waitFor()
      await page.getByRole('link', { name: 'Call a number' }).first().click()
      await page.getByRole('button', { name: 'Test Request (post /call)' }).waitFor()
      expect(await findCutOff(page, 'main')).toEqual([])
      expect(trouble).toEqual([])
      await page.close()
    },
  )

  test('light is light and dark is dark', () => {
    expect(brightness(background['light'])).toBeGreaterThan(200)
    expect(brightness(background['dark'])).toBeLessThan(60)
  })
})

/**
 * The texts and controls within `area` that stick out of the window to the right where nothing can be scrolled to them.
 * What the page is wide in itself does not tell: it hides what sticks out.
 */
function findCutOff(page: Page, area: string): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const scrolls = (element) =>
      element !== null &&
      element !== document.body &&
      (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
    return [...document.querySelectorAll(${JSON.stringify(area)} + ' *')]
      .filter((one) => one.matches('button, input') || [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
      .filter((one) => {
        const { right, width, height } = one.getBoundingClientRect()
        return right > innerWidth + 1 && width > 1 && height > 1 && !scrolls(one)
      })
      .map((one) => one.tagName + ' ' + (one.textContent.trim() || one.placeholder).slice(0, 60))
  })()`)
}

/** 0 to 255, of a colour like `rgb(30, 30, 32)`. */
function brightness(colour: string | undefined): number {
  const parts = (colour ?? '').match(/\d+/g)?.slice(0, 3).map(Number) ?? []
  return parts.reduce((sum, part) => sum + part, 0) / 3
}
