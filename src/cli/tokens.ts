import { CreateToken } from '../../generated/schemas.ts'
import { SCOPES } from '../core/apiToken.ts'
import { presentToken } from '../operations/present/token.ts'
import { readExpiry } from '../operations/parse/expiry.ts'
import { issueToken } from '../operations/tokens/issueToken.ts'
import { listTokens, revokeToken, type TokenRecord } from '../store/tokens/tokens.ts'
import { checkOptions, sayOptions } from './checkOptions.ts'
import { checkId, requireTokenAccount, requireAccount, withStore } from './database.ts'
import { CommandError, type Shell, writeJson } from './shell.ts'
import { layTable } from './table.ts'

/** Makes a token and prints it, the only time that it can be read. */
export async function createToken(
  shell: Shell,
  options: { account: string; name: string; scopes: string; expires?: string; json?: boolean },
): Promise<void> {
  const { account: accountId, name, expires } = options
  checkId('--account', accountId)
  const scopes = options.scopes === 'all' ? SCOPES : options.scopes.split(',').map((scope) => scope.trim())
  const body = checkOptions(CreateToken, { name, scopes, ...(expires !== undefined && { expires_at: expires }) })
  const at = shell.clock.now()
  const expiresAt = sayOptions(() => readExpiry(body.expires_at, at))
  const wanted = { id: Bun.randomUUIDv7('hex', at), accountId, name: body.name, scopes: body.scopes, at, expiresAt }
  const token = await withStore(shell, { mustExist: true }, async (store) => {
    await requireAccount(store, accountId)
    return issueToken(store, wanted)
  })
  if (options.json) return writeJson(shell, token)
  shell.write(`${token.token}\n`)
  shell.writeError(`Keep it: it is shown only this once. Its id, by which it can be revoked, is ${token.id}\n`)
}

/** Tokens asked for at once. */
const PAGE = 100

/** Prints the tokens of an account, newest first. */
export async function printTokens(shell: Shell, options: { account: string; json?: boolean }): Promise<void> {
  const { account: accountId } = options
  checkId('--account', accountId)
  const tokens: TokenRecord[] = []
  await withStore(shell, { mustExist: true }, async (store) => {
    await requireAccount(store, accountId)
    for (let afterId: string | null = null; ;) {
      const page: TokenRecord[] = await listTokens(store.db, accountId, { limit: PAGE, afterId })
      tokens.push(...page)
      afterId = page.at(-1)?.id ?? null
      if (page.length < PAGE) return
    }
  })
  const shown = tokens.map(presentToken)
  if (options.json) return writeJson(shell, shown)
  const rows = shown.map((token) => [
    token.id,
    token.name,
    `${token.prefix}…`,
    token.created_at ?? '',
    token.revoked_at !== null ? `revoked ${token.revoked_at}` : token.expires_at !== null ? token.expires_at : 'never',
    token.last_used_at ?? 'never',
    token.scopes.length === SCOPES.length ? 'all' : token.scopes.join(','),
  ])
  shell.write(layTable([['ID', 'NAME', 'TOKEN', 'CREATED', 'ENDS', 'LAST USED', 'SCOPES'], ...rows]))
}

/** Ends a token from now on. One that was revoked before stays as it is, so that a script may say it twice. */
export async function endToken(shell: Shell, tokenId: string, options: { json?: boolean }): Promise<void> {
  checkId('TOKEN_ID', tokenId)
  const token = await withStore(shell, { mustExist: true }, async (store) => {
    const accountId = await requireTokenAccount(store, tokenId)
    return store.transaction((tx) => revokeToken(tx, accountId, tokenId, shell.clock.now()))
  })
  if (!token) throw new CommandError(`There is no token ${tokenId}.`)
  const shown = presentToken(token)
  if (options.json) return writeJson(shell, shown)
  shell.write(`The token ${shown.name} (${shown.prefix}…) is revoked since ${shown.revoked_at}.\n`)
}
