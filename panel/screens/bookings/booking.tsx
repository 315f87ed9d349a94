// One booking: itinerary, tickets, price, history and mails, with actions to pay, cancel and accept changes.
import { useState } from 'react'
import { useLocation } from '../../api/navigation.ts'
import type { ResponseOf } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { useNow, usePermission } from '../../api/use-team.ts'
import { expectedRefund } from '../../logic/booking-money.ts'
import { itineraryText } from '../../logic/itinerary-text.ts'
import { centsOf } from '../../logic/money.ts'
import { PATHS } from '../../logic/paths.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { FileButton } from '../../parts/csv-button.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { Detail, type DetailOf } from '../../parts/detail.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { ChargeByPix, ChargeClient } from '../../parts/records/charge-by-pix.tsx'
import { ClientViewButton } from '../../parts/records/client-view-button.tsx'
import { Notes } from '../../parts/records/notes.tsx'
import { ReferencesCard } from '../../parts/records/references-card.tsx'
import { SendCard } from '../../parts/records/send-card.tsx'
import { MailsCard } from '../../parts/records/sent-mails.tsx'
import { Tags } from '../../parts/records/tags.tsx'
import { TripCard } from '../../parts/records/trip-card.tsx'
import { BookingStatus, type StatusKind } from '../../parts/status.tsx'
import { TimeLeft } from '../../parts/time-left.tsx'
import { Timeline } from '../../parts/timeline.tsx'
import { toast } from '../../parts/toast.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { recordWords } from '../../words/records.ts'
import { useTranslate } from '../../words/translate.ts'
import css from './booking.module.css'
import { Changes } from './changes.tsx'
import { Itinerary } from './itinerary.tsx'
import { Pay } from './pay.tsx'
import { Price } from './price.tsx'
import { Travellers } from './travellers.tsx'
import { bookingWords } from './words.ts'

type Booking = ResponseOf<'bookings.read'>

export const Screen = () => <Detail by="bookings.read" list="bookings" as={BookingPage} />

function Sub({ of: { status, client, created_at: at } }: { of: Booking }) {
  const words = useWords(bookingWords)
  const formats = useFormats()
  return (
    <span className={css.sub}>
      <BookingStatus of={status} />
      <Link to={PATHS.client(client.id)}>{client.full_name}</Link>
      <span>{words.made(formats.moment(at))}</span>
    </span>
  )
}

function Actions({ of: booking }: { of: Booking }) {
  const { id, booking_reference: locator, status } = booking
  const words = useWords(bookingWords)
  return (
    <>
      {locator !== '' && <CopyButton text={locator} what={words.locator} />}
      {status === 'ticketed' && (
        <FileButton of="bookings.receipt" request={{ params: { id } }} label={words.receipt} />
      )}
      <ClientViewButton />
      {SENDABLE.includes(status) && <ChargeClient of={booking} />}
      <Cancel booking={booking} />
      {status === 'ticketed' && <ChargeByPix of={booking} />}
    </>
  )
}

const FOLLOW_MS = 4_000
const SENDABLE: readonly string[] = ['pending', 'confirmed', 'ticketed']

function BookingPage({ of: booking, back }: DetailOf<'bookings.read'>) {
  const { id, booking_reference: locator, status, tags } = booking
  const words = useWords(bookingWords)
  const mayWrite = usePermission('bookings.write')
  const isIssuing = status === 'confirmed' || (locator === '' && status === 'pending')
  // Polls in addition to the event stream, because tickets usually arrive within seconds.
  useRead('bookings.read', { params: { id } }, { pollMs: isIssuing ? FOLLOW_MS : false })
  return (
    <>
      <PageHead title={booking.booking_reference || words.noLocator} sub={<Sub of={booking} />} back={back}>
        <Actions of={booking} />
      </PageHead>
      <div className={css.page}>
        <div className={css.main}>
          {status === 'confirmed' && (
            <p className={css.notice} role="status">
              {words.issuing}
            </p>
          )}
          {status === 'failed' && <p className={css.failed}>{words.failed}</p>}
          <Changes booking={booking} />
          <Itinerary slices={booking.slices} />
          <Travellers booking={booking} />
          <MailsCard query={{ booking_id: id }} />
          <History id={id} />
        </div>
        <div className={css.side}>
          {status === 'pending' && (
            <div className={css.first}>
              <Held booking={booking} />
            </div>
          )}
          <Price booking={booking} />
          {mayWrite && SENDABLE.includes(status) && (
            <SendCard
              by="bookings.send"
              id={id}
              client={booking.client}
              text={itineraryText(booking, words)}
            />
          )}
          <TripCard tripId={booking.trip_id} bookingId={id} clientId={booking.client.id} />
          <ReferencesCard of={booking} />
          <Tags about="booking" id={id} tags={tags} list={PATHS.bookings} />
          <Notes about="booking" id={id} />
        </div>
      </div>
    </>
  )
}

