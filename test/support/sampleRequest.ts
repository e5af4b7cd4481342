/** A request for each operation of the contract, for tests of what holds for all of them. */
import type { OperationId } from '../../generated/operations.ts'
import { routes, type Route } from '../../generated/routes.ts'

export interface SampleRequest {
  method: string
  path: string
  body?: unknown
}

/** Belongs to nothing. */
export const UNKNOWN_ID = '01a1e3b1-25c0-7b23-84d5-f6a7b8c90a06'

const PHONE = '+15005550100'
/** Not the one that is called, for it gets suppressed. */
const OTHER_PHONE = '+15005550103'
/** The account's. */
const OWN_PHONE = '+14155550199'

/** A request that fits the contract. Where `ids` names no identifier for a parameter, it is one of nothing. */
export function sampleRequest(operationId: OperationId, ids: Readonly<Record<string, string>> = {}): SampleRequest {
  const route: Route = routes[operationId]
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? UNKNOWN_ID) + queryOf(operationId)
  const body = bodyOf(operationId, ids['playbook_id'] ?? UNKNOWN_ID)
  if (route.request.body && body === undefined) throw new Error(`a sample of a body for ${operationId} is missing`)
  return { method: route.method.toUpperCase(), path, ...(body !== undefined && { body }) }
}

/** What a request cannot do without. */
function queryOf(operationId: OperationId): string {
  return operationId === 'compareVersions' ? '?from=current&to=current' : ''
}

function bodyOf(operationId: OperationId, playbookId: string): unknown {
  switch (operationId) {
    case 'createCall':
      return { phone: PHONE, playbook_id: playbookId }
    case 'createCampaign':
    case 'planCampaign':
      return { playbook_id: playbookId, contacts: [{ phone: PHONE }] }
    case 'createPlaybook':
      return { name: 'Sample', config: { agent: 'scripted' } }
    case 'updatePlaybook':
      return { name: 'Sample', config: { agent: 'scripted' } }
    case 'createVersion':
      return { message: 'Sample' }
    case 'upsertContact':
    case 'createSuppression':
      return { phone: OTHER_PHONE }
    case 'createNumber':
      return { phone: OWN_PHONE, playbook_id: playbookId }
    case 'updateNumber':
      return { label: 'Sample' }
    case 'createToken':
      return { name: 'Sample', scopes: ['tokens:write'] }
    case 'updateAccount':
      return { name: 'Sample' }
    case 'simulateInboundCall':
      return { from: PHONE, to: OWN_PHONE }
    default:
      return undefined
  }
}
