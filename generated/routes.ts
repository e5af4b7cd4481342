// Generated, do not edit: by `bun scripts/generate.ts` from the contract with sha256 ad7158db1cf9faf3bbda6648c00c6bf1773c59dc292e1f94b06412c8dbd6f833
import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { operationScopes, type In, type OperationId, type Scope } from './operations.ts'
import * as schemas from './schemas.ts'
import * as k from '../src/http/keywords.ts'

/** What all routes have in common. Headers are read by their names in small letters; answers are in the document. */
export interface Route {
  operationId: OperationId
  method: 'get' | 'put' | 'post' | 'delete' | 'patch'
  path: string
  /** The path as Hono writes it. */
  getRoutingPath(): string
  /** Null for an operation that needs no token. */
  scope: Scope | null
  request: {
    params: z.ZodObject
    query: z.ZodObject
    headers: z.ZodObject
    body?: { required: true; content: { 'application/json': { schema: z.ZodType } } }
  }
}

export const routes = {
  /** Call a number: POST /call */
  createCall: createRoute({
    operationId: 'createCall' as const,
    method: 'post',
    path: '/call',
    scope: operationScopes.createCall,
    request: {
      params: z.strictObject({}) satisfies z.ZodType<In<'createCall'>['path']>,
      query: z.strictObject({}) satisfies z.ZodType<In<'createCall'>['query']>,
      headers: z.object({
        'idempotency-key': z
          .string()
          .check(k.minLength(1))
          .check(k.maxLength(255))
          .regex(/^[!-~]+$/u)
          .exactOptional(),
      }) satisfies z.ZodType<In<'createCall'>['headers']>,
      body: {
        required: true,
        content: { 'application/json': { schema: schemas.CreateCall satisfies z.ZodType<In<'createCall'>['body']> } },
      },
    },
    responses: {},
  }),
  /** List calls: GET /calls */
  listCalls: createRoute({
    operationId: 'listCalls' as const,
    method: 'get',
    path: '/calls',
    scope: operationScopes.listCalls,
    request: {
      params: z.strictObject({}) satisfies z.ZodType<In<'listCalls'>['path']>,
      query: z.strictObject({
        status: k.list(k.array(schemas.CallStatus, { min: 1, max: 9 })).exactOptional(),
        direction: schemas.CallDirection.exactOptional(),
        playbook_id: schemas.Id.exactOptional(),
        version_id: schemas.Id.exactOptional(),
        campaign_id: schemas.Id.exactOptional(),
        contact_id: schemas.Id.exactOptional(),
        phone: schemas.Phone.exactOptional(),
        created_after: schemas.PointInTime.exactOptional(),
        created_before: schemas.PointInTime.exactOptional(),
        limit: k.integral(z.number().check(k.integer()).gte(1).lte(100)).default(20),
        cursor: z
          .string()
          .check(k.minLength(1))
          .check(k.maxLength(200))
          .regex(/^[A-Za-z0-9_-]+$/u)
          .exactOptional(),
      }) satisfies z.ZodType<In<'listCalls'>['query']>,
      headers: z.object({}) satisfies z.ZodType<In<'listCalls'>['headers']>,
    },
    responses: {},
  }),
  /** Read a call: GET /calls/{call_id} */
  getCall: createRoute({
    operationId: 'getCall' as const,
    method: 'get',
    path: '/calls/{call_id}',
    scope: operationScopes.getCall,
    request: {
      params: z.strictObject({
        call_id: schemas.Id,
      }) satisfies z.ZodType<In<'getCall'>['path']>,
      query: z.strictObject({}) satisfies z.ZodType<In<'getCall'>['query']>,
      headers: z.object({}) satisfies z.ZodType<In<'getCall'>['headers']>,
    },
    responses: {},
  }),
  /** Cancel a call: POST /calls/{call_id}/cancel */
  cancelCall: createRoute({
    operationId: 'cancelCall' as const,
    method: 'post',
    path: '/calls/{call_id}/cancel',
    scope: operationScopes.cancelCall,
    request: {
      params: z.strictObject({
        call_id: schemas.Id,
      }) satisfies z.ZodType<In<'cancelCall'>['path']>,
      query: z.strictObject({}) satisfies z.ZodType<In<'cancelCall'>['query']>,
      headers: z.object({}) satisfies z.ZodType<In<'cancelCall'>['headers']>,
    },
    responses: {},
  }),
  /** Call a list of contacts: POST /campaign */
  createCampaign: createRoute({
    operationId: 'createCampaign' as const,
    method: 'post',
    path: '/campaign',
    scope: operationScopes.createCampaign,
    request: {
      params: z.strictObject({}) satisfies z.ZodType<In<'createCampaign'>['path']>,
      query: z.strictObject({}) satisfies z.ZodType<In<'createCampaign'>['query']>,
      headers: z.object({
        'idempotency-key': z
          .string()
          .check(k.minLength(1))
          .check(k.maxLength(255))
          .regex(/^[!-~]+$/u)
          .exactOptional(),
      }) satisfies z.ZodType<In<'createCampaign'>['headers']>,
      body: {
        required: true,
        content: {
          'application/json': { schema: schemas.CreateCampaign satisfies z.ZodType<In<'createCampaign'>['body']> },
        },
      },
    },
    responses: {},
  }),
  /** Say what a campaign would do: POST /campaign/plan */
  planCampaign: createRoute({
    operationId: 'planCampaign' as const,
    method: 'post',
    path: '/campaign/plan',
    scope: operationScopes.planCampaign,
    request: {
      params: z.strictObject({}) satisfies z.ZodType<In<'planCampaign'>['path']>,
      query: z.strictObject({}) satisfies z.ZodType<In<'planCampaign'>['query']>,
      headers: z.object({}) satisfies z.ZodType<In<'planCampaign'>['headers']>,
      body: {
        required: true,
        content: {
          'application/json': { schema: schemas.CreateCampaign satisfies z.ZodType<In<'planCampaign'>['body']> },
        },
      },
    },
    responses: {},
  }),
  /** List campaigns: GET /campaigns */
  listCampaigns: createRoute({
    operationId: 'listCampaigns' as const,
    method: 'get',
    path: '/campaigns',
    scope: operationScopes.listCampaigns,
    request: {
      params: z.strictObject({}) satisfies z.ZodType<In<'listCampaigns'>['path']>,
      query: z.strictObject({
        status: k.list(k.array(schemas.CampaignStatus, { min: 1, max: 5 })).exactOptional(),
        contact_id: schemas.Id.exactOptional(),
        limit: k.integral(z.number().check(k.integer()).gte(1).lte(100)).default(20),
        cursor: z
          .string()
          .check(k.minLength(1))
          .check(k.maxLength(200))
          .regex(/^[A-Za-z0-9_-]+$/u)
          .exactOptional(),
      }) satisfies z.ZodType<In<'listCampaigns'>['query']>,
      headers: z.object({}) satisfies z.ZodType<In<'listCampaigns'>['headers']>,
    },
    responses: {},
  }),
  /** Read a campaign: GET /campaigns/{campaign_id} */
  getCampaign: createRoute({
    operationId: 'getCampaign' as const,
    method: 'get',
    path: '/campaigns/{campaign_id}',
    scope: operationScopes.getCampaign,
    request: {
      params: z.strictObject({
        campaign_id: schemas.Id,
      }) satisfies z.ZodType<In<'getCampaign'>['path']>,
      query: z.strictObject({}) satisfies z.ZodType<In<'getCampaign'>['query']>,
      headers: z.object({}) satisfies z.ZodType<In<'getCampaign'>['headers']>,
    },
    responses: {},
  }),
  /** Pause a campaign: POST /campaigns/{campaign_id}/pause */
  pauseCampaign: createRoute({
    operationId: 'pauseCampaign' as const,
    method: 'post',
    path: '/campaigns/{campaign_id}/pause',
    scope: operationScopes.pauseCampaign,
    request: {
      params: z.strictObject({
        campaign_id: schemas.Id,
      }) satisfies z.ZodType<In<'pauseCampaign'>['path']>,
      query: z.strictObject({}) satisfies z.ZodType<In<'pauseCampaign'>['query']>,
      headers: z.object({}) satisfies z.ZodType<In<'pauseCampaign'>['headers']>,
    },
    responses: {},
  }),
  /** Resume a campaign: POST /campaigns/{campaign_id}/resume */
  resumeCampaign: createRoute({
    operationId: 'resumeCampaign' as const,
    method: 'post',
    path: '/campaigns/{campaign_id}/resume',
    scope: operationScopes.resumeCampaign,
    request: {
      params: z.strictObject({
        campaign_id: schemas.Id,
      }) satisfies z.ZodType<In<'resumeCampaign'>['path']>,
      query: z.strictObject({}) satisfies z.ZodType<In<'resumeCampaign'>['query']>,
      headers: z.object({}) satisfies z.ZodType<In<'resumeCampaign'>['headers']>,
    },
    responses: {},
  }),
  /** Cancel a campaign: POST /campaigns/{campaign_id}/cancel */
  cancelCampaign: createRoute({
    operationId: 'cancelCampaign' as const,
    method: 'post',
    path: '/campaigns/{campaign_id}/cancel',
    scope: operationScopes.cancelCampaign,
    request: {
      params: z.strictObject({
        campaign_id: schemas.Id,
      }) satisfies z.ZodType<In<'cancelCampaign'>['path']>,
      query: z.strictObject({}) satisfies z.ZodType<In<'cancelCampaign'>['query']>,
      headers: z.object({}) satisfies z.ZodType<In<'cancelCampaign'>['headers']>,
    },
    responses: {},
  }),
  /** List playbooks: GET /playbooks */
  listPlaybooks: createRoute({
    operationId: 'listPlaybooks' as const,
    method: 'get',
    path: '/playbooks',
    scope: operationScopes.listPlaybooks,
    request: {
      params: z.strictObject({}) satisfies z.ZodType<In<'listPlaybooks'>['path']>,
      query: z.strictObject({
        limit: k.integral(z.number().check(k.integer()).gte(1).lte(100)).default(20),
        cursor: z
          .string()
          .check(k.minLength(1))
          .check(k.maxLength(200))
          .regex(/^[A-Za-z0-9_-]+$/u)
          .exactOptional(),
      }) satisfies z.ZodType<In<'listPlaybooks'>['query']>,
      headers: z.object({}) satisfies z.ZodType<In<'listPlaybooks'>['headers']>,
    },
    responses: {},
  }),
  /** Create a playbook: POST /playbooks */
  createPlaybook: createRoute({
    operationId: 'createPlaybook' as const,
    method: 'post',
    path: '/playbooks',
    scope: operationScopes.createPlaybook,
    request: {
      params: z.strictObject({}) satisfies z.ZodType<In<'createPlaybook'>['path']>,
      query: z.strictObject({}) satisfies z.ZodType<In<'createPlaybook'>['query']>,
      headers: z.object({
        'idempotency-key': z
          .string()
          .check(k.minLength(1))
          .check(k.maxLength(255))
          .regex(/^[!-~]+$/u)
          .exactOptional(),
      }) satisfies z.ZodType<In<'createPlaybook'>['headers']>,
      body: {
        required: true,
        content: {
          'application/json': { schema: schemas.CreatePlaybook satisfies z.ZodType<In<'createPlaybook'>['body']> },
        },
      },
    },
    responses: {},
  }),
  /** Read a playbook: GET /playbooks/{playbook_id} */
  getPlaybook: createRoute({
    operationId: 'getPlaybook' as const,
    method: 'get',
    path: '/playbooks/{playbook_id}',
    scope: operationScopes.getPlaybook,
    request: {
      params: z.strictObject({
        playbook_id: schemas.Id,
      }) satisfies z.ZodType<In<'getPlaybook'>['path']>,
      query: z.strictObject({}) satisfies z.ZodType<In<'getPlaybook'>['query']>,
      headers: z.object({}) satisfies z.ZodType<In<'getPlaybook'>['headers']>,
    },
    responses: {},
  }),
  /** Change a playbook: PATCH /playbooks/{playbook_id} */
  updatePlaybook: createRoute({
    operationId: 'updatePlaybook' as const,
    method: 'patch',
    path: '/playbooks/{playbook_id}',
    scope: operationScopes.updatePlaybook,
    request: {
      params: z.strictObject({
        playbook_id: schemas.Id,
      }) satisfies z.ZodType<In<'updatePlaybook'>['path']>,
      query: z.strictObject({}) satisfies z.ZodType<In<'updatePlaybook'>['query']>,
      headers: z.object({}) satisfies z.ZodType<In<'updatePlaybook'>['headers']>,
      body: {
        required: true,
        content: {
          'application/json': { schema: schemas.UpdatePlaybook satisfies z.ZodType<In<'updatePlaybook'>['body']> },
        },
      },
    },
    responses: {},
  }),
  /** List versions: GET /playbooks/{playbook_id}/versions */
  listVersions: createRoute({
    operationId: 'listVersions' as const,
    method: 'get',
    path: '/playbooks/{playbook_id}/versions',
    scope: operationScopes.listVersions,
    request: {
      params: z.strictObject({
        playbook_id: schemas.Id,
      }) satisfies z.ZodType<In<'listVersions'>['path']>,
      query: z.strictObject({
        limit: k.integral(z.number().check(k.integer()).gte(1).lte(100)).default(20),
        cursor: z
          .string()
          .check(k.minLength(1))
          .check(k.maxLength(200))
          .regex(/^[A-Za-z0-9_-]+$/u)
          .exactOptional(),
      }) satisfies z.ZodType<In<'listVersions'>['query']>,
      headers: z.object({}) satisfies z.ZodType<In<'listVersions'>['headers']>,
    },
    responses: {},
  }),
  /** Commit a version: POST /playbooks/{playbook_id}/versions */
  createVersion: createRoute({
    operationId: 'createVersion' as const,
    method: 'post',
    path: '/playbooks/{playbook_id}/versions',
    scope: operationScopes.createVersion,
    request: {
      params: z.strictObject({
        playbook_id: schemas.Id,
      }) satisfies z.ZodType<In<'createVersion'>['path']>,
      query: z.strictObject({}) satisfies z.ZodType<In<'createVersion'>['query']>,
      headers: z.object({
        'idempotency-key': z
          .string()
          .check(k.minLength(1))
          .check(k.maxLength(255))
          .regex(/^[!-~]+$/u)
          .exactOptional(),
      }) satisfies z.ZodType<In<'createVersion'>['headers']>,
      body: {
        required: true,
        content: {
          'application/json': { schema: schemas.CreateVersion satisfies z.ZodType<In<'createVersion'>['body']> },
        },
      },
    },
    responses: {},
  }),
  /** Read a version: GET /playbooks/{playbook_id}/versions/{version_id} */
  getVersion: createRoute({
    operationId: 'getVersion' as const,
    method: 'get',
    path: '/playbooks/{playbook_id}/versions/{version_id}',
    scope: operationScopes.getVersion,
    request: {
      params: z.strictObject({
        playbook_id: schemas.Id,
        version_id: schemas.Id,
      }) satisfies z.ZodType<In<'getVersion'>['path']>,
      query: z.strictObject({}) satisfies z.ZodType<In<'getVersion'>['query']>,
      headers: z.object({}) satisfies z.ZodType<In<'getVersion'>['headers']>,
    },
    responses: {},
  }),
  /** Mark a version as production: POST /playbooks/{playbook_id}/versions/{version_id}/production */
  markProduction: createRoute({
    operationId: 'markProduction' as const,
    method: 'post',
    path: '/playbooks/{playbook_id}/versions/{version_id}/production',
    scope: operationScopes.markProduction,
    request: {
      params: z.strictObject({
        playbook_id: schemas.Id,
        version_id: schemas.Id,
      }) satisfies z.ZodType<In<'markProduction'>['path']>,
      query: z.strictObject({}) satisfies z.ZodType<In<'markProduction'>['query']>,
      headers: z.object({}) satisfies z.ZodType<In<'markProduction'>['headers']>,
    },
    responses: {},
  }),
  /** Restore a version: POST /playbooks/{playbook_id}/versions/{version_id}/restore */
  restoreVersion: createRoute({
    operationId: 'restoreVersion' as const,
    method: 'post',
    path: '/playbooks/{playbook_id}/versions/{version_id}/restore',
    scope: operationScopes.restoreVersion,
    request: {
      params: z.strictObject({
        playbook_id: schemas.Id,
        version_id: schemas.Id,
      }) satisfies z.ZodType<In<'restoreVersion'>['path']>,
      query: z.strictObject({}) satisfies z.ZodType<In<'restoreVersion'>['query']>,
      headers: z.object({}) satisfies z.ZodType<In<'restoreVersion'>['headers']>,
    },
    responses: {},
  }),
  /** Compare two versions: GET /playbooks/{playbook_id}/compare */
  compareVersions: createRoute({
    operationId: 'compareVersions' as const,
    method: 'get',
    path: '/playbooks/{playbook_id}/compare',
    scope: operationScopes.compareVersions,
    request: {
      params: z.strictObject({
        playbook_id: schemas.Id,
      }) satisfies z.ZodType<In<'compareVersions'>['path']>,
      query: z.strictObject({
        from: z.string().check(k.minLength(1)).check(k.maxLength(100)),
        to: z.string().check(k.minLength(1)).check(k.maxLength(100)),
      }) satisfies z.ZodType<In<'compareVersions'>['query']>,
      headers: z.object({}) satisfies z.ZodType<In<'compareVersions'>['headers']>,
    },
    responses: {},
  }),
  /** List contacts: GET /contacts */
  listContacts: createRoute({
    operationId: 'listContacts' as const,
    method: 'get',
    path: '/contacts',
    scope: operationScopes.listContacts,
    request: {
      params: z.strictObject({}) satisfies z.ZodType<In<'listContacts'>['path']>,
      query: z.strictObject({
        phone: schemas.Phone.exactOptional(),
        campaign_id: schemas.Id.exactOptional(),
        created_after: schemas.PointInTime.exactOptional(),
        created_before: schemas.PointInTime.exactOptional(),
        limit: k.integral(z.number().check(k.integer()).gte(1).lte(100)).default(20),
        cursor: z
          .string()
          .check(k.minLength(1))
          .check(k.maxLength(200))
          .regex(/^[A-Za-z0-9_-]+$/u)
          .exactOptional(),
      }) satisfies z.ZodType<In<'listContacts'>['query']>,
      headers: z.object({}) satisfies z.ZodType<In<'listContacts'>['headers']>,
    },
    responses: {},
  }),
  /** Create or update a contact: PUT /contacts */
  upsertContact: createRoute({
    operationId: 'upsertContact' as const,
    method: 'put',
    path: '/contacts',
    scope: operationScopes.upsertContact,
    request: {
      params: z.strictObject({}) satisfies z.ZodType<In<'upsertContact'>['path']>,
      query: z.strictObject({}) satisfies z.ZodType<In<'upsertContact'>['query']>,
      headers: z.object({}) satisfies z.ZodType<In<'upsertContact'>['headers']>,
      body: {
        required: true,
        content: {
          'application/json': { schema: schemas.ContactInput satisfies z.ZodType<In<'upsertContact'>['body']> },
        },
      },
    },
    responses: {},
  }),
  /** Read a contact: GET /contacts/{contact_id} */
  getContact: createRoute({
    operationId: 'getContact' as const,
    method: 'get',
    path: '/contacts/{contact_id}',
    scope: operationScopes.getContact,
    request: {
      params: z.strictObject({
        contact_id: schemas.Id,
      }) satisfies z.ZodType<In<'getContact'>['path']>,
      query: z.strictObject({}) satisfies z.ZodType<In<'getContact'>['query']>,
      headers: z.object({}) satisfies z.ZodType<In<'getContact'>['headers']>,
    },
    responses: {},
  }),
  /** Erase a contact: DELETE /contacts/{contact_id} */
  eraseContact: createRoute({
    operationId: 'eraseContact' as const,
    method: 'delete',
    path: '/contacts/{contact_id}',
    scope: operationScopes.eraseContact,
    request: {
      params: z.strictObject({
        contact_id: schemas.Id,
      }) satisfies z.ZodType<In<'eraseContact'>['path']>,
      query: z.strictObject({}) satisfies z.ZodType<In<'eraseContact'>['query']>,
      headers: z.object({}) satisfies z.ZodType<In<'eraseContact'>['headers']>,
    },
    responses: {},
  }),
  /** List numbers: GET /numbers */
  listNumbers: createRoute({
    operationId: 'listNumbers' as const,
    method: 'get',
    path: '/numbers',
    scope: operationScopes.listNumbers,
    request: {
      params: z.strictObject({}) satisfies z.ZodType<In<'listNumbers'>['path']>,
      query: z.strictObject({
        limit: k.integral(z.number().check(k.integer()).gte(1).lte(100)).default(20),
        cursor: z
          .string()
          .check(k.minLength(1))
          .check(k.maxLength(200))
          .regex(/^[A-Za-z0-9_-]+$/u)
          .exactOptional(),
      }) satisfies z.ZodType<In<'listNumbers'>['query']>,
      headers: z.object({}) satisfies z.ZodType<In<'listNumbers'>['headers']>,
    },
    responses: {},
  }),
  /** Add a number: POST /numbers */
  createNumber: createRoute({
    operationId: 'createNumber' as const,
    method: 'post',
    path: '/numbers',
    scope: operationScopes.createNumber,
    request: {
      params: z.strictObject({}) satisfies z.ZodType<In<'createNumber'>['path']>,
      query: z.strictObject({}) satisfies z.ZodType<In<'createNumber'>['query']>,
      headers: z.object({
        'idempotency-key': z
          .string()
          .check(k.minLength(1))
          .check(k.maxLength(255))
          .regex(/^[!-~]+$/u)
          .exactOptional(),
      }) satisfies z.ZodType<In<'createNumber'>['headers']>,
      body: {
        required: true,
        content: {
          'application/json': { schema: schemas.CreateNumber satisfies z.ZodType<In<'createNumber'>['body']> },
        },
      },
    },
    responses: {},
  }),
  /** Read a number: GET /numbers/{number_id} */
  getNumber: createRoute({
    operationId: 'getNumber' as const,
    method: 'get',
    path: '/numbers/{number_id}',
    scope: operationScopes.getNumber,
    request: {
      params: z.strictObject({
        number_id: schemas.Id,
      }) satisfies z.ZodType<In<'getNumber'>['path']>,
      query: z.strictObject({}) satisfies z.ZodType<In<'getNumber'>['query']>,
      headers: z.object({}) satisfies z.ZodType<In<'getNumber'>['headers']>,
    },
    responses: {},
  }),
  /** Give a number up: DELETE /numbers/{number_id} */
  deleteNumber: createRoute({
    operationId: 'deleteNumber' as const,
    method: 'delete',
    path: '/numbers/{number_id}',
    scope: operationScopes.deleteNumber,
    request: {
      params: z.strictObject({
        number_id: schemas.Id,
      }) satisfies z.ZodType<In<'deleteNumber'>['path']>,
      query: z.strictObject({}) satisfies z.ZodType<In<'deleteNumber'>['query']>,
      headers: z.object({}) satisfies z.ZodType<In<'deleteNumber'>['headers']>,
    },
    responses: {},
  }),
  /** Change a number: PATCH /numbers/{number_id} */
  updateNumber: createRoute({
    operationId: 'updateNumber' as const,
    method: 'patch',
    path: '/numbers/{number_id}',
    scope: operationScopes.updateNumber,
    request: {
      params: z.strictObject({
        number_id: schemas.Id,
      }) satisfies z.ZodType<In<'updateNumber'>['path']>,
      query: z.strictObject({}) satisfies z.ZodType<In<'updateNumber'>['query']>,
      headers: z.object({}) satisfies z.ZodType<In<'updateNumber'>['headers']>,
      body: {
        required: true,
        content: {
          'application/json': { schema: schemas.UpdateNumber satisfies z.ZodType<In<'updateNumber'>['body']> },
        },
      },
    },
    responses: {},
  }),
  /** List suppressions: GET /suppressions */
  listSuppressions: createRoute({
    operationId: 'listSuppressions' as const,
    method: 'get',
    path: '/suppressions',
    scope: operationScopes.listSuppressions,
    request: {
      params: z.strictObject({}) satisfies z.ZodType<In<'listSuppressions'>['path']>,
      query: z.strictObject({
        phone: schemas.Phone.exactOptional(),
        limit: k.integral(z.number().check(k.integer()).gte(1).lte(100)).default(20),
        cursor: z
          .string()
          .check(k.minLength(1))
          .check(k.maxLength(200))
          .regex(/^[A-Za-z0-9_-]+$/u)
          .exactOptional(),
      }) satisfies z.ZodType<In<'listSuppressions'>['query']>,
      headers: z.object({}) satisfies z.ZodType<In<'listSuppressions'>['headers']>,
    },
    responses: {},
  }),
  /** Suppress a number: POST /suppressions */
  createSuppression: createRoute({
    operationId: 'createSuppression' as const,
    method: 'post',
    path: '/suppressions',
    scope: operationScopes.createSuppression,
    request: {
      params: z.strictObject({}) satisfies z.ZodType<In<'createSuppression'>['path']>,
      query: z.strictObject({}) satisfies z.ZodType<In<'createSuppression'>['query']>,
      headers: z.object({
        'idempotency-key': z
          .string()
          .check(k.minLength(1))
          .check(k.maxLength(255))
          .regex(/^[!-~]+$/u)
          .exactOptional(),
      }) satisfies z.ZodType<In<'createSuppression'>['headers']>,
      body: {
        required: true,
        content: {
          'application/json': {
            schema: schemas.CreateSuppression satisfies z.ZodType<In<'createSuppression'>['body']>,
          },
        },
      },
    },
    responses: {},
  }),
  /** Allow a number again: DELETE /suppressions/{suppression_id} */
  deleteSuppression: createRoute({
    operationId: 'deleteSuppression' as const,
    method: 'delete',
    path: '/suppressions/{suppression_id}',
    scope: operationScopes.deleteSuppression,
    request: {
      params: z.strictObject({
        suppression_id: schemas.Id,
      }) satisfies z.ZodType<In<'deleteSuppression'>['path']>,
      query: z.strictObject({}) satisfies z.ZodType<In<'deleteSuppression'>['query']>,
      headers: z.object({}) satisfies z.ZodType<In<'deleteSuppression'>['headers']>,
    },
    responses: {},
  }),
  /** List tokens: GET /tokens */
  listTokens: createRoute({
    operationId: 'listTokens' as const,
    method: 'get',
    path: '/tokens',
    scope: operationScopes.listTokens,
    request: {
      params: z.strictObject({}) satisfies z.ZodType<In<'listTokens'>['path']>,
      query: z.strictObject({
        limit: k.integral(z.number().check(k.integer()).gte(1).lte(100)).default(20),
        cursor: z
          .string()
          .check(k.minLength(1))
          .check(k.maxLength(200))
          .regex(/^[A-Za-z0-9_-]+$/u)
          .exactOptional(),
      }) satisfies z.ZodType<In<'listTokens'>['query']>,
      headers: z.object({}) satisfies z.ZodType<In<'listTokens'>['headers']>,
    },
    responses: {},
  }),
  /** Create a token: POST /tokens */
  createToken: createRoute({
    operationId: 'createToken' as const,
    method: 'post',
    path: '/tokens',
    scope: operationScopes.createToken,
    request: {
      params: z.strictObject({}) satisfies z.ZodType<In<'createToken'>['path']>,
      query: z.strictObject({}) satisfies z.ZodType<In<'createToken'>['query']>,
      headers: z.object({}) satisfies z.ZodType<In<'createToken'>['headers']>,
      body: {
        required: true,
        content: { 'application/json': { schema: schemas.CreateToken satisfies z.ZodType<In<'createToken'>['body']> } },
      },
    },
    responses: {},
  }),
  /** Revoke a token: DELETE /tokens/{token_id} */
  revokeToken: createRoute({
    operationId: 'revokeToken' as const,
    method: 'delete',
    path: '/tokens/{token_id}',
    scope: operationScopes.revokeToken,
    request: {
      params: z.strictObject({
        token_id: schemas.Id,
      }) satisfies z.ZodType<In<'revokeToken'>['path']>,
      query: z.strictObject({}) satisfies z.ZodType<In<'revokeToken'>['query']>,
      headers: z.object({}) satisfies z.ZodType<In<'revokeToken'>['headers']>,
    },
    responses: {},
  }),
  /** Read the account: GET /account */
  getAccount: createRoute({
    operationId: 'getAccount' as const,
    method: 'get',
    path: '/account',
    scope: operationScopes.getAccount,
    request: {
      params: z.strictObject({}) satisfies z.ZodType<In<'getAccount'>['path']>,
      query: z.strictObject({}) satisfies z.ZodType<In<'getAccount'>['query']>,
      headers: z.object({}) satisfies z.ZodType<In<'getAccount'>['headers']>,
    },
    responses: {},
  }),
  /** Change the account: PATCH /account */
  updateAccount: createRoute({
    operationId: 'updateAccount' as const,
    method: 'patch',
    path: '/account',
    scope: operationScopes.updateAccount,
    request: {
      params: z.strictObject({}) satisfies z.ZodType<In<'updateAccount'>['path']>,
      query: z.strictObject({}) satisfies z.ZodType<In<'updateAccount'>['query']>,
      headers: z.object({}) satisfies z.ZodType<In<'updateAccount'>['headers']>,
      body: {
        required: true,
        content: {
          'application/json': { schema: schemas.UpdateAccount satisfies z.ZodType<In<'updateAccount'>['body']> },
        },
      },
    },
    responses: {},
  }),
  /** Simulate an incoming call: POST /simulator/inbound */
  simulateInboundCall: createRoute({
    operationId: 'simulateInboundCall' as const,
    method: 'post',
    path: '/simulator/inbound',
    scope: operationScopes.simulateInboundCall,
    request: {
      params: z.strictObject({}) satisfies z.ZodType<In<'simulateInboundCall'>['path']>,
      query: z.strictObject({}) satisfies z.ZodType<In<'simulateInboundCall'>['query']>,
      headers: z.object({}) satisfies z.ZodType<In<'simulateInboundCall'>['headers']>,
      body: {
        required: true,
        content: {
          'application/json': {
            schema: schemas.SimulateInboundCall satisfies z.ZodType<In<'simulateInboundCall'>['body']>,
          },
        },
      },
    },
    responses: {},
  }),
} satisfies Record<OperationId, Route>
