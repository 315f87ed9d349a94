// How the last thirty days went.
import { meanOf } from '../../kit/money.ts'
import { PATHS } from '../../kit/paths.ts'
import { Card } from '../../parts/card.tsx'
import { DayBars } from '../../parts/day-bars.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Stats } from '../../parts/stat.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { useSales } from './use-figures.ts'
import { startWords } from './words.ts'

export function Sales({ className }: { className: string | undefined }) {
  const words = useWords(startWords)
  const formats = useFormats()
  const result = useSales()
  return (
    <Card
      title={words.sales}
      sub={words.lastDays}
      className={className}
      more={{ to: PATHS.reports, name: words.all }}
    >
      <Loaded result={result}>
        {({ totals, periods }) => (
          <>
            <Stats
              stats={[
                { name: words.sold, value: formats.round(totals.amount) },
                { name: words.count, value: totals.bookings },
                { name: words.mean, value: formats.round(meanOf(totals.amount, totals.bookings)) },
              ]}
            />
            <DayBars
              title={words.perDay}
              days={periods.map(({ start_date: day, amount, bookings }) => ({
                day,
                amount,
                count: bookings,
              }))}
              note={({ count }) => `${words.count}: ${count}`}
            />
          </>
        )}
      </Loaded>
    </Card>
  )
}
