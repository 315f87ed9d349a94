// Invoice and quote as PDF: A4, in the agency's colours, one column, as many pages as its lines need.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { drawBarcode } from '../codes/barcode.ts'
import { qrPath } from '../codes/qr-image.ts'
import type { Letterhead } from '../letterhead.ts'
import { type Fact, headBlock, type Mark, type Pair, pairBlocks, titleBlock } from '../pdf/blocks.ts'
import {
  artifact,
  bytesOf,
  drawBox,
  drawRule,
  fillBox,
  GREEN,
  GREY,
  linked,
  MM,
  newPdf,
  PALE,
  PAPER,
  type Part,
  type Pdf,
  type Picture,
  pictureOf,
  type TagFacts,
  tagged,
  taggedAs,
  within,
} from '../pdf/pdf.ts'
import {
  type Block,
  type Colours,
  coloursOf,
  drawFrames,
  drawPages,
  LEFT,
  RIGHT,
  WIDTH,
} from '../pdf/sheet.ts'
import { drawLine, firstLines, type Line, type Stack, stackOf, widthOf, wrapped } from '../pdf/text.ts'
import { type PageWords, pageWords } from '../words/page-words.ts'
import {
  type DocumentBoleto,
  type DocumentLeg,
  type DocumentLegEnd,
  type DocumentLine,
  type DocumentOption,
  type DocumentTrip,
  type DocumentView,
  type InvoiceDocument,
  isClosed,
  type QuoteDocument,
} from './document.ts'
import { itemsBeside, nameOf } from './quote-page.ts'

// What invoices and quotes are composed of: the table of their lines with its sums, texts, and how to pay.

const PADDING = 3
const QUANTITY = 22
const PRICE = 32
const SUM = 34
const DESCRIPTION = WIDTH - QUANTITY - PRICE - SUM
const SIZE = 9.5
const LEADING = 4.7
const HEAD = 7
/** An item of so many lines is not torn apart. */
const WHOLE_LINES = 4
/** More than the longest description takes in the widest letters: only one of line breaks is cut. */
const LINES_MAX = 60
const RULE = { x: LEFT, width: WIDTH }
const COLUMN: TagFacts = { scope: 'Column' }

/** What its lines come to has to follow: the last one stays with it. */
function* tableBlocks(
  pdf: Pdf,
  lines: readonly DocumentLine[],
  { team, language }: DocumentView,
): Generator<Block> {
  const table: Part = { type: 'Table' }
  const head = headOf(pdf, table, coloursOf(team), pageWords(language))
  yield head
  for (const [index, line] of lines.entries()) {
    const leads = index === lines.length - 1
    yield* lineBlocks(pdf, line, table, { under: head, leads })
  }
  yield { height: 3, leads: true, draw: () => {} }
}

/** Read once: where it is repeated on a page, it is decoration. */
function headOf(pdf: Pdf, table: Part, { back, text: colour }: Colours, words: PageWords): Block {
  const { description, value } = words.document
  const { quantity, unitPrice } = words.paper
  const draw = (y: number) => {
    fillBox(pdf, { ...RULE, y, height: HEAD }, back)
    const cell = (line: Line) => tagged(pdf, 'TH', () => drawLine(pdf, line), COLUMN)
    const style = { y: y + 1.7, size: 8, strong: true, colour }
    const cells = () => {
      cell({ ...style, text: description, x: LEFT + PADDING, width: DESCRIPTION - PADDING })
      for (const line of numbersAt([quantity, unitPrice, value], style)) cell(line)
    }
    if (table.element === undefined) within(pdf, table, () => within(pdf, { type: 'TR' }, cells))
    else artifact(pdf, cells)
  }
  return { height: HEAD + 1.4, leads: true, draw }
}

