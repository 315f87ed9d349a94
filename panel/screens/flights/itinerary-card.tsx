// One itinerary: its flights by leg, and its fares side by side.
import { memo } from 'react'
import { flightWords } from '../../words/flights.ts'
import { useWords } from '../../words/language.tsx'
import { Fare, type FaresShown } from './fare.tsx'
import type { Itinerary } from './itineraries.ts'
import css from './itinerary.module.css'
import { Trip } from './trip.tsx'

export interface ItineraryCardProps extends FaresShown {
  readonly of: Itinerary
  /** The ids of its marked offers as one string, so that memo rerenders only affected cards. */
  readonly marked: string
}

export const ItineraryCard = memo(function ItineraryCard({
  of: { slices, offers, airlines },
  marked,
  ...shown
}: ItineraryCardProps) {
  const words = useWords(flightWords)
  const airline = [...airlines.values()].join(', ')
  const ids = marked.split(' ')
  return (
    <li className={css.card}>
      <Trip slices={slices} />
      <ul className={css.fares} aria-label={words.fares}>
        {offers.map((offer) => (
          <Fare key={offer.id} of={offer} airline={airline} isMarked={ids.includes(offer.id)} {...shown} />
        ))}
      </ul>
    </li>
  )
})
