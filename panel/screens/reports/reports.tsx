// Sales and earnings of a period, by route, airline and client.
import chart from 'icon:chart-column'
import type { UseQueryResult } from '@tanstack/react-query'
import type { SalesPeriod, SalesTop } from '../../../contract/reports.ts'
import type { ResponseOf } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { useNow, usePermission } from '../../api/use-team.ts'
import { meanOf, shareOf } from '../../logic/money.ts'
import { PATHS } from '../../logic/paths.ts'
import { namedPeriods, PERIOD_NAMES, percentChange, spanBefore } from '../../logic/report-periods.ts'
import { Airports } from '../../parts/airports.tsx'
import { Amount } from '../../parts/amount.tsx'
import { Card } from '../../parts/card.tsx'
import { CsvButton } from '../../parts/csv-button.tsx'
import { DayBars } from '../../parts/day-bars.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { Link } from '../../parts/link.tsx'
import { DayFilters, NameFilter } from '../../parts/list-filters.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Progress } from '../../parts/progress.tsx'
import { Select } from '../../parts/select.tsx'
import { Stats } from '../../parts/stat.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { type FiltersOf, useFilters } from '../../parts/use-filters.ts'
import { useFormats } from '../../parts/use-formats.tsx'
import { LOCALES } from '../../words/chosen-language.ts'
import { useLanguage, useWords } from '../../words/language.tsx'
import css from './reports.module.css'
import { reportWords } from './words.ts'

const GROUPS = ['day', 'week', 'month'] as const
const SOON = { start_date: '', end_date: '' }

export function Screen() {
  const words = useWords(reportWords)
  const formats = useFormats()
  const seesClients = usePermission('clients.read')
  const list = useFilters(['group_by', 'start_date', 'end_date'])
  const { start_date, end_date } = list.filters
  const group_by = GROUPS.find((one) => one === list.filters.group_by) ?? 'day'
  const query = { group_by, start_date, end_date }
  const result = useRead('reports.sales', { query }, { keepsPrevious: true })
  const shown = result.data
  const earlier = useRead(
    'reports.sales',
    { query: { group_by, ...(shown ? spanBefore(shown) : SOON) } },
    { isEnabled: shown !== undefined && !result.isPlaceholderData, keepsPrevious: true },
  )
  return (
    <>
      <PageHead
        title={words.title}
        sub={shown && words.span(formats.date(shown.start_date), formats.date(shown.end_date))}
      >
        <CsvButton of="reports.salesDownload" query={query} label={words.csv} />
      </PageHead>
      <div className={css.page}>
        <div className={css.whole}>
          <ReportFilters list={list} />
        </div>
        <SalesChart result={result} earlier={earlier.data} className={css.whole} />
        <Ranking by="route" title={words.routes} query={query} />
        <Ranking by="airline" title={words.airlines} query={query} />
        {seesClients && <Ranking by="client" title={words.clients} query={query} />}
        {shown !== undefined && shown.totals.bookings > 0 && (
          <PeriodTable of={shown} className={css.whole} isOld={result.isPlaceholderData} />
        )}
      </div>
    </>
  )
}

type ReportList = FiltersOf<'group_by' | 'start_date' | 'end_date'>

const OWN = 'own'
const DEFAULT_PERIOD = { start_date: '', end_date: '', group_by: '' }

/** The period of a report: named or by dates, and the grouping of its days. */
function ReportFilters({ list }: { list: ReportList }) {
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

type Sales = ResponseOf<'reports.sales'>
type Period = Sales['periods'][number]

interface PeriodTableProps {
  readonly of: Sales
  readonly className: string | undefined
  readonly isOld: boolean
}

/** The chart's data as a table: a row for each day, week or month. */
function PeriodTable({ of, className, isOld }: PeriodTableProps) {
  const words = useWords(reportWords)
  const names = usePeriodNames(of.group_by)
  const amount = (name: 'base_cost' | 'commission' | 'refunded_amount', head: string): Column<Period> => ({
    name,
    head,
    cell: (period) => <Amount of={period[name]} />,
    isEnd: true,
  })
  const columns: Column<Period>[] = [
    { name: 'when', head: words.when, cell: ({ start_date: day }) => names.name(day), phone: 'title' },
    {
      name: 'bookings',
      head: words.bookings,
      cell: ({ bookings }) => words.count(bookings),
      isEnd: true,
      phone: 'main',
    },
    {
      name: 'amount',
      head: words.sold,
      cell: (period) => <Amount of={period.amount} isStrong />,
      isEnd: true,
      phone: 'side',
    },
    amount('base_cost', words.cost),
    amount('commission', words.commission),
    amount('refunded_amount', words.refunded),
  ]
  const rows = of.periods.filter(({ bookings }) => bookings > 0).toReversed()
  return (
    <Card title={words.table} isEdged className={className}>
      <Table
        caption={words.table}
        columns={columns}
        rows={rows}
        keyOf={({ start_date: day }) => day}
        isOld={isOld}
      />
    </Card>
  )
}

/** Long names for tables; short ones for chart axes. */
function usePeriodNames(period: SalesPeriod) {
  const words = useWords(reportWords)
  const formats = useFormats()
  const months = new Intl.DateTimeFormat(LOCALES[useLanguage()], {
    month: 'short',
    year: '2-digit',
    timeZone: 'UTC',
  })
  const month = (day: string) => months.format(new Date(`${day}T12:00:00Z`)).replace('.', '')
  const byPeriod: Readonly<Record<SalesPeriod, { name: typeof month; short: typeof month }>> = {
    day: { name: formats.date, short: formats.day },
    week: { name: (day) => words.weekOf(formats.date(day)), short: formats.day },
    month: { name: month, short: month },
  }
  return byPeriod[period]
}

interface RankingProps {
  readonly by: SalesTop
  readonly title: string
  readonly query: { readonly group_by: SalesPeriod; readonly start_date: string; readonly end_date: string }
}

interface Ranked {
  readonly id: string | null
  readonly name: string
}

/** The best-selling routes, airlines or clients, with bars. */
function Ranking({ by, title, query }: RankingProps) {
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

interface SalesChartProps {
  readonly result: UseQueryResult<Sales>
  /** The preceding period; undefined while loading. */
  readonly earlier: Sales | undefined
  readonly className: string | undefined
}

/** Sales and commission as figures, compared with the preceding period, and as a chart. */
function SalesChart({ result, earlier, className }: SalesChartProps) {
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