/** A block for each line of its words: a long one may go over pages, a short one stays whole, the last one leads on. */
function* lineBlocks(
  pdf: Pdf,
  line: DocumentLine,
  table: Part,
  { under, leads: leadsOn }: { under: Block; leads: boolean },
): Generator<Block> {
  const width = DESCRIPTION - PADDING - 2
  const words = firstLines(wrapped(pdf, line.description, { width, size: SIZE }), LINES_MAX)
  const row: Part = { type: 'TR' }
  const cell: Part = { type: 'TD' }
  const numbers = [line.quantity, line.unitPrice, line.total] as const
  for (const [index, text] of words.entries()) {
    const isLast = index === words.length - 1
    const cells = (y: number) => () => {
      taggedAs(pdf, cell, () => drawLine(pdf, { text, x: LEFT + PADDING, y, width, size: SIZE }))
      if (index > 0) return
      for (const number of numbersAt(numbers, { y, size: SIZE }))
        tagged(pdf, 'TD', () => drawLine(pdf, number))
    }
    const draw = (y: number) => {
      within(pdf, table, () => within(pdf, row, cells(y + 0.5)))
      if (isLast) drawRule(pdf, { ...RULE, y: y + LEADING + 1.9 }, 0.3, PALE)
    }
    const leads = isLast ? leadsOn : words.length <= WHOLE_LINES
    yield { height: isLast ? LEADING + 2.8 : LEADING, leads, under, draw }
  }
}

function numbersAt(
  [quantity, price, sum]: readonly [string, string, string],
  style: Pick<Line, 'y' | 'size' | 'strong' | 'colour'>,
): Line[] {
  const x = LEFT + DESCRIPTION
  const line = { ...style, align: 'right' } as const
  return [
    { ...line, text: quantity, x, width: QUANTITY },
    { ...line, text: price, x: x + QUANTITY, width: PRICE },
    { ...line, text: sum, x: x + QUANTITY + PRICE, width: SUM - PADDING },
  ]
}

function sumBlocks(
  pdf: Pdf,
  { sums, total }: Pick<DocumentView, 'sums' | 'total'>,
  words: PageWords,
): Block[] {
  const pairs: Pair[] = sums.map(([label, value]) => ({ label, value }))
  return pairBlocks(pdf, [...pairs, { label: words.document.total, value: total, isSum: true }])
}

const TEXT_LEADING = 4.6
const QR_SIDE = 36
const CODE_CHARACTERS = 64
/** A paragraph of so many lines is not torn apart. */
const WHOLE_PARAGRAPH = 6
const GAP = 4.6

/** A title, and below it paragraphs that may go on for pages. */
function* textBlocks(pdf: Pdf, title: string, paragraphs: readonly string[]): Generator<Block> {
  if (title !== '') yield titleBlock(pdf, title)
  for (const [index, paragraph] of paragraphs.entries()) {
    const part: Part = { type: 'P' }
    const lines = wrapped(pdf, paragraph, { width: WIDTH, size: SIZE })
    for (const [number, text] of lines.entries()) {
      const isEnd = index === paragraphs.length - 1 && number === lines.length - 1
      const draw = (y: number) =>
        taggedAs(pdf, part, () => drawLine(pdf, { text, x: LEFT, y, width: WIDTH, size: SIZE }))
      const leads = number < lines.length - 1 && lines.length <= WHOLE_PARAGRAPH
      yield { height: TEXT_LEADING + (isEnd ? GAP : 0), leads, draw }
    }
  }
}

/** An address that can be pressed, or typed. */
function linkBlock(pdf: Pdf, words: string, url: string): Block {
  const style = { size: 8.5 }
  const draw = (y: number) => {
    const before = `${words} `
    const start = widthOf(pdf, before, style)
    drawLine(pdf, { ...style, text: before, x: LEFT, y, width: WIDTH, colour: GREY })
    const line = { ...style, text: url, x: LEFT + start, y, width: WIDTH - start, strong: true }
    const place = [line.x * MM, y * MM, widthOf(pdf, url, line) * MM, 12] as const
    linked(pdf, url, place, () => drawLine(pdf, line))
  }
  return { height: 4 + GAP, draw }
}

