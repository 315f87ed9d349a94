// Events as they are kept and sent, and what is asked of them.
import Type from 'typebox'
import { Actor } from './audit.ts'
import { DayInput, Nullable, PageOf, Timestamp } from './common.ts'

/** One of the catalogue; which ones there are is told to readers. */
export const TypeOfEvent = Type.String()

export const StoredEvent = Type.Object({
  id: Type.String({ description: 'Event id (evt_)' }),
  type: TypeOfEvent,
  api_version: Type.String(),
  created_at: Timestamp,
  data: Type.Object({
    object: Type.Unknown({
      description:
        'null without the permission to read such an object; lists leave the passengers of a booking out',
    }),
    needs: Type.Optional(Type.String({ description: 'The permission without which the object is left out' })),
    previous_attributes: Type.Optional(Type.Unknown()),
  }),
  team_id: Type.String(),
  sequence: Type.Integer({ description: 'Grows by one per team and mode' }),
  actor: Nullable(Actor),
})
export type StoredEvent = Type.Static<typeof StoredEvent>

const Sequence = (description: string) =>
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description })

export const EventsQuery = PageOf({
  type: Type.Optional(Type.String({ description: 'Only this event type' })),
  start_date: Type.Optional(DayInput('First day')),
  end_date: Type.Optional(DayInput('Last day')),
  after_sequence: Type.Optional(
    Sequence('Only events after this one, oldest first: a cursor that misses nothing'),
  ),
})
export type EventsQuery = Type.Static<typeof EventsQuery>

export const StreamQuery = Type.Object({
  last_event_id: Type.Optional(
    Sequence('Goes on after the event with this sequence; the header Last-Event-ID is believed before it'),
  ),
})

export const SampleEvent = Type.Object({
  id: Type.String({ description: 'Event id (evt_)' }),
  type: TypeOfEvent,
})
export type SampleEvent = Type.Static<typeof SampleEvent>

export const SampleEventInput = Type.Object({
  type: Type.String({ description: 'An event type of the catalogue' }),
})
