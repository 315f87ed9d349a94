// The columns that all tables of bookings share.
import type { Row } from '../../api/operations.ts'
import { bookingTableWords } from '../../words/booking-table.ts'
import { useWords } from '../../words/language.tsx'
import { Airports, Locator } from '../airports.tsx'
import { Amount } from '../amount.tsx'
import { DateTime, Day } from '../date-time.tsx'
import { BookingStatus } from '../status.tsx'
import type { Column } from '../table.tsx'

type Booking = Row<'bookings.list'>
type Name = keyof (typeof bookingTableWords)['pt']

export function useBookingColumns(names: readonly Name[]): Column<Booking>[] {
  const words = useWords(bookingTableWords)
  const cells: Readonly<Record<Name, Omit<Column<Booking>, 'name' | 'head'>>> = {
    locator: { cell: ({ booking_reference: locator }) => <Locator of={locator} />, phone: 'title' },
    client: { cell: ({ client }) => client.full_name, isWide: true, phone: 'rest' },
    route: {
      cell: ({ flight_summary: { origin, destination } }) => <Airports from={origin} to={destination} />,
      phone: 'main',
    },
    departure: {
      cell: ({ flight_summary: { departure_date: day } }) => <Day of={day} kind="date" />,
    },
    created: { cell: ({ created_at: at }) => <DateTime at={at} className="quiet" /> },
    status: { cell: ({ status }) => <BookingStatus of={status} />, phone: 'state' },
    amount: {
      cell: ({ total_amount: amount }) => <Amount of={amount} isStrong />,
      isEnd: true,
      phone: 'side',
    },
  }
  return names.map((name) => ({ name, head: words[name], ...cells[name] }))
}
