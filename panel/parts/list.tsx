// A list of the API with its loading, empty, error and page states.
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Listing } from '../api/operations.ts'
import { useWords } from '../words/language.tsx'
import { partWords } from '../words/parts.ts'
import { Button } from './button.tsx'
import { Loaded } from './loaded.tsx'
import { Rows } from './skeleton.tsx'
import css from './table.module.css'
import { Table, type TableProps } from './table.tsx'

export interface ListProps<T> extends Omit<TableProps<T>, 'rows' | 'isOld'> {
  readonly result: UseQueryResult<Listing<T> | readonly T[]>
  /** Shown if no row matches the filters. */
  readonly empty: ReactNode
  /** Sets the page in the URL; without it the list has no pages. */
  readonly onPage?: (page: number) => void
}

export function List<T>({ result, empty, onPage, ...table }: ListProps<T>) {
  return (
    <Loaded result={result} skeleton={<Rows count={8} />}>
      {(data) => {
        const rows = 'items' in data ? data.items : data
        if (rows.length === 0) return empty
        return (
          <>
            <Table {...table} rows={rows} isOld={result.isPlaceholderData} />
            {'items' in data && onPage && <Pager {...data.pagination} onPage={onPage} />}
          </>
        )
      }}
    </Loaded>
  )
}

export interface PagerProps {
  readonly page: number
  readonly pages: number
  readonly total: number
  readonly onPage: (page: number) => void
}

/** For responses with another shape of pagination. */
export function Pager({ page, pages, total, onPage }: PagerProps) {
  const words = useWords(partWords)
  return (
    <nav className={css.foot} aria-label={words.pages}>
      <span>{words.rows(total)}</span>
      {pages > 1 && (
        <span className={css.turns}>
          <Button isSmall disabled={page <= 1} onClick={() => onPage(page - 1)}>
            {words.previous}
          </Button>
          <Button isSmall disabled={page >= pages} onClick={() => onPage(page + 1)}>
            {words.next}
          </Button>
        </span>
      )}
    </nav>
  )
}
