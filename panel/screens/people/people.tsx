// Who works in the agency.
import { Soon } from '../../frame/soon.tsx'

export function Screen() {
  return <Soon page="settings" />
}
