// The list of events.
import { Soon } from '../../frame/soon.tsx'

export function Screen() {
  return <Soon page="events" />
}
