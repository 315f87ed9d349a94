// Names and conditions of fares as text.
import type { Offer } from '../../../contract/flights.ts'
import { inReais, type Rate } from '../../logic/booking-money.ts'
import type { Formats } from '../../logic/formats.ts'
import type { flightWords } from '../../words/flights.ts'
import { bagsOf, flexibilityOf } from './itineraries.ts'

type Words = (typeof flightWords)['pt']
type Condition = Offer['conditions']['refund_before_departure']

export function fareNameOf({ slices, passengers }: Offer, words: Words): string {
  const cabin = slices[0]?.segments[0]?.passengers[0]?.cabin_class_marketing_name
  return passengers[0]?.fare_brand_name ?? cabin ?? words.standard
}

export function ruleTexts(
  offer: Pick<Offer, 'slices' | 'conditions'> & Rate,
  words: Words,
  formats: Formats,
) {
  const conditionText = (texts: Words['refund'], condition: Condition) => {
    const kind = flexibilityOf(condition)
    const { penalty_amount: amount, penalty_currency: currency } = condition
    return kind === 'paid'
      ? texts.paid(inReais(amount ?? '', currency ?? 'BRL', offer, formats))
      : texts[kind]
  }
  const { refund_before_departure: refund, change_before_departure: change } = offer.conditions
  const [carryOn, checked] = [bagsOf(offer, 'carry_on'), bagsOf(offer, 'checked')]
  return {
    carryOn: { text: words.carryOn(carryOn), isOff: carryOn === 0 },
    checked: { text: words.checked(checked), isOff: checked === 0 },
    refund: { text: conditionText(words.refund, refund), isOff: !refund.allowed },
    change: { text: conditionText(words.change, change), isOff: !change.allowed },
  }
}
