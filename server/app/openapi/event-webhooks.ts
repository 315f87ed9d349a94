// What receivers are sent, as the `webhooks` of OpenAPI: every type of event with its object, its headers and a sample.
import { API_VERSION } from '../../../contract/common.ts'
import { EVENT_OBJECTS } from '../../../contract/event-objects.ts'
import { EVENTS, type EventType, isEventType } from '../../../contract/events.ts'
import { pascal } from '../../../contract/shapes.ts'
import { StoredEvent } from '../../../contract/stored-events.ts'
import { SentEvent } from '../../../contract/webhooks.ts'
import { zeros } from '../../features/sandbox/samples.ts'
import { sampleObject } from '../../features/sandbox/samples.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import type { Schema, SchemaWriter } from './schema-writer.ts'

const TYPES = Object.keys(EVENTS).filter(isEventType)
const text = { type: 'string' } as const
const seconds = { type: 'string', pattern: '^\\d+$' } as const

const SIGNED: Readonly<Record<string, readonly [schema: object, description: string]>> = {
  'webhook-id': [text, 'Id of the event: the same each time it is sent'],
  'webhook-timestamp': [seconds, 'When it was sent, in seconds since 1970'],
  'webhook-signature': [
    text,
    'Standard Webhooks: `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, one for each valid secret',
  ],
  'X-Service-Signature': [text, 'HMAC-SHA256 of `timestamp.body` with the newest secret, in hex'],
  'X-Service-Timestamp': [seconds, 'The same as webhook-timestamp'],
  'X-Service-Event-Id': [text, 'The same as webhook-id'],
}

export function eventWebhooks(writer: SchemaWriter, now: Date): Record<string, object> {
  writer.call(SentEvent, 'WebhookEvent')
  writer.name('WebhookEvent', () => ({
    description: 'Any event that a receiver is sent; `type` tells which',
    oneOf: TYPES.map((type) => eventOf(type, writer)),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(TYPES.map((type) => [type, `#/components/schemas/${nameOf(type)}`])),
    },
  }))
  return Object.fromEntries(TYPES.map((type) => [type, { post: told(type, writer, now) }]))
}

const nameOf = (type: EventType) => `${pascal(type)}Event`

function told(type: EventType, writer: SchemaWriter, now: Date): object {
  return {
    operationId: `on${pascal(type)}`,
    summary: EVENTS[type].meaning,
    description: `${EVENTS[type].meaning}. Sent to every webhook that is subscribed to \`${type}\`.`,
    tags: ['Webhooks'],
    security: [],
    parameters: Object.entries(SIGNED).map(([name, [schema, description]]) => ({
      name,
      in: 'header',
      required: true,
      schema,
      description,
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: eventOf(type, writer), example: sampleOf(type, now) } },
    },
    responses: {
      '2XX': { description: 'It was taken; whatever the body says' },
      '4XX': { description: 'Refused: it is sent again, until the attempts are used up' },
    },
  }
}

function eventOf(type: EventType, writer: SchemaWriter): Schema {
  const { id, created_at, team_id, sequence } = StoredEvent.properties
  return writer.name(nameOf(type), () => {
    const object = writer.write(EVENT_OBJECTS[EVENTS[type].object], pascal(EVENTS[type].object))
    const fields: Record<string, Schema> = {
      id: writer.write(id, ''),
      type: { type: 'string', const: type },
      api_version: text,
      created_at: writer.write(created_at, ''),
      data: {
        type: 'object',
        required: ['object'],
        properties: {
          object,
          previous_attributes: {
            type: 'object',
            description: 'What changed, as it was before; if it is known',
          },
        },
      },
      team_id: writer.write(team_id, ''),
      sequence: writer.write(sequence, ''),
      webhook_id: { type: 'string', description: 'The webhook it is sent to (wh_)' },
    }
    return {
      type: 'object',
      description: EVENTS[type].meaning,
      required: Object.keys(fields),
      properties: fields,
    }
  })
}

function sampleOf(type: EventType, now: Date): object {
  return {
    id: zeros('evt'),
    type,
    api_version: API_VERSION,
    created_at: isoTimestamp(now),
    data: { object: sampleObject(type, now) },
    team_id: zeros('team'),
    sequence: 1,
    webhook_id: zeros('wh'),
  }
}
