// The e-ticket receipt of a booking as a file to save.

import { readerOf } from '../../kernel/db/reader.ts'
import type { Owner } from '../../kernel/outbox/owner.ts'
import { fail } from '../../kernel/values/fail.ts'
import { logoPicture } from '../teams/set-logo.ts'
import { findTeam } from '../teams/team-store.ts'
import type { World } from '../world.ts'
import { bookingLanguage } from './booking-language.ts'
import { findBooking } from './booking-store.ts'
import { receiptOf } from './receipt-of-booking.ts'
import { receiptPdf } from './receipt-pdf.ts'
import { isTicketed } from './states.ts'

export async function readReceipt(
  world: World,
  owner: Owner,
  id: string,
): Promise<{ name: string; content: Buffer }> {
  const booking = await findBooking(readerOf(world), owner, id)
  const team = await findTeam(world.pool, owner.teamId)
  if (booking === undefined || !isTicketed(booking) || team === undefined)
    return fail('booking_not_found', { advice: 'a receipt is there once the tickets are issued' })
  const reference = booking.booking_reference.replace(/[^A-Z0-9]/g, '')
  const logo = await logoPicture(world.pool, team)
  const language = await bookingLanguage(world.pool, booking, team)
  const content = await receiptPdf(receiptOf(world, booking, team, language), logo)
  return { name: `recibo-${reference}.pdf`, content }
}
