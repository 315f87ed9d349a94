// A list in a card, with filters above it and an empty state.
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Listing } from '../api/operations.ts'
import type { IconShapes } from '../logic/icon-shapes.ts'
import { Card } from './card.tsx'
import { EmptyState } from './empty-state.tsx'
import { FilterBar } from './filter-bar.tsx'
import { List } from './list.tsx'
import type { Column } from './table.tsx'
import type { FiltersOf } from './use-filters.ts'

export interface ListCardProps<T> {
  readonly title: string
  readonly result: UseQueryResult<Listing<T> | readonly T[]>
  readonly columns: readonly Column<T>[]
  readonly keyOf: (row: T) => string
  readonly linkOf?: (row: T) => string
  /** For lists with pages or filters. */
  readonly list?: Pick<FiltersOf<string>, 'setPage' | 'isFiltered' | 'clear'>
  readonly filters?: ReactNode
  /** Shown if the list is empty. */
  readonly none: { readonly title: string; readonly text?: string; readonly icon?: IconShapes }
  /** Shown if no row matches the filters. */
  readonly noMatch?: string
  /** A button that creates the first record. */
  readonly create?: ReactNode
  readonly action?: ReactNode
  readonly more?: { readonly to: string; readonly name: string }
}

export function ListCard<T>(props: ListCardProps<T>) {
  const { title, result, list, filters, none, noMatch = '', create, action, more } = props
  const { columns, keyOf, linkOf } = props
  const table = { caption: title, columns, keyOf, ...(linkOf && { linkOf }) }
  const empty = list?.isFiltered ? (
    <EmptyState title={noMatch} />
  ) : (
    <EmptyState {...none}>{create}</EmptyState>
  )
  return (
    <Card title={title} isEdged action={action} {...(more && { more })}>
      {filters !== undefined && list && (
        <FilterBar isFiltered={list.isFiltered} onClear={list.clear}>
          {filters}
        </FilterBar>
      )}
      <List {...table} result={result} empty={empty} {...(list && { onPage: list.setPage })} />
    </Card>
  )
}
