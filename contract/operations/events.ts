// Operations on events: what happened, in order; and sample events for the sandbox.
import Type from 'typebox'
import { data, list, stream } from '../answers.ts'
import { IdOf } from '../common.ts'
import type { Operations } from '../operation.ts'
import { EventsQuery, SampleEvent, SampleEventInput, StoredEvent, StreamQuery } from '../stored-events.ts'

export const EVENT_OPERATIONS = {
  'events.list': {
    method: 'GET',
    path: '/api/v1/events',
    access: 'events.read',
    tag: 'Events',
    summary: 'List events',
    description:
      'Newest first; with `after_sequence` oldest first, as a cursor that misses nothing. What an event carries is ' +
      'shown to keys that may read the object itself; who travels in a booking is in the single event alone.',
    query: EventsQuery,
    answer: list(StoredEvent),
  },
  'events.read': {
    method: 'GET',
    path: '/api/v1/events/:id',
    access: 'events.read',
    tag: 'Events',
    summary: 'Read an event',
    description: 'As webhooks get it and with who caused it, for keys that may read the object it carries.',
    params: Type.Object({ id: IdOf('event', 'evt') }),
    answer: data(StoredEvent),
    errors: ['event_not_found'],
  },
  'events.stream': {
    method: 'GET',
    path: '/api/v1/stream',
    access: 'events.read',
    tag: 'Events',
    summary: 'Listen to events',
    description:
      'Server-sent events: each event as it is stored, with its sequence as `id`, its type as `event`, and as `data` ' +
      'what the list shows of it. A `Last-Event-ID` header goes on after that one, without loss; `reset` says that ' +
      'it is too far back. Ends when the caller may listen no longer.',
    query: StreamQuery,
    withoutHead: true,
    answer: stream,
  },
  'events.emitSample': {
    method: 'POST',
    path: '/api/v1/test/events',
    access: 'sandbox.write',
    tag: 'Sandbox',
    summary: 'Emit a sample event',
    description: "Goes to the team's test webhooks that are subscribed to its type. Test keys only.",
    testModeOnly: true,
    body: SampleEventInput,
    status: 201,
    answer: data(SampleEvent),
    errors: ['invalid_events'],
  },
} as const satisfies Operations
