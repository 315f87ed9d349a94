// The list of credit notes.
import undo from 'icon:undo-2'
import type { Row } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../logic/paths.ts'
import { Amount } from '../../parts/amount.tsx'
import { Day } from '../../parts/date-time.tsx'
import { ExternalLink } from '../../parts/external-link.tsx'
import { ListCard } from '../../parts/list-card.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { ClientField } from '../../parts/records/client-field.tsx'
import type { Column } from '../../parts/table.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { creditWords } from './credit-words.ts'

type Note = Row<'creditNotes.list'>

export function Screen() {
  const words = useWords(creditWords)
  const formats = useFormats()
  const seesClients = usePermission('clients.read')
  const list = useFilters(['client_id'])
  const query = { client_id: list.filters.client_id || undefined, page: list.page }
  const result = useRead('creditNotes.list', { query }, { keepsPrevious: true })
  const columns: Column<Note>[] = [
    { name: 'number', head: words.number, cell: ({ number }) => number, phone: 'title' },
    { name: 'invoice', head: words.invoice, cell: ({ invoice_number: number }) => number },
    {
      name: 'client',
      head: words.client,
      cell: ({ client }) => client.full_name,
      phone: 'main',
    },
    { name: 'issued', head: words.issued, cell: (one) => <Day of={one.issue_date} kind="date" /> },
    { name: 'reason', head: words.reason, cell: ({ reason }) => reason, isWide: true, phone: 'more' },
    {
      name: 'excess',
      head: words.excessOf,
      cell: ({ excess, excess_amount: amount }) =>
        excess !== null && `${formats.money(amount)}, ${words.useNames[excess]}`,
    },
    {
      name: 'amount',
      head: words.amount,
      cell: ({ amount }) => <Amount of={amount} isStrong />,
      isEnd: true,
      phone: 'side',
    },
    {
      name: 'pdf',
      head: words.pdf,
      cell: ({ pdf_url: url }) => <ExternalLink href={url}>{words.pdf}</ExternalLink>,
      isEnd: true,
      phone: 'rest',
    },
  ]
  return (
    <>
      <PageHead title={words.title} sub={words.sub} />
      <ListCard
        title={words.title}
        result={result}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ invoice_id: id }) => PATHS.invoice(id)}
        list={list}
        none={{ title: words.none, text: words.noneText, icon: undo }}
        noMatch={words.noneFits}
        filters={
          seesClients && (
            <ClientField value={list.filters.client_id} onChange={(id) => list.set({ client_id: id })} />
          )
        }
      />
    </>
  )
}
