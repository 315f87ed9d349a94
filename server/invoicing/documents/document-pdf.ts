// Invoice and quote on paper: A4, black on white, one column, as many pages as its lines need.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { bytesOf, drawLine, type Line, MM, newPdf, type Pdf, wrapped } from '../../payments/pdf-form.ts'
import { qrSvg } from '../../payments/qr-image.ts'
import type { DocumentView, InvoiceDocument, QuoteDocument } from './document-view.ts'

const LEFT = 18
const WIDTH = 174
const RIGHT = LEFT + WIDTH
const TOP = 18
const BOTTOM = 272
const QUANTITY = 24
const PRICE = 34
const SUM = 34
const DESCRIPTION = WIDTH - QUANTITY - PRICE - SUM
const LEADING = 4.6
const QR_SIDE = 42

/** Lets others have their turn: there may be hundreds of pages. */
type Turn = () => Promise<unknown>

/** A place on the paper that moves down, and to the next page where there is no room. */
interface Pen {
  pdf: Pdf
  y: number
}

export async function invoicePdf(document: InvoiceDocument, turn: Turn = nextTurn): Promise<Buffer> {
  const words = { paid: 'PAGA', cancelled: 'CANCELADA', overdue: 'VENCIDA', open: '' }[document.state]
  const pen = await begin(document, words, turn)
  if (document.payments.length > 0) drawPayments(pen, document)
  if (document.pixCode !== null) drawPix(pen, document, document.pixCode)
  return finish(pen, document, `Pague ou consulte em ${document.url}`)
}

export async function quotePdf(document: QuoteDocument, turn: Turn = nextTurn): Promise<Buffer> {
  const words = {
    accepted: 'ACEITO',
    declined: 'RECUSADO',
    cancelled: 'CANCELADO',
    expired: 'VENCIDO',
    waiting: '',
  }
  const pen = await begin(document, words[document.state], turn)
  return finish(pen, document, `Aceite ou recuse em ${document.url}`)
}

async function begin(document: DocumentView, stateWords: string, turn: Turn): Promise<Pen> {
  const pdf = newPdf(`${document.title} - ${document.team.name}`, document.issuedOn)
  const pen: Pen = { pdf, y: TOP }
  drawHead(pen, document, stateWords)
  await drawTable(pen, document, turn)
  drawSums(pen, document)
  return pen
}

async function finish(pen: Pen, document: DocumentView, lastLine: string): Promise<Buffer> {
  if (document.notes !== null && document.notes.trim() !== '') {
    drawBlock(pen, 'Observações', document.notes.split(/\r?\n/))
  }
  const { pdf } = pen
  drawLine(pdf, { text: lastLine, x: LEFT, y: 284, width: WIDTH, size: 8, align: 'center' })
  return bytesOf(pdf)
}

function drawHead(pen: Pen, { title, team, client, dates, isTest }: DocumentView, stateWords: string): void {
  const { pdf } = pen
  const state = isTest ? ['SIMULAÇÃO', stateWords].filter((word) => word !== '').join(' · ') : stateWords
  write(pen, { text: team.name, size: 16, strong: true, width: WIDTH - 60 })
  drawLine(pdf, { text: title, x: RIGHT - 60, y: pen.y, width: 60, size: 14, strong: true, align: 'right' })
  pen.y += 7.5
  write(pen, { text: team.email, size: 9, width: WIDTH - 60 })
  drawLine(pdf, { text: state, x: RIGHT - 60, y: pen.y, width: 60, size: 10, strong: true, align: 'right' })
  pen.y += 9
  rule(pen)
  pen.y += 5
  const top = pen.y
  write(pen, { text: 'Cliente', size: 8 })
  for (const [index, text] of [client.name, client.document ?? '', client.email].entries()) {
    if (text === '') continue
    pen.y += LEADING
    write(pen, { text, size: 10, strong: index === 0, width: WIDTH - 64 })
  }
  for (const [index, [label, value]] of dates.entries()) {
    const y = top + index * (LEADING + 1)
    drawLine(pdf, { text: label, x: RIGHT - 60, y: y + 0.4, width: 30, size: 8, align: 'right' })
    drawLine(pdf, { text: value, x: RIGHT - 28, y, width: 28, size: 10, strong: true, align: 'right' })
  }
  pen.y = Math.max(pen.y, top + dates.length * (LEADING + 1)) + 12
}

async function drawTable(pen: Pen, { lines }: DocumentView, turn: Turn): Promise<void> {
  drawTableHead(pen)
  for (const { description, quantity, unitPrice, total } of lines) {
    const words = wrapped(pen.pdf, description, { width: DESCRIPTION - 4, size: 10 })
    for (const [index, text] of words.entries()) {
      if (needsPage(pen, LEADING + 2)) {
        await turn()
        drawTableHead(pen)
      }
      write(pen, { text, size: 10, width: DESCRIPTION - 4 })
      if (index === 0) drawNumbers(pen, [quantity, unitPrice, total], 10)
      pen.y += LEADING
    }
    pen.y += 1.6
    rule(pen, 0.3)
    pen.y += 2.2
  }
}

