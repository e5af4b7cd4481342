/** What the bad requests are made of. */
import type { Service } from '../../support/service.ts'
import type { Bytes } from '../../support/rawHttp.ts'

export type World = Pick<Service, 'url' | 'token' | 'playbookId'>

/** What a refusal says: `status code`, with a pointer into the body where one is promised. */
export interface Refusal {
  status: number
  code: string
  pointer?: string
}

/** What becomes of a request: a refusal, a success with this in its data, no HTTP at all (a status without a body), or a closed connection. */
export type Outcome =
  { refused: Refusal } | { taken: number; data?: Record<string, unknown> } | { bare: 400 | 431 | 505 } | { cut: true }

export interface BadInput {
  name: string
  bytes: (world: World) => Bytes[]
  outcome: Outcome
  /** 1,000 if absent. */
  deadlineMs?: number
  trickle?: boolean
}

export const PHONE = '+15005550100'
/** Zone and moments of the tests are far from the real clock's, but within the year that may be planned. */
export const MIB = 1024 * 1024

const CRLF = '\r\n'

/** The first bytes of a request: its line, `Host`, a good token, and what else is given. */
export function head({ token }: World, line: string, ...headers: string[]): string {
  return [`${line} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${token}`, ...headers, '', ''].join(CRLF)
}

/** A request with a body as it is; text is UTF-8. */
export function send(line: string, body: (world: World) => Bytes): BadInput['bytes'] {
  return (world) => {
    const given = body(world)
    const bytes = typeof given === 'string' ? Buffer.from(given) : given
    return [head(world, line, 'Content-Type: application/json', `Content-Length: ${bytes.length}`), bytes]
  }
}

/** `POST /call` with fields of a good call replaced or added, written as JSON text. */
export function call(fields: Record<string, unknown>): BadInput['bytes'] {
  return send('POST /call', (world) => JSON.stringify({ phone: PHONE, playbook_id: world.playbookId, ...fields }))
}

/** `POST /call` whose last field is this text, which need not be JSON. */
export function callWith(text: string | Uint8Array): BadInput['bytes'] {
  return send('POST /call', ({ playbookId }) =>
    Buffer.concat([
      Buffer.from(`{"phone":"${PHONE}","playbook_id":"${playbookId}",`),
      Buffer.from(text),
      Buffer.from('}'),
    ]),
  )
}

/** `POST /campaign` with fields of a good campaign replaced or added. */
export function campaign(fields: Record<string, unknown>): BadInput['bytes'] {
  return send('POST /campaign', (world) =>
    JSON.stringify({ playbook_id: world.playbookId, contacts: [{ phone: PHONE }], ...fields }),
  )
}

/** A request without a body. */
export function ask(line: string, ...headers: string[]): BadInput['bytes'] {
  return (world) => [head(world, line, ...headers)]
}

export function refused(status: number, code: string, pointer?: string): Outcome {
  return { refused: { status, code, ...(pointer === undefined ? {} : { pointer }) } }
}

/** 400 with the code that names the kind. */
export function bad(code: string, pointer?: string): Outcome {
  return refused(400, code, pointer)
}
