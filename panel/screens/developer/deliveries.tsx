// The log of what was sent to a webhook.
import { useState } from 'react'
import { EVENTS } from '../../../contract/events.ts'
import type { Row } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { useMay } from '../../api/use-team.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { List } from '../../parts/list.tsx'
import { Select } from '../../parts/select.tsx'
import type { Column } from '../../parts/table.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { developerWords } from '../../words/developer.ts'
import { useWords } from '../../words/language.tsx'
import { DayFilters } from './day-filters.tsx'
import { DeliveryDrawer } from './delivery.tsx'
import { DELIVERY_STATUSES, DeliveryStatus } from './delivery-status.tsx'
import { ReplayRange } from './replay-range.tsx'
import type { Webhook } from './webhook-status.tsx'

type Delivery = Row<'deliveries.list'>

export function Deliveries({ of: { id } }: { of: Webhook }) {
  const words = useWords(developerWords)
  const [shown, setShown] = useState<string | null>(null)
  const mayWrite = useMay('webhooks.write')
  const list = useFilters(['type', 'status', 'start_date', 'end_date'])
  const { filters, isFiltered, page, set, setPage, clear } = list
  const status = DELIVERY_STATUSES.find((one) => one === filters.status)
  const result = useRead(
    'deliveries.list',
    { params: { id }, query: { ...filters, status, page } },
    { keepsPrevious: true },
  )
  const columns: Column<Delivery>[] = [
    {
      name: 'type',
      head: words.type,
      cell: (delivery) => (
        <Button kind="text" className="code" onClick={() => setShown(delivery.id)}>
          {delivery.type}
        </Button>
      ),
      isWide: true,
      phone: 'title',
    },
    { name: 'when', head: words.when, cell: ({ created_at: at }) => <DateTime at={at} />, phone: 'main' },
    { name: 'attempts', head: words.attempts, cell: ({ attempts }) => attempts, isEnd: true },
    {
      name: 'status',
      head: words.status,
      cell: (delivery) => <DeliveryStatus of={delivery.status} />,
      phone: 'state',
    },
  ]
  return (
    <Card title={words.deliveries} isEdged action={mayWrite && <ReplayRange id={id} />}>
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <Select
          label={words.type}
          none={words.anyType}
          choices={Object.keys(EVENTS).map((value) => ({ value, label: value }))}
          value={filters.type}
          onChange={({ target }) => set({ type: target.value })}
        />
        <Select
          label={words.status}
          none={words.everyStatus}
          choices={DELIVERY_STATUSES.map((value) => ({ value, label: words.deliveryStatuses[value] }))}
          value={filters.status}
          onChange={({ target }) => set({ status: target.value })}
        />
        <DayFilters list={list} />
      </FilterBar>
      <List
        caption={words.deliveries}
        result={result}
        columns={columns}
        keyOf={(delivery) => delivery.id}
        onPage={setPage}
        empty={
          isFiltered ? (
            <EmptyState title={words.noneFits} />
          ) : (
            <EmptyState title={words.noneYet} text={words.noneYetText} />
          )
        }
      />
      <DeliveryDrawer webhookId={id} id={shown} onClose={() => setShown(null)} />
    </Card>
  )
}
