// Form values of a quote from marked offers: one sum, or options of which the client chooses one.
import { formatDecimal } from '../../logic/document-totals.ts'
import type { QuotedOffer } from '../../parts/records/quote-tray.ts'
import type { Draft } from './draft.ts'
import type { quotesWords } from './quotes-words.ts'

type Words = (typeof quotesWords)['pt']

export function quotedDraft(
  offers: readonly QuotedOffer[],
  isSum: boolean,
  words: Words,
): Pick<Draft, 'items' | 'notes' | 'are_options'> {
  return {
    notes: words.mayChange,
    are_options: !isSum,
    items: offers.map(({ text, amount, trip }) => ({
      description: text,
      quantity: '1',
      unit_price: formatDecimal(Number(amount), 2),
      trip,
    })),
  }
}
