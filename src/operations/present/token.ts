import type { components } from '../../../generated/types.ts'
import type { TokenRecord } from '../../store/tokens/tokens.ts'
import { presentInstant } from './instant.ts'

export function presentToken(token: TokenRecord): components['schemas']['Token'] {
  return {
    id: token.id,
    name: token.name,
    prefix: token.prefix,
    scopes: token.scopes as components['schemas']['Scope'][],
    created_at: presentInstant(token.createdAt),
    expires_at: presentInstant(token.expiresAt),
    revoked_at: presentInstant(token.revokedAt),
    last_used_at: presentInstant(token.lastUsedAt),
  }
}
