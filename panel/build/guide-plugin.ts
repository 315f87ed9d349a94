// Provides the user guide to the panel as data: `guide:pages` is the content of docs/guia/ with the paths of its pictures.
// Text as data needs no HTML parser in the browser, and the panel's security policy allows none.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Lexer, type Token, type Tokens } from 'marked'
import type { Plugin } from 'vite'
import {
  GUIDE_PAGES,
  type GuideBlock,
  type GuideLine,
  type GuideLink,
  type GuidePage,
  type GuideText,
} from '../logic/guide.ts'
import { virtualModules } from './virtual-modules.ts'

const FOLDER = fileURLToPath(new URL('../../docs/guia/', import.meta.url))

export function guidePlugin(): Plugin {
  return virtualModules('guide', () => {
    const pages = readGuide()
    const pictures = picturesOf(pages)
    const imports = pictures.map((name, index) => `import p${index} from '${FOLDER}imagens/${name}'\n`)
    const paths = pictures.map((name, index) => `'${name}': p${index}`)
    return `${imports.join('')}export const PAGES = ${JSON.stringify(pages)}
export const PICTURES = { ${paths.join(', ')} }`
  })
}

/** The first page of the guide, and the others in their order. */
export function readGuide(): GuidePage[] {
  return (['', ...GUIDE_PAGES] as const).map((id) => {
    const tokens = Lexer.lex(readFileSync(`${FOLDER}${id === '' ? 'README' : id}.md`, 'utf8'))
    const [first, ...others] = tokens
    if (first?.type !== 'heading') throw new Error(`docs/guia: the page "${id}" begins without a title`)
    return { id, title: first.text, blocks: others.flatMap(blockOf) }
  })
}

/** All pictures are between paragraphs. */
export function picturesOf(pages: readonly GuidePage[]): string[] {
  return pages.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === 'picture' ? [block.name] : [])),
  )
}

function blockOf(token: Token): GuideBlock[] {
  switch (token.type) {
    case 'space':
      return []
    case 'heading':
      return [{ type: 'heading', depth: token.depth, title: token.text, section: sectionOf(token.text) }]
    case 'text':
    case 'paragraph':
      return [pictureOf(token) ?? { type: 'text', line: lineOf(token.tokens ?? []) }]
    case 'list': {
      const { ordered, items } = token as Tokens.List
      return [{ type: 'list', isOrdered: ordered, items: items.map((item) => item.tokens.flatMap(blockOf)) }]
    }
    case 'table': {
      const { header, rows } = token as Tokens.Table
      const cells = (row: readonly Tokens.TableCell[]) => row.map((cell) => lineOf(cell.tokens))
      return [{ type: 'table', head: cells(header), rows: rows.map(cells) }]
    }
    default:
      throw new Error(`docs/guia: the panel cannot show ${token.type}: ${token.raw}`)
  }
}

function pictureOf({ tokens = [] }: Pick<Tokens.Generic, 'tokens'>): GuideBlock | undefined {
  const [image] = tokens
  if (image?.type !== 'image' || tokens.length > 1) return
  const [, name = ''] = /^imagens\/([\w-]+\.webp)$/.exec(image.href) ?? []
  if (name === '') throw new Error(`docs/guia: ${image.href} is no picture of the guide`)
  return { type: 'picture', name, text: image.text }
}

function lineOf(tokens: readonly Token[]): GuideLine {
  return tokens.map((token): GuideText => {
    switch (token.type) {
      case 'text':
      case 'escape':
        return token.text
      case 'strong':
        return { bold: token.text }
      case 'codespan':
        return { code: token.text }
      case 'link':
        return { link: token.text, ...targetOf(token.href) }
      default:
        throw new Error(`docs/guia: the panel cannot show ${token.type}: ${token.raw}`)
    }
  })
}

function targetOf(href: string): GuideLink {
  const [, name, section = ''] = /^(\w+)\.md(?:#(.+))?$/.exec(href) ?? []
  const page = name === 'README' ? '' : GUIDE_PAGES.find((id) => id === name)
  if (page === undefined) throw new Error(`docs/guia: ${href} is no page of the guide`)
  return { page, section: decodeURIComponent(section) }
}

/** The anchor that GitHub gives to a heading, so that links between the files work there too. */
function sectionOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}
