// Search for flights, compare fares, hold or issue.
import { Soon } from '../../frame/soon.tsx'

export function Screen() {
  return <Soon page="flights" />
}
