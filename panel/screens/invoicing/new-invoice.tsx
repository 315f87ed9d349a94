// The editor of an invoice.
import { Soon } from '../../frame/soon.tsx'

export function Screen() {
  return <Soon page="invoices" />
}
