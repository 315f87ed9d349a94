// Balance, statement, recharges.
import { Soon } from '../../frame/soon.tsx'

export function Screen() {
  return <Soon page="wallet" />
}
