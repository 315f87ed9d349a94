// The booking page of an offer. It reads the offer from the airline again and shows a changed price before and after.
import clock from 'icon:clock'
import searchIcon from 'icon:search'
import { useEffect, useState } from 'react'
import type { CurrentOffer } from '../../../contract/flights.ts'
import { ApiError } from '../../api/api-error.ts'
import { readDraft, writeDraft } from '../../api/drafts.ts'
import { useLocation } from '../../api/navigation.ts'
import { useRead } from '../../api/use-read.ts'
import { useNow } from '../../api/use-team.ts'
import { PATHS } from '../../logic/paths.ts'
import { timeLeft } from '../../logic/time-left.ts'
import { Amount } from '../../parts/amount.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { ClientViewButton } from '../../parts/records/client-view-button.tsx'
import { Rows } from '../../parts/skeleton.tsx'
import { TimeLeft } from '../../parts/time-left.tsx'
import { useDraftKey } from '../../parts/use-draft.ts'
import { usePathId } from '../../parts/use-path-id.ts'
import { useWords } from '../../words/language.tsx'
import { BookingForm } from './booking-form.tsx'
import { PRICE_BEFORE, Reprice, Repriced } from './reprice.tsx'
import css from './reserve.module.css'
import { reserveWords } from './reserve-words.ts'
import { type TripIdentity, tripIdentity } from './same-trip.ts'

const GONE = ['offer_expired', 'offer_not_found', 'sold_out']

export function Screen() {
  const words = useWords(reserveWords)
  const now = useNow()
  const id = usePathId()
  const { search } = useLocation()
  const { [PRICE_BEFORE]: before, ...results } = search
  const result = useRead('offers.read', { params: { id } }, { isStatic: true })
  const { data, error } = result
  const [isRefused, setRefused] = useState(false)
  const isGone = error instanceof ApiError && GONE.includes(error.code)
  const isOver = data !== undefined && now !== undefined && timeLeft(data.expires_at, now).isOver
  const wanted = useRememberedTrip(id, data)
  return (
    <>
      <PageHead
        title={words.title}
        sub={
          data && now && !isOver && !isRefused ? (
            <>
              {words.holdsFor} <TimeLeft until={data.expires_at} now={now} />
            </>
          ) : undefined
        }
      >
        <ClientViewButton />
        <ButtonLink to={PATHS.flights} search={results}>
          {words.toResults}
        </ButtonLink>
      </PageHead>
      {isGone && wanted === undefined ? (
        <EmptyState title={words.over} text={words.overText} icon={clock}>
          <ButtonLink to={PATHS.flights} search={results} icon={searchIcon} kind="main">
            {words.again}
          </ButtonLink>
        </EmptyState>
      ) : isGone && wanted !== undefined ? (
        <Reprice wanted={wanted} title={words.over} text={words.repriceText} />
      ) : (
        <Loaded result={result} skeleton={<Checking />}>
          {(offer) => (
            <>
              {isOver || isRefused ? (
                <Reprice wanted={tripIdentity(offer)} title={words.over} text={words.repriceText} />
              ) : offer.price_changed ? (
                <>
                  <Changed offer={offer} />
                  <Reprice wanted={tripIdentity(offer)} title={words.priceMoved} text={words.repriceText} />
                </>
              ) : (
                before !== undefined && <Repriced before={before} now={offer.client_amount} />
              )}
              {now && (
                <BookingForm
                  offer={offer}
                  now={now}
                  isOff={isOver || isRefused || offer.price_changed}
                  onGone={() => setRefused(true)}
                />
              )}
            </>
          )}
        </Loaded>
      )}
    </>
  )
}

/** Remembers the trip of the offer, which may have expired after a reload. */
function useRememberedTrip(id: string, offer: CurrentOffer | undefined): TripIdentity | undefined {
  const place = useDraftKey(`trip.${id}`)
  useEffect(() => {
    if (place !== undefined && offer !== undefined)
      writeDraft(place, { values: tripIdentity(offer), base: null })
  }, [place, offer])
  const kept = place === undefined ? undefined : readDraft(place)?.values
  return kept as TripIdentity | undefined
}

function Checking() {
  const words = useWords(reserveWords)
  return (
    <div>
      <p role="status" className={css.checking}>
        {words.rechecking}
      </p>
      <Rows count={6} />
    </div>
  )
}

/** The client's price before and after; never the agency's cost. */
function Changed({ offer }: { offer: CurrentOffer }) {
  const words = useWords(reserveWords)
  return (
    <section className={css.changed} role="alert">
      <div>
        <h2>{words.changed}</h2>
        <p>{words.changedText}</p>
      </div>
      <dl>
        <div>
          <dt>{words.before}</dt>
          <dd>
            <s>
              <Amount of={offer.previous_client_amount} />
            </s>
          </dd>
        </div>
        <div>
          <dt>{words.now}</dt>
          <dd>
            <Amount of={offer.client_amount} isStrong />
          </dd>
        </div>
      </dl>
    </section>
  )
}
