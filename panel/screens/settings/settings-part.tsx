// One part of the settings.
import { Soon } from '../../frame/soon.tsx'

export function Screen() {
  return <Soon page="settings" />
}
