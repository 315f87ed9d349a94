// Text on paper: how wide it is, where it wraps, and one line of it that never leaves its width.
import { writable } from '../type/writable.ts'
import { BLACK, MM, type Pdf } from './pdf.ts'
import { tagged } from './tags.ts'
import { showText, type TextStyle, textWidth } from './text.ts'

export interface Measure extends TextStyle {
  readonly width: number
}

export interface Line extends Measure {
  text: string
  x: number
  y: number
  align?: 'left' | 'right' | 'center'
  colour?: string
}

/** From the top of a line to where its letters stand, in parts of their size. */
const BASELINE = 0.8

/** One line of text, cut where its width ends; where nothing else is said of it, a paragraph of its own. */
export function drawLine(pdf: Pdf, line: Line): void {
  const text = cutTo(pdf, writable(line.text), line)
  if (text === '') return
  const free = (line.align ?? 'left') === 'left' ? 0 : line.width - widthOf(pdf, text, line)
  const shift = { left: 0, center: free / 2, right: free }[line.align ?? 'left']
  const baseline = line.y * MM + line.size * BASELINE
  const style = { size: line.size, strong: line.strong ?? false, colour: line.colour ?? BLACK }
  tagged(pdf, 'P', () => showText(pdf, text, [(line.x + shift) * MM, baseline], style))
}

/** The lines of a text of any length; its own line breaks stay. */
export function wrapped(pdf: Pdf, text: string, box: Measure): string[] {
  return text.split(/\r?\n/).flatMap((line) => wrap(pdf, writable(line), box))
}

/** Only so many of the lines; where some are left out, the last one ends in an ellipsis. */
export function firstLines(lines: readonly string[], linesMax: number): string[] {
  const shown = lines.slice(0, linesMax)
  return lines.length <= linesMax ? shown : [...shown.slice(0, -1), `${shown.at(-1) ?? ''} …`]
}

function wrap(pdf: Pdf, text: string, box: Measure): string[] {
  const lines: string[] = []
  const space = widthOf(pdf, ' ', box)
  let line = ''
  let used = 0
  for (const word of text.split(' ')) {
    const width = widthOf(pdf, word, box)
    if (line === '' || used + space + width <= box.width) {
      used = line === '' ? width : used + space + width
      line = line === '' ? word : `${line} ${word}`
    } else {
      lines.push(line)
      line = word
      used = width
    }
    while (used > box.width) {
      const length = fitting(pdf, line, box)
      lines.push(line.slice(0, length))
      line = line.slice(length)
      // What is left of a long one is not measured to its end for each of its lines.
      used = line.length > charactersMax(box) ? Number.POSITIVE_INFINITY : widthOf(pdf, line, box)
    }
  }
  return [...lines, line]
}

/** As much of a text as fits, with an ellipsis where it was cut. */
export function cutTo(pdf: Pdf, text: string, line: Measure): string {
  if (text === '' || widthOf(pdf, text, line) <= line.width) return text
  const room = { ...line, width: line.width - widthOf(pdf, '…', line) }
  return `${text.slice(0, fitting(pdf, text, room)).trimEnd()}…`
}

/** How many characters fit, at least one, so that cutting always gets on. */
function fitting(pdf: Pdf, text: string, line: Measure): number {
  let [fits, tooLong] = [1, Math.min(text.length, charactersMax(line)) + 1]
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2)
    if (widthOf(pdf, text.slice(0, middle), line) <= line.width) fits = middle
    else tooLong = middle
  }
  return fits
}

/** More than fit into a line, whatever they are: the narrowest takes a fifth of its size. */
function charactersMax({ width, size }: Measure): number {
  return Math.ceil((width * MM * 10) / size)
}

export function widthOf(pdf: Pdf, text: string, style: TextStyle): number {
  return textWidth(pdf, text, style) / MM
}
