// What events carry in `data.object`, by the kind of object: its public view, or a shorter form of it.
import Type from 'typebox'
import { Booking, BookingPassenger } from './bookings.ts'
import { Invoice } from './invoices.ts'
import { PaymentProviderView } from './payments.ts'
import { Quote } from './quotes.ts'
import { RecurringInvoice } from './recurring-invoices.ts'
import { Refund } from './refunds.ts'
import { ApiKey } from './teams.ts'
import { HeldPayment, PaymentReturn, Recharge, WalletTransaction } from './wallet.ts'

const booking = Booking.properties
const line = WalletTransaction.properties
const provider = PaymentProviderView.properties
const key = ApiKey.properties

export const EVENT_OBJECTS = {
  /** Its amount is what the client pays, as in the list of bookings. */
  booking: Type.Object({
    id: booking.id,
    booking_reference: booking.booking_reference,
    status: booking.status,
    total_amount: booking.client_amount,
    currency: booking.client_currency,
    documents: booking.documents,
    passengers: Type.Array(Type.Omit(BookingPassenger, ['identity_documents', 'loyalty_programme_accounts'])),
    slices: booking.slices,
    changes: booking.changes,
    created_at: booking.created_at,
  }),
  transaction: Type.Object({ ...line, balance: line.balance_after }),
  recharge: Recharge,
  payment_return: PaymentReturn,
  held_payment: HeldPayment,
  integration: Type.Object({
    id: provider.id,
    kind: Type.Literal('payment_provider'),
    provider: provider.provider,
    status: provider.status,
    connected_at: provider.connected_at,
  }),
  api_key: Type.Object({
    id: key.id,
    name: key.name,
    mode: key.mode,
    last_four: key.last_four,
    created_at: key.created_at,
    revoked_at: key.revoked_at,
  }),
  invoice: Invoice,
  refund: Refund,
  quote: Quote,
  recurring_invoice: RecurringInvoice,
}

export type EventObjectName = keyof typeof EVENT_OBJECTS

/** The object of this kind as its events show it. */
export type Snapshot<Name extends EventObjectName> = Type.Static<(typeof EVENT_OBJECTS)[Name]>
