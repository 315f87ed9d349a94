import { drawBarcode } from '../codes/barcode.ts'
import { qrPath } from '../codes/qr-image.ts'
import { type Mark, type Pair, pairBlocks, titleBlock } from '../pdf/blocks.ts'
import { drawBox, GREY, MM, PALE, type Pdf, tagged } from '../pdf/pdf.ts'
import { type Block, LEFT, WIDTH } from '../pdf/sheet.ts'
import { drawLine } from '../pdf/text.ts'
import { type PageWords, pageWords } from '../words/page-words.ts'
import { type DocumentBoleto, type InvoiceDocument, isClosed } from './document.ts'
import {
  type Drawing,
  drawDocument,
  GAP,
  PADDING,
  sumBlocks,
  tableBlocks,
  textBlocks,
} from './document-pdf.ts'

export function invoicePdf(document: InvoiceDocument, drawing: Drawing = {}): Promise<Buffer> {
  const words = pageWords(document.language)
  const isOver = isClosed(document)
  return drawDocument(document, drawing, {
    mark: invoiceMark(document, words),
    amount: isOver ? [words.document.total, document.total] : [words.paper.toPay, document.amountDue],
    blocks: (pdf) => invoiceBlocks(pdf, document, words),
    linkWords: isOver ? words.paper.invoiceAt : words.paper.payAt,
  })
}

function invoiceMark(
  { state, payments, paidOn, paidSum, isRefunded }: InvoiceDocument,
  { marks }: PageWords,
): Mark | null {
  if (isRefunded && state === 'paid') return { text: marks.invoice.refunded, tone: 'good' }
  if (state === 'paid')
    return { text: paidOn === null ? marks.invoice.paid : marks.paidOn(paidOn), tone: 'good' }
  if (state === 'cancelled') return { text: marks.invoice.cancelled, tone: 'bad' }
  const words = [
    ...(state === 'overdue' ? [marks.invoice.overdue] : []),
    ...(payments.length > 0 && paidSum !== null ? [marks.partlyPaid] : []),
  ]
  return words.length === 0 ? null : { text: words.join(' · '), tone: 'warn' }
}

/** Lines and sums, payments, and how to pay the rest. */
function* invoiceBlocks(pdf: Pdf, document: InvoiceDocument, words: PageWords): Generator<Block> {
  const { payments, amountDue, earlySums, lateSums, lateWords, pixCode, boleto, withoutCode, overpaid } =
    document
  const { instructions, totalChanges } = document
  const { invoice } = words
  yield* tableBlocks(pdf, document.lines, document)
  yield* sumBlocks(pdf, document, words)
  if (payments.length > 0) {
    if (totalChanges.length > 0) {
      yield titleBlock(pdf, invoice.totalChanges)
      yield* pairBlocks(
        pdf,
        totalChanges.map(([label, value]) => ({ label, value })),
      )
    }
    const beyond: Pair[] = overpaid === null ? [] : [{ label: invoice.overpaid, value: overpaid }]
    const isSaidBelow = isClosed(document) || lateSums.length > 0 || earlySums.length > 0
    const left: Pair[] = isSaidBelow ? [] : [{ label: invoice.left, value: amountDue, isSum: true }]
    yield titleBlock(pdf, invoice.payments)
    const came = payments.map(([label, value]) => ({ label, value }))
    yield* pairBlocks(pdf, [...came, ...beyond, ...left])
  }
  if (earlySums.length > 0) yield* amountBlocks(pdf, invoice.early, earlySums)
  if (lateSums.length > 0) yield* amountBlocks(pdf, invoice.updated, lateSums)
  else if (lateWords !== null) yield* textBlocks(pdf, words.paper.late, [lateWords])
  if (withoutCode !== null) yield* textBlocks(pdf, invoice.howToPay, [withoutCode])
  if (pixCode !== null) yield pixBlock(pdf, pixCode, amountDue, words)
  if (boleto !== null) yield boletoBlock(pdf, invoice.boleto, boleto)
  if (instructions !== null) yield* textBlocks(pdf, invoice.instructions, [instructions])
}

/** The last of the amounts is their sum. */
function* amountBlocks(pdf: Pdf, title: string, sums: readonly [string, string][]): Generator<Block> {
  yield titleBlock(pdf, title)
  const last = sums.length - 1
  yield* pairBlocks(
    pdf,
    sums.map(([label, value], index) => ({ label, value, isSum: index === last })),
  )
}

const QR_SIDE = 36
const CODE_CHARACTERS = 64

/** The QR code, and the same code as text to copy. */
function pixBlock(pdf: Pdf, code: string, amountDue: string, words: PageWords): Block {
  const height = QR_SIDE + 2 * PADDING
  const text = { x: LEFT + QR_SIDE + 2 * PADDING, width: WIDTH - QR_SIDE - 3 * PADDING }
  const draw = (y: number) => {
    drawBox(pdf, { x: LEFT, y, width: WIDTH, height }, { points: 0.7, colour: PALE })
    const title = { ...text, text: words.paper.payByPix(amountDue), y: y + PADDING, size: 12, strong: true }
    tagged(pdf, 'H2', () => drawLine(pdf, title))
    drawQr(pdf, code, [LEFT + PADDING, y + PADDING], words.invoice.qr)
    drawLine(pdf, { ...text, text: words.paper.pixHint, y: y + PADDING + 6.4, size: 8.5, colour: GREY })
    drawLine(pdf, { ...text, text: words.invoice.pixCode, y: y + PADDING + 13.4, size: 8.5, strong: true })
    tagged(pdf, 'P', () => {
      for (const [index, part] of partsOf(code).entries())
        drawLine(pdf, { ...text, text: part, y: y + PADDING + 17.8 + index * 3.8, size: 8 })
    })
  }
  return { height: height + GAP, draw }
}

function boletoBlock(pdf: Pdf, title: string, { barcode, shownLine, words }: DocumentBoleto): Block {
  const height = 35
  const line = { x: LEFT + PADDING, width: WIDTH - 2 * PADDING }
  const draw = (y: number) => {
    drawBox(pdf, { x: LEFT, y, width: WIDTH, height }, { points: 0.7, colour: PALE })
    const head = { ...line, text: title, y: y + PADDING, size: 12, strong: true }
    tagged(pdf, 'H2', () => drawLine(pdf, head))
    drawLine(pdf, { ...line, text: words, y: y + PADDING + 6.2, size: 8.5, colour: GREY })
    drawLine(pdf, { ...line, text: shownLine, y: y + PADDING + 10.6, size: 11, strong: true })
    drawBarcode(pdf, barcode, LEFT + PADDING, y + PADDING + 16.6)
  }
  return { height: height + GAP, draw }
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
