// What clients owe, by age.
import { Soon } from '../../frame/soon.tsx'

export function Screen() {
  return <Soon page="receivables" />
}
