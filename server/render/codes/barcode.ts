// Draws the bars of a boleto, for pages and PDFs.
import { type Html, html } from '../html.ts'
import { MM, type Pdf, rectangle, tagged } from '../pdf/pdf.ts'

// Interleaved 2 of 5, the barcode of a boleto: page and PDF use the same widths.

/** Which two of the five elements of a digit are wide. */
const PATTERNS = ['00110', '10001', '01001', '11000', '00101', '10100', '01100', '00011', '10010', '01010']
const WIDE_MODULES = 3

export interface Bar {
  /** Its start and width in modules (a narrow bar is one). */
  x: number
  width: number
}

/** The dark bars from left to right, without the quiet zone; the last one ends at `itfModules`. */
export function itfBars(digits: string): Bar[] {
  let at = 0
  return elementsOf(digits).flatMap((width, index) => {
    const x = at
    at += width
    return index % 2 === 0 ? [{ x, width }] : []
  })
}

/** The width of the whole code: 405 for the 44 digits of a boleto. */
export function itfModules(digits: string): number {
  return elementsOf(digits).reduce((sum, width) => sum + width, 0)
}

/**
 * The widths of bars and spaces in turn. The first digit of each pair is in the bars, the second in the
 * spaces.
 */
function elementsOf(digits: string): number[] {
  if (!/^(?:\d\d)+$/.test(digits)) throw new RangeError('interleaved 2 of 5 takes an even number of digits')
  const pairs = digits.match(/\d\d/g)!.flatMap(([first, second]) => {
    const spaces = PATTERNS[Number(second)]!
    return [...PATTERNS[Number(first)]!].flatMap((bar, index) => [widthOf(bar), widthOf(spaces[index]!)])
  })
  return [1, 1, 1, 1, ...pairs, WIDE_MODULES, 1, 1]
}

function widthOf(element: string): number {
  return element === '1' ? WIDE_MODULES : 1
}

const QUIET_MODULES = 10
const WIDTH = 103
const HEIGHT = 13

/** One unit high, so that the style decides the height: scanners ignore it. */
export function barcodeSvg(digits: string, title: string): Html {
  const width = String(itfModules(digits) + 2 * QUIET_MODULES)
  const bars = itfBars(digits).map((bar) => `M${bar.x + QUIET_MODULES} 0h${bar.width}v1h-${bar.width}z`)
  const svg = html`<svg viewBox="0 0 ${width} 1" preserveAspectRatio="none" shape-rendering="crispEdges" role="img">`
  const paths = html`<path fill="#fff" d="M0 0h${width}v1H0z"/><path fill="#000" d="${bars.join('')}"/></svg>`
  return html`${svg}<title>${title}</title>${paths}`
}

/** 103 mm by 13 mm, as the banks prescribe; the margin of the sheet is its quiet zone. */
export function drawBarcode(pdf: Pdf, digits: string, x: number, y: number): void {
  const module = WIDTH / itfModules(digits)
  const draw = () => {
    for (const bar of itfBars(digits))
      rectangle(pdf, { x: x + bar.x * module, y, width: bar.width * module, height: HEIGHT })
    pdf.doc.fill('#000000')
  }
  const bbox = [x * MM, y * MM, (x + WIDTH) * MM, (y + HEIGHT) * MM]
  tagged(pdf, 'Figure', draw, { alt: `Código de barras do boleto: ${digits}`, bbox })
}
