// Builds a new booking from offer and input: everything that is fixed at its creation, before the carrier is asked.

import type { Scope, Tx } from '../../kernel/outbox/transaction.ts'
import { keyOf } from '../../kernel/outbox/waiting-request.ts'
import { formatDecimal } from '../../kernel/values/decimal.ts'
import { makeId } from '../../kernel/values/ids.ts'
import { matchKey } from '../clients/client-keys.ts'
import { demandClient } from '../clients/demand-client.ts'
import { findOrCreateClient } from '../clients/find-or-create-client.ts'
import type { StoredOffer } from '../flights/stored-line.ts'
import { tripEnds } from '../flights/trip-ends.ts'
import { isAllSimulated } from '../payments/choose-bank.ts'
import type { World } from '../world.ts'
import { type BookingRow, type BookingWithClient, insertBooking, insertForClient } from './booking-store.ts'
import type { BookingContent } from './booking-view.ts'
import type { ReadPassengers } from './passengers.ts'
import type { BookingWish } from './read-booking-input.ts'
import { searchTextOf } from './search-text.ts'
import { BOOKING_MOVES } from './states.ts'

export interface Draft {
  /** Without the columns that its transaction fills in. */
  row: Omit<BookingRow, 'client_id' | 'status' | 'created_at' | 'synced_at'>
  lead: { fullName: string; email: string; phone: string | null }
  /** The client that the caller picked, now or in the search. */
  clientId: string | undefined
}

/** What the wallet pays: all of it, or only the carrier's price, where an agency collects its own commission. */
export type Debits = 'client_amount' | 'base_cost'

export function draftBooking(
  world: World,
  scope: Scope,
  wish: BookingWish,
  stored: StoredOffer,
  { passengers, warnings }: Extract<ReadPassengers, { outcome: 'right' }>,
  debits: Debits,
): Draft {
  const { offer, atSupplier } = stored
  const { teamId, mode } = scope.owner
  const first = passengers.find(({ type }) => type === 'adult') ?? passengers[0]!
  const lead = {
    fullName: `${first.given_name} ${first.family_name}`,
    email: first.email,
    phone: first.phone_number,
  }
  const content: Omit<BookingContent, 'passengers'> = {
    owner: offer.owner,
    conditions: offer.conditions,
    metadata: wish.metadata,
    warnings,
    offerData: atSupplier.data,
    pricing: offer.pricing,
  }
  const { origin, destination } = tripEnds(offer.slices)
  const row: Draft['row'] = {
    id: makeId('booking', world.wall.now()),
    team_id: teamId,
    mode,
    type: wish.type,
    offer_id: offer.id,
    supplier: stored.supplier,
    simulated: isAllSimulated(world, mode),
    booking_reference: '',
    wallet_cents: debits === 'base_cost' ? stored.baseCostCents : stored.clientCents,
    client_cents: stored.clientCents,
    total_cents: atSupplier.price.totalCents,
    base_cents: atSupplier.price.baseCents,
    tax_cents: atSupplier.price.taxCents,
    currency: atSupplier.price.currency,
    rate: formatDecimal(stored.rate),
    origin: origin.iata_code,
    destination: destination.iata_code,
    departure_date: offer.slices[0]!.segments[0]!.departing_at.slice(0, 10),
    airline: offer.owner.name,
    search_text: searchTextOf('', passengers),
    payment_required_by: null,
    price_guaranteed_until: null,
    slices: JSON.stringify(offer.slices),
    documents: '[]',
    changes: '[]',
    content: JSON.stringify(content),
    passengers: JSON.stringify(passengers),
    order_data: null,
    cancelling: false,
    unannounced: wish.type === 'instant',
    refund_cents: null,
    penalty_cents: null,
    penalty_currency: null,
    idempotency_key: keyOf(scope),
    ticketed_at: null,
  }
  return { row, lead, clientId: wish.clientId ?? offer.pricing.client_id ?? undefined }
}

/**
 * Stores it in the state in which those of its type begin, for the client that was picked, or for the one of the lead
 * passenger, who is made if need be.
 */
export async function storeDraft(tx: Tx, { row, lead, clientId }: Draft): Promise<BookingWithClient> {
  const status = BOOKING_MOVES.begins[row.type].to
  const booking = { ...row, status, created_at: tx.now, synced_at: tx.now }
  if (clientId === undefined) {
    const known = await insertForClient(tx, booking, matchKey(lead.fullName, lead.email))
    if (known !== undefined) return { ...booking, ...known }
  }
  const client =
    clientId === undefined ? await findOrCreateClient(tx, lead) : await demandClient(tx, tx.owner, clientId)
  const whole = { ...booking, client_id: client.id }
  await insertBooking(tx, whole)
  return { ...whole, client_name: client.full_name, client_email: client.email }
}
