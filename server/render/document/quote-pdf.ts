import type { Letterhead } from '../letterhead.ts'
import { type Mark, titleBlock } from '../pdf/blocks.ts'
import { drawRule, fillBox, GREEN, GREY, PALE, PAPER, type Pdf, tagged } from '../pdf/pdf.ts'
import { type Block, coloursOf, LEFT, RIGHT, WIDTH } from '../pdf/sheet.ts'
import { drawLine, type Stack, stackOf, widthOf } from '../pdf/text.ts'
import { type PageWords, pageWords } from '../words/page-words.ts'
import type { DocumentLeg, DocumentLegEnd, DocumentOption, DocumentTrip, QuoteDocument } from './document.ts'
import { type Drawing, drawDocument, sumBlocks, tableBlocks, textBlocks } from './document-pdf.ts'
import { itemsBeside, nameOf } from './quote-page.ts'

const QUOTE_TONES: Readonly<Record<Exclude<QuoteDocument['state'], 'waiting'>, Mark['tone']>> = {
  accepted: 'good',
  declined: 'bad',
  cancelled: 'bad',
  expired: 'warn',
}

export function quotePdf(document: QuoteDocument, drawing: Drawing = {}): Promise<Buffer> {
  const words = pageWords(document.language)
  const { state, total, lowest } = document
  return drawDocument(document, drawing, {
    mark: state === 'waiting' ? null : { text: words.marks.quote[state], tone: QUOTE_TONES[state] },
    amount: isRange(document) ? [words.quote.from, lowest] : [words.quote.total, total],
    blocks: (pdf) => quoteBlocks(pdf, document, words),
    linkWords: state === 'waiting' ? words.pdf.respondAt : words.pdf.quoteAt,
  })
}

/** Without a chosen option there is no single total. */
function isRange({ options, state }: QuoteDocument): boolean {
  return options.length > 1 && state !== 'accepted'
}

function* quoteBlocks(pdf: Pdf, document: QuoteDocument, words: PageWords): Generator<Block> {
  const { options } = document
  yield* responseBlocks(pdf, document, words)
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

/** Who replied, when and why; or what to do if no reply is possible. */
function* responseBlocks(
  pdf: Pdf,
  { state, response, declineReason }: QuoteDocument,
  { quote }: PageWords,
): Generator<Block> {
  if (state === 'accepted' || state === 'declined') {
    const said = [response, declineReason === null ? null : quote.reason(declineReason)]
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
/** Columns of a leg: name, departure, direction, arrival and flights. */
const [NAME, END, WAY] = [36, 36, 14]
const ABOUT = WIDTH - 2 * CARD_PADDING - NAME - 2 * END - WAY

/** Name at the left, price at the right; a chosen option is green. */
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

/** Stays on one page if it fits. */
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

export function legBlock(pdf: Pdf, leg: DocumentLeg): Block {
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

/** The number of later days is small beside the time. */
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

/** Broken between facts, never inside one that fits. */
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