/** The code to point at, and below the words the same one to copy. */
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

/** Cut by length, and never at a space: put together again, the parts are the code. */
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

/** On white, as readers of such codes want it. */
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

// What a printed quote shows below its head: the answer, and its options with their trips, items and totals.

/** Nothing is chosen yet: there is no one total. */
function isRange({ options, state }: QuoteDocument): boolean {
  return options.length > 1 && state !== 'accepted'
}

function* quoteBlocks(pdf: Pdf, document: QuoteDocument, words: PageWords): Generator<Block> {
  const { options } = document
  yield* answerBlocks(pdf, document, words)
  const chosen = options.find(({ isChosen }) => isChosen)
  if (chosen === undefined || options.length === 1) {
    for (const option of options) yield* optionBlocks(pdf, option, document, words)
    return
  }
  yield titleBlock(pdf, words.quote.chosen)
  yield* optionBlocks(pdf, chosen, document, words)
  yield titleBlock(pdf, words.quote.others)
  for (const option of options) if (option !== chosen) yield* optionBlocks(pdf, option, document, words)
}

/** Who answered, when and why; what to do where nobody can any more. */
function* answerBlocks(
  pdf: Pdf,
  { state, answer, declineReason }: QuoteDocument,
  { quote }: PageWords,
): Generator<Block> {
  if (state === 'accepted' || state === 'declined') {
    const said = [answer, declineReason === null ? null : quote.reason(declineReason)]
    yield* textBlocks(
      pdf,
      quote[state],
      said.filter((text) => text !== null),
    )
  }
  if (state === 'cancelled') yield* textBlocks(pdf, quote.cancelled, [quote.cancelledText])
  if (state === 'expired') yield* textBlocks(pdf, quote.expired, [quote.expiredText])
}

function* optionBlocks(
  pdf: Pdf,
  option: DocumentOption,
  document: QuoteDocument,
  words: PageWords,
): Generator<Block> {
  const { trip, total, isChosen } = option
  const name = nameOf(option)
  if (name !== '') yield optionHead(pdf, { name, total, isChosen }, document.team)
  if (trip !== null) yield* tripBlocks(pdf, trip, name)
  const lines = itemsBeside(option)
  if (lines.length === 0) return
  yield* tableBlocks(pdf, lines, document)
  yield* sumBlocks(pdf, option, words)
}

const CARD_PADDING = 4
const TIME = { size: 12, strong: true }
const FACT = { size: 9 }
const TOTAL = 48
const BAR = 1.4
/** Columns of a leg: which it is, from where, the way, to where, and the flights. */
const [NAME, END, WAY] = [36, 36, 14]
const ABOUT = WIDTH - 2 * CARD_PADDING - NAME - 2 * END - WAY

/** What it is called at the left, what it costs at the right; the chosen one in green. */
function optionHead(
  pdf: Pdf,
  { name, total, isChosen }: Pick<DocumentOption, 'total' | 'isChosen'> & { name: string },
  team: Letterhead,
): Block {
  const words = { text: name, size: 11.5, strong: true, linesMax: 3 }
  const title = stackOf(pdf, [words], WIDTH - TOTAL - 2 * CARD_PADDING)
  const height = title.height + 4.4
  const draw = (y: number) => {
    fillBox(pdf, { x: LEFT, y, width: WIDTH, height }, PAPER)
    fillBox(pdf, { x: LEFT, y, width: BAR, height }, isChosen ? GREEN : coloursOf(team).back)
    tagged(pdf, 'H2', () => title.draw(LEFT + CARD_PADDING, y + 2.2))
    const sum = { x: RIGHT - TOTAL - CARD_PADDING, width: TOTAL, align: 'right' } as const
    drawLine(pdf, { ...sum, text: total, y: y + 2, size: 12.5, strong: true })
  }
  return { height: height + 2.4, leads: true, draw }
}

