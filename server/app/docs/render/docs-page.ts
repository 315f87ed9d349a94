// The layout of every documentation page: head, search, navigation and content. Works without a script, on a
// phone and in print; the script adds search, the key and trying.
import { type Html, html, NOTHING } from '../../../render/html.ts'

// A page's description: the first sentence of its lead, or its beginning cut between words.

export function firstSentence(text: string, lengthMax: number): string {
  const [sentence = ''] = text.replace(/:$/, '.').split(/(?<=[.!?]) /)
  if (sentence.length <= lengthMax) return sentence
  const words = sentence.slice(0, lengthMax - 2).replace(/\s+\S*$/, '')
  return `${words.replace(/[\s,;:(]+$/, '')} …`
}

export interface NavigationGroup {
  readonly title: string
  readonly links: readonly { readonly title: string; readonly path: string }[]
}

export interface DocsFrame {
  readonly groups: readonly NavigationGroup[]
  readonly icon: string
  readonly style: string
  readonly script: string
}

export interface DocsPage {
  readonly title: string
  readonly path: string
  readonly language: 'en' | 'pt-BR'
  readonly content: readonly Html[]
  /** For the page's table of contents. */
  readonly sections: readonly { readonly title: string; readonly anchor: string }[]
  /** The address of the page as Markdown. */
  readonly markdown?: string
  readonly summary: string
}

export function drawDocsPage(frame: DocsFrame, page: DocsPage): string {
  const { title, language, content, sections, markdown, summary } = page
  const alternate =
    markdown === undefined ? NOTHING : html`<link rel="alternate" type="text/markdown" href="${markdown}">`
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${firstSentence(summary, 180)}">
<title>${title} · Embarque</title>
<link rel="icon" href="${frame.icon}" type="image/svg+xml">
<link rel="stylesheet" href="${frame.style}">
${alternate}
<script type="module" src="${frame.script}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="top">
<a class="brand" href="/docs"><img src="${frame.icon}" width="26" height="26" alt="">Embarque <span>documents</span></a>
<div class="finder" hidden>
<label for="find">Search</label><input id="find" type="search" autocomplete="off" placeholder="Search the documents  /">
<p id="found-count" class="hidden-text" role="status"></p><ul id="found" hidden></ul>
</div>
<nav aria-label="Service"><a class="to-menu" href="#menu">Menu</a><a href="/painel">Panel</a></nav>
</header>
<div class="body">
<main id="content" lang="${language}" tabindex="-1">
${content}
</main>
${contentsOf(sections)}
<nav id="menu" class="menu" aria-label="Documents">
${frame.groups.map((group) => menuOf(group, page.path))}
</nav>
</div>
</body>
</html>
`.markup
}

function menuOf({ title, links }: NavigationGroup, current: string): Html {
  const rows = links.map((link) => {
    const mark = link.path === current ? html` aria-current="page"` : NOTHING
    return html`<li><a href="${link.path}"${mark}>${link.title}</a></li>`
  })
  return html`<h2>${title}</h2><ul>${rows}</ul>`
}

function contentsOf(sections: DocsPage['sections']): Html {
  if (sections.length < 3) return NOTHING
  const rows = sections.map(({ title, anchor }) => html`<li><a href="#${anchor}">${title}</a></li>`)
  return html`<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${rows}</ul></nav>`
}
