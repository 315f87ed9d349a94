// The person themselves: name, password, factors, devices.
import { Soon } from '../../frame/soon.tsx'

export function Screen() {
  return <Soon page="profile" />
}
