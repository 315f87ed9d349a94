// The names of days, weeks and months in a report.
import type { SalesPeriod } from '../../../contract/reports.ts'
import { useFormats } from '../../parts/use-formats.tsx'
import { LOCALES } from '../../words/chosen-language.ts'
import { useLanguage, useWords } from '../../words/language.tsx'
import { reportWords } from './words.ts'

/** Long names for tables; short ones for chart axes. */
export function usePeriodNames(period: SalesPeriod) {
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
