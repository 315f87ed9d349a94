// The chart's data as a table: a row for each day, week or month.
import type { ResponseOf } from '../../api/operations.ts'
import { Amount } from '../../parts/amount.tsx'
import { Card } from '../../parts/card.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useWords } from '../../words/language.tsx'
import { usePeriodNames } from './use-period-names.ts'
import { reportWords } from './words.ts'

type Sales = ResponseOf<'reports.sales'>
type Period = Sales['periods'][number]

export interface PeriodTableProps {
  readonly of: Sales
  readonly className: string | undefined
  readonly isOld: boolean
}

export function PeriodTable({ of, className, isOld }: PeriodTableProps) {
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