function drawTableHead(pen: Pen): void {
  write(pen, { text: 'Descrição', size: 8, width: DESCRIPTION })
  drawNumbers(pen, ['Quantidade', 'Preço unitário', 'Valor'], 8)
  pen.y += 5
  rule(pen)
  pen.y += 2.5
}

function drawNumbers({ pdf, y }: Pen, [quantity, price, sum]: [string, string, string], size: number): void {
  const at = LEFT + DESCRIPTION
  drawLine(pdf, { text: quantity, x: at, y, width: QUANTITY, size, align: 'right' })
  drawLine(pdf, { text: price, x: at + QUANTITY, y, width: PRICE, size, align: 'right' })
  drawLine(pdf, { text: sum, x: at + QUANTITY + PRICE, y, width: SUM, size, align: 'right' })
}

function drawSums(pen: Pen, { sums, total }: DocumentView): void {
  needsPage(pen, (sums.length + 1) * 6 + 4)
  for (const [label, value] of sums) drawSum(pen, label, value, 10, false)
  drawSum(pen, 'Total', total, 13, true)
  pen.y += 6
}

function drawSum(pen: Pen, label: string, value: string, size: number, strong: boolean): void {
  const { pdf, y } = pen
  drawLine(pdf, { text: label, x: RIGHT - 110, y, width: 60, size, strong, align: 'right' })
  drawLine(pdf, { text: value, x: RIGHT - 48, y, width: 48, size, strong, align: 'right' })
  pen.y += strong ? 8 : 6
}

function drawPayments(pen: Pen, { payments, amountDue, state }: InvoiceDocument): void {
  const left = state === 'open' || state === 'overdue' ? [`Falta pagar: ${amountDue}`] : []
  drawBlock(pen, 'Pagamentos recebidos', [
    ...payments.map(([date, amount]) => `${date}   ${amount}`),
    ...left,
  ])
}

function drawPix(pen: Pen, { amountDue }: InvoiceDocument, code: string): void {
  needsPage(pen, QR_SIDE + 8)
  const { pdf, y } = pen
  drawQr(pdf, code, LEFT, y)
  const x = LEFT + QR_SIDE + 6
  const width = WIDTH - QR_SIDE - 6
  drawLine(pdf, { text: `Pague ${amountDue} com Pix`, x, y: y + 3, width, size: 11, strong: true })
  const hint = 'Aponte a câmera do aplicativo do seu banco para o código, ou copie o texto abaixo.'
  drawLine(pdf, { text: hint, x, y: y + 9.5, width, size: 8.5 })
  for (const [index, text] of piecesOf(code).entries()) {
    drawLine(pdf, { text, x, y: y + 15 + index * 3.8, width, size: 8 })
  }
  pen.y += QR_SIDE + 6
}

const CODE_CHARACTERS = 62

/** Cut by length, and never at a space: put together again, the pieces are the code. */
function piecesOf(code: string): string[] {
  const pieces: string[] = []
  for (let rest = code; rest !== ''; ) {
    let end = Math.min(CODE_CHARACTERS, rest.length)
    while (end < rest.length && (rest[end] === ' ' || rest[end - 1] === ' ')) end--
    pieces.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
  return pieces
}

/** The same drawing as on the page: the dark runs of its rows, scaled to their place. */
function drawQr(pdf: Pdf, code: string, x: number, y: number): void {
  const svg = qrSvg(code)
  const size = Number(/viewBox="0 0 (\d+) /.exec(svg)![1])
  const dark = /<path fill="#000" d="([^"]+)"/.exec(svg)![1]!
  pdf
    .save()
    .translate(x * MM, y * MM)
    .scale((QR_SIDE * MM) / size)
    .path(dark)
    .fill('#000')
    .restore()
}

function drawBlock(pen: Pen, title: string, paragraphs: string[]): void {
  needsPage(pen, 14)
  write(pen, { text: title, size: 8 })
  pen.y += 5
  for (const paragraph of paragraphs) {
    for (const text of wrapped(pen.pdf, paragraph, { width: WIDTH, size: 10 })) {
      needsPage(pen, LEADING)
      write(pen, { text, size: 10 })
      pen.y += LEADING
    }
  }
  pen.y += 6
}

function write({ pdf, y }: Pen, line: Pick<Line, 'text' | 'size'> & Partial<Line>): void {
  drawLine(pdf, { x: LEFT, y, width: WIDTH, ...line })
}

function rule({ pdf, y }: Pen, points = 0.8): void {
  pdf
    .lineWidth(points)
    .moveTo(LEFT * MM, y * MM)
    .lineTo(RIGHT * MM, y * MM)
    .stroke('#000')
}

/** True when a new page was begun because this much would not have fitted. */
function needsPage(pen: Pen, height: number): boolean {
  if (pen.y + height <= BOTTOM) return false
  pen.pdf.addPage()
  pen.y = TOP
  return true
}
