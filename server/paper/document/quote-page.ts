// The public page of a quote, where the client accepts or declines it with one press, without any script.
import { type Html, html, NOTHING } from '../html.ts'
import type { HtmlPage } from '../page/page.ts'
import { banner, section } from '../page/page-parts.ts'
import type { QuoteDocument } from './document.ts'
import { documentDetails, documentPage, linesTable, notesOf, pdfButton } from './document-parts.ts'

/** What is answered is what was shown: the version goes back with the answer. */
export function quotePage(
  document: QuoteDocument,
  path: string,
  version: string,
  notice: string | null,
): HtmlPage {
  const { total, validUntil } = document
  return documentPage(
    document,
    { sends: true },
    [notice === null ? NOTHING : banner('warn', notice), stateBanner(document)],
    [
      html`<p class="amount">${total}</p>`,
      validUntil === null ? NOTHING : html`<p class="due">Válido até <strong>${validUntil}</strong></p>`,
      linesTable(document),
      notesOf(document),
      answers(document, path, version),
      documentDetails(document),
      pdfButton(document),
    ],
  )
}

function stateBanner({ state }: QuoteDocument): Html {
  if (state === 'accepted')
    return banner('good', 'Orçamento aceito', 'Obrigado! A agência já vê a sua resposta.')
  if (state === 'declined') return banner('bad', 'Orçamento recusado', 'A agência já vê a sua resposta.')
  if (state === 'cancelled') return banner('bad', 'Orçamento cancelado')
  return state === 'expired' ? banner('warn', 'Orçamento vencido', 'Peça um novo à agência.') : NOTHING
}

function answers({ state }: QuoteDocument, path: string, version: string): Html {
  if (state !== 'waiting') return NOTHING
  const form = (answer: string, label: string, look: string) => {
    const action = `${path}/${answer}?version=${encodeURIComponent(version)}`
    const button = html`<button class="${look}" type="submit">${label}</button>`
    return html`<form method="post" action="${action}">${button}</form>`
  }
  const forms = [form('accept', 'Aceitar orçamento', 'button'), form('decline', 'Recusar', 'button quiet')]
  return section('Sua resposta', html`<div class="answers">\n${forms}\n</div>`)
}
