// A table, which phones show as cards; columns are defined once for both.
import arrowDown from 'icon:arrow-down'
import arrowUp from 'icon:arrow-up'
import type { ReactNode } from 'react'
import { cx } from '../logic/class-names.ts'
import { useWords } from '../words/language.tsx'
import { partWords } from '../words/parts.ts'
import { Icon } from './icon.tsx'
import { Link } from './link.tsx'
import css from './table.module.css'

export interface Column<T> {
  readonly name: string
  readonly head: string
  readonly cell: (row: T) => ReactNode
  readonly isEnd?: boolean
  /** Takes the remaining width and truncates long text. */
  readonly isWide?: boolean
  /** The position on a phone's card; hidden there if undefined. `more` shows the heading before the value. */
  readonly phone?: 'title' | 'side' | 'main' | 'state' | 'rest' | 'more'
  /** The sort key of the column's heading. */
  readonly sort?: string
}

export interface Sorting {
  readonly by: string
  readonly isDown: boolean
  readonly onSort: (by: string, isDown: boolean) => void
}

export interface TableProps<T> {
  /** The table's name for screen readers. */
  readonly caption: string
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[]
  readonly keyOf: (row: T) => string
  /** The link of a row; the first cell contains it, and the whole row is clickable. */
  readonly linkOf?: (row: T) => string
  readonly sorting?: Sorting | undefined
  /** The rows belong to the previous page while the next one loads. */
  readonly isOld?: boolean
}

export function Table<T>({ caption, columns, rows, keyOf, linkOf, sorting, isOld }: TableProps<T>) {
  return (
    <div className={css.scroll}>
      <table className={cx(css.table, isOld && css.old)} aria-busy={isOld || undefined}>
        <caption className="hidden-text">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.name} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ name, head, cell, isEnd, isWide, phone = 'hide' }, index) => (
                <td
                  key={name}
                  data-phone={phone}
                  data-head={phone === 'more' ? head : undefined}
                  className={cx(isEnd && css.end, isWide && css.wide)}
                >
                  {index === 0 && linkOf !== undefined ? (
                    <Link to={linkOf(row)} className={css.rowLink}>
                      {cell(row)}
                    </Link>
                  ) : (
                    cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Head<T>({ column, sorting }: { column: Column<T>; sorting: Sorting | undefined }) {
  const words = useWords(partWords)
  const { head, isEnd, sort } = column
  const isSorted = sort !== undefined && sorting?.by === sort
  const order = isSorted ? (sorting.isDown ? 'descending' : 'ascending') : undefined
  return (
    <th scope="col" className={cx(isEnd && css.end)} aria-sort={order}>
      {sort === undefined || sorting === undefined ? (
        head
      ) : (
        <button
          type="button"
          className={css.sort}
          aria-label={words.sortBy(head)}
          onClick={() => sorting.onSort(sort, isSorted && !sorting.isDown)}
        >
          {head}
          {isSorted && <Icon of={sorting.isDown ? arrowDown : arrowUp} size={14} />}
        </button>
      )}
    </th>
  )
}
