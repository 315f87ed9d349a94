// The shared parts of invoice and quote PDFs: A4, in the agency's colours, one column, as many pages as
// needed.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Fact, headBlock, type Mark, type Pair, pairBlocks, titleBlock } from '../pdf/blocks.ts'
import {
  artifact,
  bytesOf,
  drawRule,
  fillBox,
  GREY,
  linked,
  MM,
  newPdf,
  PALE,
  type Part,
  type Pdf,
  type Picture,
  pictureOf,
  type TagFacts,
  tagged,
  taggedAs,
  within,
} from '../pdf/pdf.ts'
import { type Block, type Colours, coloursOf, drawFrames, drawPages, LEFT, WIDTH } from '../pdf/sheet.ts'
import { drawLine, firstLines, type Line, widthOf, wrapped } from '../pdf/text.ts'
import { type PageWords, pageWords } from '../words/page-words.ts'
import type { DocumentLine, DocumentView } from './document.ts'

export interface Drawing {
  /** The image at the document's logo address. */
  readonly logo?: Buffer | null
  /** Yields to the event loop between pages, as there may be hundreds. */
  readonly turn?: () => Promise<unknown>
}

/** The parts that differ between invoices and quotes. */
interface Own {
  readonly mark: Mark | null
  /** Beside its dates. */
  readonly amount: Fact
  /** Between its head and its notes. */
  readonly blocks: (pdf: Pdf) => Iterable<Block>
  /** The text before the link to the document's page. */
  readonly linkWords: string
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

export async function drawDocument(
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

export const PADDING = 3
const QUANTITY = 22
const PRICE = 32
const SUM = 34
const DESCRIPTION = WIDTH - QUANTITY - PRICE - SUM
const SIZE = 9.5
const LEADING = 4.7
const HEAD = 7
/** An item of up to so many lines stays on one page. */
const WHOLE_LINES = 4
/** More than the longest description in the widest letters takes: only a text of line breaks is cut. */
const LINES_MAX = 60
const RULE = { x: LEFT, width: WIDTH }
const COLUMN: TagFacts = { scope: 'Column' }

/** The last line stays with the sums that follow. */
export function* tableBlocks(
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

/** Tagged once: repetitions on later pages are decoration. */
function headOf(pdf: Pdf, table: Part, { back, text: colour }: Colours, words: PageWords): Block {
  const { description, value } = words.document
  const { quantity, unitPrice } = words.pdf
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

/**
 * A block for each line of its text: a long text may span pages, a short one stays whole, and the last line
 * stays with the next block.
 */
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

export function sumBlocks(
  pdf: Pdf,
  { sums, total }: Pick<DocumentView, 'sums' | 'total'>,
  words: PageWords,
): Block[] {
  const pairs: Pair[] = sums.map(([label, value]) => ({ label, value }))
  return pairBlocks(pdf, [...pairs, { label: words.document.total, value: total, isSum: true }])
}

const TEXT_LEADING = 4.6
/** A paragraph of up to so many lines stays on one page. */
const WHOLE_PARAGRAPH = 6
export const GAP = 4.6

/** A title, and below it paragraphs that may span pages. */
export function* textBlocks(pdf: Pdf, title: string, paragraphs: readonly string[]): Generator<Block> {
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

/** An address that can be clicked or typed. */
export function linkBlock(pdf: Pdf, words: string, url: string): Block {
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
