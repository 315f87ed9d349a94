// The user guide: its pages, their content as data, and the search in it. The texts are the files of docs/guia/.
import { plainText } from './found-records.ts'

/** In the order of the guide. */
export const GUIDE_PAGES = [
  'vender',
  'alteracoes',
  'viagens',
  'orcamentos',
  'faturas',
  'recorrentes',
  'carteira',
  'equipe',
  'ativacao',
  'falhas',
] as const

export type GuidePageId = (typeof GUIDE_PAGES)[number]

/** A page, or a section of it. */
export type GuidePlace = GuidePageId | `${GuidePageId}#${string}`

/** The guide's first page has no name. */
export type GuideLink = { readonly page: GuidePageId | ''; readonly section: string }

export type GuideText =
  | string
  | { readonly bold: string }
  | { readonly code: string }
  | (GuideLink & { readonly link: string })

export type GuideLine = readonly GuideText[]

export type GuideBlock =
  | { readonly type: 'heading'; readonly depth: number; readonly title: string; readonly section: string }
  | { readonly type: 'text'; readonly line: GuideLine }
  | { readonly type: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly GuideBlock[])[] }
  | { readonly type: 'table'; readonly head: readonly GuideLine[]; readonly rows: readonly GuideLine[][] }
  | { readonly type: 'picture'; readonly name: string; readonly text: string }

export interface GuidePage {
  readonly id: GuidePageId | ''
  readonly title: string
  readonly blocks: readonly GuideBlock[]
}

export interface GuideHit extends GuideLink {
  readonly title: string
  readonly pageTitle: string
  /** The part of the text that was found. */
  readonly excerpt: string
}

/**
 * The sections that contain every typed word, without regard to accents: those with a word in their title first, and the
 * overview of the first page last.
 */
export function findInGuide(pages: readonly GuidePage[], typed: string): GuideHit[] {
  const words = plainText(typed)
    .split(/\s+/)
    .filter((word) => word !== '')
  const [first] = words
  if (first === undefined) return []
  const rank = ({ page, title }: GuideHit) => {
    if (page === '') return 2
    return words.some((word) => plainText(title).includes(word)) ? 0 : 1
  }
  return pages
    .flatMap((page) =>
      sectionsOf(page)
        .filter(({ title, text }) => words.every((word) => plainText(`${title} ${text}`).includes(word)))
        .map(({ section, title, text }) => ({
          ...{ page: page.id, section, title, pageTitle: page.title },
          excerpt: excerptOf(text, first),
        })),
    )
    .toSorted((one, other) => rank(one) - rank(other))
}

interface Section {
  readonly section: string
  readonly title: string
  readonly text: string
}

/** The first section has the title of its page. */
function sectionsOf({ title, blocks }: GuidePage): Section[] {
  const sections = [{ section: '', title, texts: [] as string[] }]
  for (const block of blocks)
    if (block.type === 'heading') sections.push({ section: block.section, title: block.title, texts: [] })
    else sections.at(-1)?.texts.push(textOf(block))
  return sections.map(({ texts, ...rest }) => ({ ...rest, text: texts.join(' ') }))
}

function textOf(block: GuideBlock): string {
  switch (block.type) {
    case 'heading':
      return block.title
    case 'text':
      return wordsOf(block.line)
    case 'list':
      return block.items.flatMap((item) => item.map(textOf)).join(' ')
    case 'table':
      return [block.head, ...block.rows].flatMap((row) => row.map(wordsOf)).join(' ')
    case 'picture':
      return ''
  }
}

function wordsOf(line: GuideLine): string {
  return line
    .map((one) => {
      if (typeof one === 'string') return one
      if ('bold' in one) return one.bold
      return 'code' in one ? one.code : one.link
    })
    .join('')
}

const EXCERPT_LENGTH = 160
const LENGTH_BEFORE = 40

/** Portuguese letters have the same length without their accents, so positions agree. */
function excerptOf(text: string, word: string): string {
  const at = Math.max(0, plainText(text).indexOf(word) - LENGTH_BEFORE)
  const from = at === 0 ? 0 : text.indexOf(' ', at) + 1
  const part = text.slice(from, from + EXCERPT_LENGTH)
  const to = from + part.length < text.length ? part.lastIndexOf(' ') : part.length
  return `${from === 0 ? '' : '… '}${part.slice(0, to)}${to === part.length ? '' : ' …'}`
}
