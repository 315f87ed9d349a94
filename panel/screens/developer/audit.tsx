// The audit log: changes of money, access, settings and records.
import scroll from 'icon:scroll-text'
import { useState } from 'react'
import type { Row } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { auditFacts } from '../../logic/audit-facts.ts'
import { type AuditRow, auditRows } from '../../logic/audit-rows.ts'
import { Amount } from '../../parts/amount.tsx'
import { Button } from '../../parts/button.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Input } from '../../parts/input.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { Link } from '../../parts/link.tsx'
import { ListCard } from '../../parts/list-card.tsx'
import { DayFilters, NameFilter } from '../../parts/list-filters.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Badge } from '../../parts/status.tsx'
import type { Column } from '../../parts/table.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { useActionName, useTranslate } from '../../words/translate.ts'
import { auditWords } from './audit-words.ts'
import css from './developer.module.css'
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

type AuditEntry = Row<'audit.list'>

/** One audit entry in a drawer, with the values before and after. */
function AuditDrawer({ of, onClose }: { of: AuditEntry | null; onClose: () => void }) {
  const nameOf = useActionName()
  return (
    <Dialog title={of === null ? '' : nameOf(of.action)} kind="drawer" isOpen={of !== null} onClose={onClose}>
      {of !== null && <Content of={of} />}
    </Dialog>
  )
}

function Content({ of }: { of: AuditEntry }) {
  const words = useWords(developerWords)
  const translate = useTranslate()
  const nameOf = useActionName()
  const code = (text: string | null) => text && <span className="code">{text}</span>
  return (
    <div className={css.fields}>
      <KeyValues
        rows={[
          [words.when, <DateTime key="when" at={of.created_at} kind="stamp" />],
          [words.topic, words.topics[of.topic]],
          [words.action, nameOf(of.action)],
          [
            words.actor,
            `${words.actors[of.actor.type]}${of.actor.name === null ? '' : `: ${translate(of.actor.name)}`}`,
          ],
          [words.id, code(of.actor.id)],
          [words.address, code(of.address)],
          [words.object, <AuditObject key="object" of={of} />],
          [words.amount, amountIn(of)],
          [words.objectId, code(of.object_id)],
          [words.request, code(of.request_id)],
          [words.sequence, of.sequence],
        ]}
      />
      {of.changes.length === 0 && <p className="quiet">{words.noChanges}</p>}
      {of.changes.map((change) => (
        <Change key={`${change.object} ${change.object_id}`} of={change} />
      ))}
      <h3>{words.hash}</h3>
      <CodeBlock text={of.hash} what={words.hash} />
    </div>
  )
}

/** The object of an entry, with a link to its page. */
function AuditObject({ of }: { of: AuditEntry }) {
  const nameOf = useObjectName()
  const { kind, path } = auditFacts(of)
  if (kind === null) return null
  const name = nameOf(kind)
  return path === null ? name : <Link to={path}>{name}</Link>
}

function amountIn(of: AuditEntry) {
  const { amount } = auditFacts(of)
  return amount === null ? null : <Amount of={amount} />
}

function useObjectName(): (object: string) => string {
  const names: Readonly<Record<string, string>> = useWords(auditWords).objects
  return (object) => names[object] ?? object
}

/** What changed of one object. */
function Change({ of }: { of: AuditEntry['changes'][number] }) {
  const rows = auditRows(of, useWords(auditWords), useFormats())
  const nameOf = useObjectName()
  return (
    <section className={css.attempt}>
      <h3>
        {nameOf(of.object)} <span className="code quiet">{of.object_id}</span>
      </h3>
      {isEmpty(of.before) || isEmpty(of.after) ? <OneSide of={of} rows={rows} /> : <BothSides rows={rows} />}
      <details>
        <summary>JSON</summary>
        <CodeBlock text={JSON.stringify({ before: of.before, after: of.after }, null, 2)} what="JSON" />
      </details>
    </section>
  )
}

interface SidesProps {
  readonly rows: readonly AuditRow[]
}

/** A created or deleted object, or the names of the fields that changed. */
function OneSide({ of: { before, after }, rows }: SidesProps & { of: AuditEntry['changes'][number] }) {
  const words = useWords(developerWords)
  if (rows.length === 0) return null
  const side = isEmpty(after) ? 'before' : 'after'
  return (
    <div className={css.lines}>
      {(before === null || after === null) && <p className="quiet">{words[side]}</p>}
      <KeyValues rows={rows.map((row) => [row.name, row[side]])} />
    </div>
  )
}

function BothSides({ rows }: SidesProps) {
  const words = useWords(developerWords)
  return (
    <table className={css.changes}>
      <thead>
        <tr>
          <th scope="col">{words.field}</th>
          <th scope="col">{words.before}</th>
          <th scope="col">{words.after}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, before, after }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{before}</td>
            <td>{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function isEmpty(values: object | null): boolean {
  return Object.keys(values ?? {}).length === 0
}
