// The job that writes the mails about a booking to the client and the agency, each once.

import type { Sending } from '../../../contract/mails.ts'
import type { Notification } from '../../../contract/team-profile.ts'
import { lockInTransaction } from '../../kernel/db/db.ts'
import { readerOf } from '../../kernel/db/reader.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { isScheduled } from '../../kernel/jobs/schedule.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import { type ClientRow, clientOf } from '../clients/store.ts'
import { hasMail } from '../notifications/mail-store.ts'
import { demandEmail } from '../notifications/messages.ts'
import { languageOf, queueMail } from '../notifications/queue-mail.ts'
import { addressed } from '../notifications/salutation.ts'
import { letterheadOf } from '../teams/brand.ts'
import { wantsMail } from '../teams/notify.ts'
import { demandTeam, type Team } from '../teams/store.ts'
import type { World } from '../world.ts'
import { changesOf, shownChanges } from './changes.ts'
import { type BookingNotice, bookingMailJob } from './jobs.ts'
import { type BookingMailView, bookingMail } from './mail.ts'
import { noticeKey } from './move-booking.ts'
import { bookingLanguage, travellersOf } from './receipt.ts'
import { awaitsPayment, awaitsTickets, hasFlights, isFailed, isTicketed } from './states.ts'
import { type BookingRow, type BookingWithClient, findBooking } from './store.ts'
import { slicesOf } from './view.ts'
import type { Audience } from './words.ts'

const AUDIENCES: readonly Audience[] = ['client', 'agency']

/** The notification setting by which the agency gets its copy of each notice. */
const CHOICES: Readonly<Record<BookingNotice, Notification>> = {
  created: 'booking_created',
  ticketed: 'booking_ticketed',
  reminder: 'booking_reminder',
  cancelled: 'booking_cancelled',
  changed: 'booking_changed',
  cancelled_by_carrier: 'booking_cancelled_by_carrier',
  failed: 'booking_failed',
}

/** The keys of all mails about a booking. */
export function mailKeys(booking: Pick<BookingRow, 'id' | 'changes'>): string[] {
  const changes = changesOf(booking).map(({ id }) => id)
  return Object.keys(CHOICES).flatMap((notice) =>
    AUDIENCES.flatMap((audience) => {
      const about = notice === 'changed' ? changes : [undefined]
      return about.map((changeId) => mailKey(booking.id, notice, audience, changeId))
    }),
  )
}

/** Flights may change more than once. */
function mailKey(bookingId: string, notice: string, audience: Audience, changeId?: string): string {
  return ['booking', bookingId, notice, audience, ...(changeId === undefined ? [] : [changeId])].join(' ')
}

export async function notifyBooking(
  world: World,
  { payload: { bookingId, notice, changeIds = [] }, scope, last }: TaskOf<typeof bookingMailJob>,
): Promise<void> {
  const booking = await findBooking(readerOf(world), scope.owner, bookingId)
  const team = await demandTeam(world.pool, scope.owner.teamId)
  // The booking has moved on: a paid or ended one needs no reminder, a cancelled one no tickets.
  if (booking === undefined || !stillApplies(notice, booking)) return
  const changes = shownChanges(booking).filter(({ id }) => changeIds.includes(id))
  const client = await clientOf(world.pool, scope.owner, booking)
  const view = { ...viewOf(booking, team, client), letterhead: letterheadOf(world, team), changes }
  const spoken = { client: await bookingLanguage(world.pool, booking, team), agency: languageOf(team) }
  const writeTo = async (tx: Tx, audience: Audience, about: BookingNotice, isFirst = false) => {
    const mail = bookingMail(about, audience, spoken[audience], { ...view, isFirst })
    const to = audience === 'client' ? booking.client_email : team.email
    const isTickets = about === 'ticketed'
    const after = isTickets ? mailKey(bookingId, 'created', audience) : undefined
    const receiptOf = isTickets ? bookingId : undefined
    const key = mailKey(bookingId, about, audience, changeIds[0])
    const category = audience === 'agency' ? 'optional' : 'business'
    if (to !== '') await queueMail(tx, { key, category, to, ...mail, receiptOf, after, about: bookingId })
  }
  // News report a failure to the agency.
  const audiences = notice === 'failed' ? (['client'] as const) : AUDIENCES
  const wants = (audience: Audience, ...about: BookingNotice[]) =>
    audience === 'client' || about.some((one) => wantsMail(team, CHOICES[one]))
  await transaction(world, last, async (tx) => {
    // One at a time, because one mail may cover the notice of another.
    await lockInTransaction(tx, `mails about ${bookingId}`)
    // If an instant booking is already ticketed, the mail with its tickets reports its creation too.
    if (notice === 'created' && !view.holds && (await isTicketedNow(tx, bookingId))) return
    // A client who never heard of the booking need not hear that it failed.
    if (notice === 'failed' && !(await hasMail(tx, tx.owner, mailKey(bookingId, 'created', 'client')))) return
    const isEarly = notice === 'ticketed' && (await isScheduled(tx, bookingMailJob, createdKey(bookingId)))
    for (const audience of audiences) {
      const isFirst =
        notice === 'ticketed' &&
        !view.holds &&
        !(await hasMail(tx, tx.owner, mailKey(bookingId, 'created', audience)))
      // The job about its creation has not run yet: this job writes that mail, so that it arrives first.
      if (isEarly && view.holds && wants(audience, 'created')) await writeTo(tx, audience, 'created')
      if (isFirst ? wants(audience, 'created', 'ticketed') : wants(audience, notice))
        await writeTo(tx, audience, notice, isFirst)
    }
  })
}

