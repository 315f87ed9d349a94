// One booking: itinerary, tickets, timeline, mails, pay, cancel.
import { Soon } from '../../frame/soon.tsx'

export function Screen() {
  return <Soon page="bookings" />
}
