/** Requests before they are sent, and how they are told to people. */
import type { Operation } from './contract.ts'

export interface Request {
  method: string
  /** With its query. Identifiers may be placeholders. */
  path: string
  headers: Record<string, string>
  /** As it goes over the wire. Bytes hold no placeholders. */
  body: string | Uint8Array | null
}

/** A request by its parts: the values of its parameters as texts, and a body. */
export interface Parts {
  path: Record<string, string>
  query: [name: string, value: string][]
  headers: Record<string, string>
  body: unknown
}

export function assemble(operation: Operation, parts: Parts): Request {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => parts.path[name] ?? '')
  return {
    method: operation.method,
    path: path + queryOf(parts.query),
    headers: { ...(operation.body && { 'content-type': 'application/json' }), ...parts.headers },
    body: operation.body ? JSON.stringify(parts.body) : null,
  }
}

function queryOf(pairs: Parts['query']): string {
  if (pairs.length === 0) return ''
  return `?${pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')}`
}

/** A line for a shell that sends the request, with `$SERVER` and `$TOKEN` for what is the server's. */
export function toCurl({ method, path, headers, body }: Request): string {
  const lines = Object.entries(headers).map(
    ([name, value]) => ` -H ${quote(value === '' ? `${name};` : `${name}: ${value}`)}`,
  )
  const data = body === null ? '' : ` --data-binary ${typeof body === 'string' ? quote(body) : quoteBytes(body)}`
  return `curl -sS -g -X ${method} "$SERVER"${quote(path)} -H "Authorization: Bearer $TOKEN"${lines.join('')}${data}`
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function quoteBytes(bytes: Uint8Array): string {
  const text = [...bytes].map((byte) =>
    byte >= 0x20 && byte < 0x7f && byte !== 0x27 && byte !== 0x5c
      ? String.fromCharCode(byte)
      : `\\x${byte.toString(16).padStart(2, '0')}`,
  )
  return `$'${text.join('')}'`
}
