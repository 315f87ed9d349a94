// The list of trips, by status, seller, client, days and what is open.
import luggage from 'icon:luggage'
import plus from 'icon:plus'
import x from 'icon:x'
import type { TripStatus } from '../../../contract/trips.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../logic/paths.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Checkbox } from '../../parts/checkbox.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { List } from '../../parts/list.tsx'
import { DayFilter, NameFilter } from '../../parts/list-filters.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { ClientField } from '../../parts/records/client-field.tsx'
import { useTripColumns } from '../../parts/records/trip-columns.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { Select } from '../../parts/select.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { tripWords } from '../../words/trips.ts'
import css from './trips.module.css'
import { useSellers } from './use-sellers.ts'
import { tripScreenWords } from './words.ts'

const FILTERS = ['search', 'status', 'client_id', 'seller_id', 'from', 'to', 'open', 'tag'] as const
const STATUSES: readonly TripStatus[] = ['planned', 'travelling', 'finished', 'cancelled']
const PAGE_ROWS = 25

export function Screen() {
  const words = useWords(tripScreenWords)
  const shared = useWords(tripWords)
  const [mayWrite, seesClients] = [usePermission('trips.write'), usePermission('clients.read')]
  const { filters, page, isFiltered, set, setPage, clear } = useFilters(FILTERS)
  const sellers = useSellers()
  const query = {
    search: filters.search,
    status: STATUSES.find((one) => one === filters.status),
    client_id: filters.client_id,
    seller_id: filters.seller_id,
    starts_after: filters.from,
    starts_before: filters.to,
    has_open: filters.open === '' ? undefined : true,
    tag: filters.tag,
    page,
    limit: PAGE_ROWS,
  }
  const result = useRead('trips.list', { query }, { keepsPrevious: true })
  const columns = useTripColumns(['title', 'client', 'days', 'status', 'price', 'open'], filters.open !== '')
  const create = mayWrite && (
    <ButtonLink to={PATHS.newTrip} kind="main" icon={plus}>
      {shared.newTrip}
    </ButtonLink>
  )
  return (
    <>
      <PageHead title={shared.trips} sub={words.sub}>
        {create}
      </PageHead>
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <SearchField
          label={words.search}
          placeholder={words.searchHint}
          value={filters.search}
          onSearch={(search) => set({ search })}
        />
        <NameFilter
          label={shared.status}
          none={words.anyStatus}
          names={shared.statuses}
          value={filters.status}
          onChange={(status) => set({ status })}
        />
        {seesClients && (
          <ClientField value={filters.client_id} onChange={(client_id) => set({ client_id })} />
        )}
        {sellers.length > 1 && (
          <Select
            label={words.seller}
            none={words.anySeller}
            choices={sellers}
            value={filters.seller_id}
            onChange={({ target }) => set({ seller_id: target.value })}
          />
        )}
        <DayFilter
          label={words.from}
          value={filters.from}
          max={filters.to}
          onChange={(from) => set({ from })}
        />
        <DayFilter label={words.to} value={filters.to} min={filters.from} onChange={(to) => set({ to })} />
        <Checkbox
          label={words.onlyOpen}
          className={css.onlyOpen}
          checked={filters.open !== ''}
          onChange={({ target }) => set({ open: target.checked ? 'true' : '' })}
        />
        {filters.tag !== '' && (
          <Button icon={x} aria-description={words.dropTag} onClick={() => set({ tag: '' })}>
            {words.tag(filters.tag)}
          </Button>
        )}
      </FilterBar>
      <Card title={shared.trips} isEdged isTitleHidden>
        <List
          caption={shared.trips}
          result={result}
          columns={columns}
          keyOf={({ id }) => id}
          linkOf={({ id }) => PATHS.trip(id)}
          onPage={setPage}
          empty={isFiltered ? <NoMatch onClear={clear} /> : <NoTrips>{create}</NoTrips>}
        />
      </Card>
    </>
  )
}

function NoMatch({ onClear }: { onClear: () => void }) {
  const words = useWords(tripScreenWords)
  const { clearFilters } = useWords(partWords)
  return (
    <EmptyState title={words.noMatch} text={words.noMatchText}>
      <Button onClick={onClear}>{clearFilters}</Button>
    </EmptyState>
  )
}

function NoTrips({ children }: { children: React.ReactNode }) {
  const words = useWords(tripScreenWords)
  return (
    <EmptyState title={words.none} text={words.noneText} icon={luggage}>
      {children}
    </EmptyState>
  )
}
