// Bookings on hold as a board that counts down.
import { Soon } from '../../frame/soon.tsx'

export function Screen() {
  return <Soon page="deadlines" />
}
