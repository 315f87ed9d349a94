// One fare of an itinerary: what is in it, what it costs, and what the agency earns unless the client looks on.
import type { Offer } from '../../../contract/flights.ts'
import { PATHS } from '../../kit/paths.ts'
import { Amount } from '../../parts/amount.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { flightWords } from '../../words/flights.ts'
import { useWords } from '../../words/language.tsx'
import { FareRules } from './fare-rules.tsx'
import { fareNameOf } from './fare-texts.ts'
import css from './itinerary.module.css'
import { QuoteMark } from './quote-mark.tsx'

interface FareProps {
  readonly of: Offer
  readonly airline: string
  readonly query: Readonly<Record<string, string>>
  readonly isHidden: boolean
  readonly isStale: boolean
  readonly mayQuote: boolean
}

export function Fare({ of: offer, airline, query, isHidden, isStale, mayQuote }: FareProps) {
  const words = useWords(flightWords)
  const formats = useFormats()
  const name = fareNameOf(offer, words)
  const price = formats.money(offer.client_amount)
  return (
    <li className={css.fare}>
      <p className={css.name}>{name}</p>
      <FareRules of={offer} />
      <p className={css.price}>
        <Amount of={offer.client_amount} isStrong />
        {!isHidden && (
          <small>
            {words.commission} <b>{formats.money(offer.total_agency_commission)}</b>
          </small>
        )}
      </p>
      {!isStale && (
        <>
          <ButtonLink
            to={PATHS.offer(offer.id)}
            search={query}
            isSmall
            isWide
            aria-label={words.chooseFare(name, airline, price)}
          >
            {words.choose}
          </ButtonLink>
          {mayQuote && <QuoteMark of={offer} label={`${name}, ${airline}, ${price}`} />}
        </>
      )}
    </li>
  )
}
