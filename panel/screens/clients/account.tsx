// The account of a client: balance of today, statement of a period, and every entry of credit.
import type { ResponseOf, Row } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { PATHS } from '../../logic/paths.ts'
import { Amount } from '../../parts/amount.tsx'
import { Card } from '../../parts/card.tsx'
import { CsvButton, FileButton } from '../../parts/csv-button.tsx'
import { Day } from '../../parts/date-time.tsx'
import { Detail, type DetailOf } from '../../parts/detail.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { List } from '../../parts/list.tsx'
import { DayFilters } from '../../parts/list-filters.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Stats } from '../../parts/stat.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { BalanceStats } from './account-card.tsx'
import { accountWords } from './account-words.ts'
import css from './client.module.css'

type Line = ResponseOf<'clients.statement'>['lines'][number]
/** A line has no id of its own. */
type Placed = Line & { readonly place: number }

export const Screen = () => <Detail by="clients.read" list="clients" as={AccountPage} />

function AccountPage({ of: client }: DetailOf<'clients.read'>) {
  const words = useWords(accountWords)
  const list = useFilters(['start_date', 'end_date'])
  const { start_date, end_date } = list.filters
  const { id } = client
  const query = { ...(start_date && { start_date }), ...(end_date && { end_date }) }
  const balance = useRead('clients.balance', { params: { id } })
  const statement = useRead('clients.statement', { params: { id }, query }, { keepsPrevious: true })
  return (
    <>
      <PageHead
        title={words.title(client.full_name)}
        sub={words.sub}
        back={{ to: PATHS.client(id), name: client.full_name }}
      >
        <FileButton of="clients.statementPdf" request={{ params: { id }, query }} label={words.pdf} />
        <CsvButton of="clients.statementCsv" params={{ id }} query={query} label={words.csv} />
      </PageHead>
      <div className={css.account}>
        <Card title={words.card}>
          <Loaded result={balance}>{(data) => <BalanceStats of={data} />}</Loaded>
        </Card>
        <Card title={words.statement} isEdged>
          <FilterBar isFiltered={list.isFiltered} onClear={list.clear}>
            <DayFilters list={list} />
          </FilterBar>
          <Loaded result={statement}>
            {(data) => <Lines of={data} isOld={statement.isPlaceholderData} />}
          </Loaded>
        </Card>
        <Credit id={id} page={list.page} onPage={list.setPage} />
      </div>
    </>
  )
}

function Lines({ of, isOld }: { of: ResponseOf<'clients.statement'>; isOld: boolean }) {
  const words = useWords(accountWords)
  const formats = useFormats()
  const said = (balance: number) => {
    if (balance === 0) return words.even
    const amount = formats.money(Math.abs(balance))
    return balance > 0 ? words.owes(amount) : words.has(amount)
  }
  const columns: Column<Placed>[] = [
    { name: 'day', head: words.day, cell: ({ date }) => <Day of={date} kind="date" />, phone: 'main' },
    { name: 'what', head: words.what, cell: (line) => <What of={line} />, isWide: true, phone: 'title' },
    {
      name: 'amount',
      head: words.amount,
      cell: ({ amount }) => <Amount of={amount} />,
      isEnd: true,
      phone: 'side',
    },
    {
      name: 'balance',
      head: words.balance,
      cell: ({ balance }) => <Amount of={balance} isStrong />,
      isEnd: true,
      phone: 'more',
    },
  ]
  return (
    <>
      <Stats
        className={css.figures}
        stats={[
          {
            name: words.opening,
            value: formats.money(of.opening_balance),
            hint: formats.date(of.start_date),
          },
          {
            name: words.closing,
            value: formats.money(of.closing_balance),
            hint: said(of.closing_balance),
          },
        ]}
      />
      {of.lines.length === 0 ? (
        <EmptyState title={words.none} />
      ) : (
        <Table
          caption={words.statement}
          columns={columns}
          rows={of.lines.map((line, place) => ({ ...line, place }))}
          keyOf={({ place }) => String(place)}
          isOld={isOld}
        />
      )}
    </>
  )
}

function What({ of: line }: { of: Line }) {
  const words = useWords(accountWords)
  const formats = useFormats()
  const number = line.credit_note_number ?? line.invoice_number
  const details = [
    ...(line.due_date === null ? [] : [words.due(formats.date(line.due_date))]),
    ...(line.manual_method !== null && line.reference !== null ? [line.reference] : []),
  ]
  return (
    <>
      {words.lines[line.type]} {number}{' '}
      {details.length > 0 && <small className="quiet">{details.join(', ')}</small>}
    </>
  )
}

function Credit({ id, page, onPage }: { id: string; page: number; onPage: (page: number) => void }) {
  const words = useWords(accountWords)
  const result = useRead('clients.credit', { params: { id }, query: { page } }, { keepsPrevious: true })
  const columns: Column<Row<'clients.credit'>>[] = [
    {
      name: 'day',
      head: words.day,
      cell: ({ created_at: at }) => <Day of={at.slice(0, 10)} kind="date" />,
      phone: 'main',
    },
    { name: 'what', head: words.what, cell: ({ type }) => words.entries[type], isWide: true, phone: 'title' },
    {
      name: 'until',
      head: words.until,
      cell: ({ expires_on: day }) => day !== null && <Day of={day} kind="date" />,
    },
    {
      name: 'left',
      head: words.left,
      cell: ({ amount_left: left }) => left !== null && <Amount of={left} />,
      isEnd: true,
      phone: 'more',
    },
    {
      name: 'amount',
      head: words.amount,
      cell: ({ amount }) => <Amount of={amount} isStrong />,
      isEnd: true,
      phone: 'side',
    },
  ]
  return (
    <Card title={words.creditTitle} isEdged>
      <List
        caption={words.creditTitle}
        result={result}
        columns={columns}
        keyOf={({ id: key }) => key}
        linkOf={({ invoice_id: invoice }) => (invoice === null ? PATHS.client(id) : PATHS.invoice(invoice))}
        onPage={onPage}
        empty={<EmptyState title={words.creditNone} />}
      />
    </Card>
  )
}
