/**
 * Serves the contract as a mock, for those who build against the service and have none at hand: it checks requests and
 * answers with the contract's examples. It stores nothing and calls nobody. On 127.0.0.1:4010 unless `--port` or
 * `--host` say otherwise; they and all other arguments are Prism's: `bun run mock --port 4020`.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import document from '../generated/openapi.json'

const PRISM = path.resolve(import.meta.dir, '../node_modules/@stoplight/prism-cli/dist/index.js')

const directory = await mkdtemp(path.join(tmpdir(), 'playcall-mock-'))
const file = path.join(directory, 'openapi.json')
await Bun.write(file, JSON.stringify(forMock()))
const prism = Bun.spawn([process.execPath, PRISM, 'mock', file, ...process.argv.slice(2)], {
  stdin: 'ignore',
  stdout: 'inherit',
  stderr: 'inherit',
})
let stopped = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    stopped = true
    prism.kill('SIGTERM')
  })
}
const code = await prism.exited
await rm(directory, { recursive: true, force: true })
process.exit(stopped ? 0 : code)

/**
 * The contract without its answers 422: a mock that keeps no Idempotency-Key cannot tell that one was used before, and
 * Prism would give that answer to every request with a fault, in the place of 400.
 */
function forMock(): object {
  const paths = Object.entries(document.paths).map(([route, item]) => {
    const operations = Object.entries(item).map(([method, operation]) => {
      const responses = Object.entries(operation.responses).filter(([status]) => status !== '422')
      return [method, { ...operation, responses: Object.fromEntries(responses) }]
    })
    return [route, Object.fromEntries(operations)]
  })
  return { ...document, paths: Object.fromEntries(paths) }
}
