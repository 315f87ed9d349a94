// Sales and earnings of a period, by route, airline and client.
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { spanBefore } from '../../kit/report-periods.ts'
import { CsvButton } from '../../parts/csv-button.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { PeriodTable } from './period-table.tsx'
import { Ranking } from './ranking.tsx'
import { ReportFilters } from './report-filters.tsx'
import css from './reports.module.css'
import { SalesChart } from './sales-chart.tsx'
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
