// The list of clients.
import { Soon } from '../../frame/soon.tsx'

export function Screen() {
  return <Soon page="clients" />
}
