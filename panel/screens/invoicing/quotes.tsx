// The list of quotes, by status.
import fileIcon from 'icon:file-text'
import plus from 'icon:plus'
import { QUOTE_STATUSES } from '../../../contract/invoicing-states.ts'
import type { Row } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../logic/paths.ts'
import { Amount } from '../../parts/amount.tsx'
import { Day } from '../../parts/date-time.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { ListCard } from '../../parts/list-card.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { QuoteStatus } from '../../parts/records/quote-status.tsx'
import type { Column } from '../../parts/table.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useWords } from '../../words/language.tsx'
import { DocumentFilters } from './document-filters.tsx'
import { quotesWords } from './quotes-words.ts'
import { invoicingWords } from './words.ts'

export function Screen() {
  const words = useWords(quotesWords)
  const shared = useWords(invoicingWords)
  const list = useFilters(['client_id', 'status'])
  const mayWrite = usePermission('quotes.write')
  const status = QUOTE_STATUSES.find((one) => one === list.filters.status)
  const query = { client_id: list.filters.client_id, status, page: list.page }
  const result = useRead('quotes.list', { query }, { keepsPrevious: true })
  const columns: Column<Row<'quotes.list'>>[] = [
    {
      name: 'client',
      head: shared.client,
      cell: (one) => one.client.full_name,
      isWide: true,
      phone: 'title',
    },
    { name: 'issued', head: shared.issued, cell: (one) => <Day of={one.issue_date} kind="date" /> },
    {
      name: 'valid',
      head: words.valid,
      cell: (one) => one.valid_until && <Day of={one.valid_until} kind="date" />,
      phone: 'main',
    },
    { name: 'status', head: words.status, cell: (one) => <QuoteStatus of={one} />, phone: 'state' },
    {
      name: 'total',
      head: shared.total,
      cell: (one) => <Amount of={one.total} isStrong />,
      isEnd: true,
      phone: 'side',
    },
  ]
  const create = mayWrite && (
    <ButtonLink to={PATHS.newQuote} kind="main" icon={plus}>
      {words.newOne}
    </ButtonLink>
  )
  return (
    <>
      <PageHead title={words.title} sub={words.sub}>
        {create}
      </PageHead>
      <ListCard
        {...{ title: words.title, result, columns, list, create }}
        keyOf={({ id }) => id}
        linkOf={({ id }) => PATHS.quote(id)}
        none={{ title: words.none, text: words.noneText, icon: fileIcon }}
        noMatch={words.noneFits}
        filters={
          <DocumentFilters list={list} none={words.every} label={words.status} names={words.statuses} />
        }
      />
    </>
  )
}
