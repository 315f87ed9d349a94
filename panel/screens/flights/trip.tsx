// The flights of an itinerary: one line for each leg, with details on demand.
import { useId, useState } from 'react'
import type { Slice } from '../../../contract/flights.ts'
import { LOGO_PATH } from '../../../contract/links.ts'
import { cx } from '../../logic/class-names.ts'
import { aircraftName } from '../../logic/journey.ts'
import { airportName } from '../../logic/place-names.ts'
import { buttonClass } from '../../parts/button.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { flightWords } from '../../words/flights.ts'
import { useWords } from '../../words/language.tsx'
import css from './trip.module.css'
import { clockOf, daysLater, durationText, endsOf, minutesOf, waitBetween } from './trip-times.ts'

const MORE = cx('sign', buttonClass('text', true), css.more)

export function Trip({ slices }: { slices: readonly Slice[] }) {
  const words = useWords(flightWords)
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={css.trip}>
      {slices.map((slice) => (
        <Leg key={slice.id} slice={slice} />
      ))}
      <button
        type="button"
        className={MORE}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {words.details}
      </button>
      {isOpen && (
        <div id={id}>
          {slices.map((slice) => (
            <Flights key={slice.id} slice={slice} />
          ))}
        </div>
      )}
    </div>
  )
}

function Leg({ slice }: { slice: Slice }) {
  const words = useWords(flightWords)
  const formats = useFormats()
  const { segments, duration } = slice
  const { departingAt, arrivingAt, from, to } = endsOf(slice)
  const later = daysLater(departingAt, arrivingAt)
  const day = departingAt.slice(0, 10)
  const [first] = segments
  const carriers = [...new Set(segments.map(({ marketing_carrier: one }) => one.name))].join(', ')
  const numbers = segments
    .map(
      ({ marketing_carrier: one, marketing_carrier_flight_number: number }) => `${one.iata_code} ${number}`,
    )
    .join(', ')
  const stops = segments.slice(1).map(({ origin }) => origin.iata_code)
  return (
    <div className={css.leg}>
      {first && (
        <img
          src={`${LOGO_PATH}/${first.marketing_carrier.iata_code}.svg`}
          alt=""
          width={28}
          height={28}
          loading="lazy"
        />
      )}
      <p className={css.who}>
        <b>{carriers}</b>
        <small>
          {`${formats.weekday(day)}, ${formats.day(day)} · `}
          <span className="code">{numbers}</span>
        </small>
      </p>
      <p className={css.end}>
        <b>{clockOf(departingAt)}</b>
        <span className={css.code}>{from}</span>
      </p>
      <p className={css.way}>
        {durationText(minutesOf(duration))}
        <small>
          {stops.length === 0
            ? words.direct
            : `${words.stopCount(stops.length)}, ${words.via(stops.join(', '))}`}
        </small>
      </p>
      <p className={css.end}>
        <b>
          {clockOf(arrivingAt)}
          {later !== 0 && <sup>{words.daysLater(later)}</sup>}
        </b>
        <span className={css.code}>{to}</span>
      </p>
    </div>
  )
}

function Flights({ slice: { segments } }: { slice: Slice }) {
  const words = useWords(flightWords)
  const formats = useFormats()
  const placeOf = ({ terminal, ...place }: Slice['segments'][number]['origin']) => {
    const where = `${airportName(place)} (${place.iata_code})`
    return [where, ...(terminal === null ? [] : [words.terminal(terminal)])].join(', ')
  }
  return (
    <ol className={css.flights}>
      {segments.map((segment, index) => {
        const before = segments[index - 1]
        const { marketing_carrier: seller, operating_carrier: flier, origin, destination } = segment
        const day = segment.departing_at.slice(0, 10)
        return (
          <li key={segment.id}>
            {before && (
              <p className={css.wait}>
                {words.wait(
                  durationText(waitBetween(before.arriving_at, segment.departing_at)),
                  `${airportName(origin)} (${origin.iata_code})`,
                )}
              </p>
            )}
            <p>
              <b>
                <span className="code">
                  {seller.iata_code} {segment.marketing_carrier_flight_number}
                </span>{' '}
                {seller.name}
              </b>
              {flier.iata_code !== seller.iata_code && <> · {words.operatedBy(flier.name)}</>}
            </p>
            <p>
              {formats.day(day)}, {clockOf(segment.departing_at)} · {placeOf(origin)}
            </p>
            <p>
              {formats.day(segment.arriving_at.slice(0, 10))}, {clockOf(segment.arriving_at)} ·{' '}
              {placeOf(destination)}
            </p>
            <p className="quiet">
              {[durationText(minutesOf(segment.duration)), aircraftName(segment.aircraft)]
                .filter(Boolean)
                .join(' · ')}
              {segment.passengers[0] && <> · {words.cabins[segment.passengers[0].cabin_class]}</>}
            </p>
          </li>
        )
      })}
    </ol>
  )
}
