// Generated, do not edit: by `bun scripts/generate.ts` from the contract with sha256 ad7158db1cf9faf3bbda6648c00c6bf1773c59dc292e1f94b06412c8dbd6f833
import type { components, operations } from './types.ts'

export const operationIds = [
  'createCall',
  'listCalls',
  'getCall',
  'cancelCall',
  'createCampaign',
  'planCampaign',
  'listCampaigns',
  'getCampaign',
  'pauseCampaign',
  'resumeCampaign',
  'cancelCampaign',
  'listPlaybooks',
  'createPlaybook',
  'getPlaybook',
  'updatePlaybook',
  'listVersions',
  'createVersion',
  'getVersion',
  'markProduction',
  'restoreVersion',
  'compareVersions',
  'listContacts',
  'upsertContact',
  'getContact',
  'eraseContact',
  'listNumbers',
  'createNumber',
  'getNumber',
  'deleteNumber',
  'updateNumber',
  'listSuppressions',
  'createSuppression',
  'deleteSuppression',
  'listTokens',
  'createToken',
  'revokeToken',
  'getAccount',
  'updateAccount',
  'simulateInboundCall',
] as const
export type OperationId = (typeof operationIds)[number]

/** The scope that a token needs for an operation; null when it needs no token. */
export const operationScopes = {
  createCall: 'calls:write',
  listCalls: 'calls:read',
  getCall: 'calls:read',
  cancelCall: 'calls:write',
  createCampaign: 'campaigns:write',
  planCampaign: 'campaigns:write',
  listCampaigns: 'campaigns:read',
  getCampaign: 'campaigns:read',
  pauseCampaign: 'campaigns:write',
  resumeCampaign: 'campaigns:write',
  cancelCampaign: 'campaigns:write',
  listPlaybooks: 'playbooks:read',
  createPlaybook: 'playbooks:write',
  getPlaybook: 'playbooks:read',
  updatePlaybook: 'playbooks:write',
  listVersions: 'playbooks:read',
  createVersion: 'playbooks:write',
  getVersion: 'playbooks:read',
  markProduction: 'playbooks:write',
  restoreVersion: 'playbooks:write',
  compareVersions: 'playbooks:read',
  listContacts: 'contacts:read',
  upsertContact: 'contacts:write',
  getContact: 'contacts:read',
  eraseContact: 'contacts:write',
  listNumbers: 'numbers:read',
  createNumber: 'numbers:write',
  getNumber: 'numbers:read',
  deleteNumber: 'numbers:write',
  updateNumber: 'numbers:write',
  listSuppressions: 'suppressions:read',
  createSuppression: 'suppressions:write',
  deleteSuppression: 'suppressions:write',
  listTokens: 'tokens:read',
  createToken: 'tokens:write',
  revokeToken: 'tokens:write',
  getAccount: 'account:read',
  updateAccount: 'account:write',
  simulateInboundCall: 'calls:write',
} as const satisfies Record<OperationId, string | null>
export type Scope = NonNullable<(typeof operationScopes)[OperationId]>

/** The status that an error code is answered with. */
export const errorStatus = {
  invalid_request: 400,
  invalid_json: 400,
  invalid_phone: 400,
  invalid_recall: 400,
  invalid_launch_at: 400,
  invalid_timezone: 400,
  invalid_cursor: 400,
  invalid_config: 400,
  invalid_calling_hours: 400,
  above_ceiling: 400,
  number_forbidden: 400,
  unverified_caller_id: 400,
  unauthorized: 401,
  insufficient_scope: 403,
  playbook_forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  number_taken: 409,
  idempotency_in_progress: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_mismatch: 422,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
} as const satisfies Record<ErrorCode, number>
export type ErrorCode = components['schemas']['ErrorCode']

/** What an operation is given: the parts of a request, checked, with defaults filled in. */
export type In<Op extends OperationId> = Requests[Op]

/** What an operation answers. Failures are thrown instead. */
export type Out<Op extends OperationId> = Answers[Op]