const CANCELLABLE: readonly Booking['status'][] = ['pending', 'confirmed', 'ticketed']

/** Cancels a booking; the dialog shows the expected refund first. */
function Cancel({ booking }: { booking: Booking }) {
  const words = useWords(bookingWords)
  const formats = useFormats()
  const mayCancel = usePermission('bookings.write')
  const { id, booking_reference: locator, status } = booking
  const cancel = useChange('bookings.cancel', {
    refreshes: ['bookings', 'wallet', 'reports', 'clients'],
    onDone: ({ refund: { amount } }) =>
      toast({
        text: (centsOf(amount) ?? 0n) > 0n ? words.cancelled(formats.money(amount)) : words.cancelledFree,
      }),
  })
  const refundText = useRefundText(booking)
  if (!mayCancel || !CANCELLABLE.includes(status)) return null
  return (
    <ConfirmButton
      verb={words.cancel}
      title={words.cancelTitle(locator)}
      kind="danger"
      change={cancel}
      request={{ params: { id } }}
      {...(status !== 'pending' && locator !== '' && { word: locator })}
    >
      <p className={css.strong}>{refundText}</p>
      <p>{words.noUndo}</p>
    </ConfirmButton>
  )
}

function useRefundText(booking: Booking): string {
  const words = useWords(bookingWords)
  const { money } = useFormats()
  const refund = expectedRefund(booking)
  if (refund.kind === 'free') return words.cancelFree
  const paid = money(refund.paid)
  if (refund.kind === 'none') return words.cancelNone(paid)
  if (refund.kind === 'unknown') return words.cancelUnknown(paid)
  if (centsOf(refund.kept) === 0n) return words.cancelFull(paid)
  return words.cancelSome(money(refund.returns), money(refund.kept), paid)
}

/** A booking on hold: the payment deadline and the wallet's balance. */
function Held({ booking }: { booking: ResponseOf<'bookings.read'> }) {
  const words = useWords(bookingWords)
  const now = useNow()
  const mayPay = usePermission('bookings.write')
  const [isOpen, setOpen] = useState(useLocation().search.pagar !== undefined)
  const { payment_required_by: until, price_guarantee_expires_at: guaranteed } = booking.payment_status
  return (
    <Card title={words.onHold}>
      {until !== null && now !== undefined && (
        <p className={css.left}>
          <TimeLeft until={until} now={now} />
        </p>
      )}
      <KeyValues
        rows={[
          [words.payBy, until !== null && <DateTime at={until} />],
          [words.priceUntil, guaranteed !== null && guaranteed !== until && <DateTime at={guaranteed} />],
        ]}
      />
      {mayPay && booking.payment_status.awaiting_payment && (
        <div className={css.ends}>
          <Button kind="main" isWide onClick={() => setOpen(true)}>
            {words.pay}
          </Button>
        </div>
      )}
      {isOpen && <Pay id={booking.id} onClose={() => setOpen(false)} />}
    </Card>
  )
}

type Entry = ResponseOf<'bookings.timeline'>[number]
type Words = (typeof bookingWords)['pt']

const KINDS = new Map<string, StatusKind>([
  ['booking.ticketed', 'ok'],
  ['booking.failed', 'bad'],
  ['booking.expired', 'bad'],
  ['booking.cancelled', 'wait'],
])

/** The history of a booking: events, money, mails and notes, newest first. */
function History({ id }: { id: string }) {
  const words = useWords(bookingWords)
  const { mailStatuses } = useWords(recordWords)
  const translate = useTranslate()
  const result = useRead('bookings.timeline', { params: { id } })
  const states = new Map<string, string>(Object.entries(mailStatuses))
  return (
    <Card title={words.timeline}>
      <Loaded result={result}>
        {(entries) => (
          <Timeline
            timelineEntries={entries.toReversed().map((entry) => {
              const kind = KINDS.get(entry.name)
              const named = entry.kind === 'note' ? { ...entry, name: translate(entry.name) } : entry
              const text = entry.kind === 'email' ? entry.name : undefined
              return {
                id: entry.id,
                at: entry.at,
                name: nameOf(named, words, states),
                ...(text !== undefined && { text }),
                ...(kind !== undefined && { kind }),
              }
            })}
          />
        )}
      </Loaded>
    </Card>
  )
}

function nameOf(
  { kind, name, status = '' }: Entry,
  words: Words,
  mailStates: ReadonlyMap<string, string>,
): string {
  if (kind === 'email') return words.mailEntry(mailStates.get(status) ?? status)
  if (kind === 'note') return words.noteEntry(name)
  return new Map<string, string>(Object.entries(words.events)).get(name) ?? name
}
