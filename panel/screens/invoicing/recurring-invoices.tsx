// The list of recurring invoices.
import plus from 'icon:plus'
import repeat from 'icon:repeat'
import { RECURRING_STATUSES } from '../../../contract/invoicing-states.ts'
import type { Row } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../logic/paths.ts'
import { Amount } from '../../parts/amount.tsx'
import { Day } from '../../parts/date-time.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { ListCard } from '../../parts/list-card.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import type { Column } from '../../parts/table.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useWords } from '../../words/language.tsx'
import { DocumentFilters } from './document-filters.tsx'
import { Frequency, RecurringStatus } from './recurring-status.tsx'
import { recurringWords } from './recurring-words.ts'
import { invoicingWords } from './words.ts'

export function Screen() {
  const words = useWords(recurringWords)
  const shared = useWords(invoicingWords)
  const list = useFilters(['client_id', 'status'])
  const { client_id } = list.filters
  const status = RECURRING_STATUSES.find((one) => one === list.filters.status)
  const result = useRead(
    'recurringInvoices.list',
    { query: { client_id, status, page: list.page } },
    { keepsPrevious: true },
  )
  const columns: Column<Row<'recurringInvoices.list'>>[] = [
    { name: 'name', head: words.name, cell: ({ name }) => name, isWide: true, phone: 'title' },
    { name: 'client', head: shared.client, cell: ({ client }) => client.full_name, phone: 'rest' },
    { name: 'frequency', head: words.frequency, cell: (one) => <Frequency of={one} /> },
    {
      name: 'next',
      head: words.next,
      cell: ({ next_due_date: day }) => day && <Day of={day} kind="date" />,
      phone: 'main',
    },
    { name: 'status', head: words.status, cell: (one) => <RecurringStatus of={one} />, phone: 'state' },
    {
      name: 'total',
      head: shared.total,
      cell: ({ total }) => <Amount of={total} isStrong />,
      isEnd: true,
      phone: 'side',
    },
  ]
  const mayWrite = usePermission('recurringInvoices.write')
  const way = { to: PATHS.newRecurringInvoice, kind: 'main', icon: plus } as const
  const create = mayWrite && <ButtonLink {...way}>{words.newOne}</ButtonLink>
  const none = { title: words.none, text: words.noneText, icon: repeat }
  const filters = (
    <DocumentFilters list={list} none={words.every} label={words.status} names={words.statuses} />
  )
  return (
    <>
      <PageHead title={words.title} sub={words.sub}>
        <ButtonLink to={PATHS.mandates}>{words.mandates}</ButtonLink>
        {create}
      </PageHead>
      <ListCard
        {...{ result, columns, list, create, none, filters }}
        title={words.title}
        keyOf={({ id }) => id}
        linkOf={({ id }) => PATHS.recurringInvoice(id)}
        noMatch={words.noneFits}
      />
    </>
  )
}
