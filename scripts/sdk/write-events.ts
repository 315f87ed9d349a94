// Writes the events as a union of types, each with its object.
import { EVENT_OBJECTS } from '../../contract/event-operations.ts'
import { EVENTS } from '../../contract/events.ts'
import { docComment } from './doc-comment.ts'
import { indented, literal, type TypeWriter } from './write-types.ts'

export function eventsText(types: TypeWriter): string {
  const objects = Object.entries(EVENTS).map(([type, { meaning, object }]) => {
    const name = types.of(EVENT_OBJECTS[object], '')
    return indented(`${docComment(`${meaning}.`)}${literal(type)}: ${name}`)
  })
  return `/** What \`data.object\` is, by the type of the event. */
export interface EventObjects {
${objects.join('\n')}
}

export type EventType = keyof EventObjects

/** An event of one type, as webhooks receive it. */
export interface EventOf<T extends EventType> {
  /** evt_..., the same at every delivery of this event: remember it, and do its work once. */
  id: string
  type: T
  api_version: string
  created_at: string
  data: {
    object: EventObjects[T]
    /** The attributes that changed, as they were; for events that report a change. */
    previous_attributes?: Partial<EventObjects[T]>
  }
  team_id: string
  /** Grows by one per team and mode, in the order in which the changes became visible. */
  sequence: number
  /** wh_..., the webhook that this delivery is for. */
  webhook_id: string
}

/** Told apart by \`type\`. A newer service may send types that are not here: keep a default branch. */
export type WebhookEvent = { [T in EventType]: EventOf<T> }[EventType]

/** An event of one type as the service keeps it, with its object, or as much of it as is shown. */
export interface StoredEventOf<T extends EventType, Shown> extends Omit<StoredEvent, 'type' | 'data'> {
  type: T
  data: {
    /** null without the permission to read such an object, which \`needs\` names then. */
    object: Shown | null
    needs?: string | undefined
    previous_attributes?: Partial<EventObjects[T]> | undefined
  }
}

type WithoutPassengers<O> = 'passengers' extends keyof O ? Omit<O, 'passengers'> : O

/** As lists and the stream show it: the passengers of a booking are left out. Told apart by \`type\`, as above. */
export type ListedEvent = {
  [T in EventType]: StoredEventOf<T, WithoutPassengers<EventObjects[T]>>
}[EventType]

/** As it is read alone: whole. */
export type ReadEvent = { [T in EventType]: StoredEventOf<T, EventObjects[T]> }[EventType]
`
}
