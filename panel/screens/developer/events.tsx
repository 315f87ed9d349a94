// The list of events, as integrators see them.
import { Soon } from '../../frame/soon.tsx'

export function Screen() {
  return <Soon page="events" />
}
