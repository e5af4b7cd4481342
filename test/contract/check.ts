/**
 * Holds a running service against a contract: what it answers to requests that fit, to requests that do not, and to
 * requests that may not. The contract is an argument, so that a wrong one can show that the checks find what is wrong.
 */
import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { dumpTables } from '../support/dumpTables.ts'
import { operationOf, type Contract, type Link, type Operation } from './contract.ts'
import { mutantsOf, type Mutant } from './mutations.ts'
import { REFUSALS } from './refusals.ts'
import { assemble, toCurl, type Parts, type Request } from './request.ts'
import { validParts } from './requestArbitrary.ts'
import type { Answer, World } from './world.ts'

export interface Trial {
  contract: Contract
  operation: Operation
  world: World
}

/** `seed` plays a run again; without it each run differs. */
export interface Options {
  numRuns: number
  seed?: number
  /** Does not look for a smaller request that fails. */
  endOnFailure?: boolean
}

interface Body {
  error?: { code: string; details?: { code: string }[] }
}

/** The share of valid requests that must be carried out: of many refusals nothing would be learnt. */
const LEAST_ACCEPTED = 0.25
/** Lists are read once in so many requests that changed something. */
const LISTS_EVERY = 25

/** Sends requests that fit. Answers what is wrong with an answer, the smallest request for it and its seed; null if nothing is. */
export async function tryValid(trial: Trial, options: Options): Promise<string | null> {
  const count = { sent: 0, accepted: 0 }
  const property = fc.asyncProperty(validParts(trial.contract, trial.operation), async (parts) => {
    const { sent, answer } = await trial.world.send(assemble(trial.operation, parts))
    const lists = ++count.sent % LISTS_EVERY === 0
    if (answer.status < 300) count.accepted++
    fail(explain(await faultsOfValid(trial, parts, answer, lists), sent, answer))
  })
  const fault = report(trial.operation, 'valid', await fc.check(property, options))
  if (fault !== null || count.accepted >= count.sent * LEAST_ACCEPTED) return fault
  return `${trial.operation.id}: only ${count.accepted} of ${count.sent} valid requests were carried out, which shows too little`
}

/** The same for requests that do not fit, after which everything must be as it was before. */
export async function tryInvalid(trial: Trial, options: Options): Promise<string | null> {
  const { app, nextWrite, refill, forgetKeys } = trial.world
  await refill()
  await forgetKeys()
  // The use of a token is noted once a minute, in the background; the clock stands still.
  await app.get('/account')
  await app.settle()
  const before = await dumpTables(app.store)
  let next = await nextWrite()
  const property = fc.asyncProperty(mutantsOf(trial.contract, trial.operation), async (mutant) => {
    const { sent, answer } = await trial.world.send(mutant.request)
    const faults = [...faultsOfMutant(mutant, answer), ...faultsOfAnswer(trial, sent, answer)]
    const now = await nextWrite()
    if (now !== next) {
      next = now
      await app.settle()
      if (!isDeepStrictEqual(await dumpTables(app.store), before)) faults.push('the database was changed')
    }
    fail(explain(faults, sent, answer))
  })
  const fault = report(trial.operation, 'invalid', await fc.check(property, options))
  if (fault !== null) return fault
  await app.settle()
  return isDeepStrictEqual(await dumpTables(app.store), before) ? null : `${trial.operation.id} changed the database`
}

/** Sends one request that fits, by people who may and who may not send it. Answers what is wrong; nothing when all is well. */
export async function tryAccess({ contract, operation, world }: Trial, scopes: readonly string[]): Promise<string[]> {
  const [parts] = fc.sample(validParts(contract, operation), { numRuns: 1, seed: 1 })
  if (!parts) throw new Error('nothing was drawn')
  const request = assemble(operation, parts)
  const { app } = world
  const without = await app.addAccount({ scopes: scopes.filter((scope) => scope !== operation.scope) })
  const only = await app.addAccount({ scopes: [operation.scope] })
  const cases = [
    { who: 'without a token', as: null, code: 'unauthorized' },
    { who: 'with a token that is none', as: { id: '', token: 'x'.repeat(30) }, code: 'unauthorized' },
    { who: `without the scope ${operation.scope}`, as: without, code: 'insufficient_scope' },
  ]
  const faults: string[] = []
  for (const { who, as, code } of cases) {
    const { sent, answer } = await world.send(request, as)
    const wrong = codeOf(answer) === code ? [] : [`${operation.id} ${who} is not answered ${code}`]
    faults.push(...explain([...wrong, ...faultsOfAnswer({ contract }, sent, answer)], sent, answer))
  }
  const { sent, answer } = await world.send(request, only)
  // A token passes on no more than it has, which is said by the same code.
  if (codeOf(answer) === 'insufficient_scope' && !named(parts.body, 'scopes')) {
    faults.push(...explain([`${operation.id} with the scope ${operation.scope} is refused`], sent, answer))
  }
  return faults
}

async function faultsOfValid(trial: Trial, parts: Parts, answer: Answer, lists: boolean): Promise<string[]> {
  const { operation, world } = trial
  const faults = faultsOfAnswer(trial, assemble(operation, parts), answer)
  if (answer.status >= 400) faults.push(...faultsOfRefusal(answer, parts, operation))
  if (operation.scope === 'account:write') await world.restoreAccount()
  if (faults.length === 0 && answer.status < 300) {
    faults.push(...(await faultsOfLinks(trial, answer)), ...(await faultsOfNextPage(trial, parts, answer)))
    if (operation.method !== 'GET' && lists) faults.push(...(await faultsOfLists(trial)))
    if (operation.method !== 'GET' && Object.keys(parts.path).length > 0) world.useUp()
  }
  return faults
}

