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

/** A request that fits the contract. Where `ids` names no identifier for a parameter, it is one of nothing. */
export function sampleRequest(operationId: OperationId, ids: Readonly<Record<string, string>> = {}): SampleRequest {
  const route: Route = routes[operationId]
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? UNKNOWN_ID)
  const body = bodyOf(operationId, ids['playbook_id'] ?? UNKNOWN_ID)
  if (route.request.body && body === undefined) throw new Error(`a sample of a body for ${operationId} is missing`)
  return { method: route.method.toUpperCase(), path, ...(body !== undefined && { body }) }
}

function bodyOf(operationId: OperationId, playbookId: string): unknown {
  switch (operationId) {
    case 'createCall':
      return { phone: PHONE, playbook_id: playbookId }
    case 'createCampaign':
      return { playbook_id: playbookId, contacts: [{ phone: PHONE }] }
    case 'createPlaybook':
      return { name: 'Sample', config: { agent: 'scripted' } }
    case 'updatePlaybook':
      return { name: 'Sample' }
    case 'createVersion':
      return { message: 'Sample' }
    default:
      return undefined
  }
}
