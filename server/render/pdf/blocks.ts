// The blocks of documents: the head with agency, title, state and client, titles, and pairs of labels and
// sums.
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import { fitted, type Letterhead } from '../letterhead.ts'
import { pageWords } from '../words/page-words.ts'
import {
  AMBER,
  drawBox,
  drawPicture,
  drawRule,
  fillBox,
  GREEN,
  GREY,
  PALE,
  PAPER,
  type Part,
  type Pdf,
  type Picture,
  RED,
  tagged,
  within,
} from './pdf.ts'
import { type Block, LEFT, RIGHT, WIDTH } from './sheet.ts'
import { drawLine, stackOf, type Words, widthOf } from './text.ts'

type Tone = 'good' | 'warn' | 'bad'

interface Headed {
  readonly language: TeamLanguage
  readonly title: string
  readonly team: Letterhead
  readonly client: { readonly name: string; readonly details: readonly string[] }
  readonly marks: readonly Mark[]
  readonly facts: readonly Fact[]
}

/** The state, in a word or two: PAGO em 16/11/2026. */
export interface Mark {
  readonly text: string
  readonly tone: Tone
}

/** Beside the client: a label and a value. */
export type Fact = readonly [label: string, value: string]

const INKS: Readonly<Record<Tone, string>> = { good: GREEN, warn: AMBER, bad: RED }
const SIDE = 80
const LOGO_MOST = { width: 50, height: 18 }
const PANEL_PADDING = 4.5
const FACT = 33
const MARK_WIDTH = 60
const MARK_HEIGHT = 6.4

export function headBlock(pdf: Pdf, logo: Picture | null, headed: Headed): Block {
  const { marks } = headed
  const issuer = issuerOf(pdf, logo, headed)
  const panel = panelOf(pdf, headed)
  const title = stackOf(pdf, [{ text: headed.title, size: 17, strong: true, linesMax: 2 }], SIDE, 'right')
  const high = Math.max(issuer.height, title.height + 3 + marks.length * (MARK_HEIGHT + 1.6)) + 5
  const draw = (y: number) => {
    issuer.draw(y)
    tagged(pdf, 'H1', () => title.draw(RIGHT - SIDE, y))
    for (const [index, mark] of marks.entries())
      drawMark(pdf, mark, y + title.height + 2.5 + index * (MARK_HEIGHT + 1.6))
    panel.draw(y + high)
  }
  return { height: high + panel.height + 6, draw }
}

/** The logo, the name and the details of the agency. */
function issuerOf(pdf: Pdf, logo: Picture | null, { team, language }: Headed) {
  const picture = logo !== null && team.logo !== null ? fitted(team.logo, LOGO_MOST) : null
  const top = picture === null ? 0 : picture.height + 3
  const words: Words[] = [
    { text: team.name, size: picture === null ? 16 : 11.5, strong: true, linesMax: 2 },
    ...team.lines.map((text) => ({ text, size: 8.5, linesMax: 3, colour: GREY })),
  ]
  const stack = stackOf(pdf, words, WIDTH - SIDE - 6)
  const draw = (y: number) => {
    if (logo !== null && picture !== null)
      drawPicture(pdf, logo, { ...picture, x: LEFT, y }, pageWords(language).pdf.logoOf(team.name))
    stack.draw(LEFT, y + top)
  }
  return { height: top + stack.height, draw }
}

/** In a frame at the right edge. */
function drawMark(pdf: Pdf, { text, tone }: Mark, y: number): void {
  const [width, colour] = [MARK_WIDTH, INKS[tone]]
  const x = RIGHT - width
  drawBox(pdf, { x, y, width, height: MARK_HEIGHT }, { points: 1.2, colour })
  const inside = { x: x + 2, width: width - 4, y: y + 1.1, align: 'center' } as const
  drawLine(pdf, { ...inside, text, size: 10.5, strong: true, colour })
}

