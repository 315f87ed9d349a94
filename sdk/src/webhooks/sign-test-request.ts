// Creates requests like the service's, so that integrators can test their receiver without it.
import type { EventType } from '../generated/events.ts'
import { API_VERSION } from '../generated/version.ts'
import { machine, newBytes } from '../system.ts'
import { knownType, sampleObject } from './sample-object.ts'
import { signatureOf, standardSignatureOf } from './signature.ts'
import { usableSecrets } from './verify-webhook.ts'

/** What every event has. */
interface AnyEvent {
  id: string
  type: string
  api_version: string
  created_at: string
  data: { object: Record<string, unknown>; previous_attributes?: Record<string, unknown> }
  team_id: string
  sequence: number
  webhook_id: string
}

export interface TestRequestInput {
  /** The shown secret; several, the newest first, during a rotation. */
  secret: string | readonly string[]
  /** Overrides of the event; the rest is filled in. With its own data, it may have any type. */
  event?: Partial<AnyEvent> | undefined
  /** The sample of this type is sent; booking.created by default. */
  type?: EventType | undefined
  /** The sending time: in the past for a request that must be refused as too old. */
  now?: Date | undefined
}

export interface TestRequest {
  /** To be sent byte for byte. */
  body: string
  /** In lower case, as Node.js receives them. */
  headers: Record<
    | 'content-type'
    | 'user-agent'
    | 'x-service-signature'
    | 'x-service-timestamp'
    | 'x-service-event-id'
    | 'webhook-id'
    | 'webhook-timestamp'
    | 'webhook-signature',
    string
  >
}

const BASE32 = '0123456789abcdefghjkmnpqrstvwxyz'
let lastSequence = 0

export async function signTestRequest(input: TestRequestInput): Promise<TestRequest> {
  const { secret, event, type, now = new Date(machine.nowMs()) } = input
  const secrets = usableSecrets(secret)
  const [newest] = secrets
  const complete = completed({ ...event, ...(type !== undefined && { type: knownType(type) }) }, now)
  const body = JSON.stringify(complete)
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const signatures = await Promise.all(
    secrets.map((one) => standardSignatureOf(one, complete.id, timestamp, body)),
  )
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Embarque/test',
      // The header has room for one signature, so it is the newest secret's.
      'x-service-signature': await signatureOf(newest, timestamp, body),
      'x-service-timestamp': timestamp,
      'x-service-event-id': complete.id,
      'webhook-id': complete.id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signatures.join(' '),
    },
  }
}

function completed(event: Partial<AnyEvent>, now: Date): AnyEvent {
  const { type = 'booking.created', data = { object: sampleObject(knownType(type), now) } } = event
  return {
    id: madeUpId(now),
    type,
    api_version: API_VERSION,
    created_at: now.toISOString(),
    data,
    team_id: 'team_00000000000000000000000000',
    sequence: ++lastSequence,
    webhook_id: 'wh_00000000000000000000000000',
    ...event,
  }
}

/** Like the service's ids: ten characters of time, then random ones. */
function madeUpId(now: Date): string {
  let time = ''
  for (let ms = now.getTime(); time.length < 10; ms = Math.floor(ms / 32)) time = BASE32[ms % 32] + time
  const random = Array.from(newBytes(16), (byte) => BASE32[byte % 32])
  return `evt_${time}${random.join('')}`
}
