// The list of clients, and a new one.
import { Soon } from '../../frame/soon.tsx'

export function Screen() {
  return <Soon page="clients" />
}
