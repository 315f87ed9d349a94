// Draws the bars of a boleto, for a page and for paper.

import { type Html, html } from '../html.ts'
import { MM, type Pdf, rectangle } from '../pdf/pdf.ts'
import { tagged } from '../pdf/tags.ts'
import { itfBars, itfModules } from './itf.ts'

const QUIET_MODULES = 10
const WIDTH = 103
const HEIGHT = 13

/** One unit high, so that the style alone decides the height: to a scanner, a taller bar is the same bar. */
export function barcodeSvg(digits: string): Html {
  const width = String(itfModules(digits) + 2 * QUIET_MODULES)
  const bars = itfBars(digits).map((bar) => `M${bar.x + QUIET_MODULES} 0h${bar.width}v1h-${bar.width}z`)
  const svg = html`<svg viewBox="0 0 ${width} 1" preserveAspectRatio="none" shape-rendering="crispEdges" role="img">`
  const paths = html`<path fill="#fff" d="M0 0h${width}v1H0z"/><path fill="#000" d="${bars.join('')}"/></svg>`
  return html`${svg}<title>Código de barras do boleto</title>${paths}`
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
