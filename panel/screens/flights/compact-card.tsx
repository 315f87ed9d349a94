// One itinerary in a line for each leg, with its cheapest fare and its bags; the other fares and the flights on demand.
import { memo, useId, useState } from 'react'
import type { Slice } from '../../../contract/flights.ts'
import { LOGO_PATH } from '../../../contract/links.ts'
import { cx } from '../../logic/class-names.ts'
import { buttonClass } from '../../parts/button.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { flightWords } from '../../words/flights.ts'
import { useWords } from '../../words/language.tsx'
import css from './compact-card.module.css'
import { ChooseFare, Fare, MarkFare } from './fare.tsx'
import { sign } from './fare-rules.tsx'
import { bagsOf, perPersonOf } from './itineraries.ts'
import cards from './itinerary.module.css'
import type { ItineraryCardProps } from './itinerary-card.tsx'
import { Trip } from './trip.tsx'
import { clockOf, daysLater, durationText, endsOf, minutesOf } from './trip-times.ts'

const MORE = cx('sign', buttonClass('text', true), css.small, css.more)

export const CompactCard = memo(function CompactCard({
  of: { slices, offers, airlines },
  marked,
  ...shown
}: ItineraryCardProps) {
  const words = useWords(flightWords)
  const formats = useFormats()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const airline = [...airlines.values()].join(', ')
  const ids = marked.split(' ')
  const [first] = offers
  if (first === undefined) return null
  const of = { of: first, airline, isMarked: ids.includes(first.id), ...shown }
  const perPerson = perPersonOf(first)
  const [carryOn, checked] = [bagsOf(first, 'carry_on'), bagsOf(first, 'checked')]
  return (
    <li className={cx(cards.card, css.card)}>
      <div className={css.row}>
        <div className={css.legs}>
          {slices.map((slice) => (
            <Leg key={slice.id} slice={slice} />
          ))}
        </div>
        <ul className={css.bags}>
          <li className={cx(sign('carryOn'), carryOn === 0 && css.none)} title={words.carryOn(carryOn)}>
            <span aria-hidden>{carryOn}</span>
            <span className="hidden-text">{words.carryOn(carryOn)}</span>
          </li>
          <li className={cx(sign('checked'), checked === 0 && css.none)} title={words.checked(checked)}>
            <span aria-hidden>{checked}</span>
            <span className="hidden-text">{words.checked(checked)}</span>
          </li>
        </ul>
        <p className={css.price}>
          <b>{formats.money(first.client_amount)}</b>
          {shown.isHidden ? (
            perPerson !== undefined && (
              <small>{words.perPerson(first.passengers.length, formats.money(perPerson))}</small>
            )
          ) : (
            <small className={css.earned}>
              {`${words.commission} ${formats.money(first.total_agency_commission)}`}
            </small>
          )}
        </p>
        <ChooseFare {...of} />
        <div className={css.rest}>
          <MarkFare {...of} className={css.small} />
          <button
            type="button"
            className={MORE}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {words.fareCount(offers.length)}
          </button>
        </div>
      </div>
      {isOpen && (
        <div id={id}>
          <Trip slices={slices} />
          <ul className={cards.fares} aria-label={words.fares}>
            {offers.map((offer) => (
              <Fare key={offer.id} {...of} of={offer} isMarked={ids.includes(offer.id)} />
            ))}
          </ul>
        </div>
      )}
    </li>
  )
})

function Leg({ slice }: { slice: Slice }) {
  const words = useWords(flightWords)
  const { departingAt, arrivingAt, from, to } = endsOf(slice)
  const later = daysLater(departingAt, arrivingAt)
  const [flight] = slice.segments
  const stops = slice.segments.slice(1).map(({ origin }) => origin.iata_code)
  const carrier = flight?.marketing_carrier
  return (
    <p className={css.leg}>
      {carrier && (
        <img
          src={`${LOGO_PATH}/${carrier.iata_code}.svg`}
          alt={carrier.name}
          title={carrier.name}
          width={22}
          height={22}
          loading="lazy"
        />
      )}
      <b>
        {clockOf(departingAt)} {from} – {clockOf(arrivingAt)} {to}
        {later !== 0 && <sup>{words.daysLater(later)}</sup>}
      </b>
      <span>
        {durationText(minutesOf(slice.duration))},{' '}
        {stops.length === 0 ? words.direct.toLowerCase() : words.via(stops.join(', '))}
      </span>
    </p>
  )
}
