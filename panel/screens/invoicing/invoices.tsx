// The list of invoices.
import plus from 'icon:plus'
import receipt from 'icon:receipt-text'
import { INVOICE_STATUSES, PAYMENT_STATUSES } from '../../../contract/invoicing-states.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../logic/paths.ts'
import { CsvButton } from '../../parts/csv-button.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { ListCard } from '../../parts/list-card.tsx'
import { NameFilter } from '../../parts/list-filters.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { ClientField } from '../../parts/records/client-field.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useWords } from '../../words/language.tsx'
import { invoiceColumns } from './invoice-columns.tsx'
import { invoicingWords } from './words.ts'

export function Screen() {
  const words = useWords(invoicingWords)
  const list = useFilters(['client_id', 'status', 'payment_status'])
  const { filters, page, set } = list
  const [mayWrite, seesClients] = [usePermission('invoices.write'), usePermission('clients.read')]
  const filter = {
    client_id: filters.client_id || undefined,
    status: INVOICE_STATUSES.find((one) => one === filters.status),
    payment_status: PAYMENT_STATUSES.find((one) => one === filters.payment_status),
  }
  const result = useRead('invoices.list', { query: { ...filter, page } }, { keepsPrevious: true })
  const create = mayWrite && (
    <ButtonLink to={PATHS.newInvoice} kind="main" icon={plus}>
      {words.newOne}
    </ButtonLink>
  )
  return (
    <>
      <PageHead title={words.title} sub={words.sub}>
        <CsvButton of="invoices.download" query={filter} label={words.csv} />
        {create}
      </PageHead>
      <ListCard
        title={words.title}
        result={result}
        columns={invoiceColumns(words)}
        keyOf={({ id }) => id}
        linkOf={({ id }) => PATHS.invoice(id)}
        list={list}
        none={{ title: words.none, text: words.noneText, icon: receipt }}
        noMatch={words.noneFits}
        create={create}
        filters={
          <>
            {seesClients && (
              <ClientField value={filters.client_id} onChange={(id) => set({ client_id: id })} />
            )}
            <NameFilter
              label={words.status}
              none={words.every}
              names={words.statuses}
              value={filters.status}
              onChange={(status) => set({ status })}
            />
            <NameFilter
              label={words.payment}
              none={words.every}
              names={words.payments}
              value={filters.payment_status}
              onChange={(status) => set({ payment_status: status })}
            />
          </>
        }
      />
    </>
  )
}
