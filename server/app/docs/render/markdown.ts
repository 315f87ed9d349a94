// Renders our Markdown documents as HTML: headings with anchors, scrolling tables, code. Raw HTML is escaped,
// and links lead within the documents or to other sites, never to scripts.
import { Marked, type Token, type Tokens } from 'marked'
import { type Html, html, NOTHING } from '../../../render/html.ts'
import { highlighted } from './code.ts'
import { slug } from './openapi.ts'

export interface Section {
  readonly title: string
  readonly anchor: string
  readonly depth: number
  /** The text of the section, without markup. */
  readonly text: string
}

export interface Guide {
  readonly title: string
  /** The first paragraph, without markup. */
  readonly lead: string
  /** The text between the title and the first section, without markup. */
  readonly opening: string
  readonly sections: readonly Section[]
  readonly body: Html
}

/** The address of a link in a document, or null if the service does not show its target. */
export type LinkTo = (href: string) => string | null

const safe = (text: string) => html`${text}`.markup

/** The default address of a new service. In `proxy_pass` lines and comments it stays unchanged. */
const USUAL_ORIGIN = /(?<!(?:\/\/|proxy_pass) )http:\/\/(?:127\.0\.0\.1|localhost):3000(?![\d;])/g
/** The script of the page shows this service's own address there. */
const withOrigin = (markup: string) => markup.replaceAll(USUAL_ORIGIN, '<span data-origin>$&</span>')

/** The Markdown of a document, with this service's own address. */
export function withAddress(markdown: string, address: string): string {
  return markdown.replaceAll(USUAL_ORIGIN, () => address)
}

export function guideOf(markdown: string, linkTo: LinkTo): Guide {
  const marked = readerOf(linkTo)
  // Markers of generated tables are not shown.
  const tokens = marked.lexer(markdown.replaceAll(/^<!--.*-->\n\n?/gm, ''))
  const [first, ...others] = sectionsOf(tokens)
  return {
    title: first?.title ?? '',
    lead: plainOf(tokens.find(({ type }) => type === 'paragraph')?.raw ?? ''),
    opening: first?.text ?? '',
    sections: others,
    body: { markup: marked.parser(tokens) },
  }
}

/** Renders a text of the OpenAPI document: paragraphs, lists, code. */
export function proseOf(text: string): Html {
  if (text === '') return NOTHING
  return { markup: PROSE.parse(text, { async: false }) }
}

function readerOf(linkTo: LinkTo): Marked {
  const anchors = makeAnchors()
  // A table is named by its heading and its number below it.
  let under = ''
  let tables = 0
  return new Marked({
    gfm: true,
    async: false,
    renderer: {
      html: ({ text }: Tokens.HTML | Tokens.Tag) => safe(text),
      heading({ tokens, depth, text }: Tokens.Heading) {
        under = plainOf(text)
        tables = 0
        const anchor = anchors(under)
        const inner = this.parser.parseInline(tokens)
        if (depth === 1) return `<h1>${inner}</h1>\n`
        return `<h${depth} id="${anchor}"><a href="#${anchor}">${inner}</a></h${depth}>\n`
      },
      // Keyboard users must be able to scroll code.
      code({ text, lang = '' }: Tokens.Code) {
        const language = lang === '' ? '' : ` data-language="${safe(lang)}"`
        return `<pre tabindex="0"><code${language}>${withOrigin(highlighted(text, lang).markup)}</code></pre>\n`
      },
      table(token: Tokens.Table) {
        const cells = (row: Tokens.TableCell[], tag: string) =>
          row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')
        const [first] = token.header
        const idOf = (row: Tokens.TableCell[]) =>
          first?.text === 'Code' ? ` id="${safe(plainOf(row[0]?.text ?? ''))}"` : ''
        const body = token.rows.map((row) => `<tr${idOf(row)}>${cells(row, 'td')}</tr>`).join('\n')
        const columns = token.header.map(({ text }) => plainOf(text)).join(', ')
        const label = safe(`${under} ${++tables}: ${columns}`)
        const box = `<div class="table" role="region" aria-label="${label}" tabindex="0">`
        return `${box}<table><thead><tr>${cells(token.header, 'th')}</tr></thead>
<tbody>${body}</tbody></table></div>\n`
      },
      link({ href, tokens }: Tokens.Link) {
        const text = withOrigin(this.parser.parseInline(tokens))
        const to = linkTo(href)
        return to === null ? text : `<a href="${safe(to)}">${text}</a>`
      },
      image: ({ text }: Tokens.Image) => safe(text),
    },
  })
}

const PROSE = readerOf((href) => (/^(?:https?:|#|\/docs)/.test(href) ? href : null))

/** The first section is the title's. */
function sectionsOf(tokens: readonly Token[]): Section[] {
  const anchors = makeAnchors()
  const sections: { title: string; anchor: string; depth: number; texts: string[] }[] = []
  for (const token of tokens) {
    if (token.type === 'heading') {
      const title = plainOf(token.text)
      sections.push({ title, anchor: anchors(title), depth: token.depth, texts: [] })
    } else if (token.type !== 'space') sections.at(-1)?.texts.push(plainOf(token.raw))
  }
  return sections.map(({ texts, ...section }) => ({ ...section, text: texts.join(' ') }))
}

/** Sections with the same title get a number. */
function makeAnchors(): (title: string) => string {
  const used = new Map<string, number>()
  return (title) => {
    const anchor = slug(title)
    const times = used.get(anchor) ?? 0
    used.set(anchor, times + 1)
    return times === 0 ? anchor : `${anchor}-${times}`
  }
}

function plainOf(markdown: string): string {
  return markdown
    .replaceAll(/^```\w*$/gm, '')
    .replaceAll(/\]\([^)]*\)/g, '')
    .replaceAll(/[`*[\]|]|^#+ |-{3,}/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
