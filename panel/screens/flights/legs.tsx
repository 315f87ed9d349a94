// The legs of a search: one row there and back, or one for each of several.

import landing from 'icon:plane-landing'
import takeoff from 'icon:plane-takeoff'
import plus from 'icon:plus'
import x from 'icon:x'
import { lazy, Suspense } from 'react'
import { Button } from '../../parts/button.tsx'
import { DateField } from '../../parts/date-field.tsx'
import { DateRange } from '../../parts/date-range.tsx'
import { Input } from '../../parts/input.tsx'
import { flightWords } from '../../words/flights.ts'
import { useWords } from '../../words/language.tsx'
import css from './search-form.module.css'
import { LEGS_MAX, type Leg, type TripSearch, withLeg } from './trip-search.ts'

/** Suggestions are the heaviest part of the screen, and come after it. */
const PlaceField = lazy(async () => ({ default: (await import('./place-field.tsx')).PlaceField }))

interface LegsProps {
  readonly draft: TripSearch
  readonly today: string
  readonly faultOf: (field: string) => string | undefined
  readonly onChange: (legs: readonly Leg[]) => void
}

export function Legs({ draft, today, faultOf, onChange }: LegsProps) {
  const words = useWords(flightWords)
  const { type, legs } = draft
  const set = (at: number, change: Partial<Leg>) =>
    onChange(legs.map((leg, index) => (index === at ? { ...leg, ...change } : leg)))
  // The way back has the places of the way there: only its day is asked.
  const rows = type === 'multi_city' ? legs : legs.slice(0, 1)
  const dateOf = (index: number, label: string) => (
    <DateField
      label={label}
      about="future"
      min={legs[index - 1]?.date || today}
      value={legs[index]?.date ?? ''}
      error={faultOf(`legs.${index}.date`)}
      onChange={({ target }) => set(index, { date: target.value })}
    />
  )
  return (
    <>
      {rows.map((leg, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a leg is nothing but its place in the trip
        <div key={index} className={css.leg}>
          {type === 'multi_city' && <p className={css.legName}>{words.leg(index + 1)}</p>}
          <Suspense fallback={<Input label={words.origin} icon={takeoff} className={css.place} disabled />}>
            <PlaceField
              label={words.origin}
              icon={takeoff}
              code={leg.origin}
              error={faultOf(`legs.${index}.origin`)}
              onChange={(origin) => set(index, { origin })}
            />
          </Suspense>
          <Suspense
            fallback={<Input label={words.destination} icon={landing} className={css.place} disabled />}
          >
            <PlaceField
              label={words.destination}
              icon={landing}
              code={leg.destination}
              error={faultOf(`legs.${index}.destination`)}
              onChange={(destination) => set(index, { destination })}
            />
          </Suspense>
          {type === 'round_trip' ? (
            <DateRange
              startLabel={words.there}
              endLabel={words.back}
              start={leg.date}
              end={legs[1]?.date ?? ''}
              min={today}
              startError={faultOf('legs.0.date')}
              endError={faultOf('legs.1.date')}
              onChange={(start, end) =>
                onChange(legs.map((one, at) => ({ ...one, date: at === 0 ? start : end })))
              }
            />
          ) : (
            dateOf(index, type === 'multi_city' ? words.date : words.there)
          )}
          {type === 'multi_city' && legs.length > 2 && (
            <Button
              kind="bare"
              icon={x}
              className={css.remove}
              aria-label={words.removeLeg(index + 1)}
              onClick={() => onChange(legs.filter((_, at) => at !== index))}
            />
          )}
        </div>
      ))}
      {type === 'multi_city' && legs.length < LEGS_MAX && (
        <Button kind="text" icon={plus} className={css.add} onClick={() => onChange(withLeg(draft))}>
          {words.addLeg}
        </Button>
      )}
    </>
  )
}
