// The audit log: changes of money, access, settings and records.
import scroll from 'icon:scroll-text'
import { useState } from 'react'
import type { Row } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { Button } from '../../parts/button.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { Input } from '../../parts/input.tsx'
import { ListCard } from '../../parts/list-card.tsx'
import { DayFilters, NameFilter } from '../../parts/list-filters.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Badge } from '../../parts/status.tsx'
import type { Column } from '../../parts/table.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useWords } from '../../words/language.tsx'
import { useActionName, useTranslate } from '../../words/translate.ts'
import { AuditDrawer, type AuditEntry, AuditObject, amountIn } from './audit-entry.tsx'
import { developerWords } from './words.ts'

const TOPICS = ['money', 'access', 'settings', 'records'] as const satisfies AuditEntry['topic'][]

export function Screen() {
  const words = useWords(developerWords)
  const [nameOf, translate] = [useActionName(), useTranslate()]
  const [shown, setShown] = useState<Row<'audit.list'> | null>(null)
  const list = useFilters(['action', 'topic', 'actor_id', 'object_id', 'start_date', 'end_date'])
  const { filters, page, set } = list
  const topic = TOPICS.find((one) => one === filters.topic)
  const result = useRead('audit.list', { query: { ...filters, topic, page } }, { keepsPrevious: true })
  const people = useRead(
    'people.list',
    { query: { limit: 100 } },
    { isEnabled: usePermission('people.read') },
  )
  const columns: Column<AuditEntry>[] = [
    {
      name: 'action',
      head: words.action,
      cell: (entry) => (
        <Button kind="text" onClick={() => setShown(entry)}>
          {nameOf(entry.action)}
        </Button>
      ),
      isWide: true,
      phone: 'title',
    },
    {
      name: 'actor',
      head: words.actor,
      cell: ({ actor }) => (actor.name && translate(actor.name)) ?? actor.id ?? words.actors[actor.type],
      phone: 'rest',
    },
    {
      name: 'topic',
      head: words.topic,
      cell: ({ topic: of }) => <Badge>{words.topics[of]}</Badge>,
      phone: 'state',
    },
    {
      name: 'object',
      head: words.object,
      cell: (entry) => <AuditObject of={entry} />,
      phone: 'more',
    },
    {
      name: 'amount',
      head: words.amount,
      cell: (entry) => amountIn(entry),
      isEnd: true,
      phone: 'side',
    },
    { name: 'when', head: words.when, cell: ({ created_at: at }) => <DateTime at={at} />, phone: 'main' },
  ]
  const topics = { label: words.topic, none: words.anyType, names: words.topics, value: filters.topic }
  return (
    <>
      <PageHead title={words.audit} sub={words.auditSub} />
      <ListCard
        title={words.audit}
        result={result}
        columns={columns}
        keyOf={({ sequence }) => String(sequence)}
        list={list}
        none={{ title: words.noAudit, text: words.noAuditText, icon: scroll }}
        noMatch={words.noneFits}
        filters={
          <>
            <Input
              label={words.object}
              isCode
              placeholder="key_, rch_, wh_"
              value={filters.object_id}
              onChange={({ target }) => set({ object_id: target.value.trim() })}
            />
            {people.data !== undefined && (
              <NameFilter
                label={words.actors.person}
                none={words.anybody}
                names={Object.fromEntries(people.data.items.map(({ id, name }) => [id, name]))}
                value={filters.actor_id}
                onChange={(id) => set({ actor_id: id })}
              />
            )}
            <NameFilter {...topics} onChange={(chosen) => set({ topic: chosen })} />
            <DayFilters list={list} />
          </>
        }
      />
      <AuditDrawer of={shown} onClose={() => setShown(null)} />
    </>
  )
}
