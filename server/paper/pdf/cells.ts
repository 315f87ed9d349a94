// A printed form: ruled boxes with a small label and a value that never leaves its box.
import { writable } from '../type/writable.ts'
import { cutTo, drawLine, widthOf } from './lines.ts'
import { drawBox, type Pdf } from './pdf.ts'

export interface Cell {
  label: string
  width: number
  value?: string
  /** Stands at the end of the value's line; it is the value that gives way. */
  after?: string | null
  align?: 'left' | 'right'
  strong?: boolean
}

export interface Row {
  height: number
  cells: readonly Cell[]
}

export const LABEL_POINTS = 6.2
const VALUE_POINTS = 9
const SMALL_VALUE_POINTS = 7
const PADDING = 1.2

/** Draws rows below each other and says where they end. */
export function drawRows(pdf: Pdf, x: number, top: number, rows: readonly Row[]): number {
  return rows.reduce((y, { height, cells }) => {
    cells.reduce((left, cell) => drawCell(pdf, cell, left, y, height), x)
    return y + height
  }, top)
}

/** The box, its label and its value; says where the next one starts. */
function drawCell(pdf: Pdf, cell: Cell, x: number, y: number, height: number): number {
  drawBox(pdf, { x, y, width: cell.width, height })
  const inside = { x: x + PADDING, width: cell.width - 2 * PADDING }
  drawLine(pdf, { ...inside, text: cell.label, y: y + 0.7, size: LABEL_POINTS })
  const base = { y: y + height - 4.4, size: VALUE_POINTS, strong: cell.strong ?? false }
  const after = cutTo(pdf, writable(cell.after ?? ''), { ...base, width: inside.width / 2 })
  const gap = after === '' ? 0 : widthOf(pdf, after, base) + 3
  drawLine(pdf, { ...inside, ...base, text: after, align: 'right' })
  const value = {
    ...inside,
    ...base,
    text: cell.value ?? '',
    width: inside.width - gap,
    align: cell.align ?? 'left',
  }
  const fits = widthOf(pdf, writable(value.text), base) <= value.width
  drawLine(pdf, fits ? value : { ...value, size: SMALL_VALUE_POINTS, y: base.y + 0.6 })
  return x + cell.width
}
