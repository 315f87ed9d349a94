// From one day to another, as filters of a list.
import { DateField } from '../../parts/date-field.tsx'
import type { FiltersOf } from '../../parts/use-filters.ts'
import { developerWords } from '../../words/developer.ts'
import { useWords } from '../../words/language.tsx'

export function DayFilters({
  list: { filters, set },
}: {
  list: Pick<FiltersOf<'start_date' | 'end_date'>, 'filters' | 'set'>
}) {
  const words = useWords(developerWords)
  return (
    <>
      <DateField
        label={words.from}
        value={filters.start_date}
        max={filters.end_date}
        onChange={({ target: { value } }) => set({ start_date: value })}
      />
      <DateField
        label={words.until}
        value={filters.end_date}
        min={filters.start_date}
        onChange={({ target: { value } }) => set({ end_date: value })}
      />
    </>
  )
}
