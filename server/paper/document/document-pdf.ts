// Invoice and quote on paper: A4, in the agency's colours, one column, as many pages as its lines need.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Fact, headPiece, type Mark } from '../pdf/head.ts'
import { bytesOf, newPdf, type Pdf } from '../pdf/pdf.ts'
import { type Picture, pictureOf } from '../pdf/picture.ts'
import { drawPieces, type Piece, pagesOf } from '../pdf/pieces.ts'
import { BOTTOM, drawFrames, TOP } from '../pdf/sheet.ts'
import { type PageWords, pageWords } from '../words/page-words.ts'
import { type DocumentView, type InvoiceDocument, isClosed, type QuoteDocument } from './document.ts'
import { linkPiece, textPieces } from './document-pieces.ts'
import { invoicePieces } from './invoice-pieces.ts'
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
  const facts = { language, title: head, author: team.name, createdOn: issuedOn, shows: document }
  const pdf = await newPdf(facts)
  const picture = logo === null ? null : await pictureOf(logo)
  let isFirst = true
  for (const page of pagesOf(piecesOf(pdf, picture, document, own), BOTTOM - TOP)) {
    if (!isFirst) {
      await turn()
      pdf.addPage()
    }
    drawPieces(page, TOP)
    isFirst = false
  }
  drawFrames(pdf, { language, team, head, notice: isSimulated ? pageWords(language).frame.simulation : null })
  return bytesOf(pdf)
}
