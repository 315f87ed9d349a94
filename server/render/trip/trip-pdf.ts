// The PDFs of a trip: the itinerary by day, and the voucher of one item. Neither shows a price.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Drawing, linkBlock, textBlocks } from '../document/document-pdf.ts'
import { legBlock } from '../document/quote-pdf.ts'
import { type Fact, headBlock, type Mark, titleBlock } from '../pdf/blocks.ts'
import {
  bytesOf,
  drawRule,
  fillBox,
  GREY,
  newPdf,
  PALE,
  PAPER,
  type Pdf,
  type Picture,
  pictureOf,
  RED,
  tagged,
} from '../pdf/pdf.ts'
import { type Block, coloursOf, drawFrames, drawPages, LEFT, WIDTH } from '../pdf/sheet.ts'
import { stackOf, type Words } from '../pdf/text.ts'
import { pageWords } from '../words/page-words.ts'
import { type TripWords, tripWords } from '../words/trip-words.ts'
import type { TripEntry, TripFact, TripFlightChange, TripView, VoucherView } from './trip.ts'

type Framed = Pick<TripView, 'language' | 'team' | 'isSimulated' | 'seenOn'>

async function drawTrip(
  framed: Framed,
  title: string,
  { logo = null, turn = nextTurn }: Drawing,
  blocks: (pdf: Pdf, logo: Picture | null) => Iterable<Block>,
): Promise<Buffer> {
  const { language, team, isSimulated, seenOn } = framed
  const head = `${title} · ${team.name}`
  const pdf = await newPdf({ language, title: head, author: team.name, createdOn: seenOn })
  const picture = logo === null ? null : await pictureOf(logo)
  await drawPages(pdf, blocks(pdf, picture), turn)
  drawFrames(pdf, { language, team, head, notice: isSimulated ? pageWords(language).frame.simulation : null })
  return bytesOf(pdf)
}

function simulationMarks({ language, isSimulated }: Framed): Mark[] {
  return isSimulated ? [{ text: pageWords(language).marks.simulated, tone: 'bad' }] : []
}

// The itinerary.

export function itineraryPdf(view: TripView, drawing: Drawing = {}): Promise<Buffer> {
  const words = tripWords(view.language)
  return drawTrip(view, words.itinerary.title, drawing, (pdf, logo) =>
    itineraryBlocks(pdf, logo, view, words),
  )
}

function* itineraryBlocks(
  pdf: Pdf,
  logo: Picture | null,
  view: TripView,
  words: TripWords,
): Generator<Block> {
  const { language, team, title, number, clientName, dates, travellers, days, undated, url } = view
  yield headBlock(pdf, logo, {
    language,
    title: words.itinerary.title,
    team,
    client: { name: clientName, details: [] },
    marks: simulationMarks(view),
    facts: [[words.trip, number]],
  })
  yield headingBlock(pdf, [
    { text: title, size: 15, strong: true, linesMax: 3 },
    ...(dates === null ? [] : [{ text: dates, size: 10.5, linesMax: 1 }]),
    ...(travellers.length === 0
      ? []
      : [{ text: `${words.travellers}: ${travellers.join(', ')}`, size: 9.5, colour: GREY, linesMax: 12 }]),
    { text: words.localTimes, size: 8.5, colour: GREY, linesMax: 1 },
  ])
  if (days.length + undated.length === 0) yield* textBlocks(pdf, '', [words.empty])
  for (const day of days) {
    yield dayBlock(pdf, day.title, view)
    for (const entry of day.entries) yield* entryBlocks(pdf, entry, words)
  }
  if (undated.length > 0) yield dayBlock(pdf, words.undated, view)
  for (const entry of undated) yield* entryBlocks(pdf, entry, words)
  if (url !== null) yield linkBlock(pdf, words.itinerary.pageAt, url)
}

function headingBlock(pdf: Pdf, words: readonly Words[]): Block {
  const stack = stackOf(pdf, words, WIDTH)
  return { height: stack.height + 5, draw: (y) => tagged(pdf, 'P', () => stack.draw(LEFT, y)) }
}

const BAR = 1.4
const INSET = 4

function dayBlock(pdf: Pdf, text: string, { team }: Pick<TripView, 'team'>): Block {
  const shown = `${text.charAt(0).toUpperCase()}${text.slice(1)}`
  const stack = stackOf(pdf, [{ text: shown, size: 11.5, strong: true, linesMax: 1 }], WIDTH - INSET)
  const height = stack.height + 4
  const draw = (y: number) => {
    fillBox(pdf, { x: LEFT, y, width: WIDTH, height }, PAPER)
    fillBox(pdf, { x: LEFT, y, width: BAR, height }, coloursOf(team).back)
    tagged(pdf, 'H2', () => stack.draw(LEFT + INSET, y + 2))
  }
  return { height: height + 2.4, leads: true, draw }
}

