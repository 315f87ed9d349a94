// The layout of payers' pages, in the agency's branding and loading nothing but its logo. Its policy names
// styles and script by hash, so a browser runs nothing else.

import { createHash } from 'node:crypto'
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import { makeByteCache } from '../../kernel/values/bounded.ts'
import { type Html, html, NOTHING } from '../html.ts'
import { fitted, type Letterhead, type ShownLogo } from '../letterhead.ts'
import { type PageWords, pageWords } from '../words/page-words.ts'
import { PAGE_SCRIPT } from './script.ts'
import { PAGE_STYLE } from './style.ts'

// The agency on its pages: logo and name above, legal and contact details below, colour, icon.

/** The part of a letterhead that pages use. */
export type PageLetterhead = Pick<Letterhead, 'name' | 'logo' | 'colours' | 'contact'> &
  Partial<Pick<Letterhead, 'lines'>>

const LOGO_MOST = { width: 160, height: 44 }
const USUAL = { back: '#1257c4', text: '#ffffff' }

/** The colours were validated when they were set, so they contain no markup. */
function brandStyle({ back, text }: NonNullable<Letterhead['colours']>): string {
  return `
:root { --brand: ${back}; --on-brand: ${text}; --quiet: var(--text) }
`
}

function headOf({ name, logo, ...rest }: PageLetterhead): Html {
  const picture =
    logo === null ? html`<span class="initial" aria-hidden="true">${initialOf(name)}</span>` : logoImage(logo)
  return html`<header class="${rest.colours === null ? 'plain' : 'branded'}">
<div>${picture}<span class="agency">${name}</span></div>
</header>`
}

const PHONE = /(?:^|\s)\+\d/

function footOf({ name, lines = [], contact }: PageLetterhead, words: PageWords['frame']): Html {
  const facts = lines.map((line) => html`<p>${PHONE.test(line) ? wholeParts(line) : line}</p>`)
  return html`<footer>
<div>
${contact === undefined ? NOTHING : contactLinks(name, contact, words)}
<p class="agency">${name}</p>
${facts}
</div>
</footer>`
}

/** No telephone number breaks at its hyphen. */
function wholeParts(line: string): Html[] {
  const parts = line.split(' · ')
  return parts.map((part, index) => html`<span>${index < parts.length - 1 ? `${part} ·` : part}</span>`)
}

function contactLinks(
  name: string,
  contact: NonNullable<Letterhead['contact']>,
  words: PageWords['frame'],
): Html {
  const { phone, whatsapp, email } = contact
  const links = [
    whatsapp === null ? NOTHING : html`<a href="${whatsappUrl(whatsapp, '')}">${words.whatsapp}</a>`,
    phone === null ? NOTHING : html`<a href="tel:${phone}">${words.phone}</a>`,
    html`<a href="mailto:${email}">${words.email}</a>`,
  ]
  return html`<nav aria-label="${words.contact(name)}">${links}</nav>`
}

/** Opens a conversation with a prepared text. */
export function whatsappUrl(number: string, text: string): string {
  const query = text === '' ? '' : `?text=${encodeURIComponent(text)}`
  return `https://wa.me/${number.replace(/\D/g, '')}${query}`
}

/** The logo, or the first letter of the name in the agency's colour. */
function iconOf({ logo, name, colours }: PageLetterhead): string {
  if (logo !== null) return pathOf(logo.iconUrl ?? logo.url)
  const { back, text } = colours ?? USUAL
  const drawn = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14"
 fill="${back}"/><text x="32" y="45" font-family="sans-serif" font-size="38" font-weight="700" text-anchor="middle"
 fill="${text}">${initialOf(name)}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(drawn.markup)}`
}

function logoImage(logo: ShownLogo): Html {
  const { width, height } = fitted(logo, LOGO_MOST)
  const [wide, high] = [width, height].map((side) => String(Math.round(side)))
  // The name stands beside it.
  return html`<img class="logo" src="${pathOf(logo.url)}" width="${wide ?? ''}" height="${high ?? ''}" alt="">`
}

/** On the same server, whatever host name the page was requested with. */
function pathOf(url: string): string {
  return new URL(url).pathname
}

function initialOf(name: string): string {
  const [first = ''] = [...name.trim()]
  return first.toUpperCase()
}

export interface HtmlPage {
  readonly html: string
  /** The Content-Security-Policy, sent with the page. */
  readonly policy: string
  /** Pages of ours may show it in a frame. */
  readonly isFramed?: true
}

export interface PageContent {
  title: string
  content: readonly Html[]
  /** Portuguese by default. */
  language?: TeamLanguage
  /** Whether its script may send requests to us. */
  asks?: boolean
  /** Whether it has forms that post to us. */
  sends?: boolean
  /** Whether a service worker keeps it for times without a network. */
  keepsOffline?: boolean
  /** Without a script the page reloads after so many seconds. */
  refreshSeconds?: number
  /** The agency of the page. */
  letterhead?: PageLetterhead
}

const STYLE: Html = { markup: PAGE_STYLE }
const SCRIPT: Html = { markup: PAGE_SCRIPT }
/** Without a referrer, forms are sent with the origin `null`, which is refused from browsers without Sec-Fetch-Site. */
const SENDS_ORIGIN = html`<meta name="referrer" content="same-origin">`
const STYLE_HASH = hashOf(PAGE_STYLE)
const SCRIPT_HASH = hashOf(PAGE_SCRIPT)

const NOT_FRAMED = "frame-ancestors 'none'"

/** A page without an agency has an empty icon, so that browsers request none. */
export function makePage(page: PageContent): HtmlPage {
  const { title, content, language = 'pt-BR', asks = false, sends = false, letterhead, refreshSeconds } = page
  const { keepsOffline = false } = page
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
${sends ? SENDS_ORIGIN : NOTHING}
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
  return { html: made.markup, policy: policyOf({ asks, sends, keepsOffline }, styles, logo !== null) }
}

/** For a frame in a page of ours. */
export function framed({ html, policy }: HtmlPage): HtmlPage {
  return { html, policy: policy.replace(NOT_FRAMED, "frame-ancestors 'self'"), isFramed: true }
}

function policyOf(
  { asks, sends, keepsOffline }: Required<Pick<PageContent, 'asks' | 'sends' | 'keepsOffline'>>,
  styles: readonly string[],
  hasLogo: boolean,
): string {
  return [
    "default-src 'none'",
    `style-src ${styles.map((style) => `'${style}'`).join(' ')}`,
    `script-src '${SCRIPT_HASH}'`,
    ...(asks ? ["connect-src 'self'"] : []),
    ...(keepsOffline ? ["worker-src 'self'"] : []),
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

// Caches rendered pages: a client opens and shares a page repeatedly. The key is the whole content, so a
// change is rendered again.

const BYTES_MAX = 16 * 1024 * 1024
const drawn = makeByteCache<HtmlPage>(BYTES_MAX, (page, key) => 2 * (page.html.length + key.length))

/** `shows` is plain data: everything the page depends on. */
export function keptPage(shows: unknown, draw: () => HtmlPage): HtmlPage {
  const key = JSON.stringify(shows)
  const known = drawn.get(key)
  if (known !== undefined) return known
  const page = draw()
  drawn.keep(key, page)
  return page
}
