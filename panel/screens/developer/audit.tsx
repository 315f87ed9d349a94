// Who did what.
import { Soon } from '../../frame/soon.tsx'

export function Screen() {
  return <Soon page="audit" />
}
