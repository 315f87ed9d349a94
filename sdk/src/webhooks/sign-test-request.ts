// Creates requests like the service's, so that integrators can test their receiver without it.
import type { EventType } from '../generated/events.ts'
import { SAMPLED_AT, SAMPLES } from '../generated/samples.ts'
import { API_VERSION } from '../generated/version.ts'
import { machine, newBytes } from '../system.ts'
import { signatureOf, standardSignatureOf } from './signature.ts'
import { usableSecrets } from './verify-webhook.ts'

// Sample objects of each event type, as if it happened now.

const YEAR = SAMPLED_AT.slice(0, 4)
const DAY = new RegExp(`^${YEAR}-\\d\\d-\\d\\d`)

/** Its dates keep their distance to `now`, so that a future flight stays in the future. */
function sampleObject(type: EventType, now: Date): Record<string, unknown> {
  const moved = (day: string) =>
    new Date(now.getTime() + Date.parse(day) - Date.parse(SAMPLED_AT)).toISOString().slice(0, 10)
  return JSON.parse(JSON.stringify(SAMPLES[type]), (_key, value) => {
    if (value === SAMPLED_AT) return now.toISOString()
    return typeof value === 'string' ? value.replace(DAY, moved) : value
  })
}

function knownType(type: string): EventType {
  if (isKnown(type)) return type
  throw new TypeError(`there is no event of type ${type}; there are ${Object.keys(SAMPLES).join(', ')}`)
}

function isKnown(type: string): type is EventType {
  return Object.hasOwn(SAMPLES, type)
}

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