function faultsOfAnswer({ contract }: Pick<Trial, 'contract'>, { method, path }: Request, answer: Answer): string[] {
  const faults = contract.findFaults({ method, path, ...answer })
  return answer.status >= 500 ? [...faults, 'the service failed'] : faults
}

function faultsOfRefusal(answer: Answer, parts: Parts, operation: Operation): string[] {
  const { error } = bodyOf(answer)
  const codes = error?.details?.map(({ code }) => code) ?? [error?.code ?? 'none']
  return codes
    .filter((code) => REFUSALS[code]?.fits(parts, operation) !== true)
    .map((code) => `a request that fits the contract is refused as ${code}`)
}

function faultsOfMutant({ change, status, code }: Mutant, answer: Answer): string[] {
  const told = codeOf(answer)
  return [
    ...(answer.status === status ? [] : [`${change}: the status is not ${status}`]),
    ...(code === undefined || code === told ? [] : [`${change}: the code is not ${code}`]),
  ]
}

/** What an answer leads to can be read. */
async function faultsOfLinks(trial: Trial, answer: Answer): Promise<string[]> {
  const faults: string[] = []
  for (const link of trial.operation.links[answer.status] ?? []) {
    const target = operationOf(trial.contract, link.operationId)
    const values = valuesOf(link, answer)
    // An answer that made nothing leads nowhere.
    if (target.method !== 'GET' || Object.values(values).includes(null)) continue
    faults.push(...(await faultsOfReading(trial, target, values)))
  }
  return faults
}

/** Where a list goes on, its cursor is taken. */
async function faultsOfNextPage(trial: Trial, parts: Parts, { text }: Answer): Promise<string[]> {
  const [, cursor] = /"next_cursor":"([^"]+)"/.exec(text) ?? []
  if (cursor === undefined || trial.operation.method !== 'GET') return []
  const query = parts.query.filter(([name]) => name !== 'cursor')
  const next = assemble(trial.operation, { ...parts, query: [...query, ['cursor', cursor]] })
  const { sent, answer } = await trial.world.send(next)
  const faults = faultsOfAnswer(trial, sent, answer)
  if (answer.status !== 200) faults.push('the next page cannot be read')
  return explain(faults, sent, answer)
}

async function faultsOfLists(trial: Trial): Promise<string[]> {
  const lists = trial.contract.operations.filter(
    ({ method, path, parameters }) =>
      method === 'GET' && !path.includes('{') && parameters.every(({ required }) => !required),
  )
  const faults = await Promise.all(lists.map((target) => faultsOfReading(trial, target, {})))
  return faults.flat()
}

async function faultsOfReading(trial: Trial, target: Operation, values: Record<string, unknown>): Promise<string[]> {
  const texts = Object.entries(values).map(([name, value]): [string, string] => [name, String(value)])
  const isInPath = ([name]: [string, string]) => target.path.includes(`{${name}}`)
  const path = Object.fromEntries(texts.filter(isInPath))
  const query = texts.filter((text) => !isInPath(text))
  const { sent, answer } = await trial.world.send(assemble(target, { path, query, headers: {}, body: null }))
  const faults = faultsOfAnswer(trial, sent, answer)
  if (answer.status !== 200) faults.push(`then ${target.id} answers ${answer.status}`)
  return explain(faults, sent, answer)
}

function valuesOf(link: Link, answer: Answer): Record<string, unknown> {
  const body = bodyOf(answer)
  return Object.fromEntries(
    Object.entries(link.parameters).map(([name, expression]) => {
      if (!expression.startsWith('$')) return [name, expression]
      const [start, pointer = ''] = expression.split('#')
      if (start !== '$response.body') throw new Error(`no value can be found by ${expression}`)
      const value = pointer
        .split('/')
        .slice(1)
        .reduce<unknown>((inside, key) => Object(inside)[key], body)
      return [name, value ?? null]
    }),
  )
}

function codeOf(answer: Answer): string | undefined {
  return bodyOf(answer).error?.code
}

/** A body, or nothing of one when the answer has none that is JSON. */
function bodyOf({ text }: Answer): Body {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what it is not has been reported by then
    return JSON.parse(text) as Body
  } catch {
    return {}
  }
}

function named(body: unknown, name: string): boolean {
  return typeof body === 'object' && body !== null && name in body
}

function explain(faults: string[], sent: Request, { status, text }: Answer): string[] {
  if (faults.length === 0) return []
  return [...faults, toCurl(sent), `answered ${status}: ${text.slice(0, 1000)}`]
}

function fail(faults: string[]): void {
  if (faults.length > 0) throw new Error(faults.join('\n  '))
}

function report<Drawn>(
  operation: Operation,
  kind: string,
  { failed, seed, numRuns, errorInstance }: fc.RunDetails<[Drawn]>,
): string | null {
  if (!failed) return null
  const cause = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  return `${operation.id}: ${kind} request ${numRuns} failed (replay with SEED=${seed})\n  ${cause}`
}
