/**
 * What the README, the guide and the contract's introduction tell a reader to send is sent: each `curl` by the shell, as it
 * stands but for SUBSTITUTIONS and in the order of the text, and each request that the guide's prose spells out. Links
 * between the papers lead somewhere.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Glob } from 'bun'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import document from '../../generated/openapi.json'
import { startService, type Service } from '../support/service.ts'

const DAY_MS = 86_400_000
const ROOT = path.resolve(import.meta.dir, '../..')
const read = (page: string): string => readFileSync(path.join(ROOT, page), 'utf8')
const README = read('README.md')
const GUIDE = read('docs/guide.md')

let service: Service
/** What a reader has seen by then: the ids that the start printed, then those of the answers. */
let seen: Record<string, string>

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service?.stop())

/** All that is changed in a line before the shell gets it: the server's address, and what a reader is to fill in. */
const SUBSTITUTIONS: [what: RegExp, by: () => string][] = [
  [/http:\/\/127\.0\.0\.1:3000/g, () => service.url],
  [/<the id that the start printed>|<id>/g, () => service.playbookId],
  [/<tomorrow>/g, () => new Date(Date.now() + DAY_MS).toISOString().slice(0, 10)],
  [/<call_id>/g, () => known('call_id')],
  [/(?<=\/calls\/)…/g, () => known('call_id')],
  [/(?<="playbook_id": ")…/g, () => known('id')],
]

describe.each([
  ['README', README],
  ["contract's introduction", document.info.description],
])('the %s', (_, text) => {
  const commands = curlsIn(text)
  beforeAll(() => {
    seen = {}
  })

  test('has commands to paste, and every curl in it is one of them', () => {
    expect(commands.length).toBeGreaterThan(0)
    expect(commands.length).toBe(text.match(/^\s*curl /gm)?.length ?? 0)
  })

  test.each(commands)('%s', async (command) => {
    const line = fillIn(command)
    const shell = Bun.spawn(['sh', '-c', line], {
      env: {
        PATH: process.env.PATH ?? '',
        PLAYCALL_TOKEN: service.token,
        TOKEN: service.token,
        SERVER: service.url,
      },
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const [out, err] = await Promise.all([new Response(shell.stdout).text(), new Response(shell.stderr).text()])
    expect({ code: await shell.exited, err: err.includes('curl:') ? err : '' }).toEqual({ code: 0, err: '' })
    const answer = JSON.parse(out) as { data: Record<string, string> }
    expect(answer).toMatchObject({ success: true })
    seen = { ...seen, ...answer.data }
  })
})

describe('the prose of the guide', () => {
  const requests = requestsIn(GUIDE)

  test('spells requests out', () => {
    expect(requests.length).toBeGreaterThan(3)
  })

  test.each(requests)('%s %s %s', async (method, route, body) => {
    const response = await fetch(service.url + route, {
      method,
      headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
      body: fillIn(body),
    })
    expect(await response.json()).toMatchObject({ success: true })
    expect(response.ok).toBe(true)
  })
})

describe('links between the papers', () => {
  const pages = ['README.md', 'CONTRIBUTING.md', 'src/README.md', ...new Glob('docs/*.md').scanSync(ROOT)].toSorted()
  test.each(pages)('%s', (page) => {
    const targets = [...read(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, target = '']) => target)
    const missing = targets.filter((target) => !existsSync(path.resolve(ROOT, path.dirname(page), target)))
    expect(missing).toEqual([])
  })
})

/** The commands of the fenced shell blocks, with their continued lines. */
function curlsIn(text: string): string[] {
  const blocks = [...text.matchAll(/^( *)```sh\n([\s\S]*?)^\1```$/gm)].map(([, , block]) => block ?? '')
  return blocks
    .flatMap((block) => block.split(/^(?= *curl )/m).map((one) => one.trim()))
    .filter((one) => one.startsWith('curl '))
}

/** What stands in the text as `METHOD /path`, followed in the same sentence or the next by a `{…}`. */
function requestsIn(text: string): [method: string, route: string, body: string][] {
  const named = text.matchAll(/`(POST|PUT|PATCH) (\/[a-z/]+)`(?:(?!`[A-Z]+ \/)[^\n]|\n(?!\n))*?`(\{[^`]+\})`/g)
  return [...named].map(([, method = '', route = '', body = '']) => [method, route, body.replaceAll(/\s+/g, ' ')])
}

/** Throws when the line names something that no answer so far has told. */
function fillIn(line: string): string {
  const filled = SUBSTITUTIONS.reduce((rest, [what, by]) => (what.test(rest) ? rest.replaceAll(what, by) : rest), line)
  const left = /<[a-z_ ]+>|…/.exec(filled)
  if (left) throw new Error(`nobody knows what to put in the place of ${left[0]}`)
  return filled
}

function known(name: string): string {
  const value = seen[name]
  if (value === undefined) throw new Error(`no answer before has told a ${name}`)
  return value
}
