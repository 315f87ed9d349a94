// The pages of a document: margins, page breaks between blocks, headers and footers.
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import type { Letterhead } from '../letterhead.ts'
import { pageWords } from '../words/page-words.ts'
import { artifact, BLACK, fillBox, GREY, type Pdf, RED } from './pdf.ts'
import { drawLine, widthOf } from './text.ts'

/** Millimetres from the edges of the sheet. */
export const LEFT = 18
export const WIDTH = 174
export const RIGHT = LEFT + WIDTH
const TOP = 17
const BOTTOM = 279
const NOTICE = 6
const HEAD = 10.5
const FOOT = 284
const BAND = 2.6
const PAGE_WIDTH = 210
const SIZE = 7.5

/** A part of a document that is drawn as a whole. */
export interface Block {
  readonly height: number
  /** Stays with the next one: a heading with its text, a flight with its connection. */
  readonly leads?: boolean
  /** Drawn again above it if it begins a page, such as the head of a table. */
  readonly under?: Block
  readonly draw: (y: number) => void
}

/**
 * Draws blocks below each other, on as many pages as they need. Blocks may be created while they are placed; `turn`
 * yields to the event loop between pages, as there may be hundreds.
 */
export async function drawPages(
  pdf: Pdf,
  blocks: Iterable<Block>,
  turn: () => Promise<unknown>,
): Promise<void> {
  let isFirst = true
  for (const page of pagesOf(blocks, BOTTOM - TOP)) {
    if (!isFirst) {
      await turn()
      pdf.doc.addPage()
    }
    let y = TOP
    for (const { height, draw } of page) {
      draw(y)
      y += height
    }
    isFirst = false
  }
}

/** The blocks of each page, in order. No blocks give one empty page. */
export function* pagesOf(blocks: Iterable<Block>, room: number): Generator<readonly Block[]> {
  let page: readonly Block[] = []
  for (const group of groupsOf(blocks, room)) {
    if (page.length === 0 || heightOf(page) + heightOf(group) <= room) {
      page = [...page, ...group]
    } else {
      yield page
      const under = group[0]?.under
      page = under === undefined ? group : [under, ...group]
    }
  }
  yield page
}

/** A block with those that it leads to; if together they exceed a page, the first goes alone. */
function* groupsOf(blocks: Iterable<Block>, room: number): Generator<readonly Block[]> {
  let group: Block[] = []
  for (const block of blocks) {
    group.push(block)
    while (group.length > 1 && heightOf(group) > room) yield group.splice(0, 1)
    if (block.leads === true) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}

function heightOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { height }) => sum + height, 0)
}

export type Colours = NonNullable<Letterhead['colours']>

/** The default colours. */
const PLAIN: Colours = { back: '#26323c', text: '#ffffff' }

export function coloursOf({ colours }: Letterhead): Colours {
  return colours ?? PLAIN
}

interface Frame {
  readonly language: TeamLanguage
  readonly team: Letterhead
  /** Above every page but the first. */
  readonly head: string
  /** Above every page, in red. */
  readonly notice: string | null
}

/** Drawn last, when the number of pages is known. */
export function drawFrames(pdf: Pdf, { language, team, head, notice }: Frame): void {
  const { pdf: pdfWords } = pageWords(language)
  const { count } = pdf.doc.bufferedPageRange()
  const foot = [team.name, ...team.lines.slice(0, 1)].join(' · ')
  const line = { x: LEFT, width: WIDTH, size: SIZE, colour: GREY }
  for (let page = 0; page < count; page++) {
    pdf.doc.switchToPage(page)
    const number = pdfWords.page(page + 1, count)
    const room = WIDTH - widthOf(pdf, number, { size: SIZE }) - 4
    fillBox(pdf, { x: 0, y: 0, width: PAGE_WIDTH, height: BAND }, coloursOf(team).back)
    artifact(pdf, () => {
      if (notice !== null)
        drawLine(pdf, { ...line, text: notice, y: NOTICE, size: 9, strong: true, colour: RED })
      if (page > 0) drawLine(pdf, { ...line, text: head, y: HEAD })
      drawLine(pdf, { ...line, text: foot, y: FOOT, width: room })
      drawLine(pdf, { ...line, text: number, y: FOOT, align: 'right', colour: BLACK })
    })
  }
}
