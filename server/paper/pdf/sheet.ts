// What all sheets have in common: their margins, the colours of the agency, and what stands at the head and foot of
// each page once it is known how many there are.
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import type { Letterhead } from '../letterhead.ts'
import { pageWords } from '../words/page-words.ts'
import { drawLine } from './lines.ts'
import { BLACK, fillBox, GREY, MM, type Pdf, RED } from './pdf.ts'
import { artifact } from './tags.ts'
import { textWidth } from './text.ts'

/** Millimetres from the edges of the sheet. */
export const LEFT = 18
export const WIDTH = 174
export const RIGHT = LEFT + WIDTH
export const TOP = 17
export const BOTTOM = 279
const NOTICE = 6
const HEAD = 10.5
const FOOT = 284
const BAND = 2.6
const PAGE_WIDTH = 210
const SIZE = 7.5

export type Colours = NonNullable<Letterhead['colours']>

/** Of an agency that has chosen none. */
const PLAIN: Colours = { back: '#26323c', text: '#ffffff' }

export function coloursOf({ colours }: Letterhead): Colours {
  return colours ?? PLAIN
}

export interface Frame {
  readonly language: TeamLanguage
  readonly team: Letterhead
  /** Above every page but the first. */
  readonly head: string
  /** Above every page, in red. */
  readonly notice: string | null
}

export function drawFrames(pdf: Pdf, { language, team, head, notice }: Frame): void {
  const { paper } = pageWords(language)
  const { count } = pdf.bufferedPageRange()
  const foot = [team.name, ...team.lines.slice(0, 1)].join(' · ')
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(page)
    const number = paper.page(page + 1, count)
    const room = WIDTH - textWidth(pdf, number, { size: SIZE }) / MM - 4
    fillBox(pdf, { x: 0, y: 0, width: PAGE_WIDTH, height: BAND }, coloursOf(team).back)
    artifact(pdf, () => {
      if (notice !== null)
        drawLine(pdf, { text: notice, x: LEFT, y: NOTICE, width: WIDTH, size: 9, strong: true, colour: RED })
      if (page > 0) drawLine(pdf, { text: head, x: LEFT, y: HEAD, width: WIDTH, size: SIZE, colour: GREY })
      drawLine(pdf, { text: foot, x: LEFT, y: FOOT, width: room, size: SIZE, colour: GREY })
      drawLine(pdf, {
        text: number,
        x: LEFT,
        y: FOOT,
        width: WIDTH,
        size: SIZE,
        align: 'right',
        colour: BLACK,
      })
    })
  }
}
