// The list of mandates of Pix Automático; each leads to its recurring invoice.
import repeat from 'icon:repeat'
import { MANDATE_STATUSES } from '../../../contract/mandate-states.ts'
import type { Row } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { PATHS } from '../../logic/paths.ts'
import { Amount } from '../../parts/amount.tsx'
import { Day } from '../../parts/date-time.tsx'
import { ListCard } from '../../parts/list-card.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import type { Column } from '../../parts/table.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useWords } from '../../words/language.tsx'
import { DocumentFilters } from './document-filters.tsx'
import { MandateStatus } from './mandate-card.tsx'
import { mandateWords } from './mandate-words.ts'
import { recurringWords } from './recurring-words.ts'

export function Screen() {
  const words = useWords(mandateWords)
  const { title: recurring } = useWords(recurringWords)
  const list = useFilters(['client_id', 'status'])
  const { client_id } = list.filters
  const status = MANDATE_STATUSES.find((one) => one === list.filters.status)
  const result = useRead(
    'mandates.list',
    { query: { client_id, status, page: list.page } },
    { keepsPrevious: true },
  )
  const columns: Column<Row<'mandates.list'>>[] = [
    {
      name: 'client',
      head: words.client,
      cell: ({ client }) => client.full_name,
      isWide: true,
      phone: 'title',
    },
    { name: 'frequency', head: words.frequency, cell: ({ frequency }) => words.frequencies[frequency] },
    {
      name: 'starts',
      head: words.starts,
      cell: ({ starts_on: day }) => <Day of={day} kind="date" />,
      phone: 'main',
    },
    { name: 'status', head: words.status, cell: (one) => <MandateStatus of={one} />, phone: 'state' },
    {
      name: 'amount',
      head: words.amount,
      cell: ({ amount }) => <Amount of={amount} isStrong />,
      isEnd: true,
      phone: 'side',
    },
  ]
  const none = { title: words.none, text: words.noneText, icon: repeat }
  const filters = (
    <DocumentFilters list={list} none={words.every} label={words.status} names={words.statuses} />
  )
  return (
    <>
      <PageHead title={words.title} sub={words.sub} back={{ to: PATHS.recurringInvoices, name: recurring }} />
      <ListCard
        {...{ result, columns, list, none, filters }}
        title={words.title}
        keyOf={({ id }) => id}
        linkOf={({ recurring_invoice_id: id }) => PATHS.recurringInvoice(id)}
        noMatch={words.noneFits}
      />
    </>
  )
}