/** One function for each operation. A missing, misspelled or mistyped one does not compile. */
export interface Operations<Context> {
  /** Call a number: POST /call */
  createCall: Operation<'createCall', Context>
  /** List calls: GET /calls */
  listCalls: Operation<'listCalls', Context>
  /** Read a call: GET /calls/{call_id} */
  getCall: Operation<'getCall', Context>
  /** Cancel a call: POST /calls/{call_id}/cancel */
  cancelCall: Operation<'cancelCall', Context>
  /** Call a list of contacts: POST /campaign */
  createCampaign: Operation<'createCampaign', Context>
  /** Say what a campaign would do: POST /campaign/plan */
  planCampaign: Operation<'planCampaign', Context>
  /** List campaigns: GET /campaigns */
  listCampaigns: Operation<'listCampaigns', Context>
  /** Read a campaign: GET /campaigns/{campaign_id} */
  getCampaign: Operation<'getCampaign', Context>
  /** Pause a campaign: POST /campaigns/{campaign_id}/pause */
  pauseCampaign: Operation<'pauseCampaign', Context>
  /** Resume a campaign: POST /campaigns/{campaign_id}/resume */
  resumeCampaign: Operation<'resumeCampaign', Context>
  /** Cancel a campaign: POST /campaigns/{campaign_id}/cancel */
  cancelCampaign: Operation<'cancelCampaign', Context>
  /** List playbooks: GET /playbooks */
  listPlaybooks: Operation<'listPlaybooks', Context>
  /** Create a playbook: POST /playbooks */
  createPlaybook: Operation<'createPlaybook', Context>
  /** Read a playbook: GET /playbooks/{playbook_id} */
  getPlaybook: Operation<'getPlaybook', Context>
  /** Change a playbook: PATCH /playbooks/{playbook_id} */
  updatePlaybook: Operation<'updatePlaybook', Context>
  /** List versions: GET /playbooks/{playbook_id}/versions */
  listVersions: Operation<'listVersions', Context>
  /** Commit a version: POST /playbooks/{playbook_id}/versions */
  createVersion: Operation<'createVersion', Context>
  /** Read a version: GET /playbooks/{playbook_id}/versions/{version_id} */
  getVersion: Operation<'getVersion', Context>
  /** Mark a version as production: POST /playbooks/{playbook_id}/versions/{version_id}/production */
  markProduction: Operation<'markProduction', Context>
  /** Restore a version: POST /playbooks/{playbook_id}/versions/{version_id}/restore */
  restoreVersion: Operation<'restoreVersion', Context>
  /** Compare two versions: GET /playbooks/{playbook_id}/compare */
  compareVersions: Operation<'compareVersions', Context>
  /** List contacts: GET /contacts */
  listContacts: Operation<'listContacts', Context>
  /** Create or update a contact: PUT /contacts */
  upsertContact: Operation<'upsertContact', Context>
  /** Read a contact: GET /contacts/{contact_id} */
  getContact: Operation<'getContact', Context>
  /** Erase a contact: DELETE /contacts/{contact_id} */
  eraseContact: Operation<'eraseContact', Context>
  /** List numbers: GET /numbers */
  listNumbers: Operation<'listNumbers', Context>
  /** Add a number: POST /numbers */
  createNumber: Operation<'createNumber', Context>
  /** Read a number: GET /numbers/{number_id} */
  getNumber: Operation<'getNumber', Context>
  /** Give a number up: DELETE /numbers/{number_id} */
  deleteNumber: Operation<'deleteNumber', Context>
  /** Change a number: PATCH /numbers/{number_id} */
  updateNumber: Operation<'updateNumber', Context>
  /** List suppressions: GET /suppressions */
  listSuppressions: Operation<'listSuppressions', Context>
  /** Suppress a number: POST /suppressions */
  createSuppression: Operation<'createSuppression', Context>
  /** Allow a number again: DELETE /suppressions/{suppression_id} */
  deleteSuppression: Operation<'deleteSuppression', Context>
  /** List tokens: GET /tokens */
  listTokens: Operation<'listTokens', Context>
  /** Create a token: POST /tokens */
  createToken: Operation<'createToken', Context>
  /** Revoke a token: DELETE /tokens/{token_id} */
  revokeToken: Operation<'revokeToken', Context>
  /** Read the account: GET /account */
  getAccount: Operation<'getAccount', Context>
  /** Change the account: PATCH /account */
  updateAccount: Operation<'updateAccount', Context>
  /** Simulate an incoming call: POST /simulator/inbound */
  simulateInboundCall: Operation<'simulateInboundCall', Context>
}

