// Generated, do not edit: by `bun scripts/generate.ts` from the contract with sha256 521e40385c187b19d5455b961b3be200918ad20468020104eadf25f0fde35ae5
import type { components, operations } from './types.ts'

export const operationIds = [
  'createCall',
  'listCalls',
  'getCall',
  'cancelCall',
  'createCampaign',
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
  'listContacts',
  'getContact',
] as const
export type OperationId = (typeof operationIds)[number]

/** The scope that a token needs for an operation; null when it needs no token. */
export const operationScopes = {
  createCall: 'calls:write',
  listCalls: 'calls:read',
  getCall: 'calls:read',
  cancelCall: 'calls:write',
  createCampaign: 'campaigns:write',
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
  listContacts: 'contacts:read',
  getContact: 'contacts:read',
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
  unauthorized: 401,
  insufficient_scope: 403,
  playbook_forbidden: 403,
  number_forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
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
  /** List contacts: GET /contacts */
  listContacts: Operation<'listContacts', Context>
  /** Read a contact: GET /contacts/{contact_id} */
  getContact: Operation<'getContact', Context>
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
  listContacts: {
    path: Nothing
    query: Filled<NonNullable<operations['listContacts']['parameters']['query']>, 'limit'>
    headers: Nothing
    body: undefined
  }
  getContact: {
    path: NonNullable<operations['getContact']['parameters']['path']>
    query: Nothing
    headers: Nothing
    body: undefined
  }
}

interface Answers {
  createCall: Answer<201, operations['createCall']['responses'][201]['content']['application/json']>
  listCalls: Answer<200, operations['listCalls']['responses'][200]['content']['application/json']>
  getCall: Answer<200, operations['getCall']['responses'][200]['content']['application/json']>
  cancelCall: Answer<200, operations['cancelCall']['responses'][200]['content']['application/json']>
  createCampaign: Answer<202, operations['createCampaign']['responses'][202]['content']['application/json']>
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
  listContacts: Answer<200, operations['listContacts']['responses'][200]['content']['application/json']>
  getContact: Answer<200, operations['getContact']['responses'][200]['content']['application/json']>
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
