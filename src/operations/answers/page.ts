import { encodeCursor } from '../../core/cursor.ts'
import type { Page } from '../requests/page.ts'

/** Answers a list: `records` holds one more than a page when there is another page. */
export function presentPage<R extends { id: string }, Item>(
  list: string,
  accountId: string,
  page: Page,
  records: readonly R[],
  present: (record: R) => Item,
) {
  const shown = records.slice(0, page.limit - 1)
  const hasMore = records.length > shown.length
  const last = shown.at(-1)
  return {
    status: 200 as const,
    body: {
      success: true as const,
      data: {
        items: shown.map(present),
        has_more: hasMore,
        next_cursor: hasMore && last ? encodeCursor(list, accountId, last.id) : null,
      },
    },
  }
}
