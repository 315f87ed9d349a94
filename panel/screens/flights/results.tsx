// Search results: itineraries with fares, filters, and the validity of the prices.
import fileText from 'icon:file-text'
import list from 'icon:list'
import refreshIcon from 'icon:refresh-cw'
import rows from 'icon:rows-3'
import searchX from 'icon:search-x'
import sliders from 'icon:sliders-horizontal'
import x from 'icon:x'
import type { UseQueryResult } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import type { ResponseOf } from '../../api/operations.ts'
import { usePermission } from '../../api/use-team.ts'
import { cx } from '../../logic/class-names.ts'
import { PATHS } from '../../logic/paths.ts'
import { timeLeft } from '../../logic/time-left.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { useClientView } from '../../parts/records/client-view.ts'
import { ClientViewButton } from '../../parts/records/client-view-button.tsx'
import { MARKED_MAX, useQuoteTray } from '../../parts/records/quote-tray.ts'
import { Select } from '../../parts/select.tsx'
import { Rows } from '../../parts/skeleton.tsx'
import { TimeLeft } from '../../parts/time-left.tsx'
import { flightWords } from '../../words/flights.ts'
import { useWords } from '../../words/language.tsx'
import { CompactCard } from './compact-card.tsx'
import { RuleIcons } from './fare-rules.tsx'
import { Filters } from './filters.tsx'
import {
  earliestExpiry,
  type FilterTexts,
  filtered,
  filtersOf,
  firstScreenful,
  itinerariesOf,
  SORTINGS,
  sorted,
  sortingOf,
} from './itineraries.ts'
import { ItineraryCard } from './itinerary-card.tsx'
import css from './results.module.css'
import type { Leg, SearchTexts } from './trip-search.ts'

type Found = ResponseOf<'flights.search'>

interface ResultsProps {
  readonly result: UseQueryResult<Found>
  readonly now: Date
  readonly legs: readonly Leg[]
  readonly texts: SearchTexts & FilterTexts
  readonly onFilter: (change: Partial<FilterTexts>) => void
}

export function Results({ result, ...rest }: ResultsProps) {
  const words = useWords(flightWords)
  const asking = (
    <div className={css.asking}>
      <p role="status">{words.asking}</p>
      <Rows count={6} />
      <RuleIcons />
    </div>
  )
  if (result.isFetching) return asking
  return (
    <Loaded result={result} skeleton={asking}>
      {(found) => <Offers found={found} onSearchAgain={() => void result.refetch()} {...rest} />}
    </Loaded>
  )
}

interface OffersProps extends Omit<ResultsProps, 'result'> {
  readonly found: Found
  readonly onSearchAgain: () => void
}

const NONE: FilterTexts = {
  stops: '',
  times: '',
  airlines: '',
  airports: '',
  bags: '',
  refund: '',
  sort: '',
  view: '',
}

