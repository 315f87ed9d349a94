// The pages of the documentation: each is rendered at its first request and cached with its version.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { PROJECT_DIR } from '../../kernel/process/project.ts'
import { type Html, html } from '../../render/html.ts'
import { drawDocsPage, firstSentence, type NavigationGroup } from './render/docs-page.ts'
import { type Guide, guideOf, withAddress } from './render/markdown.ts'
import { anchorOf, type OpenApi, resolverOf, slug, type Tag, tagsOf } from './render/openapi.ts'
import { drawReference } from './render/reference-page.ts'

// The assets of the pages: style, script, icon and fonts, each under the hash of its bytes, so that browsers
// cache them for ever. Colours and fonts are the panel's.

export interface Asset {
  readonly type: string
  readonly bytes: Buffer
}

export interface Assets {
  readonly icon: string
  readonly style: string
  readonly script: string
  /** By path. */
  readonly files: ReadonlyMap<string, Asset>
}

const SHEETS = [
  'panel/theme/tokens.css',
  'panel/theme/fonts.css',
  'panel/theme/base.css',
  'server/app/docs/browser/docs.css',
]
const ICON = 'server/app/docs/browser/icon.svg'
const SCRIPT = 'server/app/docs/browser/docs.js'

function readAssets(): Assets {
  const files = new Map<string, Asset>()
  const add = (name: string, type: string, bytes: Buffer): string => {
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
    const path = `/docs/assets/${name.replace(/(\.\w+)$/, `-${hash}$1`)}`
    files.set(path, { type, bytes })
    return path
  }
  const sheet = SHEETS.map((path) => readOwn(path).toString()).join('\n')
  const style = sheet.replaceAll(
    /url\("(?:\.\.\/)+(node_modules\/[^"]+)"\)/g,
    (_, path) => `url("${add(basename(path), 'font/woff2', readOwn(path))}")`,
  )
  return {
    icon: add('icon.svg', 'image/svg+xml', readOwn(ICON)),
    style: add('docs.css', 'text/css; charset=utf-8', Buffer.from(style)),
    script: add('docs.js', 'text/javascript; charset=utf-8', readOwn(SCRIPT)),
    files,
  }
}

function readOwn(path: string): Buffer {
  return readFileSync(join(PROJECT_DIR, path))
}

// The documents that the service shows, in order. They are the files of docs/ themselves.

export interface GuideGroup {
  readonly title: string
  readonly names: readonly string[]
}

const GUIDE_GROUPS: readonly GuideGroup[] = [
  {
    title: 'Start',
    names: ['install', 'quickstart', 'quickstart.pt-BR', 'conventions', 'lists', 'test-mode'],
  },
  {
    title: 'Sell',
    names: ['search-and-prices', 'book-now', 'hold', 'changes', 'trips', 'clients', 'find'],
  },
  {
    title: 'Money',
    names: [
      'recharge',
      'invoices',
      'payment-methods',
      'cards',
      'pix-automatic',
      'late-payment',
      'refunds',
      'quotes',
      'recurring-invoices',
      'banks',
    ],
  },
  { title: 'Integrate', names: ['webhooks', 'stream', 'sdk', 'sessions', 'command-line', 'agents'] },
  {
    title: 'Operate',
    names: [
      'going-live',
      'deploying',
      'database',
      'backups',
      'monitoring',
      'whatsapp',
      'team',
      'people',
      'security',
      'privacy',
    ],
  },
  {
    title: 'Reference',
    names: ['errors', 'events', 'settings', 'commands', 'permissions', 'mails', 'alerts', 'ledger'],
  },
]

export const GUIDE_NAMES: readonly string[] = GUIDE_GROUPS.flatMap(({ names }) => names)
/** Tables to look things up; all other guides are tasks. */
export const REFERENCE_NAMES: readonly string[] = GUIDE_GROUPS.at(-1)?.names ?? []

function readGuide(name: string): string {
  return readFileSync(join(PROJECT_DIR, 'docs', `${name}.md`), 'utf8')
}

/** The address of the documentation in the files of the repository. */
const USUAL_PAGES = /^http:\/\/(?:127\.0\.0\.1|localhost):3000(?=\/docs)/

