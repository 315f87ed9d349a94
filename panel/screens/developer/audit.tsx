// Who did what to money, access and settings.
import scroll from 'icon:scroll-text'
import { useState } from 'react'
import type { Row } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { Input } from '../../parts/input.tsx'
import { List } from '../../parts/list.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Select } from '../../parts/select.tsx'
import { Badge } from '../../parts/status.tsx'
import type { Column } from '../../parts/table.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { developerWords } from '../../words/developer.ts'
import { useWords } from '../../words/language.tsx'
import { AuditDrawer, type AuditEntry } from './audit-entry.tsx'
import { DayFilters } from './day-filters.tsx'

const TOPICS = ['money', 'access', 'settings'] as const satisfies AuditEntry['topic'][]

export function Screen() {
  const words = useWords(developerWords)
  const [shown, setShown] = useState<Row<'audit.list'> | null>(null)
  const list = useFilters(['action', 'topic', 'object_id', 'start_date', 'end_date'])
  const { filters, isFiltered, page, set, setPage, clear } = list
  const topic = TOPICS.find((one) => one === filters.topic)
  const result = useRead('audit.list', { query: { ...filters, topic, page } }, { keepsPrevious: true })
  const columns: Column<AuditEntry>[] = [
    {
      name: 'action',
      head: words.action,
      cell: (entry) => (
        <Button kind="text" className="code" onClick={() => setShown(entry)}>
          {entry.action}
        </Button>
      ),
      isWide: true,
      phone: 'title',
    },
    {
      name: 'actor',
      head: words.actor,
      cell: ({ actor }) => actor.name ?? actor.id ?? words.actors[actor.type],
      phone: 'rest',
    },
    {
      name: 'topic',
      head: words.topic,
      cell: ({ topic: of }) => <Badge>{words.topics[of]}</Badge>,
      phone: 'state',
    },
    { name: 'address', head: words.address, cell: ({ address }) => <span className="code">{address}</span> },
    { name: 'when', head: words.when, cell: ({ created_at: at }) => <DateTime at={at} />, phone: 'main' },
  ]
  return (
    <>
      <PageHead title={words.audit} sub={words.auditSub} />
      <Card title={words.audit} isEdged>
        <FilterBar isFiltered={isFiltered} onClear={clear}>
          <Input
            label={words.object}
            isCode
            placeholder="key_, rch_, wh_"
            value={filters.object_id}
            onChange={({ target }) => set({ object_id: target.value.trim() })}
          />
          <Select
            label={words.topic}
            none={words.anyType}
            choices={TOPICS.map((value) => ({ value, label: words.topics[value] }))}
            value={filters.topic}
            onChange={({ target }) => set({ topic: target.value })}
          />
          <DayFilters list={list} />
        </FilterBar>
        <List
          caption={words.audit}
          result={result}
          columns={columns}
          keyOf={({ sequence }) => String(sequence)}
          onPage={setPage}
          empty={
            isFiltered ? (
              <EmptyState title={words.noneFits} />
            ) : (
              <EmptyState title={words.noAudit} text={words.noAuditText} icon={scroll} />
            )
          }
        />
      </Card>
      <AuditDrawer of={shown} onClose={() => setShown(null)} />
    </>
  )
}
