// The records of a client as tabs: bookings, invoices, quotes, mails. The URL holds the selected tab.
import takeoff from 'icon:plane-takeoff'
import receipt from 'icon:receipt-text'
import type { InvoiceStatus, PaymentStatus, QuoteStatus } from '../../../contract/invoicing-states.ts'
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
import { SentMails } from '../../parts/records/sent-mails.tsx'
import { Status, type StatusKind } from '../../parts/status.tsx'
import type { Column } from '../../parts/table.tsx'
import { type Tab, Tabs } from '../../parts/tabs.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useWords } from '../../words/language.tsx'
import { clientWords } from './words.ts'

type Invoice = Row<'invoices.list'>
type Quote = Row<'quotes.list'>

/** The colours of each state. */
const INVOICE_KINDS: Readonly<Record<InvoiceStatus, StatusKind>> = {
  draft: 'mute',
  sent: 'info',
  cancelled: 'mute',
}
const PAYMENT_KINDS: Readonly<Record<PaymentStatus, StatusKind>> = {
  pending: 'info',
  partial: 'wait',
  paid: 'ok',
  overdue: 'bad',
}
const QUOTE_KINDS: Readonly<Record<QuoteStatus, StatusKind>> = {
  draft: 'mute',
  sent: 'wait',
  accepted: 'ok',
  declined: 'bad',
  cancelled: 'mute',
}

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
      cell: ({ status, payment_status: paid }) =>
        status === 'sent' ? (
          <Status kind={PAYMENT_KINDS[paid]}>{words.paymentStatuses[paid]}</Status>
        ) : (
          <Status kind={INVOICE_KINDS[status]}>{words.invoiceStatuses[status]}</Status>
        ),
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
      cell: ({ status, is_expired: isExpired }) =>
        isExpired ? (
          <Status kind="bad">{words.expired}</Status>
        ) : (
          <Status kind={QUOTE_KINDS[status]}>{words.quoteStatuses[status]}</Status>
        ),
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
