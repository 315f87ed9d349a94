// The sales report as CSV: a line for each day, week or month.
import type { Sales, SalesPeriodFigures } from '../../../contract/reports.ts'
import { type CsvColumn, type CsvReader, csvTable } from '../../kernel/values/csv-table.ts'

const COLUMNS: Readonly<Record<keyof SalesPeriodFigures, CsvColumn>> = {
  start_date: { heading: 'De', kind: 'day' },
  end_date: { heading: 'Até', kind: 'day' },
  bookings: { heading: 'Vendas' },
  amount: { heading: 'Valor vendido', kind: 'amount' },
  base_cost: { heading: 'Custo', kind: 'amount' },
  commission: { heading: 'Comissão', kind: 'amount' },
  cancelled_bookings: { heading: 'Canceladas' },
  cancelled_amount: { heading: 'Valor cancelado', kind: 'amount' },
  refunded_amount: { heading: 'Reembolsado', kind: 'amount' },
  open_bookings: { heading: 'Reservas em aberto' },
  open_amount: { heading: 'Valor em aberto', kind: 'amount' },
  lost_bookings: { heading: 'Não concluídas' },
}

export function salesCsv({ periods }: Sales, reader: CsvReader): string {
  const table = csvTable(COLUMNS, reader)
  const lines = periods.map((period) =>
    table.line(Object.fromEntries(Object.entries(period).map(([name, value]) => [name, String(value)]))),
  )
  return [table.head, ...lines].join('')
}