/** A link between documents is translated; a link to a file of the repository only is dropped. */
function linkOfGuide(href: string): string | null {
  if (USUAL_PAGES.test(href)) return href.replace(USUAL_PAGES, '')
  if (/^(?:https?:|#)/.test(href)) return href
  const [, name = '', anchor = ''] = /^([\w.-]+)\.md(#.*)?$/.exec(href) ?? []
  return GUIDE_NAMES.includes(name) ? `/docs/${name}${anchor}` : null
}

// /llms.txt: the list of documents, for language models.

function listForAgents({ guides, tags }: Searched, address: string): string {
  const ofGuides = GUIDE_GROUPS.map(({ title, names }) => {
    const rows = names.map((name) => {
      const { title: page = name, lead = '' } = guides.get(name) ?? {}
      return `- [${page}](${address}/docs/${name}.md)${lead === '' ? '' : `: ${firstSentence(lead, 240)}`}`
    })
    return `## ${title}\n\n${rows.join('\n')}`
  })
  const rows = [...tags.values()].map(
    ({ name, endpoints }) =>
      `- ${name}: ${endpoints.map(({ method, path }) => `${method} ${path}`).join(', ')}`,
  )
  return `# Embarque

> A backend for travel agencies in Brazil: flight search, bookings, a prepaid wallet in BRL, invoices with Pix, and
> signed webhooks, behind one REST API at ${address}/api/v1.

Requests carry \`Authorization: Bearer sk_test_...\` (nothing is real) or \`sk_live_...\`. Writes may carry an
\`Idempotency-Key\`. The whole API is described in [OpenAPI 3.1](${address}/openapi.json).

Agents call it by the Model Context Protocol at ${address}/mcp ([tools](${address}/docs/agents.md)); programs in JavaScript
and TypeScript by \`@embarque/sdk\` ([the SDK](${address}/docs/sdk.md)).

${ofGuides.join('\n\n')}

## Operations

${rows.join('\n')}
`
}

// The search index: each section of a guide and each operation, as [title, page, path, text].

type Entry = readonly [title: string, page: string, path: string, text: string]

/** Enough to be found; the page has the rest. */
const TEXT_MAX = 600

export interface Searched {
  readonly guides: ReadonlyMap<string, Guide>
  readonly tags: ReadonlyMap<string, Tag>
}

function searchEntries({ guides, tags }: Searched): Entry[] {
  const ofGuides = [...guides].flatMap(([name, { title, opening, sections }]): Entry[] => [
    [title, 'Guide', `/docs/${name}`, opening.slice(0, TEXT_MAX)],
    ...sections.map((section): Entry => {
      const path = `/docs/${name}#${section.anchor}`
      return [section.title, title, path, section.text.slice(0, TEXT_MAX)]
    }),
  ])
  const ofOperations = [...tags].flatMap(([slug, { name, endpoints }]) =>
    endpoints.map((endpoint): Entry => {
      const { method, path, summary = path, description = '' } = endpoint
      const text = `${endpoint.operationId ?? ''} ${description}`.slice(0, TEXT_MAX)
      return [summary, `${name}: ${method} ${path}`, `/docs/reference/${slug}#${anchorOf(endpoint)}`, text]
    }),
  )
  return [...ofGuides, ...ofOperations]
}

export interface KeptFile {
  readonly type: string
  readonly bytes: Buffer
  /** Missing if the content never changes. */
  readonly version?: string
}

export interface Docs {
  /** Returns the file at a path below the service. */
  find(path: string): KeptFile | undefined
  /** The page for unknown addresses. */
  lost(): KeptFile
}

const HTML = 'text/html; charset=utf-8'
const MARKDOWN = 'text/markdown; charset=utf-8'
const TITLE = 'Documents'
const LOST = [
  html`<h1>There is no such page</h1>
<p>The address may be mistyped, or of another version. Search above, or see <a href="/docs">all documents</a>.</p>`,
]

/** The OpenAPI document, which may change from day to day. */
type Written = () => { readonly content: Buffer; readonly version: string }

/** Of this service: without PUBLIC_URL, `own` is where it listens, and known once it does. */
export interface DocsAddress {
  readonly public: string | null
  readonly own: () => string
}

export function makeDocs(written: Written, address: DocsAddress): Docs {
  const kept = new Map<string, KeptFile>()
  let sources: Sources | undefined
  let version = ''
  const current = (): Sources => {
    const { content, version: newest } = written()
    if (sources !== undefined && version === newest) return sources
    version = newest
    kept.clear()
    sources = readSources(JSON.parse(content.toString()))
    return sources
  }
  return {
    find(path) {
      const from = current()
      const file = kept.get(path) ?? draw(from, path, address)
      if (file !== undefined) kept.set(path, file)
      return file
    },
    lost: () => page(current(), '', { title: 'There is no such page', content: LOST, sections: [] }),
  }
}

interface Sources {
  readonly document: OpenApi
  readonly assets: Assets
  readonly guides: ReadonlyMap<string, Guide>
  readonly tags: ReadonlyMap<string, Tag>
  readonly groups: readonly NavigationGroup[]
}

function readSources(document: OpenApi): Sources {
  const guides = new Map(GUIDE_NAMES.map((name) => [name, guideOf(readGuide(name), linkOfGuide)]))
  const tags = new Map(tagsOf(document).map((tag) => [slug(tag.name), tag]))
  const ofGuides = GUIDE_GROUPS.map(({ title, names }) => ({
    title,
    links: names.map((name) => ({ title: guides.get(name)?.title ?? name, path: `/docs/${name}` })),
  }))
  const links = [...tags].map(([name, tag]) => ({ title: tag.name, path: `/docs/reference/${name}` }))
  return {
    document,
    assets: readAssets(),
    guides,
    tags,
    groups: [...ofGuides, { title: 'API', links }],
  }
}

function draw(sources: Sources, path: string, address: DocsAddress): KeptFile | undefined {
  const asset = sources.assets.files.get(path)
  if (asset !== undefined) return asset
  if (path === '/docs') return page(sources, path, { title: TITLE, content: homeOf(sources), sections: [] })
  if (path === '/docs/search.json')
    return versioned('application/json; charset=utf-8', JSON.stringify(searchEntries(sources)))
  if (path === '/llms.txt')
    return versioned('text/plain; charset=utf-8', listForAgents(sources, address.public ?? ''))
  const [, name = ''] = /^\/docs\/([\w.-]+)$/.exec(path) ?? []
  const [, source = ''] = /^\/docs\/([\w.-]+)\.md$/.exec(path) ?? []
  if (GUIDE_NAMES.includes(source)) return versioned(MARKDOWN, withAddress(readGuide(source), address.own()))
  const guide = sources.guides.get(name)
  if (guide !== undefined)
    return page(sources, path, {
      title: guide.title,
      content: [guide.body],
      sections: topOf(guide),
      lead: guide.lead,
    })
  const tag = sources.tags.get(/^\/docs\/reference\/([\w-]+)$/.exec(path)?.[1] ?? '')
  if (tag === undefined) return undefined
  const content = drawReference(tag, resolverOf(sources.document))
  const sections = tag.endpoints.map((endpoint) => ({
    title: endpoint.summary ?? endpoint.path,
    anchor: anchorOf(endpoint),
  }))
  return page(sources, path, { title: tag.name, content, sections, lead: tag.description })
}

interface Drawn {
  readonly title: string
  readonly content: readonly Html[]
  readonly sections: readonly { readonly title: string; readonly anchor: string }[]
  readonly lead?: string
}

function page(
  { assets, groups }: Sources,
  path: string,
  { title, content, sections, lead = '' }: Drawn,
): KeptFile {
  const isGuide = lead !== '' && !path.startsWith('/docs/reference/')
  const text = drawDocsPage(
    { groups, icon: assets.icon, style: assets.style, script: assets.script },
    {
      title,
      path,
      content,
      sections,
      language: path.endsWith('.pt-BR') ? 'pt-BR' : 'en',
      summary: lead === '' ? 'Guides and reference of the Embarque API' : lead,
      ...(isGuide && { markdown: `${path}.md` }),
    },
  )
  return versioned(HTML, text)
}

function versioned(type: string, text: string): KeptFile {
  const bytes = Buffer.from(text)
  return { type, bytes, version: `"${createHash('sha256').update(bytes).digest('base64url')}"` }
}

function topOf({ sections }: Guide) {
  return sections.filter(({ depth }) => depth === 2)
}

function homeOf({ groups, guides, document }: Sources): Html[] {
  const leadOf = (path: string) => firstSentence(guides.get(path.replace('/docs/', ''))?.lead ?? '', 140)
  return [
    html`<h1>${TITLE}</h1>
<p>Guides and a reference of every operation of Embarque ${document.info.version}.
Begin with <a href="/docs/quickstart">your first ticket</a>,
<a href="/docs/quickstart.pt-BR" lang="pt-BR">em português</a> too.
Programs read <a href="/openapi.json">OpenAPI 3.1</a>, and agents <a href="/llms.txt">llms.txt</a>.</p>`,
    ...groups.map(({ title, links }) => {
      const cards = links.map(
        (link) => html`<li><a href="${link.path}">${link.title}<small>${leadOf(link.path)}</small></a></li>`,
      )
      return html`<h2>${title}</h2><ul class="cards">${cards}</ul>`
    }),
  ]
}
