// What a fare allows: bags, money back, other flights. Words say it; icons only help the eye.
import backpack from 'icon:backpack'
import luggage from 'icon:luggage'
import repeat from 'icon:repeat'
import undo from 'icon:undo-2'
import zap from 'icon:zap'
import type { Offer } from '../../../contract/flights.ts'
import type { IconShapes } from '../../kit/icon-shapes.ts'
import { Icon } from '../../parts/icon.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { flightWords } from '../../words/flights.ts'
import { useWords } from '../../words/language.tsx'
import { ruleTexts } from './fare-texts.ts'
import { bagsOf } from './itineraries.ts'
import css from './itinerary.module.css'

type Ruled = Pick<Offer, 'slices' | 'conditions'> & Partial<Pick<Offer, 'payment_requirements'>>

export function FareRules({ of: offer }: { of: Ruled }) {
  const words = useWords(flightWords)
  const formats = useFormats()
  const { refund_before_departure: refund, change_before_departure: change } = offer.conditions
  const [carryOn, checked] = [bagsOf(offer, 'carry_on'), bagsOf(offer, 'checked')]
  const texts = ruleTexts(offer, words, formats)
  return (
    <ul className={css.rules}>
      <Rule icon={backpack} isOff={carryOn === 0} text={texts.carryOn} />
      <Rule icon={luggage} isOff={checked === 0} text={texts.checked} />
      <Rule icon={undo} isOff={!refund.allowed} text={texts.refund} />
      <Rule icon={repeat} isOff={!change.allowed} text={texts.change} />
      {offer.payment_requirements?.requires_instant_payment && <Rule icon={zap} text={words.onlyInstant} />}
    </ul>
  )
}

function Rule({ icon, text, isOff }: { icon: IconShapes; text: string; isOff?: boolean }) {
  return (
    <li data-off={isOff || undefined}>
      <Icon of={icon} size={15} />
      {text}
    </li>
  )
}
