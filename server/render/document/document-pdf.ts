// Invoice and quote as PDF: A4, in the agency's colours, one column, as many pages as its lines need.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { bytesOf, newPdf, type Pdf, type Picture, pictureOf } from '../pdf/pdf.ts'
import { type Fact, headPiece, type Mark, type Pair, pairPieces, titlePiece } from '../pdf/pieces.ts'
import { drawFrames, drawPages, type Piece } from '../pdf/sheet.ts'
import { type PageWords, pageWords } from '../words/page-words.ts'
import { type DocumentView, type InvoiceDocument, isClosed, type QuoteDocument } from './document.ts'
import { boletoPiece, linkPiece, pixPiece, sumPieces, tablePieces, textPieces } from './document-pieces.ts'
import { isRange, quotePieces } from './quote-pieces.ts'

const QUOTE_TONES: Readonly<Record<Exclude<QuoteDocument['state'], 'waiting'>, Mark['tone']>> = {
  accepted: 'good',
  declined: 'bad',
  cancelled: 'bad',
  expired: 'warn',
}

interface Drawing {
  /** The picture that the document has the address of. */
  readonly logo?: Buffer | null
  /** Yields to the event loop between pages, as there may be hundreds. */
  readonly turn?: () => Promise<unknown>
}

/** What a document has beside what all have. */
interface Own {
  readonly mark: Mark | null
  /** Beside its dates. */
  readonly amount: Fact
  /** Between its head and its notes. */
  readonly pieces: (pdf: Pdf) => Iterable<Piece>
  /** What its page is opened for. */
  readonly linkWords: string
}

export function invoicePdf(document: InvoiceDocument, drawing: Drawing = {}): Promise<Buffer> {
  const words = pageWords(document.language)
  const isOver = isClosed(document)
  return drawn(document, drawing, {
    mark: invoiceMark(document, words),
    amount: isOver ? [words.document.total, document.total] : [words.paper.toPay, document.amountDue],
    pieces: (pdf) => invoicePieces(pdf, document, words),
    linkWords: isOver ? words.paper.invoiceAt : words.paper.payAt,
  })
}

export function quotePdf(document: QuoteDocument, drawing: Drawing = {}): Promise<Buffer> {
  const words = pageWords(document.language)
  const { state, total, lowest } = document
  return drawn(document, drawing, {
    mark: state === 'waiting' ? null : { text: words.marks.quote[state], tone: QUOTE_TONES[state] },
    amount: isRange(document) ? [words.quote.from, lowest] : [words.quote.total, total],
    pieces: (pdf) => quotePieces(pdf, document, words),
    linkWords: state === 'waiting' ? words.paper.answerAt : words.paper.quoteAt,
  })
}

function invoiceMark({ state, payments, paidOn }: InvoiceDocument, { marks }: PageWords): Mark | null {
  if (state === 'paid')
    return { text: paidOn === null ? marks.invoice.paid : marks.paidOn(paidOn), tone: 'good' }
  if (state === 'cancelled') return { text: marks.invoice.cancelled, tone: 'bad' }
  const words = [
    ...(state === 'overdue' ? [marks.invoice.overdue] : []),
    ...(payments.length > 0 ? [marks.partlyPaid] : []),
  ]
  return words.length === 0 ? null : { text: words.join(' · '), tone: 'warn' }
}

function* piecesOf(
  pdf: Pdf,
  logo: Picture | null,
  document: DocumentView,
  { mark, amount, pieces, linkWords }: Own,
): Generator<Piece> {
  const { notes, footer, isSimulated, team, language, title } = document
  const words = pageWords(language)
  const simulated: Mark[] = isSimulated ? [{ text: words.marks.simulated, tone: 'bad' }] : []
  const { name, document: taxId, email } = document.client
  const details = [taxId ?? '', email].filter((text) => text !== '')
  yield headPiece(pdf, logo, {
    language,
    title,
    team,
    client: { name, details },
    marks: [...simulated, ...(mark === null ? [] : [mark])],
    facts: [...document.dates, amount],
  })
  yield* pieces(pdf)
  if (notes !== null && notes.trim() !== '') yield* textPieces(pdf, words.document.notes, [notes])
  yield linkPiece(pdf, linkWords, document.url)
  if (footer !== null) yield* textPieces(pdf, '', [footer])
}

async function drawn(
  document: DocumentView,
  { logo = null, turn = nextTurn }: Drawing,
  own: Own,
): Promise<Buffer> {
  const { title, team, issuedOn, language, isSimulated } = document
  const head = `${title} · ${team.name}`
  const facts = { language, title: head, author: team.name, createdOn: issuedOn }
  const pdf = await newPdf(facts)
  const picture = logo === null ? null : await pictureOf(logo)
  await drawPages(pdf, piecesOf(pdf, picture, document, own), turn)
  drawFrames(pdf, { language, team, head, notice: isSimulated ? pageWords(language).frame.simulation : null })
  return bytesOf(pdf)
}

/** Lines and sums, what was paid, and how to pay the rest. */
function* invoicePieces(pdf: Pdf, document: InvoiceDocument, words: PageWords): Generator<Piece> {
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
