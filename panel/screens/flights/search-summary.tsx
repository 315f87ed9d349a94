// A search as one line of text.
import { useRead } from '../../api/use-read.ts'
import { Airports } from '../../parts/airports.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { flightWords } from '../../words/flights.ts'
import { useWords } from '../../words/language.tsx'
import css from './search-form.module.css'
import type { TripSearch } from './trip-search.ts'

export function SearchSummary({ of }: { of: TripSearch }) {
  const { type, legs, adults, children, infants, cabin, client } = of
  const words = useWords(flightWords)
  const formats = useFormats()
  const shown = type === 'round_trip' ? legs.slice(0, 1) : legs
  const days = legs.map(({ date }) => formats.day(date)).join(', ')
  const { data: searchedFor } = useRead(
    'clients.read',
    { params: { id: client } },
    { isEnabled: client !== '' },
  )
  const said = [
    days,
    words.travellers(adults + children + infants),
    ...(cabin === 'economy' ? [] : [words.cabins[cabin]]),
    ...(searchedFor === undefined ? [] : [searchedFor.full_name]),
  ]
  return (
    <>
      {shown.map(({ origin, destination, date }) => (
        <span key={`${origin}${destination}${date}`} className={css.way}>
          <Airports from={origin} to={destination} />
        </span>
      ))}
      <small>{said.join(' · ')}</small>
    </>
  )
}
