// The list of invoices.
import plus from 'icon:plus'
import receipt from 'icon:receipt-text'
import { INVOICE_STATUSES, PAYMENT_STATUSES } from '../../../contract/invoicing-states.ts'
import { useRead } from '../../api/use-read.ts'
import { useMay } from '../../api/use-team.ts'
import { PATHS } from '../../kit/paths.ts'
import { Card } from '../../parts/card.tsx'
import { CsvButton } from '../../parts/csv-button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { List } from '../../parts/list.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Select } from '../../parts/select.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { invoicingWords } from '../../words/invoicing.ts'
import { useWords } from '../../words/language.tsx'
import { ClientField } from './client-field.tsx'
import { invoiceColumns } from './invoice-columns.tsx'

export function Screen() {
  const words = useWords(invoicingWords)
  const { filters, isFiltered, page, set, setPage, clear } = useFilters([
    'client_id',
    'status',
    'payment_status',
  ])
  const [mayWrite, seesClients] = [useMay('invoices.write'), useMay('clients.read')]
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
      <Card title={words.title} isEdged>
        <FilterBar isFiltered={isFiltered} onClear={clear}>
          {seesClients && <ClientField value={filters.client_id} onChange={(id) => set({ client_id: id })} />}
          <Select
            label={words.status}
            none={words.every}
            choices={INVOICE_STATUSES.map((value) => ({ value, label: words.statuses[value] }))}
            value={filters.status}
            onChange={({ target }) => set({ status: target.value })}
          />
          <Select
            label={words.payment}
            none={words.every}
            choices={PAYMENT_STATUSES.map((value) => ({ value, label: words.payments[value] }))}
            value={filters.payment_status}
            onChange={({ target }) => set({ payment_status: target.value })}
          />
        </FilterBar>
        <List
          caption={words.title}
          result={result}
          columns={invoiceColumns(words)}
          keyOf={({ id }) => id}
          linkOf={({ id }) => PATHS.invoice(id)}
          onPage={setPage}
          empty={
            isFiltered ? (
              <EmptyState title={words.noneFits} text={words.noneFitsText} />
            ) : (
              <EmptyState title={words.none} text={words.noneText} icon={receipt}>
                {create}
              </EmptyState>
            )
          }
        />
      </Card>
    </>
  )
}
