// An airport or a city, found by a part of its name or code.
import { useState } from 'react'
import type { PlaceSuggestion } from '../../../contract/flights.ts'
import { useRead } from '../../api/use-read.ts'
import type { IconShapes } from '../../logic/icon-shapes.ts'
import { Combobox } from '../../parts/combobox.tsx'
import { useDebounced } from '../../parts/use-debounced.ts'
import { flightWords } from '../../words/flights.ts'
import { useWords } from '../../words/language.tsx'
import css from './search-form.module.css'

interface PlaceFieldProps {
  readonly label: string
  readonly icon: IconShapes
  /** '' if none. */
  readonly code: string
  readonly onChange: (code: string) => void
  readonly error: string | undefined
}

type Shown = Pick<PlaceSuggestion, 'type' | 'iata_code' | 'name' | 'city_name' | 'country_name'>

const LETTERS_MIN = 2
const SUGGESTED = 8

export function PlaceField({ label, icon, code, onChange, error }: PlaceFieldProps) {
  const words = useWords(flightWords)
  const [typed, setTyped] = useState('')
  const { data: known } = useRead(
    'places.suggest',
    { query: { query: code, limit: SUGGESTED } },
    { isEnabled: code !== '' },
  )
  const place = code === '' ? null : (known?.find(({ iata_code: one }) => one === code) ?? bare(code))
  const text = useDebounced(typed)
  const isAsked = text.length >= LETTERS_MIN && (place === null || text !== textOf(place))
  const { data: found = [], isFetching } = useRead(
    'places.suggest',
    { query: { query: text.slice(0, 100), limit: SUGGESTED } },
    { isEnabled: isAsked, keepsPrevious: true },
  )
  const items: readonly Shown[] = isAsked ? found : place === null ? [] : [place]
  return (
    <div className={css.place}>
      <Combobox
        label={label}
        icon={icon}
        placeholder={words.placeHint}
        items={items}
        value={place}
        onChange={(chosen) => onChange(chosen?.iata_code ?? '')}
        onType={setTyped}
        keyOf={({ type, iata_code: one }) => `${type} ${one}`}
        textOf={textOf}
        isLoading={isFetching || (typed.trim() !== text && typed.trim().length >= LETTERS_MIN)}
        error={error}
        row={(one) => (
          <>
            <span className={css.placeCode}>{one.iata_code}</span>
            <span>
              {one.type === 'city' ? `${one.city_name} (${words.allAirports})` : one.name}
              <small>
                {[one.type === 'city' ? '' : one.city_name, one.country_name].filter(Boolean).join(', ')}
              </small>
            </span>
          </>
        )}
      />
    </div>
  )
}

/** Shown until the name is loaded. */
function bare(code: string): Shown {
  return { type: 'airport', iata_code: code, name: code, city_name: '', country_name: '' }
}

function textOf({ iata_code: code, city_name: city }: Shown): string {
  return city === '' ? code : `${city} (${code})`
}