/** Stays whole, where a page can hold it. */
function tripBlocks(pdf: Pdf, { head, legs, facts }: DocumentTrip, name: string): Block[] {
  const airline = head === '' || head === name ? [] : [linesBlock(pdf, [head])]
  const about = facts.length === 0 ? [] : [linesBlock(pdf, factLines(pdf, facts))]
  const blocks = [...airline, ...legs.map((leg) => legBlock(pdf, leg)), ...about]
  const last = blocks.length - 1
  return blocks.map((block, index) => ({
    ...block,
    leads: index < last,
    height: block.height + (index === last ? 4 : 0),
  }))
}

function legBlock(pdf: Pdf, leg: DocumentLeg): Block {
  const { name, day, departs, arrives, later, about } = leg
  const which = stackOf(
    pdf,
    [
      { text: name, size: 9.5, strong: true, linesMax: 1 },
      { text: day, size: 8.5, colour: GREY, linesMax: 1 },
    ],
    NAME - 2,
  )
  const [from, to] = [endStack(pdf, departs, null), endStack(pdf, arrives, later)]
  const flights = stackOf(pdf, [{ text: about, size: 8.5, colour: GREY, linesMax: 4 }], ABOUT)
  const x = LEFT + CARD_PADDING
  const columns: [number, Stack][] = [
    [x, which],
    [x + NAME, from],
    [x + NAME + END + WAY, to],
    [x + NAME + 2 * END + WAY, flights],
  ]
  const height = Math.max(...columns.map(([, { height }]) => height)) + 3.6
  const draw = (y: number) => {
    for (const [left, stack] of columns) tagged(pdf, 'P', () => stack.draw(left, y + 1))
    const [start, end] = [x + NAME + widthOf(pdf, departs.time, TIME) + 3, x + NAME + END + WAY]
    drawRule(pdf, { x: start, y: y + 3.4, width: end - start - 3 }, 0.6, PALE)
    drawRule(pdf, { x, y: y + height - 0.8, width: WIDTH - 2 * CARD_PADDING }, 0.3, PALE)
  }
  return { height, draw }
}

/** The days that it is later stand small beside its time. */
function endStack(pdf: Pdf, { time, code, city }: DocumentLegEnd, later: string | null): Stack {
  const place = city === null ? code : `${city} (${code})`
  const words = [
    { ...TIME, text: time, linesMax: 1 },
    { text: place, size: 8.5, colour: GREY, linesMax: 2 },
  ]
  const { height, draw } = stackOf(pdf, words, END - 2)
  const beside = widthOf(pdf, time, TIME) + 1.5
  const days = { text: later ?? '', width: END - beside, size: 8.5 }
  return {
    height,
    draw: (x, y) => {
      draw(x, y)
      drawLine(pdf, { ...days, x: x + beside, y: y + 1.2 })
    },
  }
}

/** Broken between facts, never inside of one that fits. */
function factLines(pdf: Pdf, facts: readonly string[]): string[] {
  const lines: string[] = []
  for (const fact of facts) {
    const longer = `${lines.at(-1) ?? ''} · ${fact}`
    const fits = lines.length > 0 && widthOf(pdf, longer, FACT) <= WIDTH - 2 * CARD_PADDING
    if (fits) lines.splice(-1, 1, longer)
    else lines.push(fact)
  }
  return lines
}

function linesBlock(pdf: Pdf, texts: readonly string[]): Block {
  const words = texts.map((text) => ({ ...FACT, text, linesMax: 3 }))
  const stack = stackOf(pdf, words, WIDTH - 2 * CARD_PADDING)
  const draw = (y: number) => tagged(pdf, 'P', () => stack.draw(LEFT + CARD_PADDING, y + 0.8))
  return { height: stack.height + 1.8, draw }
}

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
  readonly blocks: (pdf: Pdf) => Iterable<Block>
  /** What its page is opened for. */
  readonly linkWords: string
}

