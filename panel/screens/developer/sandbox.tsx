// The clock and the payer of test mode.
import { Soon } from '../../frame/soon.tsx'

export function Screen() {
  return <Soon page="sandbox" />
}
