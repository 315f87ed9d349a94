// What happened in the agency, in order.
import radio from 'icon:radio'
import { EVENTS } from '../../../contract/events.ts'
import type { Row } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { useMay } from '../../api/use-team.ts'
import { useWishes } from '../../api/wishes.ts'
import { PATHS } from '../../kit/paths.ts'
import { Card } from '../../parts/card.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { List } from '../../parts/list.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Select } from '../../parts/select.tsx'
import type { Column } from '../../parts/table.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { developerWords } from '../../words/developer.ts'
import { useWords } from '../../words/language.tsx'
import { DayFilters } from './day-filters.tsx'
import { EmitSample } from './emit-sample.tsx'

type Event = Row<'events.list'>

export function Screen() {
  const words = useWords(developerWords)
  const mayEmit = useMay('sandbox.write')
  const isTest = useWishes().mode === 'test'
  const list = useFilters(['type', 'start_date', 'end_date'])
  const { filters, isFiltered, page, set, setPage, clear } = list
  const result = useRead('events.list', { query: { ...filters, page } }, { keepsPrevious: true })
  const columns: Column<Event>[] = [
    {
      name: 'type',
      head: words.type,
      cell: ({ type }) => <span className="code">{type}</span>,
      isWide: true,
      phone: 'title',
    },
    {
      name: 'id',
      head: words.id,
      cell: ({ id }) => <span className="code quiet">{id}</span>,
    },
    {
      name: 'sequence',
      head: words.sequence,
      cell: ({ sequence }) => sequence,
      isEnd: true,
      phone: 'side',
    },
    { name: 'when', head: words.when, cell: ({ created_at: at }) => <DateTime at={at} />, phone: 'main' },
  ]
  return (
    <>
      <PageHead title={words.eventsTitle} sub={words.eventsSub}>
        {isTest && mayEmit && <EmitSample />}
      </PageHead>
      <Card title={words.eventsTitle} isEdged>
        <FilterBar isFiltered={isFiltered} onClear={clear}>
          <Select
            label={words.type}
            none={words.anyType}
            choices={Object.keys(EVENTS).map((value) => ({ value, label: value }))}
            value={filters.type}
            onChange={({ target }) => set({ type: target.value })}
          />
          <DayFilters list={list} />
        </FilterBar>
        <List
          caption={words.eventsTitle}
          result={result}
          columns={columns}
          keyOf={({ id }) => id}
          linkOf={({ id }) => PATHS.event(id)}
          onPage={setPage}
          empty={
            isFiltered ? (
              <EmptyState title={words.noneFits} />
            ) : (
              <EmptyState title={words.noEvents} text={words.noEventsText} icon={radio} />
            )
          }
        />
      </Card>
    </>
  )
}
