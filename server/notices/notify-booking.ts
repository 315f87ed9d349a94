// Tells the client and the agency what became of a booking: each notice once, whoever it is for.
import { finish } from '../base/due-work.ts'
import { transaction } from '../base/transaction.ts'
import type { Notice } from '../bookings/booking-steps.ts'
import { type BookingWithClient, findBooking } from '../bookings/booking-store.ts'
import { contentOf, documentsOf, slicesOf } from '../bookings/booking-view.ts'
import { findTeam, type Team } from '../teams/team-store.ts'
import type { Task, World } from '../world.ts'
import { type BookingMailView, bookingMail } from './booking-mail.ts'
import { queueMail } from './queue-mail.ts'

const READERS: Readonly<Record<Notice, readonly ('client' | 'agency')[]>> = {
  created: ['client', 'agency'],
  ticketed: ['client', 'agency'],
  reminder: ['client'],
  cancelled: ['client', 'agency'],
}

export async function notifyBooking(world: World, { piece, payload, scope }: Task): Promise<void> {
  const { bookingId, notice } = payload as { bookingId: string; notice: Notice }
  const booking = await findBooking(world.pool, scope!, bookingId)
  const team = (await findTeam(world.pool, scope!.teamId))!
  // Who has paid, cancelled or let it lapse meanwhile needs no reminder.
  if (booking === undefined || (notice === 'reminder' && booking.status !== 'pending')) return
  const view = viewOf(booking, team)
  const language = contentOf(booking).metadata.language === 'en' ? 'en' : 'pt-BR'
  const receiptOf = notice === 'ticketed' ? bookingId : undefined
  await transaction(world, scope!, async (tx) => {
    finish(tx, piece)
    for (const reader of READERS[notice]) {
      const mail = bookingMail(notice, reader, reader === 'client' ? language : 'pt-BR', view)
      const to = reader === 'client' ? booking.client_email : team.email
      await queueMail(tx, { key: `booking ${bookingId} ${notice} ${reader}`, to, ...mail, receiptOf })
    }
  })
}

function viewOf(booking: BookingWithClient, team: Team): BookingMailView {
  const tickets = new Map(
    documentsOf(booking).map((ticket) => [ticket.passenger_id, ticket.unique_identifier]),
  )
  return {
    bookingReference: booking.booking_reference,
    bookingId: booking.id,
    agencyName: team.name,
    clientName: booking.client_name,
    slices: slicesOf(booking),
    passengers: contentOf(booking).passengers.map(({ id, type, given_name, family_name }) => ({
      name: `${given_name} ${family_name}`,
      type,
      ticket: tickets.get(id) ?? null,
    })),
    clientAmountCents: booking.client_cents,
    deadline:
      booking.payment_required_by === null ? null : { at: booking.payment_required_by, zone: team.time_zone },
    // Where nothing was debited, nothing returns: a booking that was cancelled before it was paid.
    refund: isPaidBack(booking) ? { amountCents: booking.refund_cents! } : null,
    holds: booking.type === 'hold',
  }
}

function isPaidBack({ refund_cents, penalty_cents }: BookingWithClient): boolean {
  return refund_cents !== null && (refund_cents > 0n || penalty_cents! > 0n)
}
