// Hands one stored mail to the mail server. A crash between sending and noting it sends the mail again, under the
// same Message-ID: a notice that comes twice does less harm than one that never comes.
import { readerOf } from '../base/database/reader.ts'
import { findBooking } from '../bookings/booking-store.ts'
import { receiptOf } from '../bookings/receipt-of-booking.ts'
import { ownerOfRow } from '../outbox/owner.ts'
import { type Scope, transaction } from '../outbox/transaction.ts'
import { MAIL } from '../outbox/waits.ts'
import type { TaskOf } from '../outbox/work.ts'
import { type Mail, MailNotSent } from '../outside/mail/mailer.ts'
import { receiptPdf } from '../paper/receipt/receipt-pdf.ts'
import { logoPicture } from '../teams/set-logo.ts'
import { demandTeam, type Team } from '../teams/team-store.ts'
import type { World } from '../world.ts'
import { reasonToWait } from './mail-limits.ts'
import {
  findMail,
  type MailRow,
  setMailFailed,
  setMailGivenUp,
  setMailSent,
  setMailStored,
} from './mail-store.ts'
import { letFollow } from './queue-mail.ts'
import type * as work from './work.ts'

export async function sendMail(
  world: World,
  { piece, scope, last }: TaskOf<typeof work.sendMail>,
): Promise<void> {
  const row = await findMail(world.pool, piece.key)
  if (row === undefined) throw new Error(`there is no mail ${piece.key}`)
  if (row.status === 'sent' || row.status === 'stored')
    return transaction(world, scope, (tx) => letFollow(tx, row.id))
  const team = await demandTeam(world.pool, row.team_id)
  const isLast = piece.attempt > MAIL.length
  const reason = world.mailer.kind === 'smtp' ? await reasonToWait(world, scope, row, team.email) : null
  if (reason !== null) {
    await setMailFailed(world.pool, row.id, reason)
    // Whoever is written to so often needs no more of it.
    if (isLast) return giveUp(world, last, row)
    throw new Error('a limit of mails within an hour is reached')
  }
  try {
    await world.mailer.send(await mailOf(world, row, team))
  } catch (error) {
    const { message } = error as Error
    await setMailFailed(world.pool, row.id, error instanceof MailNotSent ? error.reason : message)
    if (isLast) await giveUp(world, scope, row)
    throw error
  }
  await transaction(world, last, async (tx) => {
    if (world.mailer.kind === 'smtp') await setMailSent(tx, row.id, tx.now)
    else await setMailStored(tx, row.id)
    await letFollow(tx, row.id)
  })
}

/** Whatever waited for it need not wait any longer. */
async function giveUp(world: World, scope: Scope, { id }: MailRow): Promise<void> {
  await transaction(world, scope, async (tx) => {
    await setMailGivenUp(tx, id)
    await letFollow(tx, id)
  })
}

async function mailOf(world: World, row: MailRow, team: Team): Promise<Mail> {
  const { id, to_address, subject, text, html, receipt_of } = row
  const from = { from: world.config.mailFrom, ...(isForAgency(row, team) ? {} : agencyAs(team)) }
  const mail = { id, ...from, to: to_address, subject, text, html }
  // Without a mail server nobody would read it.
  if (receipt_of === null || world.mailer.kind !== 'smtp') return mail
  const booking = await findBooking(readerOf(world), ownerOfRow(row), receipt_of)
  if (booking === undefined) return mail
  const filename = `recibo-${booking.booking_reference.replace(/[^A-Z0-9]/g, '')}.pdf`
  const logo = await logoPicture(world.pool, team)
  const content = await receiptPdf(receiptOf(world, booking, team), logo)
  return { ...mail, attachments: [{ filename, contentType: 'application/pdf', content }] }
}

/** To itself it is the service that writes, as it always did; in test mode what is meant for others is not. */
function isForAgency({ to_address, meant_for }: MailRow, { email }: Team): boolean {
  return meant_for === null && to_address.toLowerCase() === email.toLowerCase()
}

/** Under the agency's name, over the address that the mail server may use; answers go to the agency. */
function agencyAs({ name, reply_to, email }: Team): Pick<Mail, 'as' | 'replyTo'> {
  return { as: name.replace(/[\s\p{Cc}]+/gu, ' ').trim(), replyTo: reply_to ?? email }
}
