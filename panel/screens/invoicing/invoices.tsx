// The list of invoices.
import { Soon } from '../../frame/soon.tsx'

export function Screen() {
  return <Soon page="invoices" />
}
