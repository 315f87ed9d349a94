// The events of the agency, in order.
import radio from 'icon:radio'
import { useState } from 'react'
import { EVENTS } from '../../../contract/events.ts'
import type { Row } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { usePreferences } from '../../api/use-preferences.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../logic/paths.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { ListCard } from '../../parts/list-card.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Select } from '../../parts/select.tsx'
import type { Column } from '../../parts/table.tsx'
import { toast } from '../../parts/toast.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useWords } from '../../words/language.tsx'
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

const TYPES = Object.keys(EVENTS)

/** Creates a sample event in test mode, for testing receivers. */
function EmitSample() {
  const words = useWords(developerWords)
  const [isOpen, setOpen] = useState(false)
  const [type, setType] = useState(TYPES[0] ?? '')
  const emit = useChange('events.emitSample', {
    refreshes: ['events', 'deliveries', 'webhooks'],
    onDone: () => {
      setOpen(false)
      toast({ text: words.emitted })
    },
  })
  return (
    <>
      <Button onClick={() => setOpen(true)}>{words.emit}</Button>
      <Confirm
        title={words.emit}
        verb={words.emit}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={() => emit.mutate({ body: { type } })}
        isBusy={emit.isPending}
        error={emit.error}
      >
        <p>{words.emitText}</p>
        <Select
          label={words.type}
          choices={TYPES.map((value) => ({ value, label: value }))}
          value={type}
          onChange={({ target }) => setType(target.value)}
        />
      </Confirm>
    </>
  )
}