type Operation<Op extends OperationId, Context> = (request: In<Op>, context: Context) => Promise<Out<Op>>

interface Requests {
  createCall: {
    path: Nothing
    query: Nothing
    headers: SmallLetters<NonNullable<operations['createCall']['parameters']['header']>>
    body: operations['createCall']['requestBody']['content']['application/json']
  }
  listCalls: {
    path: Nothing
    query: Filled<NonNullable<operations['listCalls']['parameters']['query']>, 'limit'>
    headers: Nothing
    body: undefined
  }
  getCall: {
    path: NonNullable<operations['getCall']['parameters']['path']>
    query: Nothing
    headers: Nothing
    body: undefined
  }
  cancelCall: {
    path: NonNullable<operations['cancelCall']['parameters']['path']>
    query: Nothing
    headers: Nothing
    body: undefined
  }
  createCampaign: {
    path: Nothing
    query: Nothing
    headers: SmallLetters<NonNullable<operations['createCampaign']['parameters']['header']>>
    body: operations['createCampaign']['requestBody']['content']['application/json']
  }
  planCampaign: {
    path: Nothing
    query: Nothing
    headers: Nothing
    body: operations['planCampaign']['requestBody']['content']['application/json']
  }
  listCampaigns: {
    path: Nothing
    query: Filled<NonNullable<operations['listCampaigns']['parameters']['query']>, 'limit'>
    headers: Nothing
    body: undefined
  }
  getCampaign: {
    path: NonNullable<operations['getCampaign']['parameters']['path']>
    query: Nothing
    headers: Nothing
    body: undefined
  }
  pauseCampaign: {
    path: NonNullable<operations['pauseCampaign']['parameters']['path']>
    query: Nothing
    headers: Nothing
    body: undefined
  }
  resumeCampaign: {
    path: NonNullable<operations['resumeCampaign']['parameters']['path']>
    query: Nothing
    headers: Nothing
    body: undefined
  }
  cancelCampaign: {
    path: NonNullable<operations['cancelCampaign']['parameters']['path']>
    query: Nothing
    headers: Nothing
    body: undefined
  }
  listPlaybooks: {
    path: Nothing
    query: Filled<NonNullable<operations['listPlaybooks']['parameters']['query']>, 'limit'>
    headers: Nothing
    body: undefined
  }
  createPlaybook: {
    path: Nothing
    query: Nothing
    headers: SmallLetters<NonNullable<operations['createPlaybook']['parameters']['header']>>
    body: operations['createPlaybook']['requestBody']['content']['application/json']
  }
  getPlaybook: {
    path: NonNullable<operations['getPlaybook']['parameters']['path']>
    query: Nothing
    headers: Nothing
    body: undefined
  }
  updatePlaybook: {
    path: NonNullable<operations['updatePlaybook']['parameters']['path']>
    query: Nothing
    headers: Nothing
    body: operations['updatePlaybook']['requestBody']['content']['application/json']
  }
  listVersions: {
    path: NonNullable<operations['listVersions']['parameters']['path']>
    query: Filled<NonNullable<operations['listVersions']['parameters']['query']>, 'limit'>
    headers: Nothing
    body: undefined
  }
  createVersion: {
    path: NonNullable<operations['createVersion']['parameters']['path']>
    query: Nothing
    headers: SmallLetters<NonNullable<operations['createVersion']['parameters']['header']>>
    body: operations['createVersion']['requestBody']['content']['application/json']
  }
  getVersion: {
    path: NonNullable<operations['getVersion']['parameters']['path']>
    query: Nothing
    headers: Nothing
    body: undefined
  }
  markProduction: {
    path: NonNullable<operations['markProduction']['parameters']['path']>
    query: Nothing
    headers: Nothing
    body: undefined
  }
  restoreVersion: {
    path: NonNullable<operations['restoreVersion']['parameters']['path']>
    query: Nothing
    headers: Nothing
    body: undefined
  }
  compareVersions: {
    path: NonNullable<operations['compareVersions']['parameters']['path']>
    query: NonNullable<operations['compareVersions']['parameters']['query']>
    headers: Nothing
    body: undefined
  }
  listContacts: {
    path: Nothing
    query: Filled<NonNullable<operations['listContacts']['parameters']['query']>, 'limit'>
    headers: Nothing
    body: undefined
  }
  upsertContact: {
    path: Nothing
    query: Nothing
    headers: Nothing
    body: operations['upsertContact']['requestBody']['content']['application/json']
  }
  getContact: {
    path: NonNullable<operations['getContact']['parameters']['path']>
    query: Nothing
    headers: Nothing
    body: undefined
  }
  eraseContact: {
    path: NonNullable<operations['eraseContact']['parameters']['path']>
    query: Nothing
    headers: Nothing
    body: undefined
  }
  listNumbers: {
    path: Nothing
    query: Filled<NonNullable<operations['listNumbers']['parameters']['query']>, 'limit'>
    headers: Nothing
    body: undefined
  }
  createNumber: {
    path: Nothing
    query: Nothing
    headers: SmallLetters<NonNullable<operations['createNumber']['parameters']['header']>>
    body: operations['createNumber']['requestBody']['content']['application/json']
  }
  getNumber: {
    path: NonNullable<operations['getNumber']['parameters']['path']>
    query: Nothing
    headers: Nothing
    body: undefined
  }
  deleteNumber: {
    path: NonNullable<operations['deleteNumber']['parameters']['path']>
    query: Nothing
    headers: Nothing
    body: undefined
  }
  updateNumber: {
    path: NonNullable<operations['updateNumber']['parameters']['path']>
    query: Nothing
    headers: Nothing
    body: operations['updateNumber']['requestBody']['content']['application/json']
  }
  listSuppressions: {
    path: Nothing
    query: Filled<NonNullable<operations['listSuppressions']['parameters']['query']>, 'limit'>
    headers: Nothing
    body: undefined
  }
  createSuppression: {
    path: Nothing
    query: Nothing
    headers: SmallLetters<NonNullable<operations['createSuppression']['parameters']['header']>>
    body: operations['createSuppression']['requestBody']['content']['application/json']
  }
  deleteSuppression: {
    path: NonNullable<operations['deleteSuppression']['parameters']['path']>
    query: Nothing
    headers: Nothing
    body: undefined
  }
  listTokens: {
    path: Nothing
    query: Filled<NonNullable<operations['listTokens']['parameters']['query']>, 'limit'>
    headers: Nothing
    body: undefined
  }
  createToken: {
    path: Nothing
    query: Nothing
    headers: Nothing
    body: operations['createToken']['requestBody']['content']['application/json']
  }
  revokeToken: {
    path: NonNullable<operations['revokeToken']['parameters']['path']>
    query: Nothing
    headers: Nothing
    body: undefined
  }
  getAccount: {
    path: Nothing
    query: Nothing
    headers: Nothing
    body: undefined
  }
  updateAccount: {
    path: Nothing
    query: Nothing
    headers: Nothing
    body: operations['updateAccount']['requestBody']['content']['application/json']
  }
  simulateInboundCall: {
    path: Nothing
    query: Nothing
    headers: Nothing
    body: operations['simulateInboundCall']['requestBody']['content']['application/json']
  }
}

