// The list of bookings, by status, date, client and locator.
import { Soon } from '../../frame/soon.tsx'

export function Screen() {
  return <Soon page="bookings" />
}
