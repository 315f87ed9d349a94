// Two filters that documents share: whose, and in which state.
import { useMay } from '../../api/use-team.ts'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { Select } from '../../parts/select.tsx'
import type { FiltersOf } from '../../parts/use-filters.ts'
import { ClientField } from './client-field.tsx'

export interface ClientAndStatusProps {
  readonly list: FiltersOf<'client_id' | 'status'>
  readonly label: string
  readonly none: string
  /** What each state is called. */
  readonly statuses: Readonly<Record<string, string>>
}

export function ClientAndStatus({ list, label, none, statuses }: ClientAndStatusProps) {
  const seesClients = useMay('clients.read')
  return (
    <FilterBar isFiltered={list.isFiltered} onClear={list.clear}>
      {seesClients && (
        <ClientField value={list.filters.client_id} onChange={(id) => list.set({ client_id: id })} />
      )}
      <Select
        label={label}
        none={none}
        choices={Object.entries(statuses).map(([value, name]) => ({ value, label: name }))}
        value={list.filters.status}
        onChange={({ target }) => list.set({ status: target.value })}
      />
    </FilterBar>
  )
}
