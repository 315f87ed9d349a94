// One itinerary: its flights leg by leg, and below them its fares side by side.
import { memo } from 'react'
import { flightWords } from '../../words/flights.ts'
import { useWords } from '../../words/language.tsx'
import { Fare } from './fare.tsx'
import type { Itinerary } from './itineraries.ts'
import css from './itinerary.module.css'
import { Trip } from './trip.tsx'

interface ItineraryCardProps {
  readonly of: Itinerary
  /** The search, to come back to it. */
  readonly query: Readonly<Record<string, string>>
  readonly isHidden: boolean
  readonly isStale: boolean
  readonly mayQuote: boolean
}

export const ItineraryCard = memo(function ItineraryCard({
  of: { slices, offers, airlines },
  query,
  isHidden,
  isStale,
  mayQuote,
}: ItineraryCardProps) {
  const words = useWords(flightWords)
  return (
    <li className={css.card}>
      <Trip slices={slices} />
      <ul className={css.fares} aria-label={words.fares}>
        {offers.map((offer) => (
          <Fare
            key={offer.id}
            of={offer}
            airline={[...airlines.values()].join(', ')}
            query={query}
            isHidden={isHidden}
            isStale={isStale}
            mayQuote={mayQuote}
          />
        ))}
      </ul>
    </li>
  )
})
