// What a printed invoice says below its head: its lines and what they come to, what was paid, and how to pay the rest.
import { type Pair, pairPieces, titlePiece } from '../pdf/pairs.ts'
import type { Pdf } from '../pdf/pdf.ts'
import type { Piece } from '../pdf/pieces.ts'
import type { PageWords } from '../words/page-words.ts'
import { type InvoiceDocument, isClosed } from './document.ts'
import { boletoPiece, pixPiece, textPieces } from './document-pieces.ts'
import { sumPieces, tablePieces } from './document-table.ts'

export function* invoicePieces(pdf: Pdf, document: InvoiceDocument, words: PageWords): Generator<Piece> {
  const { payments, amountDue, lateSums, lateWords, pixCode, boleto, withoutCode, overpaid } = document
  const { instructions } = document
  const { invoice } = words
  yield* tablePieces(pdf, document.lines, document)
  yield* sumPieces(pdf, document, words)
  if (payments.length > 0) {
    const beyond: Pair[] = overpaid === null ? [] : [{ label: invoice.overpaid, value: overpaid }]
    const isSaidBelow = isClosed(document) || lateSums.length > 0
    const left: Pair[] = isSaidBelow ? [] : [{ label: invoice.left, value: amountDue, isSum: true }]
    yield titlePiece(pdf, invoice.payments)
    yield* pairPieces(pdf, [...payments.map(([label, value]) => ({ label, value })), ...beyond, ...left])
  }
  if (lateSums.length > 0) {
    yield titlePiece(pdf, invoice.updated)
    const last = lateSums.length - 1
    yield* pairPieces(
      pdf,
      lateSums.map(([label, value], index) => ({ label, value, isSum: index === last })),
    )
  } else if (lateWords !== null) yield* textPieces(pdf, words.paper.late, [lateWords])
  if (withoutCode !== null) yield* textPieces(pdf, invoice.howToPay, [withoutCode])
  if (pixCode !== null) yield pixPiece(pdf, pixCode, amountDue, words)
  if (boleto !== null) yield boletoPiece(pdf, invoice.boleto, boleto)
  if (instructions !== null) yield* textPieces(pdf, invoice.instructions, [instructions])
}
