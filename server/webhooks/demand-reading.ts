// A key learns nothing by a webhook that it may not read: who has events sent somewhere must be allowed to read what
// they carry.
import { lackingFor } from '../../contract/event-reading.ts'
import { type Caller, demandPermission } from '../teams/caller.ts'

/** `types` as they were sent: what is no event type is refused elsewhere. */
export function demandReading(caller: Caller, types: unknown): void {
  const lacking = lackingFor(caller.permissions, Array.isArray(types) ? types : [])
  if (lacking !== undefined) demandPermission(caller, lacking)
}