export function invoicePdf(document: InvoiceDocument, drawing: Drawing = {}): Promise<Buffer> {
  const words = pageWords(document.language)
  const isOver = isClosed(document)
  return drawn(document, drawing, {
    mark: invoiceMark(document, words),
    amount: isOver ? [words.document.total, document.total] : [words.paper.toPay, document.amountDue],
    blocks: (pdf) => invoiceBlocks(pdf, document, words),
    linkWords: isOver ? words.paper.invoiceAt : words.paper.payAt,
  })
}

export function quotePdf(document: QuoteDocument, drawing: Drawing = {}): Promise<Buffer> {
  const words = pageWords(document.language)
  const { state, total, lowest } = document
  return drawn(document, drawing, {
    mark: state === 'waiting' ? null : { text: words.marks.quote[state], tone: QUOTE_TONES[state] },
    amount: isRange(document) ? [words.quote.from, lowest] : [words.quote.total, total],
    blocks: (pdf) => quoteBlocks(pdf, document, words),
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

function* blocksOf(
  pdf: Pdf,
  logo: Picture | null,
  document: DocumentView,
  { mark, amount, blocks, linkWords }: Own,
): Generator<Block> {
  const { notes, footer, isSimulated, team, language, title } = document
  const words = pageWords(language)
  const simulated: Mark[] = isSimulated ? [{ text: words.marks.simulated, tone: 'bad' }] : []
  const { name, document: taxId, email } = document.client
  const details = [taxId ?? '', email].filter((text) => text !== '')
  yield headBlock(pdf, logo, {
    language,
    title,
    team,
    client: { name, details },
    marks: [...simulated, ...(mark === null ? [] : [mark])],
    facts: [...document.dates, amount],
  })
  yield* blocks(pdf)
  if (notes !== null && notes.trim() !== '') yield* textBlocks(pdf, words.document.notes, [notes])
  yield linkBlock(pdf, linkWords, document.url)
  if (footer !== null) yield* textBlocks(pdf, '', [footer])
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
  await drawPages(pdf, blocksOf(pdf, picture, document, own), turn)
  drawFrames(pdf, { language, team, head, notice: isSimulated ? pageWords(language).frame.simulation : null })
  return bytesOf(pdf)
}

/** Lines and sums, what was paid, and how to pay the rest. */
function* invoiceBlocks(pdf: Pdf, document: InvoiceDocument, words: PageWords): Generator<Block> {
  const { payments, amountDue, lateSums, lateWords, pixCode, boleto, withoutCode, overpaid } = document
  const { instructions } = document
  const { invoice } = words
  yield* tableBlocks(pdf, document.lines, document)
  yield* sumBlocks(pdf, document, words)
  if (payments.length > 0) {
    const beyond: Pair[] = overpaid === null ? [] : [{ label: invoice.overpaid, value: overpaid }]
    const isSaidBelow = isClosed(document) || lateSums.length > 0
    const left: Pair[] = isSaidBelow ? [] : [{ label: invoice.left, value: amountDue, isSum: true }]
    yield titleBlock(pdf, invoice.payments)
    yield* pairBlocks(pdf, [...payments.map(([label, value]) => ({ label, value })), ...beyond, ...left])
  }
  if (lateSums.length > 0) {
    yield titleBlock(pdf, invoice.updated)
    const last = lateSums.length - 1
    yield* pairBlocks(
      pdf,
      lateSums.map(([label, value], index) => ({ label, value, isSum: index === last })),
    )
  } else if (lateWords !== null) yield* textBlocks(pdf, words.paper.late, [lateWords])
  if (withoutCode !== null) yield* textBlocks(pdf, invoice.howToPay, [withoutCode])
  if (pixCode !== null) yield pixBlock(pdf, pixCode, amountDue, words)
  if (boleto !== null) yield boletoBlock(pdf, invoice.boleto, boleto)
  if (instructions !== null) yield* textBlocks(pdf, invoice.instructions, [instructions])
}
