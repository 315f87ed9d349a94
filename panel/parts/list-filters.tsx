// Filters that many lists share: a choice of a few values, and a range of days.
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

/** The team's calendar days, both inclusive. */
export function DayFilters({ list: { filters, set } }: { list: FilterSetter<'start_date' | 'end_date'> }) {
  const words = useWords(partWords)
  const { start_date: first, end_date: last } = filters
  return (
    <>
      <DateField
        label={words.from}
        value={first}
        max={last}
        onChange={({ target: { value } }) => set({ start_date: value })}
      />
      <DateField
        label={words.until}
        value={last}
        min={first}
        onChange={({ target: { value } }) => set({ end_date: value })}
      />
    </>
  )
}
