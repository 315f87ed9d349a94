// A list of the installation that shows only rows that need attention, or all on request.
import check from 'icon:circle-check'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Listing } from '../../api/operations.ts'
import { ListCard } from '../../parts/list-card.tsx'
import { NameFilter } from '../../parts/list-filters.tsx'
import type { Column } from '../../parts/table.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useWords } from '../../words/language.tsx'
import { operatorWords } from './words.ts'

export function useShown() {
  const list = useFilters(['part', 'show'])
  return { list, isAll: list.filters.show === 'all' }
}

export interface ShownListProps<T extends { readonly id: string }> {
  readonly title: string
  readonly result: UseQueryResult<Listing<T>>
  readonly columns: readonly Column<T>[]
  readonly shown: ReturnType<typeof useShown>
  /** The labels of the two choices. */
  readonly some: string
  readonly all: string
  readonly none: { readonly title: string; readonly text: string }
  readonly noRows: string
  readonly action?: ReactNode
}

export function ShownList<T extends { readonly id: string }>(props: ShownListProps<T>) {
  const words = useWords(operatorWords)
  const { title, result, columns, shown, some, all, none, noRows, action } = props
  const { list, isAll } = shown
  const show = (value: string) => list.set({ show: value })
  return (
    <ListCard
      {...{ title, result, columns, action }}
      keyOf={({ id }) => id}
      list={{ ...list, isFiltered: isAll, clear: () => show('') }}
      filters={
        <NameFilter
          label={words.showing}
          none={some}
          names={{ all }}
          value={list.filters.show}
          onChange={show}
        />
      }
      none={{ ...none, icon: check }}
      noMatch={noRows}
    />
  )
}
