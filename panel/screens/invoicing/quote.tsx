// One quote, and its way to an invoice.
import { Soon } from '../../frame/soon.tsx'

export function Screen() {
  return <Soon page="quotes" />
}
