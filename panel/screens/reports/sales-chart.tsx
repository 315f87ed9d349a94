// Sales and commission as figures, compared with the preceding period, and as a chart.
import chart from 'icon:chart-column'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ResponseOf } from '../../api/operations.ts'
import { meanOf } from '../../kit/money.ts'
import { percentChange } from '../../kit/report-periods.ts'
import { Card } from '../../parts/card.tsx'
import { DayBars } from '../../parts/day-bars.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Stats } from '../../parts/stat.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import css from './reports.module.css'
import { usePeriodNames } from './use-period-names.ts'
import { reportWords } from './words.ts'

type Sales = ResponseOf<'reports.sales'>

export interface SalesChartProps {
  readonly result: UseQueryResult<Sales>
  /** The preceding period; undefined while loading. */
  readonly earlier: Sales | undefined
  readonly className: string | undefined
}

export function SalesChart({ result, earlier, className }: SalesChartProps) {
  const words = useWords(reportWords)
  const formats = useFormats()
  const before = earlier && `${formats.date(earlier.start_date)} – ${formats.date(earlier.end_date)}`
  return (
    <Card title={words.sales} sub={before && words.salesSub(before)} className={className}>
      <Loaded result={result}>
        {(sales) => (
          <>
            <Figures of={sales.totals} before={earlier?.totals} />
            {sales.totals.bookings === 0 ? (
              <EmptyState title={words.none} text={words.noneText} icon={chart} />
            ) : (
              <Chart of={sales} />
            )}
          </>
        )}
      </Loaded>
    </Card>
  )
}

function Chart({ of: { group_by, periods } }: { of: Sales }) {
  const words = useWords(reportWords)
  const names = usePeriodNames(group_by)
  const days = periods.map(({ start_date: day, amount, bookings, commission }) => ({
    day,
    amount,
    count: bookings,
    part: commission,
  }))
  return (
    <>
      <ul className={css.legend} aria-hidden>
        <li className={css.sold}>{words.sold}</li>
        <li className={css.earned}>{words.commission}</li>
      </ul>
      <DayBars
        title={words.chart}
        days={days}
        note={({ count }) => words.count(count)}
        partName={words.commission}
        {...(group_by !== 'day' && { nameOf: names.short })}
      />
    </>
  )
}

function Figures({ of, before }: { of: Sales['totals']; before: Sales['totals'] | undefined }) {
  const words = useWords(reportWords)
  const formats = useFormats()
  const since = (now: string | number, was: string | number | undefined, text: string) => {
    if (was === undefined) return undefined
    const percent = percentChange(now, was)
    if (percent === undefined) return words.before(text)
    if (percent === 0) return words.same
    return percent > 0 ? words.more(percent) : words.less(-percent)
  }
  const money = (name: string, now: string, was: string | undefined) => ({
    name,
    value: formats.money(now),
    hint: since(now, was, formats.money(was ?? '0.00')),
  })
  return (
    <Stats
      className={css.stats}
      stats={[
        money(words.sold, of.amount, before?.amount),
        money(words.commission, of.commission, before?.commission),
        {
          name: words.bookings,
          value: formats.number(of.bookings),
          hint: since(of.bookings, before?.bookings, formats.number(before?.bookings ?? 0)),
        },
        money(words.mean, meanOf(of.amount, of.bookings), before && meanOf(before.amount, before.bookings)),
        {
          name: words.refunded,
          value: formats.money(of.refunded_amount),
          hint: words.cancelled(of.cancelled_bookings),
        },
      ]}
    />
  )
}
