// One event with what it carries.
import { Soon } from '../../frame/soon.tsx'

export function Screen() {
  return <Soon page="events" />
}
