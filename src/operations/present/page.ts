import { encodeCursor } from '../../core/cursor.ts'

/** A page ends before the item that would make it larger; one item is always on it. A hundred usual ones have a tenth. */
export const PAGE_BYTES = 1024 * 1024

/** Answers a list: `records` holds one more than a page when there is another page. */
export function presentPage<R extends { id: string }, Item>(
  list: string,
  accountId: string,
  page: { limit: number },
  records: readonly R[],
  present: (record: R) => Item,
) {
  const items = presentWithin(records.slice(0, page.limit - 1), present)
  const hasMore = records.length > items.length
  const last = records[items.length - 1]
  return {
    status: 200 as const,
    body: {
      success: true as const,
      data: {
        items,
        has_more: hasMore,
        next_cursor: hasMore && last ? encodeCursor(list, accountId, last.id) : null,
      },
    },
  }
}

/** As many of the first records as a page has room for. */
function presentWithin<R, Item>(records: readonly R[], present: (record: R) => Item): Item[] {
  const items: Item[] = []
  let bytes = 0
  for (const record of records) {
    const item = present(record)
    bytes += Buffer.byteLength(JSON.stringify(item))
    if (bytes > PAGE_BYTES && items.length > 0) break
    items.push(item)
  }
  return items
}
