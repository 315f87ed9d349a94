// The period of a report: named or by dates, and the grouping of its days.
import { useNow } from '../../api/use-team.ts'
import { namedPeriods, PERIOD_NAMES } from '../../kit/report-periods.ts'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { DayFilters, NameFilter } from '../../parts/list-filters.tsx'
import { Select } from '../../parts/select.tsx'
import type { FiltersOf } from '../../parts/use-filters.ts'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { reportWords } from './words.ts'

type ReportList = FiltersOf<'group_by' | 'start_date' | 'end_date'>

const OWN = 'own'
const DEFAULT_PERIOD = { start_date: '', end_date: '', group_by: '' }

export function ReportFilters({ list }: { list: ReportList }) {
  const words = useWords(reportWords)
  const formats = useFormats()
  const now = useNow()
  const { filters, set, isFiltered, clear } = list
  const periods = now === undefined ? undefined : namedPeriods(formats.isoDay(now))
  const chosen = PERIOD_NAMES.find(
    (name) =>
      periods?.[name].start_date === filters.start_date && periods[name].end_date === filters.end_date,
  )
  const isOwn = filters.start_date !== '' || filters.end_date !== ''
  return (
    <FilterBar isFiltered={isFiltered} onClear={clear}>
      <Select
        label={words.period}
        none={words.lastDays}
        choices={[
          ...PERIOD_NAMES.map((value) => ({ value, label: words.periods[value] })),
          ...(isOwn && chosen === undefined ? [{ value: OWN, label: words.ownPeriod }] : []),
        ]}
        value={chosen ?? (isOwn ? OWN : '')}
        onChange={({ target }) => {
          const name = PERIOD_NAMES.find((one) => one === target.value)
          set(name === undefined ? DEFAULT_PERIOD : (periods?.[name] ?? DEFAULT_PERIOD))
        }}
      />
      <NameFilter
        label={words.groupBy}
        none={words.groups.day}
        names={{ week: words.groups.week, month: words.groups.month }}
        value={filters.group_by}
        onChange={(group_by) => set({ group_by })}
      />
      <DayFilters list={list} />
    </FilterBar>
  )
}
