// Filters and page of a list stand in the address: they survive a reload, and can be sent to a colleague.
import { go, usePlace } from '../api/place.ts'

export interface FiltersOf<Name extends string> {
  /** '' where it is not set. */
  readonly filters: Readonly<Record<Name, string>>
  readonly page: number
  /** Whether any is set. */
  readonly isFiltered: boolean
  set(change: Partial<Record<Name, string>>): void
  setPage(page: number): void
  clear(): void
}

export function useFilters<Name extends string>(names: readonly Name[]): FiltersOf<Name> {
  const { path, search } = usePlace()
  const texts = new Map(names.map((name) => [name, search[name] ?? ''] as const))
  const filter = (next: Readonly<Record<string, string>>) =>
    void go(path, { search: next, replace: true, keepsScroll: true })
  // Back leads to the page before.
  const turn = (next: Readonly<Record<string, string>>) => void go(path, { search: next })
  const filters = Object.fromEntries(texts) as Record<Name, string>
  return {
    filters,
    page: Math.max(1, Number(search.page) || 1),
    isFiltered: [...texts.values()].some((text) => text !== ''),
    // Another filter begins at its first page.
    set: (change) => filter({ ...filters, ...change }),
    setPage: (page) => turn({ ...filters, page: page === 1 ? '' : String(page) }),
    clear: () => filter({}),
  }
}
