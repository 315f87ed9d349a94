// One recharge, which turns to paid by itself.
import { Soon } from '../../frame/soon.tsx'

export function Screen() {
  return <Soon page="wallet" />
}
