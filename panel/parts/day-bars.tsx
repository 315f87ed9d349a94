// A bar chart of money by day, with a table for screen readers and arrow-key navigation.
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { barsOf, type DayFigure } from '../logic/bars.ts'
import { useWords } from '../words/language.tsx'
import { partWords } from '../words/parts.ts'
import css from './day-bars.module.css'
import { useFormats } from './use-formats.tsx'

export interface DayBarsProps {
  readonly title: string
  readonly days: readonly DayFigure[]
  /** Additional text for a day. */
  readonly note?: (day: DayFigure) => string
  /** The label of a bar, by default its day; weeks and months have other names. */
  readonly nameOf?: (day: string) => string
  /** The name of each figure's `part`. */
  readonly partName?: string
}

export function DayBars({ title, days, note, nameOf, partName }: DayBarsProps) {
  const words = useWords(partWords)
  const formats = useFormats()
  const nameOfBar = nameOf ?? formats.day
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(720)
  const [at, setAt] = useState<number | null>(null)
  const id = useId()
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width))
    if (box.current !== null) watch.observe(box.current)
    return () => watch.disconnect()
  }, [])
  const drawing = barsOf(days, width)
  const { edge, height, ground } = drawing
  const clamp = (index: number) => Math.min(days.length - 1, Math.max(0, index))
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setAt(null)
    if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return
    event.preventDefault()
    const by = event.key === 'ArrowRight' ? 1 : -1
    setAt((now) => clamp((now ?? (by > 0 ? -1 : days.length)) + by))
  }
  const point = ({ currentTarget, clientX }: PointerEvent) =>
    setAt(clamp(Math.floor((clientX - currentTarget.getBoundingClientRect().left - edge) / drawing.step)))
  const shown = at === null ? undefined : days[at]
  const bar = at === null ? undefined : drawing.bars[at]
  return (
    <div ref={box} className={css.box}>
      <svg
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-labelledby={id}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys walk through the days
        tabIndex={0}
        onKeyDown={move}
        onBlur={() => setAt(null)}
        onPointerMove={point}
        onPointerLeave={() => setAt(null)}
      >
        <title id={id}>{`${title}. ${words.bars}`}</title>
        {drawing.lines.map(({ y, value }) => (
          <g key={value}>
            <line x1={edge} x2={width} y1={y} y2={y} className={value === 0 ? css.ground : css.line} />
            <text x={edge - 10} y={y + 4} textAnchor="end" className={css.label}>
              {formats.short(value)}
            </text>
          </g>
        ))}
        {drawing.bars.map(({ day, box, foot }, index) => (
          <g key={day}>
            <rect {...box} rx={3} className={index === at ? css.barOn : css.bar} />
            {foot.height > 0 && <rect {...foot} rx={2} className={css.foot} />}
          </g>
        ))}
        <line x1={edge} x2={width} y1={drawing.average} y2={drawing.average} className={css.average} />
        {drawing.labels.map(({ day, x, anchor }) => (
          <text key={day} x={x} y={ground + 20} textAnchor={anchor} className={css.label}>
            {nameOfBar(day)}
          </text>
        ))}
      </svg>
      {shown !== undefined && bar !== undefined && (
        <p className={css.tip} role="status" style={{ left: Math.min(Math.max(bar.box.x, 90), width - 90) }}>
          <b>{formats.money(shown.amount)}</b>
          <span>
            {nameOf?.(shown.day) ?? `${formats.weekday(shown.day)}, ${formats.day(shown.day)}`}{' '}
            {note && `· ${note(shown)}`}
          </span>
          {partName && (
            <span>
              {partName}: {formats.money(shown.part ?? 0)}
            </span>
          )}
        </p>
      )}
      <div className="hidden-text">
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{words.day}</th>
              <th scope="col">{words.amount}</th>
              {partName && <th scope="col">{partName}</th>}
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, amount, part = 0 }) => (
              <tr key={day}>
                <th scope="row">{nameOfBar(day)}</th>
                <td>{formats.money(amount)}</td>
                {partName && <td>{formats.money(part)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