function Offers({ found, now, legs, texts, onFilter, onSearchAgain }: OffersProps) {
  const words = useWords(flightWords)
  const [isOpen, setOpen] = useState(false)
  const isHidden = useClientView()
  const mayQuote = usePermission('quotes.write')
  const all = useMemo(() => itinerariesOf(found.offers), [found])
  const { stops, times, airlines, airports, bags, refund, sort } = useDeferredValue(texts)
  const shown = useMemo(() => {
    const filters = filtersOf({ ...NONE, stops, times, airlines, airports, bags, refund })
    return sorted(filtered(all, filters), sortingOf(sort))
  }, [all, stops, times, airlines, airports, bags, refund, sort])
  const isCompact = texts.view === 'compact'
  const Card = isCompact ? CompactCard : ItineraryCard
  const count = useRef<HTMLParagraphElement>(null)
  // Renders the visible itineraries first and the others with low priority.
  const drawn = useDeferredValue(shown, firstScreenful(shown))
  const named = Object.entries(texts).filter(([, text]) => text !== '')
  const address = new URLSearchParams(named).toString()
  const tray = useQuoteTray()
  const marked = tray.offers.map(({ id }) => id)
  const isTrayFull = marked.length >= MARKED_MAX
  const again = (
    <Button icon={refreshIcon} onClick={onSearchAgain}>
      {words.refresh}
    </Button>
  )
  if (all.length === 0)
    return (
      <EmptyState title={words.nothing} text={words.nothingText} icon={searchX}>
        {again}
      </EmptyState>
    )
  const filters = <Filters all={all} legs={legs} texts={texts} onFilter={onFilter} />
  const clear = () => {
    onFilter({ ...NONE, sort: texts.sort, view: texts.view })
    // The button disappears with the filters, so the focus moves to the result count.
    count.current?.focus()
  }
  const isFiltered = [stops, times, airlines, airports, bags, refund].some((text) => text !== '')
  const until = earliestExpiry(found.offers)
  const isStale = timeLeft(until, now).isOver
  return (
    <div className={css.page}>
      <aside className={css.aside} aria-label={words.filters}>
        {filters}
        {isFiltered && (
          <Button kind="text" onClick={clear}>
            {words.clear}
          </Button>
        )}
      </aside>
      <section className={css.found} aria-label={words.results}>
        <div className={css.bar}>
          <p ref={count} tabIndex={-1} className={css.count} role="status">
            <b>
              {words.found(
                shown.length,
                shown.reduce((sum, { offers }) => sum + offers.length, 0),
              )}
            </b>
            <small>
              {found.offers_total > found.offers.length && (
                <>{words.firstOf(found.offers.length, found.offers_total)} · </>
              )}
              {!isStale && (
                <>
                  {words.validFor} <TimeLeft until={until} now={now} />
                </>
              )}
            </small>
          </p>
          <ClientViewButton />
          <Button
            icon={isCompact ? rows : list}
            onClick={() => onFilter({ view: isCompact ? '' : 'compact' })}
          >
            {isCompact ? words.wholeView : words.compactView}
          </Button>
          <Button icon={sliders} className={css.open} onClick={() => setOpen(true)}>
            {words.filters}
          </Button>
          <Select
            label={words.sort}
            hidesLabel
            choices={SORTINGS.map((value) => ({ value, label: words.sortings[value] }))}
            value={sortingOf(texts.sort)}
            onChange={({ target }) => onFilter({ sort: target.value === 'price' ? '' : target.value })}
          />
        </div>
        {isStale && (
          <div className={css.notice} role="status">
            <p>{words.stale}</p>
            {again}
          </div>
        )}
        {found.warnings.length > 0 && !isStale && (
          <div className={css.notice} role="status">
            <p>{words.missing}</p>
            {again}
          </div>
        )}
        {shown.length === 0 ? (
          <EmptyState title={words.noneFits} text={words.noneFitsText(all.length)} icon={sliders}>
            <Button onClick={clear}>{words.clear}</Button>
          </EmptyState>
        ) : (
          <ol className={cx(css.list, isCompact && css.dense)}>
            {drawn.map((one) => (
              <Card
                key={one.key}
                of={one}
                marked={marked.filter((id) => one.offers.some((offer) => offer.id === id)).join(' ')}
                {...{ address, isHidden, isStale, mayQuote, isTrayFull }}
              />
            ))}
          </ol>
        )}
        <QuoteBar />
      </section>
      <Dialog
        title={words.filters}
        kind="drawer"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        buttons={
          <>
            {isFiltered && <Button onClick={clear}>{words.clear}</Button>}
            <Button kind="main" onClick={() => setOpen(false)}>
              {words.show(shown.length)}
            </Button>
          </>
        }
      >
        {filters}
      </Dialog>
    </div>
  )
}

/** The bar with the number of offers marked for a quote, and its actions. */
function QuoteBar() {
  const words = useWords(flightWords)
  const { offers, clear } = useQuoteTray()
  if (offers.length === 0) return null
  return (
    <section className={css.tray} aria-label={words.tray}>
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
