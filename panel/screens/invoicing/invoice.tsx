// One invoice: send, payments, refund, cancel.
import { Soon } from '../../frame/soon.tsx'

export function Screen() {
  return <Soon page="invoices" />
}