/** The client at the left, the facts at the right. */
function panelOf(pdf: Pdf, { client, facts, language }: Headed) {
  const words: Words[] = [
    { text: pageWords(language).document.client, size: 7.5, linesMax: 1, colour: GREY },
    { text: client.name, size: 10.5, strong: true, linesMax: 3 },
    ...client.details.map((text) => ({ text, size: 9, linesMax: 2 })),
  ]
  const stack = stackOf(pdf, words, WIDTH - 2 * PANEL_PADDING - facts.length * FACT - 4)
  const columns = facts.map(([label, value]) =>
    stackOf(
      pdf,
      [
        { text: label, size: 7.5, linesMax: 1, colour: GREY },
        { text: value, size: 11, strong: true, linesMax: 2 },
      ],
      FACT - 2,
      'right',
    ),
  )
  const height = Math.max(stack.height, ...columns.map((column) => column.height)) + 2 * PANEL_PADDING - 1
  const draw = (y: number) => {
    const top = y + PANEL_PADDING - 0.5
    fillBox(pdf, { x: LEFT, y, width: WIDTH, height }, PAPER)
    stack.draw(LEFT + PANEL_PADDING, top)
    for (const [index, column] of columns.entries())
      tagged(pdf, 'P', () => column.draw(RIGHT - PANEL_PADDING + 2 - (columns.length - index) * FACT, top))
  }
  return { height, draw }
}

export interface Pair {
  readonly label: string
  readonly value: string
  /** The sum of the others. */
  readonly isSum?: boolean
}

/** The width of a block of pairs at the right edge. */
const BLOCK = 98
const VALUE = 40
const PADDING = 3
const [ROW, SUM_ROW] = [5.4, 8.4]

/** One block for each pair. The values stand in one column. */
export function pairBlocks(pdf: Pdf, pairs: readonly Pair[]): Block[] {
  const table: Part = { type: 'Table' }
  const widths = pairs.map((pair) => widthsOf(pdf, pair))
  const value = Math.max(VALUE, ...widths.map((width) => width.value))
  const block = Math.min(WIDTH, Math.max(BLOCK, ...widths.map(({ label }) => label + value)))
  return pairs.map((pair, index) => ({
    height: heightOf(pair) + (index === pairs.length - 1 ? 5 : 0),
    leads: index < pairs.length - 1,
    draw: (y) => drawPair(pdf, pair, { y, block, value }, table),
  }))
}

/** The room that label and value need, so that an amount is never cut off. */
function widthsOf(pdf: Pdf, pair: Pair): { label: number; value: number } {
  const style = styleOf(pair)
  return {
    label: widthOf(pdf, pair.label, style) + 2 * PADDING,
    value: widthOf(pdf, pair.value, style) + PADDING,
  }
}

function styleOf({ isSum = false }: Pair) {
  return { size: isSum ? 11.5 : 9.5, strong: isSum }
}

function heightOf({ isSum }: Pair): number {
  return isSum ? SUM_ROW : ROW
}

interface PairPlace {
  y: number
  /** Widths of the whole line, and of the value in it. */
  block: number
  value: number
}

function drawPair(pdf: Pdf, pair: Pair, place: PairPlace, table: Part): void {
  const { label, value, isSum = false } = pair
  const { y, block } = place
  const [x, height] = [RIGHT - block, heightOf(pair)]
  if (isSum) fillBox(pdf, { x, y: y + 0.6, width: block, height: height - 1.2 }, PAPER)
  else drawRule(pdf, { x, y: y + height, width: block }, 0.3, PALE)
  const line = { y: y + (isSum ? 1.9 : 1), ...styleOf(pair) }
  within(pdf, table, () =>
    within(pdf, { type: 'TR' }, () => {
      const words = { ...line, text: label, x: x + PADDING, width: block - place.value - PADDING }
      tagged(pdf, 'TH', () => drawLine(pdf, words), { scope: 'Row' })
      const number = {
        ...line,
        text: value,
        x: RIGHT - place.value,
        width: place.value - PADDING,
        align: 'right',
      } as const
      tagged(pdf, 'TD', () => drawLine(pdf, number))
    }),
  )
}

/** A small title above a section. */
export function titleBlock(pdf: Pdf, text: string): Block {
  const line = { text, x: LEFT, width: WIDTH, size: 10.5, strong: true }
  return {
    height: 6.4,
    leads: true,
    draw: (y) => tagged(pdf, 'H2', () => drawLine(pdf, { ...line, y: y + 0.6 })),
  }
}
