// One trip: its items by day, people, money, documents and messages, and the travellers' page.
import pencil from 'icon:pencil'
import plus from 'icon:plus'
import receipt from 'icon:receipt-text'
import { lazy, Suspense } from 'react'
import { usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../kit/paths.ts'
import { ClientViewButton } from '../../parts/client-view-button.tsx'
import { Detail, type DetailOf } from '../../parts/detail.tsx'
import { ButtonLink, Link } from '../../parts/link.tsx'
import { Notes } from '../../parts/notes.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { ReferencesCard } from '../../parts/references-card.tsx'
import { Tags } from '../../parts/tags.tsx'
import { OpenAmounts, TripDays, TripStatus } from '../../parts/trip-columns.tsx'
import { TripWarnings } from '../../parts/warnings.tsx'
import { useWords } from '../../words/language.tsx'
import { tripWords } from '../../words/trips.ts'
import { Acceptances } from './acceptances.tsx'
import { Documents } from './documents.tsx'
import { Itinerary } from './itinerary.tsx'
import { TripMessages } from './messages.tsx'
import { Money } from './money.tsx'
import { PageCard } from './page-card.tsx'
import { People } from './people.tsx'
import css from './trips.module.css'
import { tripsWords } from './words.ts'

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
  const words = useWords(tripsWords)
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
  const words = useWords(tripsWords)
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
