// One fare of an itinerary: what is in it, what it costs, and what the agency earns unless the client looks on. There
// may be two hundred on a screen, so it is made of few elements and keeps watch on nothing.
import type { Offer } from '../../../contract/flights.ts'
import { addressOf } from '../../api/place.ts'
import { cx } from '../../kit/class-names.ts'
import { formatsOf } from '../../kit/formats.ts'
import { PATHS } from '../../kit/paths.ts'
import { buttonClass } from '../../parts/button.tsx'
import { QUOTED_MAX, toggleQuoted } from '../../parts/quote-tray.ts'
import { useFormats } from '../../parts/use-formats.tsx'
import { LOCALES } from '../../words/chosen-language.ts'
import { flightWords } from '../../words/flights.ts'
import { useWords } from '../../words/language.tsx'
import { rulesOf } from './fare-rules.tsx'
import { fareNameOf } from './fare-texts.ts'
import { perPersonOf } from './itineraries.ts'
import css from './itinerary.module.css'
import { quotedOffer } from './quoted-offer.ts'

/** What is the same for all fares of a search. */
export interface FaresShown {
  /** The search as it stands in the address, to come back to it. */
  readonly address: string
  readonly isHidden: boolean
  readonly isStale: boolean
  readonly mayQuote: boolean
  /** No more than these go into one quote. */
  readonly isTrayFull: boolean
}

interface FareProps extends FaresShown {
  readonly of: Offer
  readonly airline: string
  readonly isMarked: boolean
}

const CHOOSE = buttonClass('plain', true, true)
const MARK = cx('sign', buttonClass('text', true), css.mark)

export function Fare({ of: offer, airline, isMarked, isTrayFull, ...shown }: FareProps) {
  const words = useWords(flightWords)
  const formats = useFormats()
  const name = fareNameOf(offer, words)
  const price = formats.money(offer.client_amount)
  const label = `${name}, ${airline}, ${price}`
  const perPerson = perPersonOf(offer)
  const isFull = isTrayFull && !isMarked
  // What clients read is Portuguese, whatever the agent's own language.
  const mark = () => toggleQuoted(quotedOffer(offer, flightWords.pt, formatsOf(LOCALES.pt, formats.timeZone)))
  return (
    <li className={css.fare}>
      <p className={css.name}>{name}</p>
      {rulesOf(offer, words, formats)}
      <p className={css.price}>
        {price}
        {perPerson !== undefined && (
          <small className={css.each}>
            {words.perPerson(offer.passengers.length, formats.money(perPerson))}
          </small>
        )}
        {!shown.isHidden && (
          <small>{`${words.commission} ${formats.money(offer.total_agency_commission)}`}</small>
        )}
      </p>
      {!shown.isStale && (
        <a
          className={CHOOSE}
          href={addressOf(`${PATHS.offer(offer.id)}?${shown.address}`)}
          aria-label={words.chooseFare(label)}
        >
          {words.choose}
        </a>
      )}
      {!shown.isStale && shown.mayQuote && (
        <button
          type="button"
          className={MARK}
          aria-pressed={isMarked}
          aria-label={words.quoteFare(label)}
          disabled={isFull}
          title={isFull ? words.trayFull(QUOTED_MAX) : undefined}
          onClick={mark}
        >
          {words.mark}
        </button>
      )}
    </li>
  )
}
