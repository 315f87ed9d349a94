// Stands until the screen is there.
import { Soon } from '../../frame/soon.tsx'

export function Screen() {
  return <Soon page="flights" />
}
