// The list of quotes.
import { Soon } from '../../frame/soon.tsx'

export function Screen() {
  return <Soon page="quotes" />
}
