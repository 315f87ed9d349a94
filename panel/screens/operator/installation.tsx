// The operator's page: health, failed jobs, held payments and teams.
import building from 'icon:building-2'
import refreshIcon from 'icon:refresh-cw'
import type { ResponseOf, Row } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { ListCard } from '../../parts/list-card.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Status, type StatusKind } from '../../parts/status.tsx'
import type { Column } from '../../parts/table.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { findingWords } from './findings-words.ts'
import { HeldPayments } from './held-payments.tsx'
import { Jobs } from './jobs.tsx'
import css from './operator.module.css'
import { operatorWords } from './words.ts'

export function Screen() {
  const words = useWords(operatorWords)
  const { filters, set } = useFilters(['part'])
  const contents = { health: <Health />, work: <Jobs />, payments: <HeldPayments />, teams: <Teams /> }
  const tabs = Object.entries(contents).map(([value, content]) => ({
    value,
    label: new Map(Object.entries(words.parts)).get(value) ?? value,
    content,
  }))
  const value = filters.part in contents ? filters.part : 'health'
  return (
    <>
      <PageHead title={words.title} sub={words.sub} />
      <Tabs
        label={words.title}
        tabs={tabs}
        value={value}
        onChange={(part) => set({ part: part === 'health' ? '' : part })}
      />
    </>
  )
}

type Finding = ResponseOf<'installation.health'>[number]

const KINDS: Readonly<Record<Finding['state'], StatusKind>> = {
  ok: 'ok',
  warning: 'wait',
  missing: 'wait',
  problem: 'bad',
}

/** The health of the installation, check by check, with a remedy for each finding. */
function Health() {
  const words = useWords(operatorWords)
  const result = useRead('installation.health', {})
  const again = (
    <Button icon={refreshIcon} isBusy={result.isFetching} onClick={() => void result.refetch()}>
      {words.again}
    </Button>
  )
  return (
    <Card title={words.health} sub={words.healthSub} action={again}>
      <Loaded result={result}>
        {(findings) => (
          <ul className={css.checks}>
            {findings.map((finding) => (
              <Check key={finding.check} of={finding} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

function Check({ of: { check, state, code, values } }: { of: Finding }) {
  const words = useWords(operatorWords)
  const names = new Map(Object.entries(words.checks))
  const [text, advice] = useWords(findingWords).findings[code](values)
  return (
    <li>
      <Status kind={KINDS[state]}>{words.states[state]}</Status>
      <div>
        <p className={css.name}>{names.get(check) ?? check}</p>
        <p className="quiet">{text}</p>
        {advice !== undefined && <p>{advice}</p>}
      </div>
    </li>
  )
}

type Team = Row<'installation.teams'>

/** The teams of the installation; the operator cannot open their data. */
function Teams() {
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
