// The table of bookings, for the store that changes it and the lists that read it.
import type { Generated } from 'kysely'
import type { BookingType } from '../../../contract/bookings.ts'
import type { Mode } from '../../../contract/teams.ts'
import type { BookingState } from './states.ts'

export interface BookingsTable {
  id: string
  team_id: string
  mode: Mode
  type: BookingType
  status: BookingState
  client_id: string
  offer_id: string
  supplier: string
  /** Nothing of it is real: neither what was paid, nor the flights. */
  simulated: boolean
  booking_reference: string
  wallet_cents: bigint
  client_cents: bigint
  total_cents: bigint
  base_cents: bigint
  tax_cents: bigint
  currency: string
  rate: string
  origin: string
  destination: string
  departure_date: string
  airline: string
  search_text: string
  payment_required_by: Date | null
  price_guaranteed_until: Date | null
  slices: string
  documents: string
  changes: Generated<string>
  content: string
  /** Encrypted. */
  passengers: Buffer
  order_data: string | null
  cancelling: Generated<boolean>
  /** An instant that its carrier has not taken yet: its `booking.created` is still to come. */
  unannounced: Generated<boolean>
  refund_cents: Generated<bigint | null>
  penalty_cents: Generated<bigint | null>
  penalty_currency: Generated<string | null>
  idempotency_key: string | null
  created_at: Date
  synced_at: Date
  ticketed_at: Date | null
}
