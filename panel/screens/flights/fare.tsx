// One fare of an itinerary: what is in it, what it costs, and what the agency earns unless the client looks on.
import type { Offer } from '../../../contract/flights.ts'
import { PATHS } from '../../kit/paths.ts'
import { Amount } from '../../parts/amount.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { flightWords } from '../../words/flights.ts'
import { useWords } from '../../words/language.tsx'
import { FareRules } from './fare-rules.tsx'
import css from './itinerary.module.css'

interface FareProps {
  readonly of: Offer
  readonly airline: string
  readonly query: Readonly<Record<string, string>>
  readonly isHidden: boolean
  readonly isStale: boolean
}

export function Fare({ of: offer, airline, query, isHidden, isStale }: FareProps) {
  const words = useWords(flightWords)
  const formats = useFormats()
  const cabin = offer.slices[0]?.segments[0]?.passengers[0]
  const name = offer.passengers[0]?.fare_brand_name ?? cabin?.cabin_class_marketing_name ?? words.standard
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
        <ButtonLink
          to={PATHS.offer(offer.id)}
          search={query}
          isSmall
          isWide
          aria-label={words.chooseFare(name, airline, formats.money(offer.client_amount))}
        >
          {words.choose}
        </ButtonLink>
      )}
    </li>
  )
}
