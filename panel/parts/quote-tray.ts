// Offers that were marked for a quote during a search; a new quote starts with them.
import type { TripInput } from '../../contract/quotes.ts'
import { keptList, useKept } from '../api/kept-list.ts'
import { useWishes } from '../api/use-wishes.ts'
import { currentWishes } from '../api/wishes.ts'

export interface QuotedOffer {
  readonly id: string
  /** The trip as text for the client, with times, bags and conditions. */
  readonly text: string
  /** The same trip as data, which the quote's page shows in the client's language. */
  readonly trip: TripInput
  /** The final price for the client. */
  readonly amount: string
}

export const QUOTED_MAX = 5

const QUOTED = keptList('quoted', (value): value is QuotedOffer => {
  const { id, text, amount, trip } = Object(value)
  return [id, text, amount].every((one) => typeof one === 'string') && Array.isArray(Object(trip).legs)
})

export function useQuoteTray() {
  const wishes = useWishes()
  return { offers: useKept(QUOTED), clear: () => QUOTED.write(wishes, []) }
}

export function toggleQuoted(offer: QuotedOffer): void {
  const wishes = currentWishes()
  const offers = QUOTED.read(wishes)
  const others = offers.filter(({ id }) => id !== offer.id)
  if (others.length < offers.length) QUOTED.write(wishes, others)
  else if (offers.length < QUOTED_MAX) QUOTED.write(wishes, [...offers, offer])
}
