// Makes requests as the service would send them, so that integrators can test their receiver without the service.
import { API_VERSION } from '../generated/version.ts'
import { machine, newBytes } from '../system.ts'
import { signatureOf, standardSignatureOf } from './signature.ts'

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
  /** What the receiver under test looks at; the rest is filled in. */
  event?: Partial<AnyEvent> | undefined
  type?: string | undefined
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
  const secrets = [secret].flat()
  const newest = secrets[0]
  if (newest === undefined) throw new TypeError('a secret is needed to sign with')
  const complete = completed(event ?? {}, type, now)
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

function completed(event: Partial<AnyEvent>, type: string | undefined, now: Date): AnyEvent {
  return {
    id: madeUpId('evt', now),
    type: 'booking.created',
    api_version: API_VERSION,
    created_at: now.toISOString(),
    data: { object: sampleBooking(now) },
    team_id: 'team_00000000000000000000000000',
    sequence: ++lastSequence,
    webhook_id: 'wh_00000000000000000000000000',
    ...event,
    ...(type === undefined ? {} : { type }),
  }
}

/** Enough of a booking for a first test; whoever needs more of it gives their own data. */
function sampleBooking(now: Date): Record<string, unknown> {
  return {
    id: madeUpId('ord', now),
    booking_reference: 'TEST01',
    status: 'pending',
    total_amount: '1234.50',
    currency: 'BRL',
    documents: [],
    passengers: [],
    slices: [],
    created_at: now.toISOString(),
  }
}

/** Spelled like the service's ids: ten characters of time, then random ones, as receivers go by the id. */
function madeUpId(prefix: string, now: Date): string {
  let time = ''
  for (let ms = now.getTime(); time.length < 10; ms = Math.floor(ms / 32)) time = BASE32[ms % 32] + time
  const random = Array.from(newBytes(16), (byte) => BASE32[byte % 32])
  return `${prefix}_${time}${random.join('')}`
}
