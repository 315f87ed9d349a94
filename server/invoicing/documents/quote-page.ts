// The public page of a quote, where the client accepts or declines it with one press, without any script.
import { escapeHtml } from '../../paper/html.ts'
import { type PageExtra, payerPage, payerPageCsp } from '../../payments/payer-page.ts'
import {
  bannerOf,
  DOCUMENT_STYLE,
  detailsList,
  linesTable,
  notesOf,
  pdfButton,
  testBanner,
} from './document-page.ts'
import type { QuoteDocument } from './document-view.ts'

const EXTRA: PageExtra = { style: DOCUMENT_STYLE, sends: true }
export const QUOTE_PAGE_CSP = payerPageCsp(EXTRA)

/** What is answered is what was shown: the version goes back with the answer. */
export function quotePage(
  document: QuoteDocument,
  path: string,
  version: string,
  notice: string | null,
): string {
  const { title, team } = document
  const content = [
    testBanner(document),
    notice === null ? '' : bannerOf('warn', notice),
    stateBanner(document),
    `<h1>${title} de ${escapeHtml(team.name)}</h1>`,
    `<p class="amount">${document.total}</p>`,
    document.validUntil === null
      ? ''
      : `<p class="due">Válido até <strong>${document.validUntil}</strong></p>`,
    linesTable(document),
    notesOf(document),
    answers(document, path, version),
    detailsList(document),
    pdfButton(document),
  ]
  return payerPage({
    title: `${title} de ${team.name}`,
    content: content.filter((part) => part !== '').join('\n'),
    extra: EXTRA,
  })
}

function stateBanner({ state }: QuoteDocument): string {
  if (state === 'accepted') return bannerOf('good', 'Orçamento aceito', 'Obrigado! A agência foi avisada.')
  if (state === 'declined') return bannerOf('bad', 'Orçamento recusado', 'A agência foi avisada.')
  if (state === 'cancelled') return bannerOf('bad', 'Orçamento cancelado')
  return state === 'expired' ? bannerOf('warn', 'Orçamento vencido', 'Peça um novo à agência.') : ''
}

function answers({ state }: QuoteDocument, path: string, version: string): string {
  if (state !== 'waiting') return ''
  const form = (answer: string, label: string, look: string) =>
    `<form method="post" action="${escapeHtml(`${path}/${answer}?version=${encodeURIComponent(version)}`)}">` +
    `<button class="button${look}" type="submit">${label}</button></form>`
  return `<section>
<h2>Sua resposta</h2>
<div class="answers">
${form('accept', 'Aceitar orçamento', '')}
${form('decline', 'Recusar', ' quiet')}
</div>
</section>`
}
