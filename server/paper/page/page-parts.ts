// What pages are put together from: banners, sections, details, codes to copy and buttons.
import { type Html, html, NOTHING } from '../html.ts'

export type Tone = 'good' | 'warn' | 'bad' | 'test'

/** Shown smaller, below the value. */
export interface Detail {
  label: string
  value: string
  below?: string | null
}

export function banner(tone: Tone, title: string, text = ''): Html {
  const more = text === '' ? NOTHING : html`<p>${text}</p>`
  return html`<div class="banner ${tone}" role="status">${title}${more}</div>`
}

export function section(title: string, content: Html): Html {
  return html`<section>
${title === '' ? NOTHING : html`<h2>${title}</h2>`}
${content}
</section>`
}

export function detailList(title: string, details: readonly Detail[]): Html {
  const items = details.map(({ label, value, below = null }) => {
    const small = below === null ? NOTHING : html`<span>${below}</span>`
    return html`<div><dt>${label}</dt><dd>${value}${small}</dd></div>`
  })
  return section(title, html`<dl>\n${items}\n</dl>`)
}

export interface Copyable {
  id: 'line' | 'pix'
  /** What is copied. */
  plain: string
  /** What is read. */
  shown: Html
  label: string
  /** Shown once it was copied. */
  done: string
}

export function codeToCopy({ id, plain, shown, label, done }: Copyable): Html {
  return html`<p class="code ${id}" id="${id}" data-plain="${plain}">${shown}</p>
<button class="button" type="button" hidden data-copies="${id}" data-says="said-${id}" data-done="${done}">
${label}</button>
<p class="said" id="said-${id}" role="status" aria-live="polite"></p>`
}

/** Only to an http address, or to one of our own paths. */
export function linkButton(url: string, label: string): Html {
  if (!/^(?:https?:\/\/|\/(?!\/))/i.test(url))
    throw new Error('a button of a page must lead to an http address')
  return html`<section>
<a class="button quiet" href="${url}">${label}</a>
</section>`
}

/** A digitable line, broken between groups of digits, never within one. */
export function lineInGroups(line: string): Html {
  const [first = '', ...others] = line.split(' ')
  return others.reduce((before, group) => html`${before} <span>${group}</span>`, html`<span>${first}</span>`)
}
