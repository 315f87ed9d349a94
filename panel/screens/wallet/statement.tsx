// The wallet's transactions, newest first, with the totals of the filtered ones.
import type { ResponseOf } from '../../api/operations.ts'
import { usePreferences } from '../../api/use-preferences.ts'
import { useRead } from '../../api/use-read.ts'
import { PATHS } from '../../logic/paths.ts'
import { Amount } from '../../parts/amount.tsx'
import { Card } from '../../parts/card.tsx'
import { CsvButton } from '../../parts/csv-button.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { Pager } from '../../parts/list.tsx'
import { DayFilters, NameFilter } from '../../parts/list-filters.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Rows } from '../../parts/skeleton.tsx'
import { Badge } from '../../parts/status.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import type { FiltersOf } from '../../parts/use-filters.ts'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { HeldNote } from './held-note.tsx'
import css from './wallet.module.css'
import { walletWords } from './words.ts'

type Move = ResponseOf<'wallet.transactions'>['transactions'][number]
type Names = 'type' | 'start_date' | 'end_date'

const TYPES = ['credit', 'debit'] as const

export function Statement({
  list,
}: {
  list: Pick<FiltersOf<Names>, 'filters' | 'set' | 'page' | 'setPage'>
}) {
  const words = useWords(walletWords)
  const formats = useFormats()
  const { type, start_date, end_date } = list.filters
  const filter = { start_date, end_date, type: TYPES.find((one) => one === type) }
  const isFiltered = `${type}${start_date}${end_date}` !== ''
  const isTest = usePreferences().mode === 'test'
  const result = useRead(
    'wallet.transactions',
    { query: { ...filter, page: list.page } },
    { keepsPrevious: true },
  )
  return (
    <Card
      title={words.statement}
      isEdged
      action={<CsvButton of="wallet.download" query={filter} label={words.csv} />}
    >
      <FilterBar isFiltered={isFiltered} onClear={() => list.set({ type: '', start_date: '', end_date: '' })}>
        <NameFilter
          label={words.kind}
          none={words.all}
          names={words.kinds}
          value={type}
          onChange={(chosen) => list.set({ type: chosen })}
        />
        <DayFilters list={list} />
      </FilterBar>
      {isTest && <p className="quiet">{words.statementTest}</p>}
      <HeldNote amount={result.data?.summary.held_amount} />
      {result.data && (
        <p className="quiet">
          {words.totals(result.data.pagination.total)}: {words.credits.toLowerCase()}{' '}
          {formats.money(result.data.summary.total_credits)}, {words.debits.toLowerCase()}{' '}
          {formats.money(result.data.summary.total_debits)}
        </p>
      )}
      <Loaded result={result} skeleton={<Rows count={8} />}>
        {({ transactions, pagination }) =>
          transactions.length === 0 ? (
            <EmptyState
              title={isFiltered ? words.noneFits : words.noMoves}
              text={isFiltered ? words.noneFitsText : words.noMovesText}
            />
          ) : (
            <>
              <Table
                caption={words.statement}
                columns={columnsIn(words, isTest)}
                rows={transactions}
                keyOf={({ id }) => id}
                linkOf={({ reference_type: of, reference_id: id }) =>
                  of === 'recharge' ? PATHS.recharge(id) : PATHS.booking(id)
                }
                isOld={result.isPlaceholderData}
              />
              <Pager {...pagination} onPage={list.setPage} />
            </>
          )
        }
      </Loaded>
    </Card>
  )
}

function columnsIn(words: (typeof walletWords)['pt'], isTest: boolean): Column<Move>[] {
  return [
    {
      name: 'what',
      head: words.what,
      cell: ({ description, display_description: shown = description }) => shown,
      isWide: true,
      phone: 'title',
    },
    {
      name: 'kind',
      head: words.kind,
      cell: ({ reference_type: of, simulated }) => (
        <span className={css.kind}>
          {words.references[of]}
          {simulated && <Badge>{words.simulated}</Badge>}
        </span>
      ),
      phone: 'rest',
    },
    { name: 'when', head: words.when, cell: ({ created_at: at }) => <DateTime at={at} />, phone: 'main' },
    {
      name: 'amount',
      head: words.amount,
      cell: ({ type, amount }) => (
        <Amount of={type === 'debit' ? `-${amount}` : amount} isIn={type === 'credit'} isStrong />
      ),
      isEnd: true,
      phone: 'side',
    },
    {
      name: 'after',
      head: isTest ? words.afterTest : words.after,
      cell: ({ balance_after: amount }) => <Amount of={amount} />,
      isEnd: true,
    },
  ]
}
