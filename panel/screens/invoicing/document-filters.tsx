// The filters that document lists share: client and status.
import { usePermission } from '../../api/use-team.ts'
import { NameFilter, type NameFilterProps } from '../../parts/list-filters.tsx'
import { ClientField } from '../../parts/records/client-field.tsx'
import type { FiltersOf } from '../../parts/use-filters.ts'

export interface DocumentFiltersProps extends Pick<NameFilterProps, 'label' | 'none' | 'names'> {
  readonly list: Pick<FiltersOf<'client_id' | 'status'>, 'filters' | 'set'>
}

export function DocumentFilters({ list: { filters, set }, ...rest }: DocumentFiltersProps) {
  const seesClients = usePermission('clients.read')
  return (
    <>
      {seesClients && <ClientField value={filters.client_id} onChange={(id) => set({ client_id: id })} />}
      <NameFilter {...rest} value={filters.status} onChange={(status) => set({ status })} />
    </>
  )
}
