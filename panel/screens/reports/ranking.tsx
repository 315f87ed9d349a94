// The best-selling routes, airlines or clients, with bars.
import type { SalesPeriod, SalesTop } from '../../../contract/reports.ts'
import { useRead } from '../../api/use-read.ts'
import { shareOf } from '../../kit/money.ts'
import { PATHS } from '../../kit/paths.ts'
import { Airports } from '../../parts/airports.tsx'
import { Card } from '../../parts/card.tsx'
import { Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Progress } from '../../parts/progress.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import css from './reports.module.css'
import { reportWords } from './words.ts'

export interface RankingProps {
  readonly by: SalesTop
  readonly title: string
  readonly query: { readonly group_by: SalesPeriod; readonly start_date: string; readonly end_date: string }
}

interface Ranked {
  readonly id: string | null
  readonly name: string
}

export function Ranking({ by, title, query }: RankingProps) {
  const words = useWords(reportWords)
  const formats = useFormats()
  const result = useRead('reports.sales', { query: { ...query, by } }, { keepsPrevious: true })
  return (
    <Card title={title}>
      <Loaded result={result}>
        {({ top = [] }) => {
          const [first] = top
          if (first === undefined) return <p className="quiet">{words.none}</p>
          return (
            <ol className={css.ranking}>
              {top.map((one) => (
                <li key={one.id ?? one.name}>
                  <span className={css.name}>
                    <Name of={one} by={by} />
                  </span>
                  <b>{formats.money(one.amount)}</b>
                  <Progress label={one.name} value={shareOf(one.amount, first.amount)} />
                  <small>{words.count(one.bookings)}</small>
                </li>
              ))}
            </ol>
          )
        }}
      </Loaded>
    </Card>
  )
}

function Name({ of: { id, name }, by }: { of: Ranked; by: SalesTop }) {
  if (by === 'client' && id !== null) return <Link to={PATHS.client(id)}>{name}</Link>
  const [origin = '', destination = ''] = name.split('-')
  return by === 'route' ? <Airports from={origin} to={destination} /> : name
}
