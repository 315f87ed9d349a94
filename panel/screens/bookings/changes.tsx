// Schedule changes of the airline: before and after, and the decision that it awaits.
import type { ResponseOf } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { usePermission } from '../../api/use-team.ts'
import { clockOf, dayOf } from '../../logic/journey.ts'
import { Airports } from '../../parts/airports.tsx'
import { Card } from '../../parts/card.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { Badge, Status } from '../../parts/status.tsx'
import { toast } from '../../parts/toast.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import css from './booking.module.css'
import { bookingWords } from './words.ts'

type Booking = ResponseOf<'bookings.read'>
type Change = Booking['changes'][number]
type ChangedFlight = Change['before'][number]

export function Changes({ booking: { id, changes } }: { booking: Booking }) {
  const words = useWords(bookingWords)
  if (changes.length === 0) return null
  return (
    <Card title={words.changes} sub={words.changesSub}>
      {changes.toReversed().map((change) => (
        <div key={change.id} className={css.change}>
          <div className={css.flights}>
            <div>
              <h3>{words.before}</h3>
              {change.before.map((flight) => (
                <Flight key={keyOf(flight)} of={flight} className={css.before} />
              ))}
            </div>
            <div>
              <h3>{words.after}</h3>
              {change.after.map((flight) => (
                <Flight key={keyOf(flight)} of={flight} className={css.strong} />
              ))}
              {change.after.length === 0 && <p className={css.strong}>{words.noFlight}</p>}
            </div>
          </div>
          <Asked id={id} change={change} />
        </div>
      ))}
    </Card>
  )
}

function Asked({ id, change }: { id: string; change: Change }) {
  const words = useWords(bookingWords)
  const mayAccept = usePermission('bookings.write')
  const accept = useChange('bookings.acceptChange', {
    refreshes: ['bookings'],
    onDone: () => toast({ text: words.accepted }),
  })
  const { action_taken: taken, available_actions: actions } = change
  return (
    <div className={css.row}>
      <DateTime at={change.action_taken_at ?? change.created_at} className="quiet" />
      {taken !== null ? (
        <Status kind={taken === 'cancelled' ? 'mute' : 'ok'}>{words.changeAnswers[taken]}</Status>
      ) : mayAccept && actions.includes('accept') ? (
        <ConfirmButton
          verb={words.accept}
          title={words.accept}
          kind="main"
          isDanger={false}
          change={accept}
          request={{ params: { id, change_id: change.id } }}
        >
          <p>{words.acceptText}</p>
          <p className="quiet">{words.refuseHint}</p>
        </ConfirmButton>
      ) : (
        <Badge>{words.changeTold}</Badge>
      )}
    </div>
  )
}

function Flight({ of, className }: { of: ChangedFlight; className: string | undefined }) {
  const formats = useFormats()
  const { marketing_carrier: carrier, marketing_carrier_flight_number: number } = of
  return (
    <p className={className}>
      <Airports from={of.origin.iata_code} to={of.destination.iata_code} />{' '}
      {formats.day(dayOf(of.departing_at))}, {clockOf(of.departing_at)}–{clockOf(of.arriving_at)} ·{' '}
      {carrier.iata_code} {number}
    </p>
  )
}

function keyOf({ departing_at: at, marketing_carrier_flight_number: number }: ChangedFlight): string {
  return `${at} ${number}`
}
