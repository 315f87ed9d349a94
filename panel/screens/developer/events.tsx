// The events of the agency, in order.
import radio from 'icon:radio'
import type { Row } from '../../api/operations.ts'
import { usePreferences } from '../../api/use-preferences.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../kit/paths.ts'
import { DateTime } from '../../parts/date-time.tsx'
import { ListCard } from '../../parts/list-card.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import type { Column } from '../../parts/table.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useWords } from '../../words/language.tsx'
import { EmitSample } from './emit-sample.tsx'
import { EventFilters } from './event-filters.tsx'
import { developerWords } from './words.ts'

type Event = Row<'events.list'>

export function Screen() {
  const words = useWords(developerWords)
  const mayEmit = usePermission('sandbox.write')
  const isTest = usePreferences().mode === 'test'
  const list = useFilters(['type', 'start_date', 'end_date'])
  const { filters, page } = list
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
      <ListCard
        title={words.eventsTitle}
        result={result}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => PATHS.event(id)}
        list={list}
        none={{ title: words.noEvents, text: words.noEventsText, icon: radio }}
        noMatch={words.noneFits}
        filters={<EventFilters list={list} />}
      />
    </>
  )
}
