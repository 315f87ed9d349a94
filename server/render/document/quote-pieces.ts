// What a printed quote shows below its head: the answer, and its options with their trips, items and totals.
import type { Letterhead } from '../letterhead.ts'
import { drawRule, fillBox, GREEN, GREY, PALE, PAPER, type Pdf } from '../pdf/pdf.ts'
import { titlePiece } from '../pdf/pieces.ts'
import { coloursOf, LEFT, type Piece, RIGHT, WIDTH } from '../pdf/sheet.ts'
import { tagged } from '../pdf/tags.ts'
import { drawLine, type Stack, stackOf, widthOf } from '../pdf/text.ts'
import type { PageWords } from '../words/page-words.ts'
import type { DocumentLeg, DocumentLegEnd, DocumentOption, DocumentTrip, QuoteDocument } from './document.ts'
import { sumPieces, tablePieces, textPieces } from './document-pieces.ts'
import { itemsBeside, nameOf } from './option-items.ts'

/** Nothing is chosen yet: there is no one total. */
export function isRange({ options, state }: QuoteDocument): boolean {
  return options.length > 1 && state !== 'accepted'
}

export function* quotePieces(pdf: Pdf, document: QuoteDocument, words: PageWords): Generator<Piece> {
  const { options } = document
  yield* answerPieces(pdf, document, words)
  const chosen = options.find(({ isChosen }) => isChosen)
  if (chosen === undefined || options.length === 1) {
    for (const option of options) yield* optionPieces(pdf, option, document, words)
    return
  }
  yield titlePiece(pdf, words.quote.chosen)
  yield* optionPieces(pdf, chosen, document, words)
  yield titlePiece(pdf, words.quote.others)
  for (const option of options) if (option !== chosen) yield* optionPieces(pdf, option, document, words)
}

/** Who answered, when and why; what to do where nobody can any more. */
function* answerPieces(
  pdf: Pdf,
  { state, answer, declineReason }: QuoteDocument,
  { quote }: PageWords,
): Generator<Piece> {
  if (state === 'accepted' || state === 'declined') {
    const said = [answer, declineReason === null ? null : quote.reason(declineReason)]
    yield* textPieces(
      pdf,
      quote[state],
      said.filter((text) => text !== null),
    )
  }
  if (state === 'cancelled') yield* textPieces(pdf, quote.cancelled, [quote.cancelledText])
  if (state === 'expired') yield* textPieces(pdf, quote.expired, [quote.expiredText])
}

function* optionPieces(
  pdf: Pdf,
  option: DocumentOption,
  document: QuoteDocument,
  words: PageWords,
): Generator<Piece> {
  const { trip, total, isChosen } = option
  const name = nameOf(option)
  if (name !== '') yield optionHead(pdf, { name, total, isChosen }, document.team)
  if (trip !== null) yield* tripPieces(pdf, trip, name)
  const lines = itemsBeside(option)
  if (lines.length === 0) return
  yield* tablePieces(pdf, lines, document)
  yield* sumPieces(pdf, option, words)
}

const PADDING = 4
const TIME = { size: 12, strong: true }
const FACT = { size: 9 }
const TOTAL = 48
const BAR = 1.4
/** Columns of a leg: which it is, from where, the way, to where, and the flights. */
const [NAME, END, WAY] = [36, 36, 14]
const ABOUT = WIDTH - 2 * PADDING - NAME - 2 * END - WAY

/** What it is called at the left, what it costs at the right; the chosen one in green. */
function optionHead(
  pdf: Pdf,
  { name, total, isChosen }: Pick<DocumentOption, 'total' | 'isChosen'> & { name: string },
  team: Letterhead,
): Piece {
  const words = { text: name, size: 11.5, strong: true, linesMax: 3 }
  const title = stackOf(pdf, [words], WIDTH - TOTAL - 2 * PADDING)
  const height = title.height + 4.4
  const draw = (y: number) => {
    fillBox(pdf, { x: LEFT, y, width: WIDTH, height }, PAPER)
    fillBox(pdf, { x: LEFT, y, width: BAR, height }, isChosen ? GREEN : coloursOf(team).back)
    tagged(pdf, 'H2', () => title.draw(LEFT + PADDING, y + 2.2))
    const sum = { x: RIGHT - TOTAL - PADDING, width: TOTAL, align: 'right' } as const
    drawLine(pdf, { ...sum, text: total, y: y + 2, size: 12.5, strong: true })
  }
  return { height: height + 2.4, leads: true, draw }
}

/** Stays whole, where a page can hold it. */
function tripPieces(pdf: Pdf, { head, legs, facts }: DocumentTrip, name: string): Piece[] {
  const airline = head === '' || head === name ? [] : [linesPiece(pdf, [head])]
  const about = facts.length === 0 ? [] : [linesPiece(pdf, factLines(pdf, facts))]
  const pieces = [...airline, ...legs.map((leg) => legPiece(pdf, leg)), ...about]
  const last = pieces.length - 1
  return pieces.map((piece, index) => ({
    ...piece,
    leads: index < last,
    height: piece.height + (index === last ? 4 : 0),
  }))
}

function legPiece(pdf: Pdf, leg: DocumentLeg): Piece {
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
  const x = LEFT + PADDING
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
    drawRule(pdf, { x, y: y + height - 0.8, width: WIDTH - 2 * PADDING }, 0.3, PALE)
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
    const fits = lines.length > 0 && widthOf(pdf, longer, FACT) <= WIDTH - 2 * PADDING
    if (fits) lines.splice(-1, 1, longer)
    else lines.push(fact)
  }
  return lines
}

function linesPiece(pdf: Pdf, texts: readonly string[]): Piece {
  const words = texts.map((text) => ({ ...FACT, text, linesMax: 3 }))
  const stack = stackOf(pdf, words, WIDTH - 2 * PADDING)
  const draw = (y: number) => tagged(pdf, 'P', () => stack.draw(LEFT + PADDING, y + 0.8))
  return { height: stack.height + 1.8, draw }
}
