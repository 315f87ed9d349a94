// Filters and page of a list stand in the address: they survive a reload, and can be sent to a colleague.
import { useNavigate, useSearch } from '@tanstack/react-router'

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
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const texts = new Map(names.map((name) => [name, textOf(search[name])] as const))
  const go = (next: Readonly<Record<string, string>>) =>
    void navigate({ to: '.', search: withoutEmpty(next), replace: true, resetScroll: false })
  const filters = Object.fromEntries(texts) as Record<Name, string>
  return {
    filters,
    page: Math.max(1, Number(textOf(search.page)) || 1),
    isFiltered: [...texts.values()].some((text) => text !== ''),
    // Another filter begins at its first page.
    set: (change) => go({ ...filters, ...change }),
    setPage: (page) => go({ ...filters, page: page === 1 ? '' : String(page) }),
    clear: () => go({}),
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function withoutEmpty(search: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(search).filter(([, text]) => text !== ''))
}
