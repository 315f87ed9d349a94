// Marks an offer for a quote.
import check from 'icon:check'
import plus from 'icon:plus'
import type { Offer } from '../../../contract/flights.ts'
import { formatsOf } from '../../kit/formats.ts'
import { Button } from '../../parts/button.tsx'
import { QUOTED_MAX, toggleQuoted, useQuoteMark } from '../../parts/quote-tray.ts'
import { useFormats } from '../../parts/use-formats.tsx'
import { LOCALES } from '../../words/chosen-language.ts'
import { flightWords } from '../../words/flights.ts'
import { useWords } from '../../words/language.tsx'
import { quotedOffer } from './quoted-offer.ts'

export function QuoteMark({ of: offer, label }: { of: Offer; label: string }) {
  const words = useWords(flightWords)
  const { timeZone } = useFormats()
  const mark = useQuoteMark(offer.id)
  const isFull = mark === 'full'
  return (
    <Button
      kind="text"
      isSmall
      icon={mark === 'marked' ? check : plus}
      aria-pressed={mark === 'marked'}
      aria-label={words.quoteFare(label)}
      disabled={isFull}
      title={isFull ? words.trayFull(QUOTED_MAX) : undefined}
      // What clients read is Portuguese, whatever the agent's own language.
      onClick={() => toggleQuoted(quotedOffer(offer, flightWords.pt, formatsOf(LOCALES.pt, timeZone)))}
    >
      {words.mark}
    </Button>
  )
}
