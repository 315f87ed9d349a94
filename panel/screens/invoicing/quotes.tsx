// The list of quotes, by their state.
import { Soon } from '../../frame/soon.tsx'

export function Screen() {
  return <Soon page="quotes" />
}
