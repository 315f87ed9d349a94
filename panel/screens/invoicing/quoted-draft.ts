// A quote as it begins with offers: all of them as its items, or the first as its item and the others beside it.
import { writtenDecimal } from '../../kit/document-totals.ts'
import type { Formats } from '../../kit/formats.ts'
import type { QuotedOffer } from '../../parts/quote-tray.ts'
import type { quotesWords } from '../../words/quotes.ts'
import type { Draft } from './draft.ts'

type Words = (typeof quotesWords)['pt']

export function quotedDraft(
  offers: readonly QuotedOffer[],
  isSum: boolean,
  words: Words,
  formats: Formats,
): Pick<Draft, 'items' | 'notes'> {
  const [first, ...others] = offers
  const items = isSum || first === undefined ? offers : [first]
  const options = isSum
    ? []
    : others.map(
        ({ text, amount }, index) =>
          `${words.option(index + 2)}: ${text}\n${words.priceOf(formats.money(amount))}`,
      )
  const head = options.length === 0 ? [] : [`${words.otherOptions}:`]
  return {
    notes: [...head, ...options, words.mayChange].join('\n\n'),
    items: items.map(({ text, amount }) => ({
      description: text,
      quantity: '1',
      unit_price: writtenDecimal(Number(amount), 2),
    })),
  }
}
