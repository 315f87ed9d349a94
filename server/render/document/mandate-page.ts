// The part of the invoice's page about Pix Automático: what is allowed, when this invoice is debited, and how to cancel.
import { type Html, html, NOTHING } from '../html.ts'
import { section } from '../pages/parts.ts'
import { mandateWords } from '../words/mandate-words.ts'
import type { InvoiceDocument } from './document.ts'

/** `path` is the page's own address; null for a sample. */
export function mandateSection({ mandate, language }: InvoiceDocument, path: string | null): Html {
  if (mandate === null || mandate.state === 'offered') return NOTHING
  const words = mandateWords(language)
  const title = mandate.state === 'ended' ? words.ended : words.title
  const lines = mandate.lines.map((line) => html`<p>${line}</p>\n`)
  const cancel = mandate.state === 'active' && path !== null ? cancelForm(language, path) : NOTHING
  return section(title, html`${lines}${cancel}`)
}

function cancelForm(language: InvoiceDocument['language'], path: string): Html {
  const words = mandateWords(language)
  return html`<details><summary>${words.cancel}</summary>
<p>${words.cancelText}</p>
<form method="post" action="${path}/mandate/cancel">
<button class="button quiet" type="submit">${words.confirm}</button>
</form>
</details>`
}
