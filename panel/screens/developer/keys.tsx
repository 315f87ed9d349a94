// API keys with their scopes.
import { Soon } from '../../frame/soon.tsx'

export function Screen() {
  return <Soon page="keys" />
}
