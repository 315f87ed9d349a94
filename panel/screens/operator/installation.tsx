// The operator's page: health, failed jobs, held payments and teams.
import { PageHead } from '../../parts/page-head.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useWords } from '../../words/language.tsx'
import { Health } from './health.tsx'
import { HeldPayments } from './held-payments.tsx'
import { Jobs } from './jobs.tsx'
import { Teams } from './teams.tsx'
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
