// Binds the operations on events.
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { EVENT_OPERATIONS } from '../../../contract/event-operations.ts'
import { readerOf } from '../../kernel/db/reader.ts'
import type { Bindings } from '../bindings.ts'
import { emitSample } from '../sandbox/samples.ts'
import type { Caller } from '../teams/caller.ts'
import type { World } from '../world.ts'
import { readEvent, readEvents } from './events.ts'

export interface Streams {
  open(
    caller: Caller,
    request: FastifyRequest,
    lastEventId: number | undefined,
  ): Promise<{ content: Readable }>
}

export function eventRoutes(world: World, streams: Streams): Bindings<typeof EVENT_OPERATIONS> {
  return {
    'events.list': ({ owner, query, caller, page }) =>
      readEvents(world, owner, {
        query,
        zone: caller.team.time_zone,
        page,
        permissions: caller.permissions,
      }),
    'events.read': ({ owner, params, caller }) =>
      readEvent(readerOf(world), owner, params.id, caller.permissions),
    'events.stream': ({ caller, query, request }) => streams.open(caller, request, query.last_event_id),
    'events.emitSample': ({ scope, body }) => emitSample(world, scope, body.type),
  }
}
