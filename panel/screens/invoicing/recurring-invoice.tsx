// One recurring invoice with its next dates.
import { Soon } from '../../frame/soon.tsx'

export function Screen() {
  return <Soon page="recurringInvoices" />
}