/** The client's itinerary once more, because the agency asks for it. */
export async function sendBooking(world: World, scope: Scope, id: string): Promise<Sending> {
  return transaction(world, scope, async (tx) => {
    const booking = (await findBooking(tx, tx.owner, id)) ?? fail('booking_not_found')
    const { status, client_email: to } = booking
    if (status === 'cancelled') fail('booking_already_cancelled')
    if (status === 'expired') fail('booking_expired')
    if (status === 'failed') fail('booking_failed')
    const team = await demandTeam(tx, tx.owner.teamId)
    const isIssued = isTicketed(booking)
    const client = await clientOf(tx, tx.owner, booking)
    const view = { ...viewOf(booking, team, client), letterhead: letterheadOf(world, team), changes: [] }
    const language = await bookingLanguage(tx, booking, team)
    const mail = bookingMail(isIssued ? 'ticketed' : 'created', 'client', language, view)
    const mail_id = await queueMail(tx, {
      key: ['booking', id, 'again', tx.newId('mail')].join(' '),
      to: demandEmail({ email: to }),
      ...mail,
      receiptOf: isIssued ? id : undefined,
      about: id,
    })
    const about = { topic: 'records', object: 'booking', objectId: id } as const
    record(tx, { ...about, before: null, after: { sent_by: 'email' } })
    return { channel: 'email', to, mail_id }
  })
}

function createdKey(bookingId: string): string {
  return noticeKey(bookingId, 'created')
}

async function isTicketedNow(tx: Tx, bookingId: string): Promise<boolean> {
  const booking = await findBooking(tx, tx.owner, bookingId)
  return booking !== undefined && isTicketed(booking)
}

function stillApplies(notice: BookingNotice, booking: BookingWithClient): boolean {
  if (notice === 'reminder') return awaitsPayment(booking)
  if (notice === 'changed') return hasFlights(booking)
  if (notice === 'created' && isFailed(booking)) return false
  // The mail about an instant booking waits a minute; the booking may have ended meanwhile.
  if (notice === 'created' && booking.type !== 'hold') return awaitsTickets(booking) || isTicketed(booking)
  return notice !== 'ticketed' || isTicketed(booking)
}

function viewOf(booking: BookingWithClient, team: Team, client: ClientRow): BookingMailView {
  return {
    bookingReference: booking.booking_reference,
    bookingId: booking.id,
    agencyName: team.name,
    addressed: addressed(team, client),
    clientName: booking.client_name,
    clientEmail: booking.client_email,
    slices: slicesOf(booking),
    passengers: travellersOf(booking),
    clientAmountCents: booking.client_cents,
    deadline:
      booking.payment_required_by === null ? null : { at: booking.payment_required_by, zone: team.time_zone },
    refund: shownRefund(booking),
    holds: booking.type === 'hold',
    isTest: booking.mode === 'test',
    isSimulated: booking.simulated,
  }
}

/** Null if nothing was debited: the booking was cancelled before payment. */
function shownRefund({ refund_cents, penalty_cents }: BookingWithClient): BookingMailView['refund'] {
  const wasPaid = refund_cents !== null && refund_cents + (penalty_cents ?? 0n) > 0n
  return wasPaid ? { amountCents: refund_cents } : null
}
