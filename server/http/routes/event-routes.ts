// /api/v1/events: what happened, in order; and sample events for the sandbox.
import Type from 'typebox'
import { Enveloped, IdOf, Listed } from '../../../contract/common.ts'
import { isEventType } from '../../../contract/events.ts'
import { EventsQuery, SampleEventInput, StoredEvent } from '../../../contract/webhooks.ts'
import { fail } from '../../base/values/fail.ts'
import { emitSample } from '../../events/emit-sample.ts'
import { countEvents, eventView, findEvent, listEvents } from '../../events/event-store.ts'
import type { World } from '../../world.ts'
import { readAnswers, writeAnswers } from '../door/answers.ts'
import { change } from '../door/change.ts'
import { dayRange } from '../door/day-range.ts'
import { enveloped } from '../door/envelope.ts'
import { ownerOf, testKeysOnly } from '../door/front-door.ts'
import { listed, pageOf } from '../door/pages.ts'
import type { App } from '../door/types.ts'

const tags = ['Events']
const SampleEvent = Type.Object({ id: Type.String({ description: 'Event id (evt_)' }), type: Type.String() })

export function eventRoutes(app: App, world: World): void {
  app.get(
    '/api/v1/events',
    {
      schema: {
        summary: 'List events',
        description: 'Newest first; with `after_sequence` oldest first, as a cursor that misses nothing.',
        tags,
        querystring: EventsQuery,
        response: readAnswers(Listed(StoredEvent)),
      },
    },
    async (request, reply) => {
      const owner = ownerOf(request)
      const { type, after_sequence: afterSequence } = request.query
      const filter = { type, afterSequence, ...dayRange(request.query, request.caller!.time_zone) }
      const page = pageOf(request.query)
      const total = await countEvents(world.pool, owner, filter)
      const events = await listEvents(world.pool, owner, filter, page)
      return reply.send(listed(events.map(eventView), page, total))
    },
  )

  app.get(
    '/api/v1/events/:id',
    {
      schema: {
        summary: 'Read an event',
        tags,
        params: Type.Object({ id: IdOf('event', 'evt') }),
        response: readAnswers(Enveloped(StoredEvent), 'event_not_found'),
      },
    },
    async (request, reply) => {
      const event = await findEvent(world.pool, ownerOf(request), request.params.id)
      return reply.send(enveloped(eventView(event ?? fail('event_not_found'))))
    },
  )

  app.post(
    '/api/v1/test/events',
    {
      schema: {
        summary: 'Emit a sample event',
        description: "Goes to the team's test webhooks that are subscribed to its type. Test keys only.",
        tags: ['Sandbox'],
        body: SampleEventInput,
        response: writeAnswers(201, Enveloped(SampleEvent), 'invalid_events'),
      },
      onRequest: testKeysOnly,
    },
    (request, reply) =>
      change(
        world,
        request,
        reply,
        (scope) => {
          const { type } = request.body
          if (isEventType(type)) return emitSample(world, scope, type)
          return fail('invalid_events', { details: [{ field: 'type', issue: 'is not a known event type' }] })
        },
        { status: 201 },
      ),
  )
}
