// The frame of the pages that payers see, loading nothing but the logo of their agency. Its styles and its one script
// are named in its policy by their hashes, so a browser runs nothing else, whatever the content holds.
import { createHash } from 'node:crypto'
import { type Html, html, NOTHING } from '../html.ts'
import { fitted, type Letterhead, type ShownLogo } from '../letterhead.ts'
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
  /** Whether its script may ask us something. */
  asks?: boolean
  /** Whether it has buttons that send something to us. */
  sends?: boolean
  /** Whose page it is, where it is an agency's. */
  letterhead?: Pick<Letterhead, 'name' | 'logo' | 'colours'>
}

const STYLE: Html = { markup: PAGE_STYLE }
const SCRIPT: Html = { markup: PAGE_SCRIPT }
const STYLE_HASH = hashOf(PAGE_STYLE)
const SCRIPT_HASH = hashOf(PAGE_SCRIPT)

const NOT_FRAMED = "frame-ancestors 'none'"
const LOGO_MOST = { width: 200, height: 64 }

/** Without a logo the icon is empty, so that no browser asks for one. */
export function makePage({ title, content, asks = false, sends = false, letterhead }: PageContent): HtmlPage {
  const { logo = null, colours = null, name = '' } = letterhead ?? {}
  const brand = colours === null ? '' : brandStyle(colours)
  const page = html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="format-detection" content="telephone=no">
<title>${title}</title>
<link rel="icon" href="${logo === null ? 'data:,' : pathOf(logo)}">
<style>${STYLE}</style>
${brand === '' ? NOTHING : html`<style>${{ markup: brand }}</style>`}
</head>
<body>
<main>
${logo === null ? NOTHING : logoImage(logo, name)}
${content}
</main>
<script>${SCRIPT}</script>
</body>
</html>
`
  const styles = brand === '' ? [STYLE_HASH] : [STYLE_HASH, hashOf(brand)]
  return { html: page.markup, policy: policyOf(asks, sends, styles, logo !== null) }
}

/** For a frame in a page of ours. */
export function framed({ html, policy }: HtmlPage): HtmlPage {
  return { html, policy: policy.replace(NOT_FRAMED, "frame-ancestors 'self'"), isFramed: true }
}

/** Its colours were checked when they were set: nothing of them is text of strangers. */
function brandStyle({ back, text }: NonNullable<Letterhead['colours']>): string {
  return `
:root { --brand: ${back}; --on-brand: ${text}; --quiet: var(--text) }
main { border-top: 6px solid var(--brand) }
`
}

function logoImage(logo: ShownLogo, name: string): Html {
  const { width, height } = fitted(logo, LOGO_MOST)
  const [wide, high] = [width, height].map((side) => String(Math.round(side)))
  return html`<img class="logo" src="${pathOf(logo)}" width="${wide ?? ''}" height="${high ?? ''}" alt="${name}">`
}

/** Of the same server, under whatever name the page was asked for. */
function pathOf({ url }: ShownLogo): string {
  return new URL(url).pathname
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

function hashOf(block: string): string {
  return `sha256-${createHash('sha256').update(block).digest('base64')}`
}
