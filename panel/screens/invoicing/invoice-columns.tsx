// The columns of invoice lists.
import type { Row } from '../../api/operations.ts'
import { Amount } from '../../parts/amount.tsx'
import { Day } from '../../parts/date-time.tsx'
import { InvoiceStatus } from '../../parts/records/invoice-status.tsx'
import type { Column } from '../../parts/table.tsx'
import type { invoicingWords } from './words.ts'

export type InvoiceRow = Row<'invoices.list'>

export function invoiceColumns(words: (typeof invoicingWords)['pt']): Column<InvoiceRow>[] {
  return [
    {
      name: 'number',
      head: words.number,
      cell: ({ number }) => (number === null ? words.draft : <span className="code">{number}</span>),
      phone: 'title',
    },
    {
      name: 'client',
      head: words.client,
      cell: ({ client }) => client.full_name,
      isWide: true,
      phone: 'rest',
    },
    { name: 'issued', head: words.issued, cell: ({ issue_date: day }) => <Day of={day} kind="date" /> },
    {
      name: 'due',
      head: words.due,
      cell: ({ due_date: day }) => <Day of={day} kind="date" />,
      phone: 'main',
    },
    { name: 'status', head: words.status, cell: (invoice) => <InvoiceStatus of={invoice} />, phone: 'state' },
    {
      name: 'open',
      head: words.open,
      cell: ({ status, amount_due: open }) => status === 'sent' && open > 0 && <Amount of={open} />,
      isEnd: true,
      phone: 'more',
    },
    {
      name: 'total',
      head: words.total,
      cell: ({ total }) => <Amount of={total} isStrong />,
      isEnd: true,
      phone: 'side',
    },
  ]
}