function* entryBlocks(pdf: Pdf, entry: TripEntry, words: TripWords): Generator<Block> {
  const { status, label, title, time, legs, facts, instructions, changes } = entry
  const mark = words.states[status]
  const head = [time, label, mark].filter((text) => text !== null).join(' · ')
  yield {
    ...stackBlock(pdf, 'H3', [
      { text: head, size: 9, colour: status === 'confirmed' ? GREY : RED, linesMax: 1 },
      { text: title, size: 11, strong: true, linesMax: 4 },
    ]),
    leads: true,
  }
  if (status !== 'cancelled') {
    for (const change of changes) yield stackBlock(pdf, 'P', changeWords(change, words))
    for (const leg of legs) yield legBlock(pdf, leg)
    for (const fact of facts) yield factBlock(pdf, fact)
    if (instructions !== null) yield factBlock(pdf, { label: words.instructions, value: instructions })
  }
  yield { height: 4, draw: (y) => drawRule(pdf, { x: LEFT, y: y + 1.4, width: WIDTH }, 0.3, PALE) }
}

function changeWords({ before, after }: TripFlightChange, words: TripWords): Words[] {
  const now = after.length === 0 ? [words.nothingAfter] : after
  return [
    { text: words.changed, size: 9.5, strong: true, colour: RED, linesMax: 2 },
    ...before.map((line) => ({ text: `${words.before}: ${line}`, size: 9, linesMax: 2 })),
    ...now.map((line) => ({ text: `${words.after}: ${line}`, size: 9, strong: true, linesMax: 2 })),
  ]
}

function stackBlock(pdf: Pdf, tag: string, words: readonly Words[]): Block {
  const stack = stackOf(pdf, words, WIDTH - INSET)
  return { height: stack.height + 1.6, draw: (y) => tagged(pdf, tag, () => stack.draw(LEFT + INSET, y)) }
}

const LABEL = 38

/** Label and value in two columns, read as one paragraph. */
function factBlock(pdf: Pdf, { label, value, isCode = false }: TripFact): Block {
  const name = stackOf(pdf, [{ text: label, size: 9, colour: GREY, linesMax: 2 }], LABEL - 3)
  const size = isCode ? 11.5 : 9.5
  const lines = value.split('\n').map((line) => ({ text: line, size, strong: isCode, linesMax: 40 }))
  const text = stackOf(pdf, lines, WIDTH - INSET - LABEL)
  const draw = (y: number) =>
    tagged(pdf, 'P', () => {
      name.draw(LEFT + INSET, y + 0.4)
      text.draw(LEFT + INSET + LABEL, y + (isCode ? 0 : 0.2))
    })
  return { height: Math.max(name.height, text.height) + 1.4, draw }
}

// The voucher.

const TONES = { confirmed: 'good', quoted: 'warn', cancelled: 'bad' } as const

export function voucherPdf(view: VoucherView, drawing: Drawing = {}): Promise<Buffer> {
  const words = tripWords(view.language)
  return drawTrip(view, words.voucher.titleOf(view.number), drawing, (pdf, logo) =>
    voucherBlocks(pdf, logo, view, words),
  )
}

function* voucherBlocks(
  pdf: Pdf,
  logo: Picture | null,
  view: VoucherView,
  { voucher, instructions: instructionsWord }: TripWords,
): Generator<Block> {
  const { language, team, number, clientName, kind, title, status, facts, legs } = view
  const { marks, issued } = voucher
  const shown: Fact[] = [
    [issued, pageWords(language).date(view.seenOn)],
    [tripWords(language).trip, number],
  ]
  yield headBlock(pdf, logo, {
    language,
    title: voucher.title,
    team,
    client: { name: clientName, details: [] },
    marks: [...simulationMarks(view), { text: marks[status], tone: TONES[status] }],
    facts: shown,
  })
  yield {
    ...stackBlock(pdf, 'H2', [
      { text: kind, size: 9.5, colour: GREY, linesMax: 1 },
      { text: title, size: 14, strong: true, linesMax: 4 },
    ]),
    leads: true,
  }
  for (const leg of legs) yield legBlock(pdf, leg)
  for (const fact of facts) yield factBlock(pdf, fact)
  yield factBlock(pdf, { label: view.guestsLabel, value: view.guests.join('\n') })
  if (view.payment !== null) yield factBlock(pdf, { label: voucher.payment, value: view.payment })
  yield { height: 4, draw: () => {} }
  if (view.instructions !== null) yield* textBlocks(pdf, instructionsWord, [view.instructions])
  yield titleBlock(pdf, voucher.contact(team.name))
  yield* textBlocks(pdf, '', view.contacts)
}
