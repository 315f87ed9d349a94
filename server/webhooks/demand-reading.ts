// A key learns nothing by a webhook that it may not read: who has events sent somewhere must be allowed to read what
// they carry.
import { lackingFor } from '../../contract/event-reading.ts'
import { type Asking, demandPermission } from '../teams/caller.ts'

export function demandReading(caller: Asking, types: readonly string[]): void {
  const lacking = lackingFor(caller.permissions, types)
  if (lacking !== undefined) demandPermission(caller, lacking)
}
