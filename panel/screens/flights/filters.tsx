// Filters of offers: stops, times, airlines, bags, refund. The URL holds them.
import { Checkbox } from '../../parts/checkbox.tsx'
import { Select } from '../../parts/select.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { flightWords } from '../../words/flights.ts'
import { useWords } from '../../words/language.tsx'
import { airlinesOf, airportsOf, type FilterTexts, filtersOf, type Itinerary } from './itineraries.ts'
import css from './results.module.css'
import type { Leg } from './trip-search.ts'
import { PARTS_OF_DAY } from './trip-times.ts'

interface FiltersProps {
  readonly all: readonly Itinerary[]
  readonly legs: readonly Leg[]
  readonly texts: FilterTexts
  readonly onFilter: (change: Partial<FilterTexts>) => void
}

const STOPS = [0, 1, 2]

export function Filters({ all, legs, texts, onFilter }: FiltersProps) {
  const words = useWords(flightWords)
  const formats = useFormats()
  const chosen = filtersOf(texts)
  const times = legs.map((_, index) => chosen.times[index] ?? '')
  const setTime = (at: number, part: string) => {
    const next = times.map((time, index) => (index === at ? part : time))
    onFilter({ times: next.every((time) => time === '') ? '' : next.join(',') })
  }
  const toggleAirline = (code: string, isOn: boolean) => {
    const codes = new Set(chosen.airlines)
    if (isOn) codes.add(code)
    else codes.delete(code)
    onFilter({ airlines: [...codes].join(',') })
  }
  const toggleAirport = (code: string, isOn: boolean) => {
    const codes = new Set(chosen.airports)
    if (isOn) codes.add(code)
    else codes.delete(code)
    onFilter({ airports: [...codes].join(',') })
  }
  const airports = airportsOf(all, chosen)
  const priceOf = (amount: string | null) => (amount === null ? words.noneWithFilters : formats.money(amount))
  return (
    <div className={css.filters}>
      <Select
        label={words.stops}
        none={words.anyStops}
        choices={STOPS.map((count) => ({ value: String(count), label: words.stopsMax(count) }))}
        value={texts.stops}
        onChange={({ target }) => onFilter({ stops: target.value })}
      />
      {legs.map(({ origin, destination, date }, index) => (
        <Select
          key={`${origin}${destination}${date}`}
          label={words.times(`${origin} – ${destination}`)}
          none={words.anyTime}
          choices={PARTS_OF_DAY.map((value) => ({ value, label: words.parts[value] }))}
          value={times[index] ?? ''}
          onChange={({ target }) => setTime(index, target.value)}
        />
      ))}
      <fieldset>
        <legend>{words.fare}</legend>
        <Checkbox
          label={words.withBag}
          checked={chosen.hasBag}
          onChange={({ target }) => onFilter({ bags: target.checked ? '1' : '' })}
        />
        <Checkbox
          label={words.refundable}
          checked={chosen.isRefundable}
          onChange={({ target }) => onFilter({ refund: target.checked ? '1' : '' })}
        />
      </fieldset>
      <fieldset>
        <legend>{words.airlines}</legend>
        {airlinesOf(all, chosen).map(({ code, name, amount }) => (
          <Checkbox
            key={code}
            label={name}
            hint={priceOf(amount)}
            checked={chosen.airlines.has(code)}
            onChange={({ target }) => toggleAirline(code, target.checked)}
          />
        ))}
      </fieldset>
      {airports.length > 0 && (
        <fieldset>
          <legend>{words.airports}</legend>
          {airports.map(({ airport, city, amount }) => (
            <Checkbox
              key={airport}
              label={`${airport} (${city})`}
              hint={priceOf(amount)}
              checked={chosen.airports.has(airport)}
              onChange={({ target }) => toggleAirport(airport, target.checked)}
            />
          ))}
        </fieldset>
      )}
    </div>
  )
}
