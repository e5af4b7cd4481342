/** Faults, each put into a copy of the contract: what the service does is then wrong by it. */
import type document from '../../generated/openapi.json'

type Contract = typeof document

export interface SeededFault {
  name: string
  /** The operation whose requests or answers show it. */
  operationId: string
  edit: (contract: Contract) => void
  /** What the report says. */
  told: string
}

export const SEEDED_FAULTS: SeededFault[] = [
  {
    name: 'an answer must have a property that it never has',
    operationId: 'getCall',
    edit: ({ components }) => components.schemas.Call.required.push('nickname'),
    told: `must have required property 'nickname'`,
  },
  {
    name: 'an answer has lost a property',
    operationId: 'listCalls',
    edit: ({ components }) => Reflect.deleteProperty(components.schemas.Call.properties, 'direction'),
    told: '"additionalProperty":"direction"',
  },
  {
    name: 'a property of an answer has another name',
    operationId: 'getAccount',
    edit: ({ components }) => rename(components.schemas.Account, 'timezone', 'time_zone'),
    told: '"additionalProperty":"timezone"',
  },
  {
    name: 'a property of an answer has another type',
    operationId: 'getPlaybook',
    edit: ({ components }) => (components.schemas.Playbook.properties.name.type = 'integer'),
    told: 'must be integer',
  },
  {
    name: 'a property of an answer has another format',
    operationId: 'getVersion',
    edit: ({ components }) => Object.assign(components.schemas.Instant, { format: 'date' }),
    told: 'must match format "date"',
  },
  {
    name: 'a property of an answer may not be null any more',
    operationId: 'getNumber',
    edit: ({ components }) => Object.assign(components.schemas.PhoneNumber.properties.label, { type: 'string' }),
    told: 'at "/data/label" must be string',
  },
  {
    name: 'a value of an answer is not in its list any more',
    operationId: 'cancelCall',
    edit: ({ components }) => remove(components.schemas.CallStatus.enum, 'canceled'),
    told: 'must be equal to one of the allowed values',
  },
  {
    name: 'a text of an answer is shorter',
    operationId: 'updateAccount',
    edit: ({ components }) => Object.assign(components.schemas.Account.properties.name, { maxLength: 3 }),
    told: 'at "/data/name" must NOT have more than 3 characters',
  },
  {
    name: 'a list of an answer is shorter',
    operationId: 'listPlaybooks',
    edit: ({ components }) => Object.assign(components.schemas.PlaybookPage.properties.items, { maxItems: 1 }),
    told: 'must NOT have more than 1 items',
  },
  {
    name: 'a success is not declared',
    operationId: 'createCall',
    edit: ({ paths }) => Reflect.deleteProperty(paths['/call'].post.responses, '201'),
    told: 'the status 201 is not declared',
  },
  {
    name: 'a refusal is not declared',
    operationId: 'upsertContact',
    edit: ({ paths }) => Reflect.deleteProperty(paths['/contacts'].put.responses, '415'),
    told: 'the status 415 is not declared',
  },
  {
    name: 'an error has another status',
    operationId: 'getCampaign',
    edit: ({ components }) => (components.schemas.ErrorCode['x-status'].not_found = 410),
    told: 'the code not_found has another status',
  },
  {
    name: 'an error code is not in the list',
    operationId: 'getContact',
    edit: ({ components }) => remove(components.schemas.ErrorCode.enum, 'not_found'),
    told: 'at "/error/code" must be equal to one of the allowed values',
  },
  {
    name: 'an answer must have a header that it never has',
    operationId: 'listTokens',
    edit: ({ paths }) =>
      Object.assign(paths['/tokens'].get.responses['200'].headers, {
        ETag: { required: true, schema: { type: 'string' } },
      }),
    told: 'the header ETag is missing',
  },
  {
    name: 'a header of an answer is not declared',
    operationId: 'listNumbers',
    edit: ({ paths }) => Reflect.deleteProperty(paths['/numbers'].get.responses['200'].headers, 'RateLimit'),
    told: 'the header ratelimit is not declared',
  },
  {
    name: 'an answer has another media type',
    operationId: 'compareVersions',
    edit: ({ paths }) => rename200(paths['/playbooks/{playbook_id}/compare'].get.responses['200']),
    told: 'the content type application/json is not declared',
  },
  {
    name: 'a link leads to another thing',
    operationId: 'createNumber',
    edit: ({ paths }) =>
      (paths['/numbers'].post.responses['201'].links.GetNumber.parameters.number_id =
        '$response.body#/data/playbook_id'),
    told: 'then getNumber answers 404',
  },
  {
    name: 'another scope is needed',
    operationId: 'listSuppressions',
    edit: ({ paths }) => (paths['/suppressions'].get['x-scope'] = 'account:read'),
    told: 'without the scope account:read is not answered insufficient_scope',
  },
  {
    name: 'a field of a request is required',
    operationId: 'createSuppression',
    edit: ({ components }) => components.schemas.CreateSuppression.required.push('note'),
    told: 'the body does not fit its schema: the status is not 400',
  },
  {
    name: 'a field of a request may be absent',
    operationId: 'createToken',
    edit: ({ components }) => remove(components.schemas.CreateToken.required, 'name'),
    told: 'a request that fits the contract is refused as invalid_request',
  },
  {
    name: 'a number of a request has a lower maximum',
    operationId: 'listContacts',
    edit: ({ components }) => (components.parameters.Limit.schema.maximum = 99),
    told: 'the query parameter limit wrong: the status is not 400',
  },
  {
    name: 'a number of a request has a higher maximum',
    operationId: 'listVersions',
    edit: ({ components }) => (components.parameters.Limit.schema.maximum = 1000),
    told: 'a request that fits the contract is refused as invalid_request',
  },
  {
    name: 'a text of a request must be shorter',
    operationId: 'createVersion',
    edit: ({ components }) => (components.schemas.CreateVersion.properties.message.maxLength = 5),
    told: 'the body does not fit its schema: the status is not 400',
  },
  {
    name: 'a text of a request may be longer',
    operationId: 'updateNumber',
    edit: ({ components }) => (components.schemas.UpdateNumber.properties.label.maxLength = 250),
    told: 'a request that fits the contract is refused as invalid_request',
  },
  {
    name: 'a pattern of a request is narrower',
    operationId: 'simulateInboundCall',
    edit: ({ components }) => (components.schemas.Phone.pattern = '^\\+1(?:[ .()-]*[0-9]){10}$'),
    told: 'the body does not fit its schema: the status is not 400',
  },
  {
    name: 'a request may have more fields',
    operationId: 'updatePlaybook',
    edit: ({ components }) =>
      Object.assign(components.schemas.UpdatePlaybook.properties, { nickname: { type: 'string', maxLength: 5 } }),
    told: 'a request that fits the contract is refused as invalid_request',
  },
  {
    name: 'a list of what a request may say is longer',
    operationId: 'listCampaigns',
    edit: ({ components }) => components.schemas.CampaignStatus.enum.push('asleep'),
    told: 'a request that fits the contract is refused as invalid_request',
  },
  {
    name: 'a field of a request may be null',
    operationId: 'createPlaybook',
    edit: ({ components }) =>
      Object.assign(components.schemas.CreatePlaybook.properties.name, { type: ['string', 'null'] }),
    told: 'a request that fits the contract is refused as invalid_request',
  },
  {
    name: 'a header of a request has a narrower pattern',
    operationId: 'createCampaign',
    edit: ({ components }) => (components.parameters.IdempotencyKey.schema.pattern = '^[0-9]+$'),
    told: 'the header Idempotency-Key wrong: the status is not 400',
  },
  {
    name: 'a query parameter may be absent',
    operationId: 'compareVersions',
    edit: ({ paths }) => (paths['/playbooks/{playbook_id}/compare'].get.parameters[2]!.required = false),
    told: 'a request that fits the contract is refused as invalid_request',
  },
]

type Schema = { properties: object; required: string[] }

function rename(schema: Schema, from: string, to: string): void {
  Object.assign(schema.properties, { [to]: Reflect.get(schema.properties, from) })
  Reflect.deleteProperty(schema.properties, from)
  schema.required = schema.required.map((name) => (name === from ? to : name))
}

function rename200(response: { content: object }): void {
  response.content = { 'application/vnd.api+json': Object.values(response.content)[0] }
}

function remove<Item>(list: Item[], item: Item): void {
  list.splice(list.indexOf(item), 1)
}
