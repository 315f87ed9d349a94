// The components of pages: banners, sections, details, codes to copy and buttons.
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

/** `id`: what links lead to. */
export function section(title: string, content: Html, look = '', id = ''): Html {
  return html`<section${id === '' ? NOTHING : html` id="${id}"`}${look === '' ? NOTHING : html` class="${look}"`}>
${title === '' ? NOTHING : html`<h2>${title}</h2>`}
${content}
</section>`
}

export function detailList(title: string, details: readonly Detail[], look = ''): Html {
  const items = details.map(({ label, value, below = null }) => {
    const small = below === null ? NOTHING : html`<span>${below}</span>`
    return html`<div><dt>${label}</dt><dd>${value}${small}</dd></div>`
  })
  return section(title, html`<dl>\n${items}\n</dl>`, look)
}

export interface Copyable {
  /** Of its element; `line` is shown in groups of digits. */
  id: string
  /** The copied text. */
  plain: string
  /** The displayed text. */
  shown: Html
  label: string
  /** Shown once it was copied. */
  done: string
}

/** Separate from the code, so that it can be placed first. */
export function copyButton({ id, label, done }: Omit<Copyable, 'plain' | 'shown'>): Html {
  return html`<button class="button" type="button" hidden
 data-copies="${id}" data-says="said-${id}" data-done="${done}">
${label}</button>`
}

/** The confirmation after copying. */
export function copySaid(id: Copyable['id']): Html {
  return html`<p class="said" id="said-${id}" role="status" aria-live="polite"></p>`
}

export function codeText({ id, plain, shown }: Pick<Copyable, 'id' | 'plain' | 'shown'>): Html {
  return html`<p class="code ${id === 'line' ? 'line' : 'pix'}" id="${id}" data-plain="${plain}">${shown}</p>`
}

export function codeToCopy(code: Copyable): Html {
  return html`${codeText(code)}
${copyButton(code)}
${copySaid(code.id)}`
}

/** Only for http addresses and our own paths. */
export function linkButton(url: string, label: string, look: 'main' | 'quiet' = 'quiet'): Html {
  if (!/^(?:https?:\/\/|\/(?!\/)|\?|#)/i.test(url))
    throw new Error('a button of a page must lead to an http address')
  return html`<a class="button${look === 'main' ? '' : ' quiet'}" href="${url}">${label}</a>`
}

/** A digitable line, broken between groups of digits, never within one. */
export function lineInGroups(line: string): Html {
  const [first = '', ...others] = line.split(' ')
  return others.reduce((before, group) => html`${before} <span>${group}</span>`, html`<span>${first}</span>`)
}
