// Reads an Interleaved 2 of 5 barcode from its bars like a scanner: by widths alone, at any scale.

export interface MeasuredBar {
  x: number
  width: number
}

const DIGITS = new Map(
  // Two of five elements are wide, with the weights 1, 2, 4, 7 and 0; a sum of eleven stands for zero.
  Array.from({ length: 10 }, (_, digit) => [digit === 0 ? 11 : digit, String(digit)]),
)
const WEIGHTS = [1, 2, 4, 7, 0]

/** The digits; throws if it is no such code. */
export function readItf(measured: readonly MeasuredBar[]): string {
  const bars = measured.toSorted((a, b) => a.x - b.x)
  const elements = bars.flatMap(({ x, width }, index) => {
    const next = bars[index + 1]
    return next === undefined ? [width] : [width, next.x - x - width]
  })
  const limit = (Math.min(...elements) + Math.max(...elements)) / 2
  const wide = elements.map((width) => width > limit)
  if (wide.slice(0, 4).includes(true)) throw new Error('no start')
  if (wide.slice(-3).join() !== 'true,false,false') throw new Error('no stop')
  const inner = wide.slice(4, -3)
  if (inner.length % 10 !== 0) throw new Error(`${inner.length} elements are no pairs of digits`)
  return Array.from({ length: inner.length / 5 }, (_, place) => {
    const start = Math.floor(place / 2) * 10 + (place % 2)
    return digitOf([0, 2, 4, 6, 8].map((step) => inner[start + step]!))
  }).join('')
}

function digitOf(wide: boolean[]): string {
  const sum = wide.reduce((total, isWide, index) => total + (isWide ? WEIGHTS[index]! : 0), 0)
  const digit = DIGITS.get(sum)
  if (digit === undefined || wide.filter(Boolean).length !== 2) throw new Error('no digit')
  return digit
}
