// Sales, commission, routes, airlines and clients as charts.
import { Soon } from '../../frame/soon.tsx'

export function Screen() {
  return <Soon page="reports" />
}
