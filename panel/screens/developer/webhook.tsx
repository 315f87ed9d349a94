// One webhook with its deliveries, replay and reactivation.
import { Soon } from '../../frame/soon.tsx'

export function Screen() {
  return <Soon page="webhooks" />
}
