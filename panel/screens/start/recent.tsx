// The latest bookings: the pattern of every list of the panel.
import takeoff from 'icon:plane-takeoff'
import type { Row } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { PATHS } from '../../kit/paths.ts'
import { Airports, Locator } from '../../parts/airports.tsx'
import { Amount } from '../../parts/amount.tsx'
import { Card } from '../../parts/card.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { List } from '../../parts/list.tsx'
import { BookingStatus } from '../../parts/status.tsx'
import type { Column } from '../../parts/table.tsx'
import { useWords } from '../../words/language.tsx'
import { startWords } from '../../words/start.ts'

type Booking = Row<'bookings.list'>

export function Recent({ className }: { className: string | undefined }) {
  const words = useWords(startWords)
  const result = useRead('bookings.list', { query: { limit: 8 } })
  const columns: Column<Booking>[] = [
    {
      name: 'locator',
      head: words.locator,
      cell: ({ booking_reference: locator }) => <Locator of={locator} />,
      phone: 'title',
    },
    {
      name: 'client',
      head: words.client,
      cell: ({ client }) => client.full_name,
      isWide: true,
      phone: 'rest',
    },
    {
      name: 'route',
      head: words.route,
      cell: ({ flight_summary: { origin, destination } }) => <Airports from={origin} to={destination} />,
      phone: 'main',
    },
    {
      name: 'created',
      head: words.created,
      cell: ({ created_at: at }) => <DateTime at={at} className="quiet" />,
    },
    {
      name: 'status',
      head: words.status,
      cell: ({ status }) => <BookingStatus of={status} />,
      phone: 'state',
    },
    {
      name: 'amount',
      head: words.amount,
      cell: ({ total_amount: amount }) => <Amount of={amount} isStrong />,
      isEnd: true,
      phone: 'side',
    },
  ]
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
