// Open warnings by kind, each to be marked as done or dismissed: all of them, or those of one trip.
import type { Row } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../logic/paths.ts'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { warningWords } from '../../words/warnings.ts'
import { Button } from '../button.tsx'
import { Card } from '../card.tsx'
import { failureText } from '../failure-text.ts'
import { Link } from '../link.tsx'
import { Loaded } from '../loaded.tsx'
import { toast } from '../toast.tsx'
import { useFormats } from '../use-formats.tsx'
import css from './warnings.module.css'

type Warning = Row<'warnings.list'>

const SHOWN = 100

/** The card of the first screen, for users with the permission. */
export function Warnings({ className }: { className?: string | undefined }) {
  const mayRead = usePermission('trips.read')
  return mayRead && <AllWarnings className={className} />
}

function AllWarnings({ className }: { className: string | undefined }) {
  const words = useWords(warningWords)
  const result = useRead('warnings.list', { query: { limit: SHOWN } }, { keepsPrevious: true })
  return (
    <Card title={words.warnings} className={className}>
      <Loaded result={result}>
        {({ items, pagination: { total } }) =>
          items.length === 0 ? (
            <p className="quiet">{words.none}</p>
          ) : (
            <>
              <Groups of={items} />
              {total > items.length && <p className="quiet">{words.more(total - items.length)}</p>}
            </>
          )
        }
      </Loaded>
    </Card>
  )
}

/** The card on the page of a trip; nothing if the trip has no open warnings. */
export function TripWarnings({ tripId }: { tripId: string }) {
  const words = useWords(warningWords)
  const query = { trip_id: tripId, limit: SHOWN }
  const { data } = useRead('warnings.list', { query }, { keepsPrevious: true })
  if (data === undefined || data.items.length === 0) return null
  return (
    <Card title={words.warnings}>
      <Groups of={data.items} />
    </Card>
  )
}

function Groups({ of: warnings }: { of: readonly Warning[] }) {
  const words = useWords(warningWords)
  return Map.groupBy(warnings, ({ kind }) => kind)
    .entries()
    .map(([kind, some]) => (
      <section key={kind} className={css.group} aria-label={words.kinds[kind]}>
        <h3>{words.kinds[kind]}</h3>
        <ul>
          {some.map((warning) => (
            <li key={warning.id}>
              <Line of={warning} />
            </li>
          ))}
        </ul>
      </section>
    ))
    .toArray()
}

function Line({ of: warning }: { of: Warning }) {
  const formats = useFormats()
  const words = useWords(warningWords)
  const { subject, trip_id: tripId, trip_title: trip, client_id: clientId, client_name: client } = warning
  const { due_on: day, due_at: moment, expires_on: expires, days_left: days } = warning
  const facts = [
    `${formats.date(day)} (${words.due(days)})`,
    ...(moment === null ? [] : [words.until(formats.moment(moment))]),
    ...(expires === null ? [] : [words.expires(formats.date(expires))]),
    ...(trip === null || trip === subject ? [] : [trip]),
    ...(client === subject ? [] : [tripId === null ? words.companionOf(client) : client]),
  ]
  return (
    <>
      <span className={css.text}>
        <Link to={tripId === null ? PATHS.client(clientId) : PATHS.trip(tripId)}>{subject}</Link>
        <small className="quiet">{facts.join(' · ')}</small>
      </span>
      <Marks of={warning} />
    </>
  )
}

function Marks({ of: { id, subject } }: { of: Warning }) {
  const words = useWords(warningWords)
  const parts = useWords(partWords)
  const mayWrite = usePermission('trips.write')
  const refreshes = ['warnings']
  const params = { id }
  const reopen = useChange('warnings.reopen', { refreshes })
  const onUndo = () => reopen.mutate({ params })
  const done = useChange('warnings.done', { refreshes, onDone: () => toast({ text: words.isDone, onUndo }) })
  const dismiss = useChange('warnings.dismiss', {
    refreshes,
    onDone: () => toast({ text: words.isDismissed, onUndo }),
  })
  const error = done.error ?? dismiss.error
  if (!mayWrite) return null
  return (
    <span className={css.marks}>
      <Button
        isSmall
        isBusy={done.isPending}
        aria-label={words.doneNamed(subject)}
        onClick={() => done.mutate({ params })}
      >
        {words.done}
      </Button>
      <Button
        kind="text"
        isSmall
        isBusy={dismiss.isPending}
        aria-label={words.dismissNamed(subject)}
        onClick={() => dismiss.mutate({ params })}
      >
        {words.dismiss}
      </Button>
      {error !== null && <span role="alert">{failureText(error, parts).text}</span>}
    </span>
  )
}
