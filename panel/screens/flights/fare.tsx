// One fare of an itinerary: content, price, and the agency's earnings unless client view is on. A page can show
// hundreds, so it has few elements and no subscriptions.
import type { Offer } from '../../../contract/flights.ts'
import { addressOf } from '../../api/navigation.ts'
import { cx } from '../../kit/class-names.ts'
import { formatsOf } from '../../kit/formats.ts'
import { PATHS } from '../../kit/paths.ts'
import { buttonClass } from '../../parts/button.tsx'
import { MARKED_MAX, toggleQuoted } from '../../parts/quote-tray.ts'
import { useFormats } from '../../parts/use-formats.tsx'
import { LOCALES } from '../../words/chosen-language.ts'
import { flightWords } from '../../words/flights.ts'
import { useWords } from '../../words/language.tsx'
import { rulesOf } from './fare-rules.tsx'
import { fareNameOf } from './fare-texts.ts'
import { perPersonOf } from './itineraries.ts'
import css from './itinerary.module.css'
import { quotedOffer } from './quoted-offer.ts'

/** Values that all fares of a search share. */
export interface FaresShown {
  /** The search as a query string, for the way back. */
  readonly address: string
  readonly isHidden: boolean
  readonly isStale: boolean
  readonly mayQuote: boolean
  /** The quote has its maximum number of offers. */
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
  // Clients read Portuguese, independent of the agent's language.
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
          title={isFull ? words.trayFull(MARKED_MAX) : undefined}
          onClick={mark}
        >
          {words.mark}
        </button>
      )}
    </li>
  )
}
