// The shared parts of public invoice and quote pages: lines, sums and parties.
import { type Html, html, NOTHING } from '../html.ts'
import { type HtmlPage, makePage, type PageContent, whatsappUrl } from '../pages/page.ts'
import { banner, detailList, linkButton, section } from '../pages/parts.ts'
import { pageWords } from '../words/page-words.ts'
import type { DocumentLine, DocumentView } from './document.ts'

/** A page of a document: banners, title and content. */
export function documentPage(
  document: DocumentView,
  does: Pick<PageContent, 'asks' | 'sends' | 'refreshSeconds'>,
  banners: Html[],
  content: Html[],
): HtmlPage {
  const { language, title, team, isSimulated } = document
  const words = pageWords(language)
  const simulation = isSimulated ? banner('test', words.frame.simulation) : NOTHING
  return makePage({
    ...does,
    language,
    title: words.document.of(title, team.name),
    letterhead: team,
    content: [simulation, ...banners, ...content, footerOf(document)],
  })
}

export function linesTable(
  { lines, sums, total }: { lines: readonly DocumentLine[]; sums: [string, string][]; total: string },
  language: DocumentView['language'],
): Html {
  const words = pageWords(language).document
  const rows = lines.map((line) => {
    const what = html`${line.description}<span>${line.quantity} × ${line.unitPrice}</span>`
    return html`<tr><td>${what}</td><td class="number">${line.total}</td></tr>`
  })
  const below = sums.map(([label, value]) => html`<tr><td>${label}</td><td class="number">${value}</td></tr>`)
  return html`<table>
<thead><tr><th scope="col">${words.description}</th><th scope="col" class="number">${words.value}</th></tr></thead>
<tbody>
${rows}
</tbody>
<tfoot>
${[...below, html`<tr class="total"><td>${words.total}</td><td class="number">${total}</td></tr>`]}
</tfoot>
</table>`
}

export function documentDetails({ client, team, dates, language }: DocumentView): Html {
  const words = pageWords(language).document
  return detailList(words.details, [
    { label: words.client, value: client.name, below: client.document },
    ...dates.map(([label, value]) => ({ label, value })),
    { label: words.issuer, value: team.name, below: team.lines[0] ?? null },
  ])
}

export function notesOf({ notes, language }: DocumentView): Html {
  if (notes === null || notes.trim() === '') return NOTHING
  return section(pageWords(language).document.notes, html`<p class="notes">${notes}</p>`)
}

function footerOf({ footer }: DocumentView): Html {
  return footer === null ? NOTHING : html`<p class="hint notes footer">${footer}</p>`
}

/** Opens a WhatsApp conversation about this document; empty if the agency has no number. */
export function whatsappButton({ team }: DocumentView, label: string, text: string): Html {
  const number = team.contact?.whatsapp ?? null
  return number === null ? NOTHING : linkButton(whatsappUrl(number, text), label)
}
