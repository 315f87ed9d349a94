// One client with bookings, invoices, quotes and notes.
import { Soon } from '../../frame/soon.tsx'

export function Screen() {
  return <Soon page="clients" />
}
