// The records of a client as tabs: bookings, invoices, quotes, mails. The URL holds the selected tab.
import takeoff from 'icon:plane-takeoff'
import receipt from 'icon:receipt-text'
import type { Row } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../logic/paths.ts'
import { Amount } from '../../parts/amount.tsx'
import { Card } from '../../parts/card.tsx'
import { Day } from '../../parts/date-time.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { List } from '../../parts/list.tsx'
import { useBookingColumns } from '../../parts/records/booking-columns.tsx'
import { InvoiceStatus } from '../../parts/records/invoice-status.tsx'
import { QuoteStatus } from '../../parts/records/quote-status.tsx'
import { SentMails } from '../../parts/records/sent-mails.tsx'
import type { Column } from '../../parts/table.tsx'
import { type Tab, Tabs } from '../../parts/tabs.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useWords } from '../../words/language.tsx'
import { clientWords } from './words.ts'

type Invoice = Row<'invoices.list'>
type Quote = Row<'quotes.list'>

interface PartProps {
  readonly id: string
  readonly page: number
  readonly onPage: (page: number) => void
}

export function ClientParts({ id }: { id: string }) {
  const words = useWords(clientWords)
  const { filters, page, set, setPage } = useFilters(['tab'])
  const part = { id, page, onPage: setPage }
  const all: (Tab | false)[] = [
    usePermission('bookings.read') && {
      value: 'bookings',
      label: words.bookings,
      content: <Bookings {...part} />,
    },
    usePermission('invoices.read') && {
      value: 'invoices',
      label: words.invoices,
      content: <Invoices {...part} />,
    },
    usePermission('quotes.read') && { value: 'quotes', label: words.quotes, content: <Quotes {...part} /> },
    usePermission('mails.read') && {
      value: 'mails',
      label: words.mails,
      content: <SentMails query={{ client_id: id }} page={page} onPage={setPage} />,
    },
  ]
  const tabs = all.filter((tab) => tab !== false)
  const chosen = tabs.find(({ value }) => value === filters.tab) ?? tabs[0]
  if (chosen === undefined) return null
  return (
    <Card title={words.parts} isEdged isTitleHidden>
      <Tabs label={words.parts} tabs={tabs} value={chosen.value} onChange={(tab) => set({ tab })} />
    </Card>
  )
}

const BOOKING_COLUMNS = ['locator', 'route', 'departure', 'created', 'status', 'amount'] as const

function Bookings({ id, page, onPage }: PartProps) {
  const words = useWords(clientWords)
  const result = useRead('bookings.list', { query: { client_id: id, page } }, { keepsPrevious: true })
  return (
    <List
      caption={words.bookings}
      result={result}
      columns={useBookingColumns(BOOKING_COLUMNS)}
      keyOf={({ id: key }) => key}
      linkOf={({ id: key }) => PATHS.booking(key)}
      onPage={onPage}
      empty={<EmptyState title={words.noBookings} icon={takeoff} />}
    />
  )
}

function Invoices({ id, page, onPage }: PartProps) {
  const words = useWords(clientWords)
  const result = useRead('invoices.list', { query: { client_id: id, page } }, { keepsPrevious: true })
  const columns: Column<Invoice>[] = [
    { name: 'number', head: words.number, cell: ({ number }) => number ?? words.draft, phone: 'title' },
    { name: 'issued', head: words.issued, cell: (one) => <Day of={one.issue_date} kind="date" /> },
    { name: 'due', head: words.due, cell: (one) => <Day of={one.due_date} kind="date" />, phone: 'main' },
    {
      name: 'status',
      head: words.status,
      cell: (one) => <InvoiceStatus of={one} />,
      phone: 'state',
    },
    {
      name: 'open',
      head: words.open,
      cell: ({ status, amount_due: open }) => status === 'sent' && open > 0 && <Amount of={open} />,
      isEnd: true,
      phone: 'more',
    },
    totalColumn(words.total),
  ]
  return (
    <List
      caption={words.invoices}
      result={result}
      columns={columns}
      keyOf={({ id: key }) => key}
      linkOf={({ id: key }) => PATHS.invoice(key)}
      onPage={onPage}
      empty={<EmptyState title={words.noInvoices} icon={receipt} />}
    />
  )
}

function Quotes({ id, page, onPage }: PartProps) {
  const words = useWords(clientWords)
  const result = useRead('quotes.list', { query: { client_id: id, page } }, { keepsPrevious: true })
  const columns: Column<Quote>[] = [
    {
      name: 'issued',
      head: words.issued,
      cell: (one) => <Day of={one.issue_date} kind="date" />,
      phone: 'title',
    },
    {
      name: 'until',
      head: words.validUntil,
      cell: ({ valid_until: day }) => day !== null && <Day of={day} kind="date" />,
      phone: 'main',
    },
    {
      name: 'status',
      head: words.status,
      cell: (one) => <QuoteStatus of={one} />,
      phone: 'state',
    },
    totalColumn(words.total),
  ]
  return (
    <List
      caption={words.quotes}
      result={result}
      columns={columns}
      keyOf={({ id: key }) => key}
      linkOf={({ id: key }) => PATHS.quote(key)}
      onPage={onPage}
      empty={<EmptyState title={words.noQuotes} icon={receipt} />}
    />
  )
}

function totalColumn<T extends { total: number }>(head: string): Column<T> {
  return {
    name: 'total',
    head,
    cell: ({ total }) => <Amount of={total} isStrong />,
    isEnd: true,
    phone: 'side',
  }
}
