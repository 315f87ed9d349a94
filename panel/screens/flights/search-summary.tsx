// A search as one line of text.
import { Airports } from '../../parts/airports.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { flightWords } from '../../words/flights.ts'
import { useWords } from '../../words/language.tsx'
import css from './search-form.module.css'
import type { TripSearch } from './trip-search.ts'

export function SearchSummary({ of: { type, legs, adults, children, infants, cabin } }: { of: TripSearch }) {
  const words = useWords(flightWords)
  const formats = useFormats()
  const shown = type === 'round_trip' ? legs.slice(0, 1) : legs
  const days = legs.map(({ date }) => formats.day(date)).join(', ')
  const said = [days, words.travellers(adults + children + infants)]
  return (
    <>
      {shown.map(({ origin, destination, date }) => (
        <span key={`${origin}${destination}${date}`} className={css.way}>
          <Airports from={origin} to={destination} />
        </span>
      ))}
      <small>{[...said, ...(cabin === 'economy' ? [] : [words.cabins[cabin]])].join(' · ')}</small>
    </>
  )
}
