// Keeps the filters and the page of a list in the URL, so that they survive a reload and can be shared.
import { navigate, useLocation } from '../api/navigation.ts'

export interface FiltersOf<Name extends string> {
  /** '' if not set. */
  readonly filters: Readonly<Record<Name, string>>
  readonly page: number
  /** Whether any filter is set. */
  readonly isFiltered: boolean
  set(change: Partial<Record<Name, string>>): void
  setPage(page: number): void
  clear(): void
}

export function useFilters<Name extends string>(names: readonly Name[]): FiltersOf<Name> {
  const { path, search } = useLocation()
  const texts = new Map(names.map((name) => [name, search[name] ?? ''] as const))
  const filter = (next: Readonly<Record<string, string>>) =>
    void navigate(path, { search: next, replace: true, keepsScroll: true })
  // Adds a history entry, so that Back returns to the previous page.
  const setPageFilters = (next: Readonly<Record<string, string>>) => void navigate(path, { search: next })
  const filters = Object.fromEntries(texts) as Record<Name, string>
  return {
    filters,
    page: Math.max(1, Number(search.page) || 1),
    isFiltered: [...texts.values()].some((text) => text !== ''),
    // A changed filter starts at the first page.
    set: (change) => filter({ ...filters, ...change }),
    setPage: (page) => setPageFilters({ ...filters, page: page === 1 ? '' : String(page) }),
    clear: () => filter({}),
  }
}
