// Who leaves next, as the stubs of boarding passes.
import type { Row } from '../../api/operations.ts'
import { cx } from '../../kit/class-names.ts'
import { PATHS } from '../../kit/paths.ts'
import { Airports, Locator } from '../../parts/airports.tsx'
import { PlainLink } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import css from './departures.module.css'
import { useDepartures } from './use-figures.ts'
import { startWords } from './words.ts'

type Departure = Row<'reports.departures'>

export function Departures({ className }: { className: string | undefined }) {
  const words = useWords(startWords)
  const result = useDepartures()
  return (
    <section className={cx(css.box, className)} aria-labelledby="departures">
      <h2 id="departures">{words.departures}</h2>
      <Loaded result={result}>
        {({ items: departures }) =>
          departures.length === 0 ? (
            <p className="quiet">{words.noDepartures}</p>
          ) : (
            <ol>
              {departures.map((one) => (
                <li key={one.id}>
                  <Pass of={one} />
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </section>
  )
}

function Pass({ of }: { of: Departure }) {
  const formats = useFormats()
  const day = of.departing_at.slice(0, 10)
  return (
    <PlainLink to={PATHS.booking(of.id)} className={css.pass}>
      <span className={css.day}>
        <b>{day.slice(8)}</b>
        {formats.day(day).replace(/[\d\s]/g, '')}
      </span>
      <span className={css.text}>
        <span>
          <Airports from={of.origin} to={of.destination} />
        </span>
        <span>{of.client_name}</span>
      </span>
      <span className={css.code}>
        <Locator of={of.booking_reference} />
      </span>
    </PlainLink>
  )
}
