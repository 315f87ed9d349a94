// The audit log: who did what, and when.
import { Soon } from '../../frame/soon.tsx'

export function Screen() {
  return <Soon page="audit" />
}
