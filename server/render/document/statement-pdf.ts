// The statement of account of a client as PDF.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import type { Letterhead } from '../letterhead.ts'
import { headBlock, pairBlocks } from '../pdf/blocks.ts'
import {
  artifact,
  bytesOf,
  drawRule,
  fillBox,
  newPdf,
  PALE,
  type Part,
  type Pdf,
  type Picture,
  pictureOf,
  tagged,
  within,
} from '../pdf/pdf.ts'
import { type Block, coloursOf, drawFrames, drawPages, LEFT, WIDTH } from '../pdf/sheet.ts'
import { drawLine, type Line, type Stack, stackOf } from '../pdf/text.ts'
import { type PageWords, pageWords } from '../words/page-words.ts'
import { type Drawing, PADDING, textBlocks } from './document-pdf.ts'

export interface StatementDocument {
  readonly language: TeamLanguage
  readonly title: string
  readonly team: Letterhead
  readonly footer: string | null
  readonly client: { readonly name: string; readonly document: string | null; readonly email: string }
  /** Its first and its last day. */
  readonly first: string
  readonly last: string
  readonly opening: string
  readonly closing: string
  readonly lines: readonly StatementDocumentLine[]
  readonly issuedOn: Temporal.PlainDate
  readonly isSimulated: boolean
}

interface StatementDocumentLine {
  readonly date: string
  readonly description: string
  readonly amount: string
  readonly balance: string
}

export async function statementPdf(
  document: StatementDocument,
  { logo = null, turn = nextTurn }: Drawing = {},
): Promise<Buffer> {
  const { title, team, issuedOn, language, isSimulated } = document
  const head = `${title} · ${team.name}`
  const pdf = await newPdf({ language, title: head, author: team.name, createdOn: issuedOn })
  const picture = logo === null ? null : await pictureOf(logo)
  await drawPages(pdf, blocksOf(pdf, picture, document), turn)
  drawFrames(pdf, { language, team, head, notice: isSimulated ? pageWords(language).frame.simulation : null })
  return bytesOf(pdf)
}

function* blocksOf(pdf: Pdf, logo: Picture | null, document: StatementDocument): Generator<Block> {
  const { language, title, team, client, isSimulated, opening, closing, lines, footer } = document
  const words = pageWords(language)
  const { statement } = words
  yield headBlock(pdf, logo, {
    language,
    title,
    team,
    client: {
      name: client.name,
      details: [client.document ?? '', client.email].filter((text) => text !== ''),
    },
    marks: isSimulated ? [{ text: words.marks.simulated, tone: 'bad' }] : [],
    facts: [
      [statement.from, document.first],
      [statement.to, document.last],
    ],
  })
  const before = { date: document.first, description: statement.opening, amount: '', balance: opening }
  yield* tableBlocks(pdf, { team, lines: [before, ...lines] }, words)
  if (lines.length === 0) yield* textBlocks(pdf, '', [statement.empty])
  yield* pairBlocks(pdf, [{ label: statement.closing, value: closing, isSum: true }])
  yield* textBlocks(pdf, '', [statement.explained])
  if (footer !== null) yield* textBlocks(pdf, '', [footer])
}

const DATE = 26
const MONEY = 34
const DESCRIPTION = WIDTH - DATE - 2 * MONEY
const SIZE = 9
/** Of a payment with the longest reference. */
const DESCRIPTION_LINES_MAX = 8
const HEAD = 7
const RULE = { x: LEFT, width: WIDTH }

function* tableBlocks(
  pdf: Pdf,
  { team, lines }: Pick<StatementDocument, 'team' | 'lines'>,
  words: PageWords,
): Generator<Block> {
  const table: Part = { type: 'Table' }
  const { back, text: colour } = coloursOf(team)
  const { statement } = words
  const titles = [statement.date, statement.description, statement.amount, statement.balance] as const
  const head: Block = {
    height: HEAD + 1.4,
    leads: true,
    draw: (y) => {
      fillBox(pdf, { ...RULE, y, height: HEAD }, back)
      const cells = () => {
        for (const line of cellsAt(titles, { y: y + 1.7, size: 8, strong: true, colour }))
          tagged(pdf, 'TH', () => drawLine(pdf, line), { scope: 'Column' })
      }
      // Tagged once: repetitions on later pages are decoration.
      if (table.element === undefined) within(pdf, table, () => within(pdf, { type: 'TR' }, cells))
      else artifact(pdf, cells)
    },
  }
  yield head
  for (const line of lines) yield lineBlock(pdf, table, line, head)
  yield { height: 3, draw: () => {} }
}

function lineBlock(pdf: Pdf, table: Part, line: StatementDocumentLine, under: Block): Block {
  const { date, description, amount, balance } = line
  const text = stackOf(
    pdf,
    [{ text: description, size: SIZE, linesMax: DESCRIPTION_LINES_MAX }],
    DESCRIPTION - 4,
  )
  const height = text.height + 3
  return {
    height,
    under,
    draw: (y) => {
      const row: Part = { type: 'TR' }
      within(pdf, table, () => within(pdf, row, () => drawRow(pdf, [date, '', amount, balance], text, y + 1)))
      drawRule(pdf, { ...RULE, y: y + height - 0.6 }, 0.3, PALE)
    },
  }
}

function drawRow(pdf: Pdf, cells: Cells, text: Stack, y: number): void {
  for (const [index, line] of cellsAt(cells, { y, size: SIZE }).entries())
    tagged(pdf, 'TD', () => (index === 1 ? text.draw(LEFT + PADDING + DATE, y) : drawLine(pdf, line)))
}

type Cells = readonly [date: string, description: string, amount: string, balance: string]

function cellsAt(
  [date, description, amount, balance]: Cells,
  style: Pick<Line, 'y' | 'size' | 'strong' | 'colour'>,
): Line[] {
  const right = { ...style, width: MONEY - PADDING, align: 'right' } as const
  return [
    { ...style, text: date, x: LEFT + PADDING, width: DATE },
    { ...style, text: description, x: LEFT + PADDING + DATE, width: DESCRIPTION - 4 },
    { ...right, text: amount, x: LEFT + DATE + DESCRIPTION },
    { ...right, text: balance, x: LEFT + DATE + DESCRIPTION + MONEY },
  ]
}
