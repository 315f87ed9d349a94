// Prices an expired offer again in place: searches for the same flights and fare, and keeps the passengers.
import refreshIcon from 'icon:refresh-cw'
import searchIcon from 'icon:search'
import { useState } from 'react'
import { navigate, useLocation } from '../../api/navigation.ts'
import { useChange } from '../../api/use-change.ts'
import { PATHS } from '../../logic/paths.ts'
import { Amount } from '../../parts/amount.tsx'
import { Button } from '../../parts/button.tsx'
import { failureText } from '../../parts/failure-text.ts'
import { ButtonLink } from '../../parts/link.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import css from './reserve.module.css'
import { reserveWords } from './reserve-words.ts'
import { findSame, sameTripBody, type TripIdentity } from './same-trip.ts'

/** Query parameter with the client's price of the replaced offer. */
export const PRICE_BEFORE = 'antes'

interface RepriceProps {
  readonly wanted: TripIdentity
  readonly title: string
  readonly text: string
}

export function Reprice({ wanted, title, text }: RepriceProps) {
  const words = useWords(reserveWords)
  const parts = useWords(partWords)
  const { search } = useLocation()
  const [isGone, setGone] = useState(false)
  const again = useChange('flights.search')
  const { [PRICE_BEFORE]: _, ...results } = search
  const reprice = async () => {
    setGone(false)
    const { offers } = await again.mutateAsync({ body: sameTripBody(wanted) })
    const same = findSame(offers, wanted)
    if (same === undefined) setGone(true)
    else
      await navigate(PATHS.offer(same.id), {
        search: { ...results, [PRICE_BEFORE]: wanted.amount },
        replace: true,
      })
  }
  return (
    <section className={css.changed} role="alert">
      <div>
        <h2>{isGone ? words.sameGone : title}</h2>
        <p>{isGone ? words.sameGoneText : text}</p>
        {again.isError && <p>{failureText(again.error, parts).text}</p>}
      </div>
      {isGone ? (
        <ButtonLink to={PATHS.flights} search={results} icon={searchIcon} kind="main">
          {words.again}
        </ButtonLink>
      ) : (
        <Button
          kind="main"
          icon={refreshIcon}
          isBusy={again.isPending}
          onClick={() => void reprice().catch(() => undefined)}
        >
          {words.reprice}
        </Button>
      )}
    </section>
  )
}

/** The client's price before and now; never the agency's cost. */
export function Repriced({ before, now }: { before: string; now: string }) {
  const words = useWords(reserveWords)
  const isSame = Number(before) === Number(now)
  return (
    <section className={css.changed} role="status">
      <div>
        <h2>{isSame ? words.repricedSame : words.repriced}</h2>
        <p>{words.repricedText}</p>
      </div>
      {!isSame && (
        <dl>
          <div>
            <dt>{words.beforeReprice}</dt>
            <dd>
              <s>
                <Amount of={before} />
              </s>
            </dd>
          </div>
          <div>
            <dt>{words.now}</dt>
            <dd>
              <Amount of={now} isStrong />
            </dd>
          </div>
        </dl>
      )}
    </section>
  )
}
