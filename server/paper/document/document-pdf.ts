// Invoice and quote on paper: A4, in the agency's colours, one column, as many pages as its lines need.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Fact, headPiece, type Mark } from '../pdf/head.ts'
import { type Pair, pairPieces, titlePiece } from '../pdf/pairs.ts'
import { bytesOf, newPdf, type Pdf } from '../pdf/pdf.ts'
import { type Picture, pictureOf } from '../pdf/picture.ts'
import { drawPieces, type Piece, pagesOf } from '../pdf/pieces.ts'
import { BOTTOM, coloursOf, drawFrames, TOP } from '../pdf/sheet.ts'
import { type DocumentView, type InvoiceDocument, isClosed, type QuoteDocument } from './document.ts'
import { boletoPiece, linkPiece, pixPiece, textPieces } from './document-pieces.ts'
import { sumPieces, tablePieces } from './document-table.ts'

const SIMULATED: Mark = { text: 'SIMULAÇÃO', tone: 'bad' }

const NOTICE = 'Simulação: feito em um ambiente de testes. Nada aqui é real.'

const QUOTE_MARKS: Readonly<Record<QuoteDocument['state'], Mark | null>> = {
  waiting: null,
  accepted: { text: 'ACEITO', tone: 'good' },
  declined: { text: 'RECUSADO', tone: 'bad' },
  cancelled: { text: 'CANCELADO', tone: 'bad' },
  expired: { text: 'VENCIDO', tone: 'warn' },
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
  readonly facts: readonly Fact[]
  /** Between its sums and its notes. */
  readonly pieces: (pdf: Pdf) => Iterable<Piece>
  /** What its page is opened for. */
  readonly linkWords: string
}

export function invoicePdf(document: InvoiceDocument, drawing: Drawing = {}): Promise<Buffer> {
  const isOver = isClosed(document)
  const amount: Fact = isOver ? ['Total', document.total] : ['A pagar', document.amountDue]
  return drawn(document, drawing, {
    mark: invoiceMark(document),
    facts: [...document.dates, amount],
    pieces: (pdf) => invoicePieces(pdf, document),
    linkWords: isOver ? 'Consulte esta fatura em' : 'Pague ou consulte em',
  })
}

export function quotePdf(document: QuoteDocument, drawing: Drawing = {}): Promise<Buffer> {
  return drawn(document, drawing, {
    mark: QUOTE_MARKS[document.state],
    facts: [...document.dates, ['Total', document.total]],
    pieces: () => [],
    linkWords: document.state === 'waiting' ? 'Aceite ou recuse em' : 'Consulte este orçamento em',
  })
}

function invoiceMark({ state, payments }: InvoiceDocument): Mark | null {
  if (state === 'paid') return { text: paidWords(payments), tone: 'good' }
  if (state === 'cancelled') return { text: 'CANCELADA', tone: 'bad' }
  const words = [state === 'overdue' ? ['VENCIDA'] : [], payments.length > 0 ? ['PAGA EM PARTE'] : []].flat()
  return words.length === 0 ? null : { text: words.join(' · '), tone: 'warn' }
}

/** With the day of the last money that came, where it is known. */
function paidWords(payments: InvoiceDocument['payments']): string {
  const days = payments.flatMap(([label]) => /^\d\d\/\d\d\/\d{4}$/.exec(label) ?? [])
  const last = days.at(-1)
  return last === undefined ? 'PAGO' : `PAGO em ${last}`
}

function* invoicePieces(pdf: Pdf, document: InvoiceDocument): Generator<Piece> {
  const { payments, amountDue, lateSums, lateWords, pixCode, boleto, withoutCode, overpaid } = document
  const { instructions } = document
  if (payments.length > 0) {
    const beyond: Pair[] = overpaid === null ? [] : [{ label: 'Pago a mais', value: overpaid }]
    const isSaidBelow = isClosed(document) || lateSums.length > 0
    const left: Pair[] = isSaidBelow ? [] : [{ label: 'Falta pagar', value: amountDue, isSum: true }]
    yield titlePiece(pdf, 'Pagamentos recebidos')
    yield* pairPieces(pdf, [...payments.map(([label, value]) => ({ label, value })), ...beyond, ...left])
  }
  if (lateSums.length > 0) {
    yield titlePiece(pdf, 'Valor atualizado')
    const last = lateSums.length - 1
    yield* pairPieces(
      pdf,
      lateSums.map(([label, value], index) => ({ label, value, isSum: index === last })),
    )
  } else if (lateWords !== null) yield* textPieces(pdf, 'Pagamento em atraso', [lateWords])
  if (withoutCode !== null) yield* textPieces(pdf, 'Como pagar', [withoutCode])
  if (pixCode !== null) yield pixPiece(pdf, pixCode, amountDue)
  if (boleto !== null) yield boletoPiece(pdf, boleto)
  if (instructions !== null) yield* textPieces(pdf, 'Instruções de pagamento', [instructions])
}

function* piecesOf(
  pdf: Pdf,
  logo: Picture | null,
  document: DocumentView,
  { mark, facts, pieces, linkWords }: Own,
): Generator<Piece> {
  const { notes, footer, isSimulated, team } = document
  const marks = [...(isSimulated ? [SIMULATED] : []), ...(mark === null ? [] : [mark])]
  const { name, document: taxId, email } = document.client
  const details = [taxId ?? '', email].filter((text) => text !== '')
  yield headPiece(pdf, logo, { title: document.title, team, client: { name, details }, marks, facts })
  yield* tablePieces(pdf, document.lines, coloursOf(team))
  yield* sumPieces(pdf, document)
  yield* pieces(pdf)
  if (notes !== null && notes.trim() !== '') yield* textPieces(pdf, 'Observações', [notes])
  yield linkPiece(pdf, linkWords, document.url)
  if (footer !== null) yield* textPieces(pdf, '', [footer])
}

async function drawn(
  document: DocumentView,
  { logo = null, turn = nextTurn }: Drawing,
  own: Own,
): Promise<Buffer> {
  const { title, team, issuedOn } = document
  const head = `${title} · ${team.name}`
  const pdf = await newPdf({ title: head, author: team.name, createdOn: issuedOn, shows: document })
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
  drawFrames(pdf, { team, head, notice: document.isSimulated ? NOTICE : null })
  return bytesOf(pdf)
}
