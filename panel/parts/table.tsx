// A list as a table, and on a phone as cards: what each column shows is told once.
import arrowDown from 'icon:arrow-down'
import arrowUp from 'icon:arrow-up'
import type { ReactNode } from 'react'
import { cx } from '../kit/class-names.ts'
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
  /** Takes the room that the others leave, and cuts what is too long. */
  readonly isWide?: boolean
  /** Where it stands on a phone's card; hidden there if left out. `more` has its heading before it. */
  readonly phone?: 'title' | 'side' | 'main' | 'state' | 'rest' | 'more'
  /** Its heading sorts by this. */
  readonly sort?: string
}

export interface Sorting {
  readonly by: string
  readonly isDown: boolean
  readonly onSort: (by: string, isDown: boolean) => void
}

export interface TableProps<T> {
  /** Says what the table is, for readers of screens. */
  readonly caption: string
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[]
  readonly keyOf: (row: T) => string
  /** Where a row leads; its first cell becomes the link, and the whole row can be pressed. */
  readonly linkOf?: (row: T) => string
  readonly sorting?: Sorting | undefined
  /** The rows are those of a page that is being replaced. */
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
