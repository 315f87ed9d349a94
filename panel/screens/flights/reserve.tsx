// Booking an offer: it is read again at the carrier first, and a price that changed is shown before and after.
import clock from 'icon:clock'
import searchIcon from 'icon:search'
import type { CurrentOffer } from '../../../contract/flights.ts'
import { ApiError } from '../../api/api-error.ts'
import { usePlace } from '../../api/place.ts'
import { useRead } from '../../api/use-read.ts'
import { useNow } from '../../api/use-team.ts'
import { PATHS } from '../../kit/paths.ts'
import { timeLeft } from '../../kit/time-left.ts'
import { Amount } from '../../parts/amount.tsx'
import { ClientViewButton } from '../../parts/client-view-button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Rows } from '../../parts/skeleton.tsx'
import { TimeLeft } from '../../parts/time-left.tsx'
import { useAddressId } from '../../parts/use-address-id.ts'
import { useWords } from '../../words/language.tsx'
import { Desk } from './desk.tsx'
import css from './reserve.module.css'
import { reserveWords } from './reserve-words.ts'

const GONE = ['offer_expired', 'offer_not_found', 'sold_out']

export function Screen() {
  const words = useWords(reserveWords)
  const now = useNow()
  const id = useAddressId()
  const { search } = usePlace()
  const result = useRead('offers.read', { params: { id } }, { isStill: true })
  const { data, error } = result
  const isGone = error instanceof ApiError && GONE.includes(error.code)
  const isOver = data !== undefined && now !== undefined && timeLeft(data.expires_at, now).isOver
  const again = (
    <ButtonLink to={PATHS.flights} search={search} icon={searchIcon} kind="main">
      {words.again}
    </ButtonLink>
  )
  return (
    <>
      <PageHead
        title={words.title}
        sub={
          data && now && !isOver ? (
            <>
              {words.holdsFor} <TimeLeft until={data.expires_at} now={now} />
            </>
          ) : undefined
        }
      >
        <ClientViewButton />
        <ButtonLink to={PATHS.flights} search={search}>
          {words.toResults}
        </ButtonLink>
      </PageHead>
      {isGone || isOver ? (
        <EmptyState title={words.over} text={words.overText} icon={clock}>
          {again}
        </EmptyState>
      ) : (
        <Loaded result={result} skeleton={<Checking />}>
          {(offer) => (
            <>
              {offer.price_changed && (
                <>
                  <Changed offer={offer} />
                  <p className={css.again}>{again}</p>
                </>
              )}
              {now && <Desk offer={offer} now={now} />}
            </>
          )}
        </Loaded>
      )}
    </>
  )
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

/** What the client pays, before and after; never what it costs the agency. */
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
