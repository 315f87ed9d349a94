// The list of recurring invoices.
import { Soon } from '../../frame/soon.tsx'

export function Screen() {
  return <Soon page="recurringInvoices" />
}
