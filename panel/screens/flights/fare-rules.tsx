// The conditions of a fare: bags, refund, changes. The texts carry the meaning; icons are decoration.
import type { Offer } from '../../../contract/flights.ts'
import { cx } from '../../logic/class-names.ts'
import type { Formats } from '../../logic/formats.ts'
import { useFormats } from '../../parts/use-formats.tsx'
import { flightWords } from '../../words/flights.ts'
import { useWords } from '../../words/language.tsx'
import { ruleTexts } from './fare-texts.ts'
import css from './itinerary.module.css'

type Ruled = Pick<Offer, 'slices' | 'conditions' | 'total_currency' | 'exchange_rate_used'> &
  Partial<Pick<Offer, 'payment_requirements'>>

export function FareRules({ of: offer }: { of: Ruled }) {
  return rulesOf(offer, useWords(flightWords), useFormats())
}

/** A plain function instead of a component, for long lists. */
export function rulesOf(offer: Ruled, words: (typeof flightWords)['pt'], formats: Formats) {
  const { carryOn, checked, refund, change } = ruleTexts(offer, words, formats)
  return (
    <ul className={css.rules}>
      <li className={sign('carryOn', carryOn.isOff)}>{carryOn.text}</li>
      <li className={sign('checked', checked.isOff)}>{checked.text}</li>
      <li className={sign('refund', refund.isOff)}>{refund.text}</li>
      <li className={sign('change', change.isOff)}>{change.text}</li>
      {offer.payment_requirements?.requires_instant_payment && (
        <li className={sign('instant')}>{words.onlyInstant}</li>
      )}
    </ul>
  )
}

const SIGNS = ['carryOn', 'checked', 'refund', 'change', 'instant', 'mark'] as const

/** Rendered hidden during the search, so that the browser has decoded the icons before fares need them. */
export function RuleIcons() {
  return (
    <div className="hidden-text" aria-hidden>
      {SIGNS.map((rule) => (
        <i key={rule} className={sign(rule)} />
      ))}
    </div>
  )
}

/** The class of an icon before a rule. */
export function sign(rule: string, isOff = false): string {
  return cx('sign', css[rule], isOff && css.off)
}
