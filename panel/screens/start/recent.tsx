// The latest bookings: the pattern of every list of the panel.
import takeoff from 'icon:plane-takeoff'
import { useRead } from '../../api/use-read.ts'
import { PATHS } from '../../kit/paths.ts'
import { useBookingColumns } from '../../parts/booking-columns.tsx'
import { Card } from '../../parts/card.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { List } from '../../parts/list.tsx'
import { useWords } from '../../words/language.tsx'
import { RECENT } from './reads.ts'
import { startWords } from './words.ts'

const COLUMNS = ['locator', 'client', 'route', 'status', 'amount'] as const

export function Recent({ className }: { className: string | undefined }) {
  const words = useWords(startWords)
  const result = useRead('bookings.list', RECENT)
  const columns = useBookingColumns(COLUMNS)
  return (
    <Card title={words.recent} className={className} isEdged more={{ to: PATHS.bookings, name: words.all }}>
      <List
        caption={words.recent}
        result={result}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => PATHS.booking(id)}
        empty={
          <EmptyState title={words.noBookings} icon={takeoff}>
            <ButtonLink to={PATHS.flights}>{words.firstSearch}</ButtonLink>
          </EmptyState>
        }
      />
    </Card>
  )
}
