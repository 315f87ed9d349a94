// The search form: places, dates, passengers and cabin.
import swapIcon from 'icon:arrow-left-right'
import searchIcon from 'icon:search'
import { type FormEvent, useState } from 'react'
import { usePermission } from '../../api/use-team.ts'
import { Button } from '../../parts/button.tsx'
import { ClientField } from '../../parts/records/client-field.tsx'
import { Select } from '../../parts/select.tsx'
import { flightWords } from '../../words/flights.ts'
import { useWords } from '../../words/language.tsx'
import { Legs } from './legs.tsx'
import css from './search-form.module.css'
import { CABINS, faultsOf, SEATS_MAX, type TripSearch, TYPES, withFittingLegs } from './trip-search.ts'

interface SearchFormProps {
  readonly search: TripSearch
  /** YYYY-MM-DD. */
  readonly today: string
  /** Shows errors at once, because the search was already submitted. */
  readonly showsErrors: boolean
  readonly isBusy: boolean
  readonly onSearch: (search: TripSearch) => void
}

export function SearchForm({ search, today, showsErrors, isBusy, onSearch }: SearchFormProps) {
  const words = useWords(flightWords)
  const seesClients = usePermission('clients.read')
  const [draft, setDraft] = useState(search)
  const [isTried, setTried] = useState(showsErrors)
  const faults = isTried ? faultsOf(draft, today) : new Map<string, never>()
  const set = (change: Partial<TripSearch>) => setDraft((before) => withFittingLegs({ ...before, ...change }))
  const faultOf = (field: string) => {
    const fault = faults.get(field)
    return fault === undefined ? undefined : words.faults[fault]
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (faultsOf(draft, today).size === 0) onSearch(draft)
  }
  const turned = draft.legs.map((leg, index) =>
    index === 0 ? { ...leg, origin: leg.destination, destination: leg.origin } : leg,
  )
  return (
    <form noValidate className={css.form} onSubmit={submit} aria-label={words.search}>
      <div className={css.top}>
        <fieldset className={css.types}>
          <legend className="hidden-text">{words.type}</legend>
          {TYPES.map((type) => (
            <label key={type}>
              <input type="radio" name="type" checked={draft.type === type} onChange={() => set({ type })} />
              <span>{words.types[type]}</span>
            </label>
          ))}
        </fieldset>
        {draft.type !== 'multi_city' && (
          <Button kind="text" isSmall icon={swapIcon} onClick={() => set({ legs: turned })}>
            {words.swap}
          </Button>
        )}
      </div>
      <Legs draft={draft} today={today} faultOf={faultOf} onChange={(legs) => set({ legs })} />
      <div className={css.people}>
        <Count
          label={words.adults}
          hint={words.adultsHint}
          from={1}
          to={SEATS_MAX}
          value={draft.adults}
          error={faultOf('adults')}
          onChange={(adults) => set({ adults })}
        />
        <Count
          label={words.children}
          hint={words.childrenHint}
          from={0}
          to={SEATS_MAX - 1}
          value={draft.children}
          error={undefined}
          onChange={(children) => set({ children })}
        />
        <Count
          label={words.infants}
          hint={words.infantsHint}
          from={0}
          to={SEATS_MAX}
          value={draft.infants}
          error={faultOf('infants')}
          onChange={(infants) => set({ infants })}
        />
        <Select
          label={words.cabin}
          choices={CABINS.map((value) => ({ value, label: words.cabins[value] }))}
          value={draft.cabin}
          onChange={({ target }) => set({ cabin: CABINS.find((one) => one === target.value) ?? 'economy' })}
        />
        <Button type="submit" kind="main" icon={searchIcon} isBusy={isBusy} className={css.go}>
          {words.search}
        </Button>
      </div>
      {seesClients && (
        <ClientField
          isOptional
          hint={words.clientHint}
          value={draft.client}
          onChange={(client) => set({ client })}
        />
      )}
    </form>
  )
}

interface CountProps {
  readonly label: string
  readonly hint: string
  readonly from: number
  readonly to: number
  readonly value: number
  readonly error: string | undefined
  readonly onChange: (count: number) => void
}

function Count({ label, hint, from, to, value, error, onChange }: CountProps) {
  const counts = Array.from({ length: to - from + 1 }, (_, index) => String(from + index))
  return (
    <Select
      label={label}
      hint={hint}
      error={error}
      choices={counts.map((count) => ({ value: count, label: count }))}
      value={String(value)}
      onChange={({ target }) => onChange(Number(target.value))}
    />
  )
}
