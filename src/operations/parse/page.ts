import { decodeCursor } from '../../core/cursor.ts'
import { problemOf } from '../../core/problem.ts'

export interface Page {
  /** One more than the client asked for, which tells whether there is another page. */
  limit: number
  /** The last item of the page before; null for the first page. */
  afterId: string | null
}

/** Reads what part of a list is asked for. Throws a Problem `invalid_cursor`. */
export function readPage(
  list: string,
  accountId: string,
  query: { limit?: number | undefined; cursor?: string | undefined },
): Page {
  const limit = (query.limit ?? 20) + 1
  if (query.cursor === undefined) return { limit, afterId: null }
  const afterId = decodeCursor(list, accountId, query.cursor)
  if (afterId === null) {
    const message = 'This cursor was not given out for this list. Send next_cursor of the page before as it is.'
    throw problemOf([{ in: 'query', pointer: '/cursor', code: 'invalid_cursor', message }])
  }
  return { limit, afterId }
}
