// Makes requests as the service would send them, so that integrators can test their receiver without the service.
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
  /** As shown when the webhook was made; several, the newest first, as while a secret is rotated. */
  secret: string | readonly string[]
  /** What the receiver under test looks at; the rest is filled in. With data of its own, it may be of any type. */
  event?: Partial<AnyEvent> | undefined
  /** What the service shows of it is sent; booking.created if left out. */
  type?: EventType | undefined
  /** When it is sent: in the past for a request that must be refused as too old. */
  now?: Date | undefined
}

export interface TestRequest {
  /** To be sent byte for byte. */
  body: string
  /** In lower case, as a receiver in Node.js sees them. */
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
      // One value has room for one signature, so it is the newest secret's.
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

/** Spelled like the service's ids: ten characters of time, then random ones, as receivers go by the id. */
function madeUpId(now: Date): string {
  let time = ''
  for (let ms = now.getTime(); time.length < 10; ms = Math.floor(ms / 32)) time = BASE32[ms % 32] + time
  const random = Array.from(newBytes(16), (byte) => BASE32[byte % 32])
  return `evt_${time}${random.join('')}`
}
