// Offers that were marked for a quote during a search; a new quote starts with them.
import type { QuoteTripInput } from '../../../contract/quotes.ts'
import { currentPreferences } from '../../api/preferences.ts'
import { storedList, useStoredList } from '../../api/stored-list.ts'
import { usePreferences } from '../../api/use-preferences.ts'

export interface QuotedOffer {
  readonly id: string
  /** The trip as text for the client, with times, bags and conditions. */
  readonly text: string
  /** The same trip as data, which the quote's page shows in the client's language. */
  readonly trip: QuoteTripInput
  /** The final price for the client. */
  readonly amount: string
}

export const MARKED_MAX = 5

const MARKED_OFFERS = storedList('quoted', (value): value is QuotedOffer => {
  const { id, text, amount, trip } = Object(value)
  return [id, text, amount].every((one) => typeof one === 'string') && Array.isArray(Object(trip).legs)
})

export function useQuoteTray() {
  const preferences = usePreferences()
  return { offers: useStoredList(MARKED_OFFERS), clear: () => MARKED_OFFERS.write(preferences, []) }
}

export function toggleQuoted(offer: QuotedOffer): void {
  const preferences = currentPreferences()
  const offers = MARKED_OFFERS.read(preferences)
  const others = offers.filter(({ id }) => id !== offer.id)
  if (others.length < offers.length) MARKED_OFFERS.write(preferences, others)
  else if (offers.length < MARKED_MAX) MARKED_OFFERS.write(preferences, [...offers, offer])
}
