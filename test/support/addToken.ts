import { encodeToken, hashToken, SCOPES, TOKEN_RANDOM_BYTES, tokenPrefix } from '../../src/core/apiToken.ts'
import { insertToken } from '../../src/store/tokens/tokens.ts'
import type { TestAccount, TestApp } from './testApp.ts'

/** Gives an account one more token, by default with every scope. */
export async function addToken(
  app: TestApp,
  account: TestAccount,
  { name = 'Another token', scopes = SCOPES }: { name?: string; scopes?: readonly string[] } = {},
): Promise<TestAccount> {
  const token = encodeToken(crypto.getRandomValues(new Uint8Array(TOKEN_RANDOM_BYTES)))
  await app.store.transaction((tx) =>
    insertToken(tx, {
      id: Bun.randomUUIDv7(),
      accountId: account.id,
      name,
      prefix: tokenPrefix(token),
      hash: hashToken(token),
      scopes,
      at: app.clock.now(),
      expiresAt: null,
    }),
  )
  return { id: account.id, token }
}
