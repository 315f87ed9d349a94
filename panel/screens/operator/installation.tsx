// Teams, health, dead work and held payments of the installation.
import { Soon } from '../../frame/soon.tsx'

export function Screen() {
  return <Soon page="installation" />
}
