// Filters that many lists share: one of a few names, and from one day to another.
import { isDay } from '../logic/calendar-days.ts'
import { useWords } from '../words/language.tsx'
import { partWords } from '../words/parts.ts'
import { DateField } from './date-field.tsx'
import { Select } from './select.tsx'
import type { FiltersOf } from './use-filters.ts'

type FilterSetter<Name extends string> = Pick<FiltersOf<Name>, 'filters' | 'set'>

export interface NameFilterProps {
  readonly label: string
  /** The label of "no filter". */
  readonly none: string
  /** The label of each value. */
  readonly names: Readonly<Record<string, string>>
  readonly value: string
  readonly onChange: (value: string) => void
}

export function NameFilter({ label, none, names, value, onChange }: NameFilterProps) {
  const choices = Object.entries(names).map(([name, text]) => ({ value: name, label: text }))
  return (
    <Select
      label={label}
      none={none}
      choices={choices}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

export interface DayFilterProps {
  readonly label: string
  readonly value: string
  readonly min?: string
  readonly max?: string
  readonly onChange: (day: string) => void
}

/** A list is not asked for a day that is still being typed. */
export function DayFilter({ onChange, ...of }: DayFilterProps) {
  return (
    <DateField
      {...of}
      onChange={({ target: { value } }) => {
        if (value === '' || isDay(value)) onChange(value)
      }}
    />
  )
}

/** The team's days, both included. */
export function DayFilters({ list: { filters, set } }: { list: FilterSetter<'start_date' | 'end_date'> }) {
  const words = useWords(partWords)
  const { start_date: first, end_date: last } = filters
  return (
    <>
      <DayFilter label={words.from} value={first} max={last} onChange={(start_date) => set({ start_date })} />
      <DayFilter label={words.until} value={last} min={first} onChange={(end_date) => set({ end_date })} />
    </>
  )
}
