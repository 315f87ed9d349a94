// The only maker of an event's public JSON: as its receivers get it, but for the webhook's id, and with who caused it.
// What it carries is left out for those who may not read the object itself, and in lists who travels is, for everybody.
import { lackingFor } from '../../../contract/event-reading.ts'
import type { Permission } from '../../../contract/permissions.ts'
import type { StoredEvent } from '../../../contract/stored-events.ts'
import type { Reader } from '../../kernel/db/reader.ts'
import type { EventRow } from './event-store.ts'
import { wholePayload } from './personal-part.ts'

type Permissions = ReadonlySet<Permission>

export function eventView({ secretBox }: Reader, event: EventRow, permissions: Permissions): StoredEvent {
  return asFarAsPermitted(JSON.parse(wholePayload(secretBox, event.id, event)), event, permissions)
}

/** Nothing that is sealed is opened for it. */
export function listedEvent(event: EventRow, permissions: Permissions): StoredEvent {
  const payload = JSON.parse(event.payload)
  const { passengers: _, ...object } = payload.data.object
  return asFarAsPermitted({ ...payload, data: { ...payload.data, object } }, event, permissions)
}

function asFarAsPermitted(
  payload: Omit<StoredEvent, 'sequence' | 'actor'>,
  event: EventRow,
  permissions: Permissions,
): StoredEvent {
  const sequence = Number(event.sequence)
  const actor = event.actor === null ? null : JSON.parse(event.actor)
  const needs = lackingFor(permissions, [payload.type])
  if (needs === undefined) return { ...payload, sequence, actor }
  return { ...payload, data: { object: null, needs }, sequence, actor }
}
