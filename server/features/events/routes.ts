// Binds the operations on events, except the one that emits a sample: see `features/sandbox/routes.ts`.
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { EVENT_OPERATIONS } from '../../../contract/event-operations.ts'
import { readerOf } from '../../kernel/db/reader.ts'
import type { Bindings } from '../bindings.ts'
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

type OwnOperations = Omit<typeof EVENT_OPERATIONS, 'events.emitSample'>

export function eventRoutes(world: World, streams: Streams): Bindings<OwnOperations> {
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
  }
}
