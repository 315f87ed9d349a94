// Computes the geometry of a bar chart without drawing it, so that it can be tested.
import { centsOf, shareOf } from './money.ts'

export interface DayFigure {
  readonly day: string
  readonly amount: string | number
  readonly count: number
  /** A part of the amount, drawn at the bottom of the bar. */
  readonly part?: string | number
}

const HEIGHT = 220
const FOOT = 26
const HEAD = 8
const EDGE = 52
const BAR_MAX = 22
const LABEL_WIDTH = 96

export function barsOf(days: readonly DayFigure[], width: number) {
  // Floating point is exact enough for a drawing.
  const values = days.map(({ amount }) => Number(centsOf(amount) ?? 0n) / 100)
  const top = niceTop(Math.max(1, ...values))
  const ground = HEIGHT - FOOT
  const y = (value: number) => HEAD + (ground - HEAD) * (1 - value / top)
  const step = Math.max(1, (width - EDGE) / Math.max(1, days.length))
  const wide = Math.min(BAR_MAX, step * 0.68)
  const every = Math.ceil(days.length / Math.max(2, Math.floor(width / LABEL_WIDTH)))
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  const bars = days.map(({ day, amount, part = 0 }, index) => {
    const tall = Math.max(values[index] ? 2 : 0, ground - y(values[index] ?? 0))
    const box = { x: EDGE + index * step + (step - wide) / 2, y: ground - tall, width: wide, height: tall }
    const low = tall * shareOf(part, amount)
    return { day, box, foot: { ...box, y: ground - low, height: low } }
  })
  const labels = days.flatMap(({ day }, index) => {
    const isLast = index > days.length - 3
    if ((days.length - 1 - index) % every !== 0) return []
    const x = EDGE + (index + (isLast ? 1 : 0.5)) * step
    return [{ day, x, anchor: isLast ? ('end' as const) : ('middle' as const) }]
  })
  const lines = [0, 0.5, 1].map((part) => ({ value: top * part, y: y(top * part) }))
  return { height: HEIGHT, edge: EDGE, ground, step, bars, labels, lines, average: y(mean) }
}

/** The next round number above the value. */
function niceTop(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value))
  return [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map((times) => times * unit).find((one) => one >= value) ?? value
}
