// The list of bookings, filtered by status, date, client, locator and passenger.
import takeoff from 'icon:plane-takeoff'
import x from 'icon:x'
import { useId, useState } from 'react'
import type { BookingStatus } from '../../../contract/bookings.ts'
import type { Row } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../logic/paths.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { CsvButton } from '../../parts/csv-button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { Input } from '../../parts/input.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { List } from '../../parts/list.tsx'
import { DayFilter } from '../../parts/list-filters.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { useBookingColumns } from '../../parts/records/booking-columns.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { Select } from '../../parts/select.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { frameWords } from '../../words/frame.ts'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { bookingWords } from './words.ts'

const FILTERS = ['search', 'status', 'from', 'to', 'client', 'tag'] as const
const COLUMNS = ['locator', 'client', 'route', 'departure', 'created', 'status', 'amount'] as const
const STATUSES: readonly BookingStatus[] = [
  'pending',
  'confirmed',
  'ticketed',
  'cancelled',
  'expired',
  'failed',
]
const PAGE_ROWS = 25

export function Screen() {
  const words = useWords(bookingWords)
  const frame = useWords(frameWords)
  const { bookingStatus } = useWords(partWords)
  const maySearch = usePermission('search')
  const seesClients = usePermission('clients.read')
  const { filters, page, isFiltered, set, setPage, clear } = useFilters(FILTERS)
  const status = STATUSES.find((one) => one === filters.status)
  const filter = {
    search: filters.search,
    status,
    created_after: filters.from,
    created_before: filters.to,
    client_id: filters.client,
    tag: filters.tag,
  }
  const query = { ...filter, page, limit: PAGE_ROWS }
  const result = useRead('bookings.list', { query }, { keepsPrevious: true })
  const columns = useBookingColumns(COLUMNS)
  return (
    <>
      <PageHead title={frame.pages.bookings} sub={words.sub}>
        <CsvButton of="bookings.download" query={filter} label={words.csv} />
        {maySearch && (
          <ButtonLink to={PATHS.flights} kind="main" icon={takeoff}>
            {frame.pages.flights}
          </ButtonLink>
        )}
      </PageHead>
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <SearchField
          label={words.search}
          placeholder={words.searchHint}
          value={filters.search}
          onSearch={(search) => set({ search })}
        />
        <Select
          label={words.status}
          none={words.anyStatus}
          choices={STATUSES.map((value) => ({ value, label: bookingStatus[value] }))}
          value={status ?? ''}
          onChange={({ target }) => set({ status: target.value })}
        />
        <DayFilter
          label={words.from}
          value={filters.from}
          max={filters.to}
          onChange={(from) => set({ from })}
        />
        <DayFilter label={words.to} value={filters.to} min={filters.from} onChange={(to) => set({ to })} />
        {seesClients && <ClientFilter id={filters.client} onChange={(client) => set({ client })} />}
        {filters.tag !== '' && (
          <Button icon={x} aria-description={words.dropTag} onClick={() => set({ tag: '' })}>
            {words.tag(filters.tag)}
          </Button>
        )}
      </FilterBar>
      <Card title={frame.pages.bookings} isEdged isTitleHidden>
        <List
          caption={frame.pages.bookings}
          result={result}
          columns={columns}
          keyOf={({ id }) => id}
          linkOf={({ id }) => PATHS.booking(id)}
          onPage={setPage}
          empty={<Nothing isFiltered={isFiltered} status={status} onClear={clear} />}
        />
      </Card>
    </>
  )
}

interface NothingProps {
  readonly isFiltered: boolean
  readonly status: BookingStatus | undefined
  readonly onClear: () => void
}

function Nothing({ isFiltered, status, onClear }: NothingProps) {
  const words = useWords(bookingWords)
  const { clearFilters } = useWords(partWords)
  const maySearch = usePermission('search')
  if (isFiltered)
    return (
      <EmptyState
        title={status === undefined ? words.noMatch : words.noneInStatus[status]}
        text={words.noMatchText}
      >
        <Button onClick={onClear}>{clearFilters}</Button>
      </EmptyState>
    )
  return (
    <EmptyState title={words.none} text={words.noneText} icon={takeoff}>
      {maySearch && <ButtonLink to={PATHS.flights}>{words.firstSearch}</ButtonLink>}
    </EmptyState>
  )
}

const SUGGESTED = 8

/** Filters the list by client with a native datalist, which needs no library. */
function ClientFilter({ id, onChange }: { id: string; onChange: (id: string) => void }) {
  const words = useWords(bookingWords)
  const list = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const chosen = useRead('clients.read', { params: { id } }, { isEnabled: id !== '' })
  const query = { search: typed ?? '', limit: SUGGESTED }
  const found = useRead('clients.list', { query }, { keepsPrevious: true, isEnabled: typed !== null })
  const clients = found.data?.items ?? []
  const name = id !== '' && chosen.data !== undefined ? textOf(chosen.data) : ''
  const type = (text: string) => {
    const client = clients.find((one) => textOf(one) === text)
    setTyped(client === undefined && text !== '' ? text : null)
    if (client !== undefined || text === '') onChange(client?.id ?? '')
  }
  return (
    <>
      <Input
        label={words.client}
        placeholder={words.clientHint}
        list={list}
        autoComplete="off"
        value={typed ?? name}
        onChange={({ target }) => type(target.value)}
        onBlur={() => setTyped(null)}
      />
      <datalist id={list}>
        {clients.map((client) => (
          <option key={client.id} value={textOf(client)} />
        ))}
      </datalist>
    </>
  )
}

/** The e-mail distinguishes clients with the same name. */
function textOf({ full_name: name, email }: Pick<Row<'clients.list'>, 'full_name' | 'email'>): string {
  return `${name}, ${email}`
}
