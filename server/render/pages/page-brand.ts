// An agency around its pages: its logo and name above, who it is and how it is reached below, its colour, its icon.
import { type Html, html, NOTHING } from '../html.ts'
import { fitted, type Letterhead, type ShownLogo } from '../letterhead.ts'
import type { PageWords } from '../words/page-words.ts'

/** What of a letterhead is on a page. */
export type PageLetterhead = Pick<Letterhead, 'name' | 'logo' | 'colours' | 'contact'> &
  Partial<Pick<Letterhead, 'lines'>>

const LOGO_MOST = { width: 160, height: 44 }
const USUAL = { back: '#1257c4', text: '#ffffff' }

/** Its colours were checked when they were set: nothing of them is text of strangers. */
export function brandStyle({ back, text }: NonNullable<Letterhead['colours']>): string {
  return `
:root { --brand: ${back}; --on-brand: ${text}; --quiet: var(--text) }
`
}

export function headOf({ name, logo, ...rest }: PageLetterhead): Html {
  const picture =
    logo === null ? html`<span class="initial" aria-hidden="true">${initialOf(name)}</span>` : logoImage(logo)
  return html`<header class="${rest.colours === null ? 'plain' : 'branded'}">
<div>${picture}<span class="agency">${name}</span></div>
</header>`
}

export function footOf({ name, lines = [], contact }: PageLetterhead, words: PageWords['frame']): Html {
  const facts = lines.map((line) => html`<p>${line}</p>`)
  return html`<footer>
<div>
${contact === undefined ? NOTHING : contactLinks(name, contact, words)}
<p class="agency">${name}</p>
${facts}
</div>
</footer>`
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

/** Opens a conversation, with a text that is already written. */
export function whatsappUrl(number: string, text: string): string {
  const query = text === '' ? '' : `?text=${encodeURIComponent(text)}`
  return `https://wa.me/${number.replace(/\D/g, '')}${query}`
}

/** The logo, or the first letter of the name in the agency's colour. */
export function iconOf({ logo, name, colours }: PageLetterhead): string {
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

/** Of the same server, under whatever name the page was asked for. */
function pathOf(url: string): string {
  return new URL(url).pathname
}

function initialOf(name: string): string {
  const [first = ''] = [...name.trim()]
  return first.toUpperCase()
}