interface Answers {
  createCall: Answer<201, operations['createCall']['responses'][201]['content']['application/json']>
  listCalls: Answer<200, operations['listCalls']['responses'][200]['content']['application/json']>
  getCall: Answer<200, operations['getCall']['responses'][200]['content']['application/json']>
  cancelCall: Answer<200, operations['cancelCall']['responses'][200]['content']['application/json']>
  createCampaign: Answer<202, operations['createCampaign']['responses'][202]['content']['application/json']>
  planCampaign: Answer<200, operations['planCampaign']['responses'][200]['content']['application/json']>
  listCampaigns: Answer<200, operations['listCampaigns']['responses'][200]['content']['application/json']>
  getCampaign: Answer<200, operations['getCampaign']['responses'][200]['content']['application/json']>
  pauseCampaign: Answer<200, operations['pauseCampaign']['responses'][200]['content']['application/json']>
  resumeCampaign: Answer<200, operations['resumeCampaign']['responses'][200]['content']['application/json']>
  cancelCampaign: Answer<200, operations['cancelCampaign']['responses'][200]['content']['application/json']>
  listPlaybooks: Answer<200, operations['listPlaybooks']['responses'][200]['content']['application/json']>
  createPlaybook: Answer<201, operations['createPlaybook']['responses'][201]['content']['application/json']>
  getPlaybook: Answer<200, operations['getPlaybook']['responses'][200]['content']['application/json']>
  updatePlaybook: Answer<200, operations['updatePlaybook']['responses'][200]['content']['application/json']>
  listVersions: Answer<200, operations['listVersions']['responses'][200]['content']['application/json']>
  createVersion: Answer<201, operations['createVersion']['responses'][201]['content']['application/json']>
  getVersion: Answer<200, operations['getVersion']['responses'][200]['content']['application/json']>
  markProduction: Answer<200, operations['markProduction']['responses'][200]['content']['application/json']>
  restoreVersion: Answer<200, operations['restoreVersion']['responses'][200]['content']['application/json']>
  compareVersions: Answer<200, operations['compareVersions']['responses'][200]['content']['application/json']>
  listContacts: Answer<200, operations['listContacts']['responses'][200]['content']['application/json']>
  upsertContact: Answer<200, operations['upsertContact']['responses'][200]['content']['application/json']>
  getContact: Answer<200, operations['getContact']['responses'][200]['content']['application/json']>
  eraseContact: Answer<200, operations['eraseContact']['responses'][200]['content']['application/json']>
  listNumbers: Answer<200, operations['listNumbers']['responses'][200]['content']['application/json']>
  createNumber: Answer<201, operations['createNumber']['responses'][201]['content']['application/json']>
  getNumber: Answer<200, operations['getNumber']['responses'][200]['content']['application/json']>
  deleteNumber: Answer<200, operations['deleteNumber']['responses'][200]['content']['application/json']>
  updateNumber: Answer<200, operations['updateNumber']['responses'][200]['content']['application/json']>
  listSuppressions: Answer<200, operations['listSuppressions']['responses'][200]['content']['application/json']>
  createSuppression: Answer<201, operations['createSuppression']['responses'][201]['content']['application/json']>
  deleteSuppression: Answer<200, operations['deleteSuppression']['responses'][200]['content']['application/json']>
  listTokens: Answer<200, operations['listTokens']['responses'][200]['content']['application/json']>
  createToken: Answer<201, operations['createToken']['responses'][201]['content']['application/json']>
  revokeToken: Answer<200, operations['revokeToken']['responses'][200]['content']['application/json']>
  getAccount: Answer<200, operations['getAccount']['responses'][200]['content']['application/json']>
  updateAccount: Answer<200, operations['updateAccount']['responses'][200]['content']['application/json']>
  simulateInboundCall: Answer<201, operations['simulateInboundCall']['responses'][201]['content']['application/json']>
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
