// Changes that an airline makes to an order, and accepting them. An unreadable change is left out; the order
// shows its flights anyway.

import { createHmac, timingSafeEqual } from 'node:crypto'
import Type from 'typebox'
import {
  CHANGE_ACTIONS,
  CHANGE_RESPONSES,
  type ChangedFlight,
  type ChangeResponse,
} from '../../../../contract/bookings.ts'
import { shapeReader } from '../../../kernel/values/input.ts'
import type { AcceptOutcome, Call, Hear, OrderAtSupplier, SignedMessage, SupplierChange } from '../port.ts'
import { type Account, fetchOrder, orderDataOf, post, timesOf, whyNot } from './account.ts'
import { isAboutUs, isRefusal, rejectionFrom } from './client.ts'
import { carrierFrom, stopFrom, withSeconds } from './itinerary.ts'
import { type DuffelOrder, Maybe, Segment, Text, type Times, teamTime } from './shapes.ts'

const { origin, destination, origin_terminal, destination_terminal } = Segment.properties
const { departing_at, arriving_at, marketing_carrier, marketing_carrier_flight_number } = Segment.properties
const Flight = Type.Object({
  origin,
  destination,
  origin_terminal,
  destination_terminal,
  departing_at,
  arriving_at,
  marketing_carrier,
  marketing_carrier_flight_number,
})
const Flights = Type.Array(Type.Object({ segments: Type.Array(Flight) }))

const Change = Type.Object({
  id: Text,
  created_at: Text,
  added: Maybe(Flights),
  removed: Maybe(Flights),
  available_actions: Maybe(Type.Array(Type.String())),
  action_taken: Maybe(Type.String()),
  action_taken_at: Maybe(Type.String()),
})
const readChange = shapeReader(Change)
const readChangeResponse = shapeReader(Type.Object({ data: Change }))

export function changesFrom(order: DuffelOrder, times: Times): SupplierChange[] {
  const changes = (order.airline_initiated_changes ?? []).flatMap((given) => {
    const change = readChange(given)
    const at = change === null ? null : teamTime(change.created_at, times)
    if (change === null || at === null) return []
    return {
      key: change.id,
      at,
      before: flightsIn(change.removed ?? []),
      after: flightsIn(change.added ?? []),
      // We offer no order changes, and other actions need a person.
      actions: CHANGE_ACTIONS.filter((action) => change.available_actions?.includes(action)),
      response: responseIn(change.action_taken),
      respondedAt: teamTime(change.action_taken_at, times),
    }
  })
  return changes.toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

function responseIn(taken: string | null | undefined): ChangeResponse | null {
  return CHANGE_RESPONSES.find((response) => response === taken) ?? null
}

function flightsIn(slices: Type.Static<typeof Flights>): ChangedFlight[] {
  return slices.flatMap(({ segments }) =>
    segments.flatMap((segment) => {
      const carrier = carrierFrom(segment.marketing_carrier)
      if (carrier === null) return []
      return {
        origin: stopFrom(segment.origin, segment.origin_terminal),
        destination: stopFrom(segment.destination, segment.destination_terminal),
        departing_at: withSeconds(segment.departing_at),
        arriving_at: withSeconds(segment.arriving_at),
        marketing_carrier: carrier,
        marketing_carrier_flight_number: segment.marketing_carrier_flight_number,
      }
    }),
  )
}

export async function acceptChange(
  account: Account,
  call: Call,
  order: OrderAtSupplier,
  changeKey: string,
): Promise<AcceptOutcome> {
  const path = `/air/airline_initiated_changes/${encodeURIComponent(changeKey)}/actions/accept`
  const response = await post(account, call, path)
  // Some changes take a while and have no action yet. The order shows the rest.
  if (response.status === 200 || response.status === 201)
    return readChangeResponse(response.body) === null
      ? { outcome: 'unknown', reason: whyNot(response) }
      : { outcome: 'confirmed' }
  if (!isRefusal(response) || isAboutUs(response)) return { outcome: 'unknown', reason: whyNot(response) }
  const current = await fetchOrder(account, call, orderDataOf(order).id)
  if (current.value === null) return { outcome: 'unknown', reason: whyNot(current.response) }
  const known = changesFrom(current.value, timesOf(account, call)).find(({ key }) => key === changeKey)
  // Accepted before, perhaps by a call whose response was lost.
  if (known?.response === 'accepted') return { outcome: 'confirmed' }
  return { outcome: 'rejected', rejection: rejectionFrom(response, account.hide) }
}

// Reads Duffel's webhooks. The signature is checked first, and the body only names the order to read.

const readEvent = shapeReader(
  Type.Object({
    id: Text,
    data: Maybe(
      Type.Object({
        object: Maybe(Type.Object({ id: Maybe(Type.String()), order_id: Maybe(Type.String()) })),
      }),
    ),
  }),
)

/** The age is not checked: Duffel retries for three days, and a replay only causes another read. */
export function makeHear(secret: string): Hear {
  return (message) => {
    if (!isSigned(message, secret)) return null
    const event = readEvent(parsed(message.raw))
    const { id, order_id } = event?.data?.object ?? {}
    const orderIds = [id, order_id].filter((known) => typeof known === 'string' && known.startsWith('ord_'))
    return { id: event?.id ?? '', orderIds: [...new Set(orderIds)].filter((known) => known != null) }
  }
}

/** `t=1616202842,v1=8aebaa...`: the time, a full stop and the body, signed with the webhook's secret. */
function isSigned({ signature = '', raw }: SignedMessage, secret: string): boolean {
  const parts = signature.split(',').map((part) => part.trim().split('='))
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  const expected = createHmac('sha256', secret).update(`${time}.`).update(raw).digest()
  return parts
    .filter(([name]) => name === 'v1')
    .map(([, value = '']) => Buffer.from(value, 'hex'))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected))
}

function parsed(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString())
  } catch {
    return undefined
  }
}
