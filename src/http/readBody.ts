/** Takes a body from the wire, piece by piece: nothing holds it as a whole. */
import { Problem } from '../core/problem.ts'
import { SECOND_MS } from '../core/time.ts'
import type { Clock } from '../ports/Clock.ts'
import { Slices } from '../pacing/slices.ts'

type BodyReader = Pick<ReadableStreamDefaultReader<Uint8Array>, 'read' | 'cancel'>

/** What a sender gets at least for the whole, however small the body. */
const BASE_DEADLINE_MS = 30 * SECOND_MS
/** A body that arrives more slowly than this on the whole is holding a connection, not sending a request. */
const SLOWEST_BYTES_PER_MS = 256
/** So often it is looked at whether a body moves. A link that loses packets is silent for two or three seconds at most. */
export const PACE_WINDOW_MS = 10 * SECOND_MS
/** What has to arrive in each such time, unless it is the end: a quarter of what the slowest mobile network brings. */
export const PACE_BYTES = 10 * 1024

/** Parsed in a millisecond or so. */
const PIECE_BYTES = 64 * 1024

/** How much of a body has come. */
interface Progress {
  bytes: number
}

/**
 * Reads a request's body, of at most `limitBytes`, and hands it on in small pieces, with other requests in between.
 * Throws a Problem: `unsupported_media_type`, `payload_too_large`, or `invalid_request` when it stops arriving.
 */
export async function readBody(
  request: Request,
  limitBytes: number,
  clock: Clock,
  take: (piece: Uint8Array) => void,
): Promise<void> {
  assertJson(request.headers)
  if (Number(request.headers.get('content-length') ?? 0) > limitBytes) throw tooLarge(limitBytes)
  if (!request.body) return
  const reader: BodyReader = request.body.getReader()
  const progress: Progress = { bytes: 0 }
  let late = false
  const watch = watchPace(clock, deadlineMs(limitBytes), progress, () => {
    late = true
    void giveUp(reader)
  })
  try {
    await readChunks(reader, limitBytes, progress, take)
    if (late) throw new Problem('invalid_request', 'The body took too long to arrive. Send it again.')
  } finally {
    watch.end()
  }
}

/** How long the whole may take; whole seconds, as the contract states it: 34 for 1 MiB, 292 for 64 MiB. */
function deadlineMs(limitBytes: number): number {
  const ms = BASE_DEADLINE_MS + limitBytes / SLOWEST_BYTES_PER_MS
  return ms - (ms % SECOND_MS)
}

/** Tells once when a body falls behind its pace, or is not there after `wholeMs`. */
function watchPace(clock: Clock, wholeMs: number, progress: Progress, tell: () => void): { end(): void } {
  const last = clock.elapsedMs() + wholeMs
  let takeBack: () => void
  const wait = (seenBytes: number): void => {
    const now = clock.elapsedMs()
    const until = Math.min(now + PACE_WINDOW_MS, last)
    takeBack = clock.wakeAfter(until - now, () => {
      if (until === last || progress.bytes - seenBytes < PACE_BYTES) tell()
      else wait(progress.bytes)
    })
  }
  wait(0)
  return { end: () => takeBack() }
}

async function readChunks(
  reader: BodyReader,
  limitBytes: number,
  progress: Progress,
  take: (piece: Uint8Array) => void,
): Promise<void> {
  const slices = new Slices()
  for (;;) {
    const { done, value } = await readChunk(reader)
    if (done) return
    progress.bytes += value.length
    if (progress.bytes > limitBytes) {
      void giveUp(reader)
      throw tooLarge(limitBytes)
    }
    for (let at = 0; at < value.length; at += PIECE_BYTES) {
      await slices.run(() => take(value.subarray(at, at + PIECE_BYTES)))
    }
  }
}

async function readChunk(reader: BodyReader) {
  try {
    return await reader.read()
  } catch (cause) {
    throw new Problem('invalid_request', 'The body broke off before its end. Send it again.', { cause })
  }
}

/** The rest of the body is of no interest, and neither is what goes wrong in dropping it. */
async function giveUp(reader: BodyReader): Promise<void> {
  await reader.cancel().catch(() => undefined)
}

function assertJson(headers: Headers): void {
  const encoding = headers.get('content-encoding')
  if (encoding !== null && encoding.toLowerCase() !== 'identity')
    throw new Problem('unsupported_media_type', 'Send the body uncompressed, without Content-Encoding.')
  const [type, ...parameters] = (headers.get('content-type') ?? '').toLowerCase().split(';')
  const charsets = parameters
    .map((parameter) => parameter.trim())
    .filter((parameter) => parameter.startsWith('charset'))
  if (type?.trim() !== 'application/json' || !charsets.every((charset) => /^charset="?utf-8"?$/.test(charset)))
    throw new Problem('unsupported_media_type', 'Send the body as UTF-8 JSON, with Content-Type: application/json.')
}

function tooLarge(limitBytes: number): Problem {
  return new Problem('payload_too_large', `The body may have at most ${limitBytes} bytes here.`)
}
