/** A change of the contract that breaks its clients does not pass unnoticed. */
import { describe, expect, test } from 'bun:test'
import document from '../../generated/openapi.json'
import { type Contract, findChanges, findFault, renderChanges, replaceMarked } from '../../scripts/contractChanges.ts'

type Document = typeof document
type Edit = (contract: Document) => void

function edited(edit: Edit, version = document.info.version): Document {
  const contract = structuredClone(document)
  edit(contract)
  contract.info.version = version
  return contract
}

const NEXT_MAJOR = `${Number(document.info.version.split('.')[0]) + 1}.0.0`
const NEXT_MINOR = document.info.version.replace(/\.\d+\.\d+$/, '.999.0')

const BREAKING: Record<string, Edit> = {
  'an operation is gone': ({ paths }) => Reflect.deleteProperty(paths['/numbers'], 'get'),
  'a path is gone': ({ paths }) => Reflect.deleteProperty(paths, '/suppressions'),
  'a field of a request became required': ({ components }) => components.schemas.CreateCall.required.push('firstname'),
  'a field of a request is gone': ({ components }) =>
    Reflect.deleteProperty(components.schemas.CreateCall.properties, 'firstname'),
  'a field of a request got shorter': ({ components }) =>
    (components.schemas.CreateCall.properties.firstname.maxLength = 5),
  'a field of a request got another type': ({ components }) =>
    (components.schemas.CreateCall.properties.firstname.type = ['integer', 'null']),
  'a field of an answer is gone': ({ components }) => {
    Reflect.deleteProperty(components.schemas.CallCreated.properties, 'status')
    components.schemas.CallCreated.required = components.schemas.CallCreated.required.filter(
      (name) => name !== 'status',
    )
  },
  'a field of an answer may be absent': ({ components }) =>
    (components.schemas.CallCreated.required = components.schemas.CallCreated.required.filter(
      (name) => name !== 'status',
    )),
  'an answer has a new status': ({ components }) => components.schemas.CallStatus.enum.push('teleported'),
  'a number may be less': ({ components }) =>
    (components.schemas.UpdateAccountLimits.properties.per_second.maximum = 5),
  'a success is answered with another code': ({ paths }) => {
    const { responses } = paths['/call'].post
    Object.assign(responses, { '200': responses['201'] })
    Reflect.deleteProperty(responses, '201')
  },
  'an operation needs another scope': ({ paths }) => (paths['/calls'].get['x-scope'] = 'account:read'),
}

const HARMLESS: Record<string, Edit> = {
  'an operation more': ({ paths }) => {
    const { get } = paths['/account']
    Object.assign(paths, { '/profile': { get: { ...get, operationId: 'getProfile' } } })
  },
  'an optional field more in a request': ({ components }) =>
    Object.assign(components.schemas.CreateCall.properties, { middlename: { type: 'string', maxLength: 10 } }),
}

describe('a change that breaks clients of the released contract', () => {
  for (const [name, edit] of Object.entries(BREAKING))
    test(`is refused while the major version is the same: ${name}`, async () => {
      const contract = edited(edit, NEXT_MINOR)
      const changes = await findChanges(document, contract)
      expect(findFault(document, contract, changes)).toStartWith(
        `Clients of the released contract ${document.info.version} would break. Take this back, or raise the major version:`,
      )
      expect(renderChanges(document, contract, changes)).toContain('- **Breaking**: ')
      const raised = edited(edit, NEXT_MAJOR)
      expect(findFault(document, raised, changes)).toBeNull()
    })
})

describe('a change that breaks nobody', () => {
  for (const [name, edit] of Object.entries(HARMLESS))
    test(`needs a new version, but no new major one: ${name}`, async () => {
      const changes = await findChanges(document, edited(edit))
      expect(changes).not.toEqual([])
      expect(findFault(document, edited(edit), changes)).toContain('Raise the version.')
      expect(findFault(document, edited(edit, NEXT_MINOR), changes)).toBeNull()
    })

  test('is none when only a text changed', async () => {
    const contract = edited(({ info }) => (info.description += ' More words.'))
    const changes = await findChanges(document, contract)
    expect(changes).toEqual([])
    expect(findFault(document, contract, changes)).toBeNull()
  })
})

test('a version that is older than the released one is refused', () => {
  expect(
    findFault(
      document,
      edited(() => undefined, '0.9.0'),
      [],
    ),
  ).toBe(`The contract's version 0.9.0 is older than the released ${document.info.version}. Raise it.`)
})

test('the changelog tells the same change of several operations once, and breaking ones first', () => {
  const from: Contract = { info: { version: '1.0.0' }, paths: {} }
  const to: Contract = { info: { version: '2.0.0' }, paths: {} }
  const told = renderChanges(from, to, [
    { text: 'removed `b`', breaking: true, operations: ['GET /x', 'GET /y'] },
    { text: 'added `a`', breaking: false, operations: ['POST /x'] },
  ])
  expect(told).toBe(
    'Contract 2.0.0; since 1.0.0:\n\n- **Breaking**: removed `b` (`GET /x`, `GET /y`)\n- added `a` (`POST /x`)',
  )
  const log = '# Log\n\n<!-- contract:begin -->\nold\n<!-- contract:end -->\nrest'
  expect(replaceMarked(log, told)).toBe(`# Log\n\n<!-- contract:begin -->\n\n${told}\n\n<!-- contract:end -->\nrest`)
  expect(() => replaceMarked('# Log', told)).toThrow('The changelog needs')
})
