// Binds the operations on events.
import type { EVENT_OPERATIONS } from '../../../contract/operations/events.ts'
import type { Streams } from '../../app/http/stream/streams.ts'
import { readerOf } from '../../kernel/db/reader.ts'
import type { Bindings } from '../bindings.ts'
import { emitSample } from '../sandbox/emit-sample.ts'
import type { World } from '../world.ts'
import { readEvent, readEvents } from './read-events.ts'

export function eventRoutes(world: World, streams: Streams): Bindings<typeof EVENT_OPERATIONS> {
  return {
    'events.list': ({ owner, query, caller, page }) =>
      readEvents(world, owner, query, caller.team.time_zone, page, caller.permissions),
    'events.read': ({ owner, params, caller }) =>
      readEvent(readerOf(world), owner, params.id, caller.permissions),
    'events.stream': ({ caller, query, request }) => streams.open(caller, request, query.last_event_id),
    'events.emitSample': ({ scope, body }) => emitSample(world, scope, body.type),
  }
}
