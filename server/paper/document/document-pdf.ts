// Invoice and quote on paper: A4, black on white, one column, as many pages as its lines need.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { drawLine } from '../pdf/lines.ts'
import { bytesOf, newPdf, type Pdf } from '../pdf/pdf.ts'
import { drawPieces, type Piece, pagesOf } from '../pdf/pieces.ts'
import { type DocumentView, type InvoiceDocument, isClosed, type QuoteDocument } from './document.ts'
import { BOTTOM, boletoPiece, headPiece, LEFT, pixPiece, TOP, textPieces, WIDTH } from './document-pieces.ts'
import { sumPieces, tablePieces } from './document-table.ts'

const INVOICE_WORDS = { paid: 'PAGA', cancelled: 'CANCELADA', overdue: 'VENCIDA', open: '' }
const QUOTE_WORDS = {
  accepted: 'ACEITO',
  declined: 'RECUSADO',
  cancelled: 'CANCELADO',
  expired: 'VENCIDO',
  waiting: '',
}

interface Drawing {
  /** The picture that the document has the address of. */
  readonly logo?: Buffer | null
  /** Yields to the event loop between pages, as there may be hundreds. */
  readonly turn?: () => Promise<unknown>
}

export async function invoicePdf(document: InvoiceDocument, drawing: Drawing = {}): Promise<Buffer> {
  const pdf = await newDocument(document)
  const pieces = piecesOf(pdf, drawing, document, INVOICE_WORDS[document.state], invoicePieces(pdf, document))
  return drawn(pdf, pieces, `Pague ou consulte em ${document.url}`, drawing)
}

export async function quotePdf(document: QuoteDocument, drawing: Drawing = {}): Promise<Buffer> {
  const pdf = await newDocument(document)
  const pieces = piecesOf(pdf, drawing, document, QUOTE_WORDS[document.state], [])
  return drawn(pdf, pieces, `Aceite ou recuse em ${document.url}`, drawing)
}

function newDocument({ title, team, issuedOn }: DocumentView): Promise<Pdf> {
  return newPdf(`${title} - ${team.name}`, issuedOn)
}

/** `own` is what only this kind of document has, between its sums and its notes. */
function* piecesOf(
  pdf: Pdf,
  { logo = null }: Drawing,
  document: DocumentView,
  stateWords: string,
  own: Iterable<Piece>,
): Generator<Piece> {
  const { notes, footer, isSimulated } = document
  const state = isSimulated ? ['SIMULAÇÃO', stateWords].filter((word) => word !== '').join(' · ') : stateWords
  yield headPiece(pdf, logo, document, state)
  yield* tablePieces(pdf, document.lines)
  yield* sumPieces(pdf, document)
  yield* own
  if (notes !== null && notes.trim() !== '') yield* textPieces(pdf, 'Observações', [notes])
  if (footer !== null) yield* textPieces(pdf, '', [footer])
}

function* invoicePieces(pdf: Pdf, document: InvoiceDocument): Generator<Piece> {
  const { payments, amountDue, lateSums, lateWords, pixCode, boleto, withoutCode, overpaid } = document
  const { instructions } = document
  const left = isClosed(document) ? [] : [`Falta pagar: ${amountDue}`]
  const beyond = overpaid === null ? [] : [`Pago a mais: ${overpaid}`]
  const paid = payments.map(([date, amount]) => `${date}   ${amount}`)
  if (paid.length > 0) yield* textPieces(pdf, 'Pagamentos recebidos', [...paid, ...beyond, ...left])
  const late = lateSums.map(([label, value]) => `${label}: ${value}`)
  if (late.length > 0) yield* textPieces(pdf, 'Valor atualizado', late)
  else if (lateWords !== null) yield* textPieces(pdf, 'Pagamento em atraso', [lateWords])
  if (withoutCode !== null) yield* textPieces(pdf, 'Como pagar', [withoutCode])
  if (instructions !== null) yield* textPieces(pdf, 'Instruções de pagamento', [instructions])
  if (pixCode !== null) yield pixPiece(pdf, pixCode, amountDue)
  if (boleto !== null) yield boletoPiece(pdf, boleto)
}

async function drawn(
  pdf: Pdf,
  pieces: Iterable<Piece>,
  lastLine: string,
  { turn = nextTurn }: Drawing,
): Promise<Buffer> {
  let isFirst = true
  for (const page of pagesOf(pieces, BOTTOM - TOP)) {
    if (!isFirst) {
      await turn()
      pdf.addPage()
    }
    drawPieces(page, TOP)
    isFirst = false
  }
  drawLine(pdf, { text: lastLine, x: LEFT, y: 284, width: WIDTH, size: 8, align: 'center' })
  return bytesOf(pdf)
}
