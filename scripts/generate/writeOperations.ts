import { Place } from './place.ts'
import type { Contract, Operation } from './readContract.ts'
import { defaultOf } from './writeRoutes.ts'

/** What operations take and answer, and the tables by operationId and error code. */
export function writeOperations({ document, operations }: Contract): string {
  const scopes = operations.map(({ id, scope }) => `${id}: ${JSON.stringify(scope)},`)
  return `export const operationIds = [
${operations.map(({ id }) => `'${id}',`).join('\n')}
] as const
export type OperationId = (typeof operationIds)[number]

/** The scope that a token needs for an operation; null when it needs no token. */
export const operationScopes = {
${scopes.join('\n')}
} as const satisfies Record<OperationId, string | null>
export type Scope = NonNullable<(typeof operationScopes)[OperationId]>

/** The status that an error code is answered with. */
export const errorStatus = {
${errorStatuses(new Place(document, '#', document)).join('\n')}
} as const satisfies Record<ErrorCode, number>
export type ErrorCode = components['schemas']['ErrorCode']

/** What an operation is given: the parts of a request, checked, with defaults filled in. */
export type In<Op extends OperationId> = Requests[Op]

/** What an operation answers. Failures are thrown instead. */
export type Out<Op extends OperationId> = Answers[Op]

/** One function for each operation. A missing, misspelled or mistyped one does not compile. */
export interface Operations<Context> {
${operations.map(writeMember).join('\n')}
}

type Operation<Op extends OperationId, Context> = (request: In<Op>, context: Context) => Promise<Out<Op>>

interface Requests {
${operations.map(writeRequest).join('\n')}
}

interface Answers {
${operations.map(writeAnswer).join('\n')}
}

interface Answer<Status, Body> {
  status: Status
  body: Body
  /** Those that are the operation's own affair, such as Location. */
  headers?: Record<string, string>
}

type Nothing = Record<never, never>
type Filled<T, Name extends keyof T> = Omit<T, Name> & Required<Pick<T, Name>>
type SmallLetters<T> = { [Name in keyof T as Lowercase<Name & string>]: T[Name] }
`
}

function writeMember({ id, summary, method, path }: Operation): string {
  return `/** ${summary.replaceAll('*/', '* /')}: ${method.toUpperCase()} ${path} */
${id}: Operation<'${id}', Context>`
}

function writeRequest({ id, parameters, body }: Operation): string {
  function part(where: Operation['parameters'][number]['in']): string | null {
    const present = parameters.some((parameter) => parameter.in === where)
    return present ? `NonNullable<operations['${id}']['parameters']['${where}']>` : null
  }
  const filled = parameters.filter((parameter) => parameter.in === 'query' && defaultOf(parameter.schema))
  const query = part('query')
  const headers = part('header')
  return `${id}: {
  path: ${part('path') ?? 'Nothing'}
  query: ${query && filled.length > 0 ? `Filled<${query}, ${filled.map(({ name }) => `'${name}'`).join(' | ')}>` : (query ?? 'Nothing')}
  headers: ${headers ? `SmallLetters<${headers}>` : 'Nothing'}
  body: ${body ? `operations['${id}']['requestBody']['content']['application/json']` : 'undefined'}
}`
}

function writeAnswer({ id, place, statuses }: Operation): string {
  const successes = statuses.filter((status) => status >= 200 && status < 300)
  if (successes.length === 0) place.refuse('no success (2xx) is declared')
  const answers = successes.map(
    (status) => `Answer<${status}, operations['${id}']['responses'][${status}]['content']['application/json']>`,
  )
  return `${id}: ${answers.join(' | ')}`
}

/** The codes are the schema ErrorCode's values, their statuses its extension x-status; neither may have one more. */
function errorStatuses(root: Place): string[] {
  const schema = root.get('components').get('schemas').get('ErrorCode')
  const statuses = schema.get('x-status')
  const codes = schema.get('enum').items()
  for (const [code, place] of statuses.entries())
    if (!codes.some(({ value }) => value === code)) place.refuse('there is no such error code')
  return codes.map((code) => `${code.text()}: ${statuses.get(code.text()).number()},`)
}
