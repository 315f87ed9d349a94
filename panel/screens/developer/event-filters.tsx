// Filters by event type and day, for lists of events and deliveries.
import { EVENTS } from '../../../contract/events.ts'
import { DayFilters, NameFilter } from '../../parts/list-filters.tsx'
import type { FiltersOf } from '../../parts/use-filters.ts'
import { useWords } from '../../words/language.tsx'
import { developerWords } from './words.ts'

const TYPES = Object.fromEntries(Object.keys(EVENTS).map((type) => [type, type]))

export interface EventFiltersProps {
  readonly list: Pick<FiltersOf<'type' | 'start_date' | 'end_date'>, 'filters' | 'set'>
}

export function EventFilters({ list }: EventFiltersProps) {
  const words = useWords(developerWords)
  return (
    <>
      <NameFilter
        label={words.type}
        none={words.anyType}
        names={TYPES}
        value={list.filters.type}
        onChange={(type) => list.set({ type })}
      />
      <DayFilters list={list} />
    </>
  )
}
