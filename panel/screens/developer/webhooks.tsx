// The list of webhooks with their health.
import { Soon } from '../../frame/soon.tsx'

export function Screen() {
  return <Soon page="webhooks" />
}
