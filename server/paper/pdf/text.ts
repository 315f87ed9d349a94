// Puts text onto a page of a PDF in our own type. Written out here, and not by the library, because setting text is
// most of the work of drawing: words are measured once and kept, over documents too.

import type { Word } from '../type/typeface.ts'
import type { Typefaces } from '../type/typefaces.ts'
import { newPdfFont, type PdfFont, rounded } from './pdf-font.ts'

type Pdf = PDFKit.PDFDocument

export interface TextStyle {
  /** Points. */
  readonly size: number
  readonly strong?: boolean
}

const fonts = new WeakMap<Pdf, { readonly regular: PdfFont; readonly strong: PdfFont }>()

export function startText(pdf: Pdf, { regular, strong }: Typefaces): void {
  fonts.set(pdf, { regular: newPdfFont(pdf, regular, 'F1'), strong: newPdfFont(pdf, strong, 'F2') })
}

export function finishText(pdf: Pdf): void {
  for (const font of [fontOf(pdf, false), fontOf(pdf, true)]) font.finish()
}

/** Points. */
export function textWidth(pdf: Pdf, text: string, { size, strong = false }: TextStyle): number {
  return (wordsOf(fontOf(pdf, strong), text).reduce((sum, { width }) => sum + width, 0) * size) / 1000
}

/** From a point on the line that letters stand on, in points from the top left corner. */
export function showText(
  pdf: Pdf,
  text: string,
  [x, y]: readonly [number, number],
  { size, strong = false, colour }: TextStyle & { readonly colour: string },
): void {
  const font = fontOf(pdf, strong)
  pdf.page.fonts[font.id] ??= font.reference
  const place = `BT ${inkOf(colour)} rg 1 0 0 -1 ${rounded(x)} ${rounded(y)} Tm /${font.id} ${size} Tf`
  pdf.addContent(`${place} ${font.show(wordsOf(font, text), size)} ET`)
}

/** The words and the spaces between them. */
function wordsOf({ typeface }: PdfFont, text: string): Word[] {
  return text.split(/( )/).map(typeface.word)
}

const inks = new Map<string, string>()

/** From #rgb or #rrggbb. */
export function inkOf(colour: string): string {
  return inks.getOrInsertComputed(colour, () => {
    const digits = colour.slice(1).replace(/^(.)(.)(.)$/, '$1$1$2$2$3$3')
    const parts = [0, 2, 4].map((at) => rounded(Number.parseInt(digits.slice(at, at + 2), 16) / 255))
    return parts.join(' ')
  })
}

function fontOf(pdf: Pdf, strong: boolean): PdfFont {
  const own = fonts.get(pdf)
  if (own === undefined) throw new Error('a PDF that was not made here has no fonts')
  return strong ? own.strong : own.regular
}
