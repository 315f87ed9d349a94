// The PDF of an invoice.
import { type Mark, type Pair, pairBlocks, titleBlock } from '../pdf/blocks.ts'
import type { Pdf } from '../pdf/pdf.ts'
import type { Block } from '../pdf/sheet.ts'
import { type PageWords, pageWords } from '../words/page-words.ts'
import { type InvoiceDocument, isClosed } from './document.ts'
import { type Drawing, drawDocument, sumBlocks, tableBlocks, textBlocks } from './document-pdf.ts'
import { METHOD_PDFS } from './method-pdfs.ts'

export function invoicePdf(document: InvoiceDocument, drawing: Drawing = {}): Promise<Buffer> {
  const words = pageWords(document.language)
  const isOver = isClosed(document)
  return drawDocument(document, drawing, {
    mark: invoiceMark(document, words),
    amount: isOver ? [words.document.total, document.total] : [words.pdf.toPay, document.amountDue],
    blocks: (pdf) => invoiceBlocks(pdf, document, words),
    linkWords: isOver ? words.pdf.invoiceAt : words.pdf.payAt,
  })
}

function invoiceMark(
  { state, payments, paidOn, paidSum, nothingLeft }: InvoiceDocument,
  { marks }: PageWords,
): Mark | null {
  if (nothingLeft !== null && state === 'paid') return { text: marks.invoice[nothingLeft], tone: 'good' }
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
  const { payments, amountDue, earlySums, lateSums, lateWords, withoutCode, overpaid } = document
  const { instructions, totalChanges } = document
  const { invoice } = words
  yield* tableBlocks(pdf, document.lines, document)
  yield* sumBlocks(pdf, document, words)
  if (totalChanges.length > 0) {
    yield titleBlock(pdf, invoice.totalChanges)
    yield* pairBlocks(
      pdf,
      totalChanges.map(([label, value]) => ({ label, value })),
    )
  }
  if (payments.length > 0) {
    const beyond: Pair[] = overpaid === null ? [] : [{ label: invoice.overpaid, value: overpaid }]
    const isSaidBelow = isClosed(document) || lateSums.length > 0 || earlySums.length > 0
    const left: Pair[] = isSaidBelow ? [] : [{ label: invoice.left, value: amountDue, isSum: true }]
    yield titleBlock(pdf, invoice.payments)
    const came = payments.map(([label, value]) => ({ label, value }))
    yield* pairBlocks(pdf, [...came, ...beyond, ...left])
  }
  if (earlySums.length > 0) yield* amountBlocks(pdf, invoice.early, earlySums)
  if (lateSums.length > 0) yield* amountBlocks(pdf, invoice.updated, lateSums)
  else if (lateWords !== null) yield* textBlocks(pdf, words.pdf.late, [lateWords])
  if (withoutCode !== null) yield* textBlocks(pdf, invoice.howToPay, [withoutCode])
  for (const way of document.ways) yield* METHOD_PDFS[way.method](pdf, way, document.language)
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
