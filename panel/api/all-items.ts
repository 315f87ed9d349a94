// Reads all pages of a list, for screens that may not miss a row.
interface ItemsPage<T> {
  readonly items: readonly T[]
  readonly pagination: { readonly next_cursor: string | null }
}

/** Stops early if `isEnough` accepts the rows that were read. */
export async function allItems<T>(
  readPage: (startingAfter?: string) => Promise<ItemsPage<T>>,
  isEnough: (rows: readonly T[]) => boolean = () => false,
): Promise<T[]> {
  const { items, pagination } = await readPage()
  const all = [...items]
  let cursor = pagination.next_cursor
  while (cursor !== null && !isEnough(all)) {
    const next = await readPage(cursor)
    all.push(...next.items)
    cursor = next.pagination.next_cursor
  }
  return all
}
