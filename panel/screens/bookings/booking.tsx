// One booking: itinerary, tickets, price, history and mails, with actions to pay, cancel and accept changes.

import type { ResponseOf } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { itineraryText } from '../../kit/itinerary-text.ts'
import { PATHS } from '../../kit/paths.ts'
import { ChargeByPix, ChargeClient } from '../../parts/charge-by-pix.tsx'
import { ClientViewButton } from '../../parts/client-view-button.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { FileButton } from '../../parts/csv-button.tsx'
import { Detail, type DetailOf } from '../../parts/detail.tsx'
import { Link } from '../../parts/link.tsx'
import { Notes } from '../../parts/notes.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { ReferencesCard } from '../../parts/references-card.tsx'
import { SendCard } from '../../parts/send-card.tsx'
import { MailsCard } from '../../parts/sent-mails.tsx'
import { BookingStatus } from '../../parts/status.tsx'
import { Tags } from '../../parts/tags.tsx'
import { TripCard } from '../../parts/trip-card.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import css from './booking.module.css'
import { Cancel } from './cancel.tsx'
import { Changes } from './changes.tsx'
import { Held } from './held.tsx'
import { History } from './history.tsx'
import { Itinerary } from './itinerary.tsx'
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
