// Marks an offer for a quote.
import check from 'icon:check'
import plus from 'icon:plus'
import type { Offer } from '../../../contract/flights.ts'
import { formatsOf } from '../../kit/formats.ts'
import { Button } from '../../parts/button.tsx'
import { QUOTED_MAX, useQuoteTray } from '../../parts/quote-tray.ts'
import { useFormats } from '../../parts/use-formats.tsx'
import { LOCALES } from '../../words/chosen-language.ts'
import { flightWords } from '../../words/flights.ts'
import { useWords } from '../../words/language.tsx'
import { quotedOffer } from './quoted-offer.ts'

export function QuoteMark({ of: offer, label }: { of: Offer; label: string }) {
  const words = useWords(flightWords)
  const { timeZone } = useFormats()
  const { offers, toggle } = useQuoteTray()
  const isMarked = offers.some(({ id }) => id === offer.id)
  const isFull = !isMarked && offers.length >= QUOTED_MAX
  return (
    <Button
      kind="text"
      isSmall
      icon={isMarked ? check : plus}
      aria-pressed={isMarked}
      aria-label={words.quoteFare(label)}
      disabled={isFull}
      title={isFull ? words.trayFull(QUOTED_MAX) : undefined}
      // What clients read is Portuguese, whatever the agent's own language.
      onClick={() => toggle(quotedOffer(offer, flightWords.pt, formatsOf(LOCALES.pt, timeZone)))}
    >
      {words.mark}
    </Button>
  )
}
