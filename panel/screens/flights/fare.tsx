// One fare of an itinerary: content, price, and the agency's earnings unless client view is on. A page can show
// hundreds, so it has few elements and no subscriptions.
import type { Offer } from '../../../contract/flights.ts'
import { addressOf } from '../../api/navigation.ts'
import { cx } from '../../logic/class-names.ts'
import { formatsOf } from '../../logic/formats.ts'
import { PATHS } from '../../logic/paths.ts'
import { buttonClass } from '../../parts/button.tsx'
import { MARKED_MAX, toggleQuoted } from '../../parts/records/quote-tray.ts'
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

export function Fare(props: FareProps) {
  const { of: offer, isHidden } = props
  const words = useWords(flightWords)
  const formats = useFormats()
  const perPerson = perPersonOf(offer)
  return (
    <li className={css.fare}>
      <p className={css.name}>{fareNameOf(offer, words)}</p>
      {rulesOf(offer, words, formats)}
      <p className={css.price}>
        {formats.money(offer.client_amount)}
        {perPerson !== undefined && (
          <small className={css.each}>
            {words.perPerson(offer.passengers.length, formats.money(perPerson))}
          </small>
        )}
        {!isHidden && <small>{`${words.commission} ${formats.money(offer.total_agency_commission)}`}</small>}
      </p>
      <ChooseFare {...props} />
      <MarkFare {...props} />
    </li>
  )
}

function useLabel({ of: offer, airline }: FareProps): string {
  const words = useWords(flightWords)
  const { money } = useFormats()
  return `${fareNameOf(offer, words)}, ${airline}, ${money(offer.client_amount)}`
}

export function ChooseFare(props: FareProps) {
  const words = useWords(flightWords)
  const label = useLabel(props)
  if (props.isStale) return null
  return (
    <a
      className={CHOOSE}
      href={addressOf(`${PATHS.offer(props.of.id)}?${props.address}`)}
      aria-label={words.chooseFare(label)}
    >
      {words.choose}
    </a>
  )
}

export function MarkFare({ className, ...props }: FareProps & { className?: string | undefined }) {
  const { of: offer, isMarked, isTrayFull, isStale, mayQuote } = props
  const words = useWords(flightWords)
  const { timeZone } = useFormats()
  const label = useLabel(props)
  const isFull = isTrayFull && !isMarked
  if (isStale || !mayQuote) return null
  return (
    <button
      type="button"
      className={cx(MARK, className)}
      aria-pressed={isMarked}
      aria-label={words.quoteFare(label)}
      disabled={isFull}
      title={isFull ? words.trayFull(MARKED_MAX) : undefined}
      // What clients read is Portuguese, whatever the agent's own language.
      onClick={() => toggleQuoted(quotedOffer(offer, flightWords.pt, formatsOf(LOCALES.pt, timeZone)))}
    >
      {words.mark}
    </button>
  )
}
