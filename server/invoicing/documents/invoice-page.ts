// The public page of an invoice: what is owed, the ways to pay it, and by itself the news that it was paid.
import { escapeHtml } from '../../paper/html.ts'
import { type PageExtra, payerPage, payerPageCsp } from '../../payments/payer-page.ts'
import { qrSvg } from '../../payments/qr-image.ts'
import {
  bannerOf,
  DOCUMENT_STYLE,
  detailsList,
  linesTable,
  notesOf,
  pdfButton,
  testBanner,
} from './document-page.ts'
import type { InvoiceDocument } from './document-view.ts'

/** Asks every few seconds, while somebody looks, whether the page is still true; if not, it is loaded anew. */
const SCRIPT = `
const watched = document.getElementById('watched')
if (watched) {
  const look = async () => {
    if (document.hidden) return
    try {
      const answer = await fetch(watched.dataset.asks, { cache: 'no-store' })
      if (answer.ok && (await answer.json()).version !== watched.dataset.version) location.reload()
    } catch {}
  }
  setInterval(look, 4000)
  document.addEventListener('visibilitychange', look)
}
`

const EXTRA: PageExtra = { style: DOCUMENT_STYLE, script: SCRIPT, asks: true }
export const INVOICE_PAGE_CSP = payerPageCsp(EXTRA)

/** `version` changes with everything that the page shows; `statusPath` tells the one that is true now. */
export function invoicePage(document: InvoiceDocument, version: string, statusPath: string): string {
  const { title, team, state } = document
  const paid = state === 'paid' || state === 'cancelled'
  const content = [
    testBanner(document),
    stateBanner(document),
    `<h1>${escapeHtml(title)} de ${escapeHtml(team.name)}</h1>`,
    `<p class="amount">${paid ? document.total : document.amountDue}</p>`,
    `<p class="due">Vencimento: <strong>${document.dueOn}</strong></p>`,
    waysToPay(document),
    linesTable(document),
    paymentsList(document),
    detailsList(document),
    notesOf(document),
    pdfButton(document),
    `<div id="watched" hidden data-asks="${escapeHtml(statusPath)}" data-version="${escapeHtml(version)}"></div>`,
  ]
  return payerPage({
    title: `${title} de ${team.name}`,
    content: content.filter((part) => part !== '').join('\n'),
    extra: EXTRA,
  })
}

function stateBanner({ state }: InvoiceDocument): string {
  if (state === 'paid') return bannerOf('good', 'Fatura paga', 'O pagamento foi recebido. Obrigado!')
  if (state === 'cancelled') return bannerOf('bad', 'Fatura cancelada', 'Não é preciso pagar.')
  return state === 'overdue' ? bannerOf('warn', 'Fatura vencida', 'Ela ainda pode ser paga.') : ''
}

/** Only what waits for money shows how to pay it: a code on a paid one would invite a second payment. */
function waysToPay({ pixCode, amountDue }: InvoiceDocument): string {
  if (pixCode === null) return ''
  const code = escapeHtml(pixCode)
  return `<section>
<h2>Pague com Pix</h2>
<figure class="qr">${qrSvg(pixCode)}</figure>
<p class="hint">Abra o aplicativo do seu banco, escolha pagar com Pix e aponte a câmera para o código. O valor de
${amountDue} já vem preenchido.</p>
</section>
<section>
<h2>Pix copia e cola</h2>
<p class="code pix" id="pix" data-plain="${code}">${code}</p>
<button class="button" type="button" hidden data-copies="pix" data-says="said" data-done="Código copiado.">
Copiar código Pix</button>
<p class="said" id="said" role="status" aria-live="polite"></p>
</section>`
}

function paymentsList({ payments, amountDue, state }: InvoiceDocument): string {
  if (payments.length === 0) return ''
  const rows = payments.map(([date, amount]) => `<div><dt>${date}</dt><dd>${amount}</dd></div>`)
  const left =
    state === 'paid' || state === 'cancelled' ? '' : `<div><dt>Falta pagar</dt><dd>${amountDue}</dd></div>`
  return `<section>\n<h2>Pagamentos recebidos</h2>\n<dl>\n${rows.join('\n')}\n${left}</dl>\n</section>`
}
