// The result of a booking: locator and deadline of a hold, or the tickets, which may still be pending.
import check from 'icon:circle-check'
import hourglass from 'icon:hourglass'
import searchIcon from 'icon:search'
import ticket from 'icon:ticket'
import triangle from 'icon:triangle-alert'
import type { Booking } from '../../../contract/bookings.ts'
import { useRead } from '../../api/use-read.ts'
import { useNow, usePermission } from '../../api/use-team.ts'
import { cx } from '../../logic/class-names.ts'
import { itineraryText } from '../../logic/itinerary-text.ts'
import { PATHS, PAY_NOW } from '../../logic/paths.ts'
import { Locator } from '../../parts/airports.tsx'
import { Card } from '../../parts/card.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { Icon } from '../../parts/icon.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { ChargeClient } from '../../parts/records/charge-by-pix.tsx'
import { useClientView } from '../../parts/records/client-view.ts'
import { SendCard } from '../../parts/records/send-card.tsx'
import { BookingStatus } from '../../parts/status.tsx'
import { TimeLeft } from '../../parts/time-left.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { usePathId } from '../../parts/use-path-id.ts'
import { useWords } from '../../words/language.tsx'
import css from './booked.module.css'
import { reserveWords } from './reserve-words.ts'
import { Trip } from './trip.tsx'

/** Polls in addition to events. */
const LOOK_MS = 3_000

export function Screen() {
  const words = useWords(reserveWords)
  const id = usePathId()
  const first = useRead('bookings.read', { params: { id } })
  const isOnItsWay = first.data?.status === 'confirmed' || first.data?.booking_reference === ''
  const result = useRead('bookings.read', { params: { id } }, { pollMs: isOnItsWay && LOOK_MS })
  return (
    <>
      <PageHead title={result.data ? titleOf(result.data, words) : words.title} tabTitle={words.title}>
        <ButtonLink to={PATHS.flights} icon={searchIcon}>
          {words.newSearch}
        </ButtonLink>
        <ButtonLink to={PATHS.booking(id)} kind="main">
          {words.openBooking}
        </ButtonLink>
      </PageHead>
      <Loaded result={result}>
        {(booking) => (
          <>
            <Pass booking={booking} />
            <NextSteps booking={booking} />
          </>
        )}
      </Loaded>
    </>
  )
}

/** The usual next steps: issue the hold, charge the client, send the itinerary. */
function NextSteps({ booking }: { booking: Booking }) {
  const words = useWords(reserveWords)
  const mayBook = usePermission('bookings.write')
  const { id, status, client } = booking
  if (status !== 'pending' && status !== 'confirmed' && status !== 'ticketed') return null
  return (
    <div className={css.next}>
      <Card title={words.nextSteps}>
        <div className={css.ways}>
          {mayBook && status === 'pending' && (
            <ButtonLink to={PATHS.booking(id)} search={PAY_NOW} kind="main" icon={ticket}>
              {words.issueNow}
            </ButtonLink>
          )}
          <ChargeClient of={booking} />
        </div>
      </Card>
      {mayBook && (
        <SendCard by="bookings.send" id={id} client={client} text={itineraryText(booking, words)} />
      )}
    </div>
  )
}

function titleOf({ status, type }: Booking, words: (typeof reserveWords)['pt']): string {
  if (status === 'ticketed') return words.doneIssued
  if (status === 'failed') return words.doneFailed
  if (status === 'confirmed' || (status === 'pending' && type === 'instant')) return words.doneWaiting
  return status === 'pending' ? words.doneHold : words.doneOther
}

function Pass({ booking }: { booking: Booking }) {
  const words = useWords(reserveWords)
  const formats = useFormats()
  const now = useNow()
  const isHidden = useClientView()
  const { status, booking_reference: locator, documents, payment_status: payment } = booking
  const nameOf = (id: string) => {
    const one = booking.passengers.find((passenger) => passenger.id === id)
    return one === undefined ? words.ticket : `${one.given_name} ${one.family_name}`
  }
  const deadline = status === 'pending' ? payment.payment_required_by : null
  const isBad = status === 'failed'
  return (
    <section className={css.pass} aria-label={words.locator}>
      <div className={cx(css.stub, isBad && css.bad)} role="status">
        <Icon of={isBad ? triangle : status === 'ticketed' ? check : hourglass} size={28} />
        <p className={css.name}>{words.locator}</p>
        <p className={css.locator}>
          <Locator of={locator} />
          {locator !== '' && <CopyButton text={locator} what={words.locator} />}
        </p>
        <BookingStatus of={status} />
        {status === 'confirmed' && <p>{words.doneWaitingText}</p>}
        {isBad && <p>{words.doneFailedText}</p>}
      </div>
      <div className={css.rest}>
        <Trip slices={booking.slices} />
        <div className={css.known}>
          <KeyValues
            rows={[
              [words.payBy, deadline && <DateTime at={deadline} kind="stamp" />],
              [words.left, deadline && now && <TimeLeft until={deadline} now={now} />],
              ...documents.map(
                ({ unique_identifier: number, passenger_id: id }) =>
                  [
                    nameOf(id),
                    <span key={number} className="code">{`${words.ticket} ${number}`}</span>,
                  ] as const,
              ),
              [words.total, formats.money(booking.client_amount)],
              [
                booking.status === 'pending' ? words.walletAtIssue : words.walletPays,
                isHidden ? undefined : formats.money(booking.wallet_amount),
              ],
            ]}
          />
        </div>
      </div>
    </section>
  )
}
