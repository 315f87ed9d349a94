// One trip: its items by day, people, money, documents and messages, and the travellers' page.
import pencil from 'icon:pencil'
import plus from 'icon:plus'
import receipt from 'icon:receipt-text'
import { lazy, Suspense } from 'react'
import type { TripDetail } from '../../../contract/trips.ts'
import { usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../logic/paths.ts'
import { Card } from '../../parts/card.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { Detail, type DetailOf } from '../../parts/detail.tsx'
import { ButtonLink, Link } from '../../parts/link.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { ClientViewButton } from '../../parts/records/client-view-button.tsx'
import { Notes } from '../../parts/records/notes.tsx'
import { ReferencesCard } from '../../parts/records/references-card.tsx'
import { MailsCard } from '../../parts/records/sent-mails.tsx'
import { Tags } from '../../parts/records/tags.tsx'
import { OpenAmounts, TripDays, TripStatus } from '../../parts/records/trip-columns.tsx'
import { TripWarnings } from '../../parts/records/warnings.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { tripWords } from '../../words/trips.ts'
import { Documents } from './documents.tsx'
import { Itinerary } from './itinerary.tsx'
import { Money } from './money.tsx'
import { PageCard } from './page-card.tsx'
import css from './trips.module.css'
import { tripScreenWords } from './words.ts'

/** Menus bring a large library: the page is shown without waiting for it. */
const TripActions = lazy(async () => ({ default: (await import('./trip-actions.tsx')).TripActions }))

export const Screen = () => <Detail by="trips.read" list="trips" as={TripPage} />

function TripPage({ of: trip, back }: DetailOf<'trips.read'>) {
  return (
    <>
      <PageHead title={trip.title} sub={<Sub of={trip} />} back={back}>
        <Actions of={trip} />
      </PageHead>
      <div className={css.halves}>
        <div className={css.page}>
          <Itinerary of={trip} />
        </div>
        <div className={css.page}>
          <TripWarnings tripId={trip.id} />
          <PageCard of={trip} />
          <People of={trip} />
          <Acceptances of={trip} />
          <ReferencesCard of={trip} />
          <Tags about="trip" id={trip.id} tags={trip.tags} list={PATHS.trips} />
          <Notes about="trip" id={trip.id} />
        </div>
      </div>
      <div className={css.below}>
        <Money of={trip} />
        <Documents of={trip} />
        <TripMessages of={trip} />
      </div>
    </>
  )
}

type Trip = DetailOf<'trips.read'>['of']

function Sub({ of: trip }: { of: Trip }) {
  const words = useWords(tripScreenWords)
  const [seesClients, seesQuotes] = [usePermission('clients.read'), usePermission('quotes.read')]
  const { client, client_id: clientId, seller } = trip
  return (
    <span className={css.sub}>
      <TripStatus of={trip.status} />
      <span className="code">{trip.number}</span>
      {seesClients ? (
        <Link to={PATHS.client(clientId)}>{client.full_name}</Link>
      ) : (
        <span>{client.full_name}</span>
      )}
      <span>
        <TripDays of={trip} />
      </span>
      {seller !== null && <span>{words.soldBy(seller.name)}</span>}
      {seesQuotes &&
        trip.quote_ids.map((id) => (
          <Link key={id} to={PATHS.quote(id)}>
            {words.seeQuote}
          </Link>
        ))}
      <OpenAmounts of={trip.items} />
    </span>
  )
}

function Actions({ of: trip }: { of: Trip }) {
  const words = useWords(tripScreenWords)
  const shared = useWords(tripWords)
  const [mayWrite, mayInvoice] = [usePermission('trips.write'), usePermission('invoices.write')]
  return (
    <>
      <ClientViewButton />
      {mayWrite && (
        <ButtonLink to={PATHS.editTrip(trip.id)} icon={pencil}>
          {words.edit}
        </ButtonLink>
      )}
      {mayInvoice && trip.items.some((item) => item.money.open > 0) && (
        <ButtonLink to={PATHS.billTrips} search={{ client_id: trip.client_id, trip: trip.id }} icon={receipt}>
          {shared.invoiceOpen}
        </ButtonLink>
      )}
      {mayWrite && (
        <ButtonLink to={PATHS.newTripItem(trip.id)} icon={plus} kind="main">
          {words.addItem}
        </ButtonLink>
      )}
      {mayWrite && (
        <Suspense>
          <TripActions of={trip} />
        </Suspense>
      )}
    </>
  )
}

/** E-mails about the trip. */
function TripMessages({ of: { id } }: { of: TripDetail }) {
  return <MailsCard query={{ trip_id: id }} />
}

/** The payer and the travellers. */
function People({ of: trip }: { of: TripDetail }) {
  const words = useWords(tripScreenWords)
  const formats = useFormats()
  const [mayWrite, seesClients] = [usePermission('trips.write'), usePermission('clients.read')]
  const name = (text: string, clientId: string | null) =>
    clientId !== null && seesClients ? <Link to={PATHS.client(clientId)}>{text}</Link> : text
  return (
    <Card
      title={words.people}
      action={
        mayWrite && (
          <ButtonLink to={PATHS.editTrip(trip.id)} isSmall>
            {words.editTravellers}
          </ButtonLink>
        )
      }
    >
      <ul className={css.people}>
        <li>
          <span>{name(trip.client.full_name, trip.client_id)}</span>
          <small className="quiet">{words.pays}</small>
        </li>
        {trip.travellers.map(({ id, full_name: fullName, born_on: born, client_id: clientId }) => (
          <li key={id}>
            <span>{name(fullName, clientId)}</span>
            <small className="quiet">{born === null ? words.travels : words.born(formats.date(born))}</small>
          </li>
        ))}
      </ul>
      {trip.travellers.length === 0 && <p className="quiet">{words.noTravellers}</p>}
    </Card>
  )
}

const SHOWN_DIGITS = 12

/** Acceptances of the agency's terms on the travellers' page. */
function Acceptances({ of: { acceptances } }: { of: TripDetail }) {
  const words = useWords(tripScreenWords)
  if (acceptances.length === 0) return null
  return (
    <Card title={words.acceptances} sub={words.acceptancesSub}>
      <ul className={css.people}>
        {acceptances.map(({ accepted_at: at, name, terms_sha256: hash, ...proof }) => (
          <li key={`${at}${hash}`}>
            <span>{name}</span>
            <small className="quiet">
              <DateTime at={at} kind="stamp" /> · {words.termsVersion}{' '}
              <span className="code">{hash.slice(0, SHOWN_DIGITS)}</span>
            </small>
            <details className={css.proof}>
              <summary>{words.acceptedText}</summary>
              <p className="quiet">{words.acceptedFrom(proof.address)}</p>
              {proof.user_agent !== null && <p className="quiet">{proof.user_agent}</p>}
              <p>{proof.terms_text}</p>
            </details>
          </li>
        ))}
      </ul>
    </Card>
  )
}
