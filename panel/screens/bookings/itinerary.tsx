// The itinerary: each leg with its flights and connections.
import { Fragment } from 'react'
import type { ResponseOf } from '../../api/operations.ts'
import { aircraftName, clockOf, dayOf, daysLater, layoverMinutes, minutesOf } from '../../logic/journey.ts'
import { airportName } from '../../logic/place-names.ts'
import { leftText } from '../../logic/time-left.ts'
import { Airports } from '../../parts/airports.tsx'
import { Card } from '../../parts/card.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import css from './itinerary.module.css'
import { bookingWords } from './words.ts'

type Slice = ResponseOf<'bookings.read'>['slices'][number]
type Segment = Slice['segments'][number]

export function Itinerary({ slices }: { slices: readonly Slice[] }) {
  const words = useWords(bookingWords)
  return (
    <Card title={words.itinerary} sub={words.itinerarySub}>
      <ol className={css.slices}>
        {slices.map((slice) => (
          <li key={slice.id}>
            <Way of={slice} />
          </li>
        ))}
      </ol>
    </Card>
  )
}

function Way({ of: { origin, destination, duration, segments } }: { of: Slice }) {
  const formats = useFormats()
  const length = useLength()
  const day = dayOf(segments[0]?.departing_at ?? '')
  return (
    <>
      <h3 className={css.way}>
        <Airports from={origin.iata_code} to={destination.iata_code} />
        <span>
          {day !== '' && `${formats.weekday(day)}, ${formats.date(day)}, `}
          {length(minutesOf(duration))}
        </span>
      </h3>
      <ol>
        {segments.map((segment, index) => (
          <Fragment key={segment.id}>
            <Wait before={segments[index - 1]} after={segment} />
            <li className={css.segment}>
              <Flight of={segment} />
            </li>
          </Fragment>
        ))}
      </ol>
    </>
  )
}

function Wait({ before, after }: { before: Segment | undefined; after: Segment }) {
  const words = useWords(bookingWords)
  const length = useLength()
  if (before === undefined) return null
  const minutes = layoverMinutes(before.arriving_at, after.departing_at)
  return <li className={css.wait}>{words.wait(length(minutes), airportName(after.origin))}</li>
}

function Flight({ of }: { of: Segment }) {
  const words = useWords(bookingWords)
  const length = useLength()
  const { marketing_carrier: carrier, operating_carrier: operator, passengers } = of
  const later = daysLater(of.departing_at, of.arriving_at)
  const [first] = passengers
  return (
    <>
      <Stop at={of.departing_at} place={of.origin} />
      <span className={css.length}>{length(minutesOf(of.duration))}</span>
      <Stop at={of.arriving_at} place={of.destination} later={later} />
      <p className={css.about}>
        <b>{words.flight(carrier.name, `${carrier.iata_code} ${of.marketing_carrier_flight_number}`)}</b>
        {operator.iata_code !== carrier.iata_code && <span>{words.operatedBy(operator.name)}</span>}
        <span>{aircraftName(of.aircraft)}</span>
        {first && <span>{words.cabins[first.cabin_class]}</span>}
        <span>{bagsOf(of, words)}</span>
      </p>
    </>
  )
}

function Stop({ at, place, later = 0 }: { at: string; place: Segment['origin']; later?: number }) {
  const words = useWords(bookingWords)
  return (
    <span className={css.stop}>
      <b>
        {clockOf(at)}
        {later > 0 && <small>{words.laterDays(later)}</small>}
      </b>
      <span className="code">{place.iata_code}</span>
      <span className={css.place}>
        {airportName(place)}
        {place.terminal !== null && `, ${words.terminal(place.terminal)}`}
      </span>
    </span>
  )
}

/** The allowance is the same for every passenger with a seat. */
function bagsOf({ passengers }: Segment, words: (typeof bookingWords)['pt']): string {
  const bags = passengers[0]?.baggages ?? []
  const count = (type: string) => bags.reduce((sum, bag) => sum + (bag.type === type ? bag.quantity : 0), 0)
  const [checked, carryOn] = [count('checked'), count('carry_on')]
  const texts = [checked > 0 && words.checkedBags(checked), carryOn > 0 && words.carryOn(carryOn)]
  return texts.filter((text) => text !== false).join(', ') || words.noBags
}

function useLength(): (minutes: number | undefined) => string {
  const { days } = useWords(partWords)
  return (minutes) => (minutes === undefined ? '' : leftText(minutes, days))
}
