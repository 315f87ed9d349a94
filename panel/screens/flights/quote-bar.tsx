// The bar with the number of offers marked for a quote, and its actions.
import fileText from 'icon:file-text'
import x from 'icon:x'
import { PATHS } from '../../kit/paths.ts'
import { Button } from '../../parts/button.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { useQuoteTray } from '../../parts/quote-tray.ts'
import { flightWords } from '../../words/flights.ts'
import { useWords } from '../../words/language.tsx'
import css from './quote-bar.module.css'

export function QuoteBar() {
  const words = useWords(flightWords)
  const { offers, clear } = useQuoteTray()
  if (offers.length === 0) return null
  return (
    <section className={css.bar} aria-label={words.tray}>
      <p role="status">
        <b>{words.marked(offers.length)}</b>
        {offers.length > 1 && <small>{words.trayHint}</small>}
      </p>
      <div className={css.ways}>
        <Button kind="bare" icon={x} aria-label={words.unmarkAll} onClick={clear} />
        {offers.length > 1 && (
          <ButtonLink to={PATHS.newQuote} search={{ offers: 'sum' }}>
            {words.quoteSum}
          </ButtonLink>
        )}
        <ButtonLink to={PATHS.newQuote} search={{ offers: 'options' }} kind="main" icon={fileText}>
          {offers.length > 1 ? words.quoteOptions : words.quoteOne}
        </ButtonLink>
      </div>
    </section>
  )
}
