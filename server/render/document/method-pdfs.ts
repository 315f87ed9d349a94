// The part of the invoice's PDF for each payment method.
import type { PaymentMethod } from '../../../contract/payment-methods.ts'
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import { drawBarcode } from '../codes/barcode.ts'
import { qrPath } from '../codes/qr-image.ts'
import { drawBox, GREY, MM, PALE, type Pdf, tagged } from '../pdf/pdf.ts'
import { type Block, LEFT, WIDTH } from '../pdf/sheet.ts'
import { drawLine } from '../pdf/text.ts'
import { methodWords } from '../words/method-words.ts'
import { pageWords } from '../words/page-words.ts'
import type { DocumentWay } from './document.ts'
import { GAP, linkBlock, PADDING } from './document-pdf.ts'

type MethodPdf = (pdf: Pdf, way: DocumentWay, language: TeamLanguage) => Block[]

const QR_SIDE = 36
const CODE_CHARACTERS = 64

/** The QR code, and the same code as text to copy. */
function codePdf(method: 'pix' | 'pix_automatic' | 'pix_key'): MethodPdf {
  return (pdf, { code, amount }, language) => {
    if (code === null) return []
    const { invoice, pdf: pdfWords } = pageWords(language)
    const words = methodWords(language)[method]
    const height = QR_SIDE + 2 * PADDING
    const text = { x: LEFT + QR_SIDE + 2 * PADDING, width: WIDTH - QR_SIDE - 3 * PADDING }
    const draw = (y: number) => {
      drawBox(pdf, { x: LEFT, y, width: WIDTH, height }, { points: 0.7, colour: PALE })
      const title = { ...text, text: words.pay(amount), y: y + PADDING, size: 12, strong: true }
      tagged(pdf, 'H2', () => drawLine(pdf, title))
      drawQr(pdf, code, [LEFT + PADDING, y + PADDING], invoice.qr)
      const about = [pdfWords.pixHint, ...(words.confirmed === null ? [] : [words.confirmed])]
      for (const [index, line] of about.entries())
        drawLine(pdf, { ...text, text: line, y: y + PADDING + 6.4 + index * 3.6, size: 8.5, colour: GREY })
      drawLine(pdf, { ...text, text: words.title, y: y + PADDING + 13.4, size: 8.5, strong: true })
      tagged(pdf, 'P', () => {
        for (const [index, part] of partsOf(code).entries())
          drawLine(pdf, { ...text, text: part, y: y + PADDING + 17.8 + index * 3.8, size: 8 })
      })
    }
    return [{ height: height + GAP, draw }]
  }
}

const boletoPdf: MethodPdf = (pdf, { slip }, language) => {
  if (slip === null) return []
  const { title } = methodWords(language).boleto
  const height = 35
  const line = { x: LEFT + PADDING, width: WIDTH - 2 * PADDING }
  const draw = (y: number) => {
    drawBox(pdf, { x: LEFT, y, width: WIDTH, height }, { points: 0.7, colour: PALE })
    const head = { ...line, text: title, y: y + PADDING, size: 12, strong: true }
    tagged(pdf, 'H2', () => drawLine(pdf, head))
    drawLine(pdf, { ...line, text: slip.words, y: y + PADDING + 6.2, size: 8.5, colour: GREY })
    drawLine(pdf, { ...line, text: slip.shownLine, y: y + PADDING + 10.6, size: 11, strong: true })
    drawBarcode(pdf, slip.barcode, LEFT + PADDING, y + PADDING + 16.6)
  }
  return [{ height: height + GAP, draw }]
}

const cardPdf: MethodPdf = (pdf, { url }, language) =>
  url === null ? [] : [linkBlock(pdf, `${methodWords(language).card.action}:`, url)]

export const METHOD_PDFS: Readonly<Record<PaymentMethod, MethodPdf>> = {
  pix: codePdf('pix'),
  boleto: boletoPdf,
  card: cardPdf,
  pix_automatic: codePdf('pix_automatic'),
  pix_key: codePdf('pix_key'),
}

/** Cut by length and never at a space: joined again, the parts are the code. */
function partsOf(code: string): string[] {
  const parts: string[] = []
  for (let rest = code; rest !== ''; ) {
    let end = Math.min(CODE_CHARACTERS, rest.length)
    while (end < rest.length && (rest[end] === ' ' || rest[end - 1] === ' ')) end--
    parts.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
  return parts
}

/** On white, as scanners need it. */
function drawQr(pdf: Pdf, code: string, [x, y]: readonly [number, number], alt: string): void {
  const { path, side } = qrPath(code)
  const module = (QR_SIDE * MM) / side
  const draw = () => {
    pdf.doc
      .save()
      .translate(x * MM, y * MM)
      .scale(module)
    for (const [, column, row, length] of path.matchAll(/M(\d+) (\d+)h(\d+)/g))
      pdf.doc.rect(Number(column), Number(row), Number(length), 1)
    pdf.doc.fill('#000000').restore()
  }
  const bbox = [x * MM, y * MM, (x + QR_SIDE) * MM, (y + QR_SIDE) * MM]
  tagged(pdf, 'Figure', draw, { alt, bbox })
}
