// Invoices what is open of a booking, in one step.
import type { BookingInvoiceInput } from '../../../contract/invoices.ts'
import { readerOf } from '../../kernel/db/reader.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { dateIn } from '../../kernel/values/dates.ts'
import { earlyPaymentFrom } from '../../kernel/values/early-payment.ts'
import { fail } from '../../kernel/values/fail.ts'
import { makeUuid } from '../../kernel/values/ids.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { findBooking } from '../bookings/store.ts'
import { lockBookingInTrip } from '../bookings/trips.ts'
import { demandClient } from '../clients/clients.ts'
import { readDate, readMethods } from '../documents/input.ts'
import { priceItems } from '../documents/items.ts'
import { languageOf } from '../notifications/queue-mail.ts'
import { demandTeam } from '../teams/store.ts'
import { type OpenOfBooking, openOfBooking } from '../trips/billable.ts'
import type { World } from '../world.ts'
import { banksForDraft, createDraft, newDraft } from './drafts.ts'
import type { InvoiceRow } from './store.ts'
import type { WarnedInvoice } from './view.ts'

const DAYS_TO_PAY = 3

/** A booking that is in no trip starts one. */
export async function invoiceBooking(
  world: World,
  scope: Scope,
  bookingId: string,
  input: BookingInvoiceInput,
): Promise<WarnedInvoice> {
  const booking = (await findBooking(readerOf(world), scope.owner, bookingId)) ?? fail('booking_not_found')
  const team = await demandTeam(world.pool, scope.owner.teamId)
  const client = await demandClient(world.pool, scope.owner, booking.client_id)
  const language = languageOf(team, client)
  const update = { status: input.status ?? 'sent', notifyClient: input.notify_client }
  const today = dateIn(scope.clock.now(), team.time_zone)
  const requested = {
    client_id: client.id,
    issue_date: today.toString(),
    due_date:
      input.due_date === undefined
        ? today.add({ days: DAYS_TO_PAY }).toString()
        : readDate('due_date', input.due_date),
    notes: null,
    payment_provider_id: input.payment_provider_id ?? null,
    payment_methods: readMethods(input.payment_methods, team),
    metadata: {},
    external_reference: null,
  }
  const draftOf = (open: OpenOfBooking): InvoiceRow => {
    const item = {
      id: makeUuid(world.wall.now()),
      description: open.description,
      quantity: '1',
      unit_price: formatAmount(open.openCents),
      ...(open.tripItemId !== null && { trip_item_id: open.tripItemId }),
    }
    const priced = priceItems([item], '0', '0')
    const early_payment = earlyPaymentFrom(team.early_payment, { ...requested, ...priced })
    return newDraft(world, scope, team, { ...requested, ...priced, early_payment })
  }
  const known = await openOfBooking(world.pool, scope.owner, booking.id, language)
  if (known === undefined && booking.trip_id !== null) fail('trip_item_over_invoiced')
  const likely = draftOf(known ?? { tripItemId: null, description: '', openCents: booking.client_cents })
  const banks = await banksForDraft(world, scope, likely, update)
  return transaction(world, scope, async (tx) => {
    await lockBookingInTrip(tx, booking.id)
    const open = await openOfBooking(tx, tx.owner, booking.id, language)
    if (open === undefined) return fail('trip_item_over_invoiced')
    // The charges name the first id.
    return createDraft(world, tx, { ...draftOf(open), id: likely.id }, { team, client, banks, update })
  })
}
