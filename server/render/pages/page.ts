// The frame of the pages that payers see, in the looks of their agency and loading nothing but its logo. Its styles and
// its one script are named in its policy by their hashes, so a browser runs nothing else, whatever the content holds.
import { createHash } from 'node:crypto'
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import { type Html, html, NOTHING } from '../html.ts'
import { pageWords } from '../words/page-words.ts'
import { brandStyle, footOf, headOf, iconOf, type PageLetterhead } from './page-brand.ts'
import { PAGE_SCRIPT } from './page-script.ts'
import { PAGE_STYLE } from './page-style.ts'

export interface HtmlPage {
  readonly html: string
  /** Its Content-Security-Policy, to be sent with it. */
  readonly policy: string
  /** Pages of ours may show it in a frame. */
  readonly isFramed?: true
}

export interface PageContent {
  title: string
  content: readonly Html[]
  /** Portuguese unless said otherwise. */
  language?: TeamLanguage
  /** Whether its script may ask us something. */
  asks?: boolean
  /** Whether it has buttons that send something to us. */
  sends?: boolean
  /** Without a script it is loaded anew after so many seconds. */
  refreshSeconds?: number
  /** Whose page it is, where it is an agency's. */
  letterhead?: PageLetterhead
}

const STYLE: Html = { markup: PAGE_STYLE }
const SCRIPT: Html = { markup: PAGE_SCRIPT }
const STYLE_HASH = hashOf(PAGE_STYLE)
const SCRIPT_HASH = hashOf(PAGE_SCRIPT)

const NOT_FRAMED = "frame-ancestors 'none'"

/** A page of nobody has an empty icon, so that no browser asks for one. */
export function makePage(page: PageContent): HtmlPage {
  const { title, content, language = 'pt-BR', asks = false, sends = false, letterhead, refreshSeconds } = page
  const { logo = null, colours = null } = letterhead ?? {}
  const brand = colours === null ? '' : brandStyle(colours)
  const words = pageWords(language).frame
  const refresh =
    refreshSeconds === undefined
      ? NOTHING
      : html`<noscript><meta http-equiv="refresh" content="${String(refreshSeconds)}"></noscript>`
  const made = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="format-detection" content="telephone=no">
<title>${title}</title>
<link rel="icon" href="${letterhead === undefined ? 'data:,' : iconOf(letterhead)}">
${refresh}
<style>${STYLE}</style>
${brand === '' ? NOTHING : html`<style>${{ markup: brand }}</style>`}
</head>
<body data-copy-failed="${words.copyFailed}">
${letterhead === undefined ? NOTHING : headOf(letterhead)}
<main>
${content}
</main>
${letterhead === undefined ? NOTHING : footOf(letterhead, words)}
<script>${SCRIPT}</script>
</body>
</html>
`
  const styles = brand === '' ? [STYLE_HASH] : [STYLE_HASH, brandHash(brand)]
  return { html: made.markup, policy: policyOf(asks, sends, styles, logo !== null) }
}

/** For a frame in a page of ours. */
export function framed({ html, policy }: HtmlPage): HtmlPage {
  return { html, policy: policy.replace(NOT_FRAMED, "frame-ancestors 'self'"), isFramed: true }
}

function policyOf(asks: boolean, sends: boolean, styles: readonly string[], hasLogo: boolean): string {
  return [
    "default-src 'none'",
    `style-src ${styles.map((style) => `'${style}'`).join(' ')}`,
    `script-src '${SCRIPT_HASH}'`,
    ...(asks ? ["connect-src 'self'"] : []),
    hasLogo ? "img-src data: 'self'" : 'img-src data:',
    "base-uri 'none'",
    `form-action ${sends ? "'self'" : "'none'"}`,
    NOT_FRAMED,
  ].join('; ')
}

const BRANDS_KEPT_MAX = 500
const brandHashes = new Map<string, string>()

/** Agencies have few colours, and their pages are many. */
function brandHash(style: string): string {
  const known = brandHashes.get(style)
  if (known !== undefined) return known
  if (brandHashes.size >= BRANDS_KEPT_MAX) brandHashes.clear()
  const hash = hashOf(style)
  brandHashes.set(style, hash)
  return hash
}

function hashOf(block: string): string {
  return `sha256-${createHash('sha256').update(block).digest('base64')}`
}
