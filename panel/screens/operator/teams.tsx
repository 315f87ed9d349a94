// The teams of the installation; the operator cannot open their data.
import building from 'icon:building-2'
import type { Row } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { DateTime } from '../../parts/date-time.tsx'
import { ListCard } from '../../parts/list-card.tsx'
import type { Column } from '../../parts/table.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { operatorWords } from './words.ts'

type Team = Row<'installation.teams'>

export function Teams() {
  const words = useWords(operatorWords)
  const formats = useFormats()
  const list = useFilters(['part'])
  const result = useRead('installation.teams', { query: { page: list.page } }, { keepsPrevious: true })
  const columns: Column<Team>[] = [
    { name: 'name', head: words.name, cell: ({ name }) => name, isWide: true, phone: 'title' },
    { name: 'email', head: words.email, cell: ({ email }) => email, phone: 'main' },
    {
      name: 'people',
      head: words.people,
      cell: ({ people }) => formats.number(people),
      isEnd: true,
      phone: 'side',
    },
    { name: 'zone', head: words.zone, cell: ({ time_zone: zone }) => zone.replaceAll('_', ' ') },
    { name: 'since', head: words.since, cell: ({ created_at: at }) => <DateTime at={at} kind="stamp" /> },
  ]
  return (
    <ListCard
      title={words.teams}
      result={result}
      columns={columns}
      keyOf={({ id }) => id}
      list={{ ...list, isFiltered: false }}
      none={{ title: words.noTeams, icon: building }}
    />
  )
}
