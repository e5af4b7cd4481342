/** The contract as a mock: who builds against it finds the shapes that the service has. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { OperationId } from '../../generated/operations.ts'
import { unreachable } from '../../src/core/unreachable.ts'
import { findFaults } from '../support/conformance.ts'
import { contractOperations, resolve, type ContractOperation } from '../support/contract.ts'
import { sampleRequest, UNKNOWN_ID, type SampleRequest } from '../support/sampleRequest.ts'
import { startService, type Service } from '../support/service.ts'
import { startMock, type Mock } from './prism.ts'
import { findDifferences } from './shape.ts'
import { prepareWorld } from './world.ts'

let mock: Mock
let service: Service
beforeAll(async () => {
  service = await startService()
  mock = await startMock()
})
afterAll(async () => {
  expect([await mock?.stop(), await service?.stop()]).toEqual([0, 0])
})

/** Where the mock answers otherwise than the service unless it is told what to answer, and why. */
const PREFERENCES: { when: (situation: Situation) => boolean; status: number; reason: string }[] = [
  {
    when: ({ kind }) => kind === 'unknown id',
    status: 404,
    reason: 'it stores nothing, so every identifier is one of something',
  },
  {
    when: ({ kind }) => kind === 'unknown playbook',
    status: 403,
    reason: 'it stores nothing, so every playbook is the account’s own',
  },
]

/** Sent by the mock on its own account, and no part of the contract. */
const HEADERS_OF_THE_MOCK = /^(access-control-.*|sl-violations|vary)$/

type Kind =
  'valid' | 'no token' | 'unknown field' | 'limit of 0' | 'required query missing' | 'unknown id' | 'unknown playbook'

interface Situation {
  kind: Kind
  operation: ContractOperation
}

interface Answer {
  status: number
  headers: Headers
  text: string
}

describe.each(contractOperations().map((operation) => [operation.operationId, operation] as const))(
  '%s',
  (_, operation) => {
    test.each(kindsFor(operation))('answers alike to a request with: %s', async (kind) => {
      const ids = await prepareWorld(service)
      const request = alter(sampleRequest(operation.operationId as OperationId, ids), kind, operation)
      const preference = PREFERENCES.find(({ when }) => when({ kind, operation }))
      const live = await send(service.url, request, kind)
      const mocked = await send(mock.url, request, kind, preference?.status)
      const exchange = { method: request.method, path: request.path }
      expect(findFaults({ ...exchange, ...live })).toEqual([])
      expect(findFaults({ ...exchange, ...mocked })).toEqual([])
      expect({ mock: mocked.status }).toEqual({ mock: live.status })
      expect(live.status < 300).toBe(kind === 'valid')
      const schema = operation.responses[live.status]?.content['application/json']?.schema
      expect(findDifferences(schema!, JSON.parse(mocked.text), JSON.parse(live.text))).toEqual([])
    })
  },
)

test('what the mock is told to answer it would not have answered by itself', async () => {
  const told = contractOperations().flatMap((operation) =>
    kindsFor(operation).flatMap((kind) => {
      const preference = PREFERENCES.find(({ when }) => when({ kind, operation }))
      return preference ? [{ kind, operation, status: preference.status }] : []
    }),
  )
  expect(told.length).toBeGreaterThan(0)
  for (const { kind, operation, status } of told) {
    const request = alter(sampleRequest(operation.operationId as OperationId), kind, operation)
    expect((await send(mock.url, request, kind)).status).not.toBe(status)
  }
})

test('a field that only one of two answers has is seen, unless it is optional or free', () => {
  const schema = {
    type: 'object',
    required: ['data'],
    properties: {
      data: {
        type: 'array',
        items: { type: 'object', required: ['id'], properties: { id: {}, note: {}, params: { type: 'object' } } },
      },
    },
  }
  const full = { data: [{ id: 'a', note: 'b', params: { one: 1 } }] }
  expect(findDifferences(schema, full, { data: [{ id: 'c', params: { two: 2 } }] })).toEqual([])
  expect(findDifferences(schema, full, { data: [{ note: 'b' }] })).toEqual([
    '/data/0/id is only in the answer of the mock',
  ])
  expect(findDifferences(schema, full, { ...full, more: 1 })).toEqual(['/more is only in the answer of the service'])
})

/** A request as it should be, and every fault that this operation can be sent. */
function kindsFor(operation: ContractOperation): Kind[] {
  const { parameters, requestBody } = operation
  const properties = resolve(requestBody?.content['application/json']?.schema ?? {}).properties ?? {}
  return [
    'valid',
    'no token',
    ...(requestBody ? (['unknown field'] as const) : []),
    ...(parameters.some(({ name }) => name === 'limit') ? (['limit of 0'] as const) : []),
    ...(parameters.some(isRequiredQuery) ? (['required query missing'] as const) : []),
    ...(parameters.some((one) => one.in === 'path') ? (['unknown id'] as const) : []),
    ...('playbook_id' in properties && '403' in operation.responses ? (['unknown playbook'] as const) : []),
  ]
}

function isRequiredQuery(parameter: ContractOperation['parameters'][number]): boolean {
  return parameter.in === 'query' && parameter.required === true
}

function alter(request: SampleRequest, kind: Kind, operation: ContractOperation): SampleRequest {
  const body = request.body as Record<string, unknown> | undefined
  const [path = ''] = request.path.split('?')
  switch (kind) {
    case 'valid':
    case 'no token':
      return request
    case 'unknown field':
      return { ...request, body: { ...body, surplus: true } }
    case 'unknown playbook':
      return { ...request, body: { ...body, playbook_id: UNKNOWN_ID } }
    case 'limit of 0':
      return { ...request, path: `${path}?limit=0` }
    case 'required query missing':
      return { ...request, path }
    case 'unknown id':
      return { ...sampleRequest(operation.operationId as OperationId), ...(body && { body }) }
    default:
      return unreachable(kind)
  }
}

async function send(url: string, request: SampleRequest, kind: Kind, prefer?: number): Promise<Answer> {
  const response = await fetch(url + request.path, {
    method: request.method,
    headers: {
      ...(kind !== 'no token' && { authorization: `Bearer ${service.token}` }),
      ...(request.body !== undefined && { 'content-type': 'application/json' }),
      ...(prefer !== undefined && { prefer: `code=${prefer}` }),
    },
    ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
  })
  const own = [...response.headers].filter(([name]) => !HEADERS_OF_THE_MOCK.test(name))
  return { status: response.status, headers: new Headers(own), text: await response.text() }
}
