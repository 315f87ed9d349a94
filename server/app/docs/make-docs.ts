// The documents as they are served: each page is drawn when somebody first asks for it, and kept with its version.
import { createHash } from 'node:crypto'
import { type Html, html } from '../../render/html.ts'
import { type Assets, readAssets } from './assets.ts'
import { GUIDE_GROUPS, GUIDE_NAMES, linkOfGuide, readGuide } from './guides.ts'
import { listForAgents } from './list-for-agents.ts'
import { drawDocsPage, type NavigationGroup } from './render/docs-page.ts'
import { firstSentence } from './render/first-sentence.ts'
import { type Guide, guideOf } from './render/markdown.ts'
import { anchorOf, type OpenApi, resolverOf, slug, type Tag, tagsOf } from './render/openapi.ts'
import { drawReference } from './render/reference-page.ts'
import { searchEntries } from './search-entries.ts'

export interface KeptFile {
  readonly type: string
  readonly bytes: Buffer
  /** Of what may change with another release; what never does has none. */
  readonly version?: string
}

export interface Docs {
  /** By its path below the service, or undefined where there is nothing. */
  find(path: string): KeptFile | undefined
  /** For who follows a link to nothing. */
  lost(): KeptFile
}

const HTML = 'text/html; charset=utf-8'
const MARKDOWN = 'text/markdown; charset=utf-8'
const TITLE = 'Documents'
const LOST = [
  html`<h1>There is no such page</h1>
<p>The address may be mistyped, or of another version. Search above, or see <a href="/docs">all documents</a>.</p>`,
]

/** The description of the API as it is written, which may be another one tomorrow. */
type Written = () => { readonly content: Buffer; readonly version: string }

export function makeDocs(written: Written, address: string): Docs {
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
    groups: [...ofGuides, { title: 'Reference', links }],
  }
}

function draw(sources: Sources, path: string, address: string): KeptFile | undefined {
  const asset = sources.assets.files.get(path)
  if (asset !== undefined) return asset
  if (path === '/docs') return page(sources, path, { title: TITLE, content: homeOf(sources), sections: [] })
  if (path === '/docs/search.json')
    return versioned('application/json; charset=utf-8', JSON.stringify(searchEntries(sources)))
  if (path === '/llms.txt') return versioned('text/plain; charset=utf-8', listForAgents(sources, address))
  const [, name = ''] = /^\/docs\/([\w.-]+)$/.exec(path) ?? []
  const [, source = ''] = /^\/docs\/([\w.-]+)\.md$/.exec(path) ?? []
  if (GUIDE_NAMES.includes(source)) return versioned(MARKDOWN, readGuide(source))
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

/** What there is, at a glance. */
function homeOf({ groups, guides, document }: Sources): Html[] {
  const leadOf = (path: string) => firstSentence(guides.get(path.replace('/docs/', ''))?.lead ?? '', 140)
  return [
    html`<h1>${TITLE}</h1>
<p>Guides and a reference of every operation of Embarque ${document.info.version}.
<a href="/docs/quickstart">Quickstart</a> is the place to begin,
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
