// The head of a paper: who it is from, what it is and how it stands, for whom, and the few facts that are looked for
// first.
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import { fitted, type Letterhead } from '../letterhead.ts'
import { pageWords } from '../words/page-words.ts'
import { drawLine } from './lines.ts'
import { AMBER, drawBox, fillBox, GREEN, GREY, PAPER, type Pdf, RED } from './pdf.ts'
import { drawPicture, type Picture } from './picture.ts'
import type { Piece } from './pieces.ts'
import { LEFT, RIGHT, WIDTH } from './sheet.ts'
import { stackOf, type Words } from './stack.ts'
import { tagged } from './tags.ts'

type Tone = 'good' | 'warn' | 'bad'

export interface Headed {
  readonly language: TeamLanguage
  readonly title: string
  readonly team: Letterhead
  readonly client: { readonly name: string; readonly details: readonly string[] }
  readonly marks: readonly Mark[]
  readonly facts: readonly Fact[]
}

/** How it stands, in a word or two: PAGO em 16/11/2026. */
export interface Mark {
  readonly text: string
  readonly tone: Tone
}

/** What is looked for first, beside the client: a label, a value. */
export type Fact = readonly [label: string, value: string]

const INKS: Readonly<Record<Tone, string>> = { good: GREEN, warn: AMBER, bad: RED }
const SIDE = 80
const LOGO_MOST = { width: 50, height: 18 }
const PADDING = 4.5
const FACT = 33
const MARK_WIDTH = 60
const MARK_HEIGHT = 6.4

export function headPiece(pdf: Pdf, logo: Picture | null, headed: Headed): Piece {
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

/** The logo, the name, and who that is. */
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
      drawPicture(pdf, logo, { ...picture, x: LEFT, y }, pageWords(language).paper.logoOf(team.name))
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

/** The client at the left, and what is looked for first at the right. */
function panelOf(pdf: Pdf, { client, facts, language }: Headed) {
  const words: Words[] = [
    { text: pageWords(language).document.client, size: 7.5, linesMax: 1, colour: GREY },
    { text: client.name, size: 10.5, strong: true, linesMax: 3 },
    ...client.details.map((text) => ({ text, size: 9, linesMax: 2 })),
  ]
  const stack = stackOf(pdf, words, WIDTH - 2 * PADDING - facts.length * FACT - 4)
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
  const height = Math.max(stack.height, ...columns.map((column) => column.height)) + 2 * PADDING - 1
  const draw = (y: number) => {
    const top = y + PADDING - 0.5
    fillBox(pdf, { x: LEFT, y, width: WIDTH, height }, PAPER)
    stack.draw(LEFT + PADDING, top)
    for (const [index, column] of columns.entries())
      tagged(pdf, 'P', () => column.draw(RIGHT - PADDING + 2 - (columns.length - index) * FACT, top))
  }
  return { height, draw }
}
