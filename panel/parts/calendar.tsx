// A month of days to choose from, by pointer or by key.
import left from 'icon:chevron-left'
import right from 'icon:chevron-right'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import {
  type DayAbout,
  daysAfter,
  monthsAfter,
  placeInWeek,
  weekStart,
  weeksOf,
} from '../logic/calendar-days.ts'
import { cx } from '../logic/class-names.ts'
import { dayWords } from '../words/calendar.ts'
import { useWords } from '../words/language.tsx'
import css from './calendar.module.css'
import { Icon } from './icon.tsx'
import { useFormats } from './use-formats.tsx'

export interface CalendarProps {
  /** The chosen day, or the first of a range; '' for none. */
  readonly day: string
  /** The last day of a range. */
  readonly until?: string | undefined
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly about?: DayAbout | undefined
  readonly today: string
  readonly onPick: (day: string) => void
}

const [YEARS_OF_LIFE, YEARS_BACK, YEARS_AHEAD] = [110, 10, 15]

export function Calendar({ day, until = '', min = '', max = '', about, today, onPick }: CalendarProps) {
  const words = useWords(dayWords)
  const { locale } = useFormats()
  const names = useMemo(() => namesIn(locale), [locale])
  const start = weekStart(locale)
  const within = (one: string) => (min !== '' && one < min ? min : max !== '' && one > max ? max : one)
  const [at, setAt] = useState(() => within(until || day || today))
  const grid = useRef<HTMLTableElement>(null)
  const hasMoved = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the day that the keys lead to
  useEffect(() => {
    if (hasMoved.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    hasMoved.current = false
  }, [at])
  const weeks = weeksOf(at, start)
  const isOff = (one: string) => within(one) !== one
  const turn = (months: number) => setAt(within(monthsAfter(at, months)))
  const move = (event: KeyboardEvent) => {
    const next = target(event, at, start)
    if (next === undefined) return
    event.preventDefault()
    hasMoved.current = within(next) !== at
    setAt(within(next))
  }
  const year = Number(at.slice(0, 4))
  return (
    <div className={css.calendar}>
      <div className={css.head}>
        <Turn
          of={left}
          name={words.monthBefore}
          isOff={isOff(daysAfter(`${at.slice(0, 7)}-01`, -1))}
          onTurn={() => turn(-1)}
        />
        <p className={css.month} aria-live="polite">
          <span>{names.month(at)}</span>
          <span className="hidden-text"> {year}</span>
        </p>
        <select
          className={css.year}
          aria-label={words.year}
          value={year}
          onChange={({ target: { value } }) => turn((Number(value) - year) * 12)}
        >
          {yearsOf({ shown: year, today, about, min, max }).map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
        <Turn
          of={right}
          name={words.monthAfter}
          isOff={isOff(monthsAfter(`${at.slice(0, 7)}-01`, 1))}
          onTurn={() => turn(1)}
        />
      </div>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid of days is a table to the eye
        role="grid"
        ref={grid}
        className={css.grid}
        aria-label={`${names.month(at)} ${year}`}
        onKeyDown={move}
      >
        <thead>
          <tr>
            {names.weekdays(start).map(({ long, short }) => (
              <th key={long} scope="col" abbr={long}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a week is nothing but its place in the month
            <tr key={row}>
              {week.map((one, place) =>
                one === undefined ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a gap is nothing but its place in the week
                  <td key={place} />
                ) : (
                  <td key={one} className={cx(until !== '' && one > day && one < until && css.between)}>
                    <button
                      type="button"
                      tabIndex={one === at ? 0 : -1}
                      disabled={isOff(one)}
                      aria-label={`${names.full(one)}${one === today ? `, ${words.today}` : ''}`}
                      aria-current={one === today ? 'date' : undefined}
                      aria-pressed={one === day || one === until}
                      onClick={() => {
                        setAt(one)
                        onPick(one)
                      }}
                    >
                      {Number(one.slice(8))}
                    </button>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface TurnProps {
  readonly of: typeof left
  readonly name: string
  readonly isOff: boolean
  readonly onTurn: () => void
}

function Turn({ of, name, isOff, onTurn }: TurnProps) {
  return (
    <button type="button" className={css.turn} aria-label={name} disabled={isOff} onClick={onTurn}>
      <Icon of={of} />
    </button>
  )
}

/** Where a key leads from a day; undefined for keys of others. */
function target({ key, shiftKey }: KeyboardEvent, at: string, start: number): string | undefined {
  const months = shiftKey ? 12 : 1
  if (key === 'ArrowLeft') return daysAfter(at, -1)
  if (key === 'ArrowRight') return daysAfter(at, 1)
  if (key === 'ArrowUp') return daysAfter(at, -7)
  if (key === 'ArrowDown') return daysAfter(at, 7)
  if (key === 'PageUp') return monthsAfter(at, -months)
  if (key === 'PageDown') return monthsAfter(at, months)
  if (key === 'Home') return daysAfter(at, -placeInWeek(at, start))
  if (key === 'End') return daysAfter(at, 6 - placeInWeek(at, start))
  return undefined
}

function yearsOf({
  shown,
  today,
  about,
  min,
  max,
}: {
  readonly shown: number
  readonly today: string
  readonly about: DayAbout | undefined
  readonly min: string
  readonly max: string
}): number[] {
  const now = Number(today.slice(0, 4))
  const [back, ahead] = about === 'birth' ? [YEARS_OF_LIFE, 0] : [YEARS_BACK, YEARS_AHEAD]
  const first = Math.min(shown, Number(min.slice(0, 4)) || now - back)
  const last = Math.max(shown, Number(max.slice(0, 4)) || now + ahead)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

function namesIn(locale: string) {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const of = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })
    return (day: string) => of.format(new Date(`${day}T12:00:00Z`))
  }
  const [month, long, short] = [
    format({ month: 'long' }),
    format({ weekday: 'long' }),
    format({ weekday: 'narrow' }),
  ]
  return {
    month,
    /** terça-feira, 26 de janeiro de 2027 */
    full: format({ dateStyle: 'full' }),
    weekdays: (start: number) =>
      Array.from({ length: 7 }, (_, index) => daysAfter(SUNDAY, start + index)).map((day) => ({
        long: long(day),
        short: short(day),
      })),
  }
}

const SUNDAY = '2026-11-15'
