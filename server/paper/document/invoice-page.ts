// The public page of an invoice: what is owed, the ways to pay it, and by itself the news that it was paid.
import { qrSvg } from '../codes/qr-image.ts'
import { type Html, html, NOTHING } from '../html.ts'
import type { HtmlPage } from '../page/page.ts'
import { banner, codeToCopy, detailList, lineInGroups, section } from '../page/page-parts.ts'
import { type InvoiceDocument, isClosed } from './document.ts'
import { documentDetails, documentPage, linesTable, notesOf, pdfButton } from './document-parts.ts'

const OVERPAID = 'Fale com a agência para receber de volta.'

/** `version` changes with everything that the page shows; `statusPath` answers the current one, where there is one. */
export function invoicePage(document: InvoiceDocument, version: string, statusPath: string | null): HtmlPage {
  return documentPage(
    document,
    { asks: statusPath !== null },
    [stateBanner(document)],
    [
      html`<p class="amount">${isClosed(document) ? document.total : document.amountDue}</p>`,
      html`<p class="due">Vencimento: <strong>${document.dueOn}</strong></p>`,
      lateList(document),
      waysToPay(document),
      instructionsOf(document),
      linesTable(document),
      paymentsList(document),
      documentDetails(document),
      notesOf(document),
      pdfButton(document),
      statusPath === null
        ? NOTHING
        : html`<div id="watched" hidden data-asks="${statusPath}" data-version="${version}"></div>`,
    ],
  )
}

function stateBanner({ state }: InvoiceDocument): Html {
  if (state === 'paid') return banner('good', 'Fatura paga', 'O pagamento foi recebido. Obrigado!')
  if (state === 'cancelled') return banner('bad', 'Fatura cancelada', 'Não é preciso pagar.')
  return state === 'overdue' ? banner('warn', 'Fatura vencida', 'Ela ainda pode ser paga.') : NOTHING
}

/** What it costs by now beyond the invoice itself, or what it would cost. */
function lateList({ lateSums, lateWords }: InvoiceDocument): Html {
  if (lateSums.length > 0)
    return detailList(
      'Valor atualizado',
      lateSums.map(([label, value]) => ({ label, value })),
    )
  return lateWords === null ? NOTHING : html`<p class="due">${lateWords}</p>`
}

/** Only what waits for money shows how to pay it: a code on a paid one would invite a second payment. */
function waysToPay(document: InvoiceDocument): Html {
  const { withoutCode } = document
  if (withoutCode !== null) return section('Como pagar', html`<p>${withoutCode}</p>`)
  return html`${[pixWay(document), boletoWay(document)]}`
}

function instructionsOf({ instructions }: InvoiceDocument): Html {
  if (instructions === null) return NOTHING
  return section('Instruções de pagamento', html`<p class="notes">${instructions}</p>`)
}

function boletoWay({ boleto }: InvoiceDocument): Html {
  if (boleto === null) return NOTHING
  const { digitableLine, shownLine, words, pdfUrl } = boleto
  const code = codeToCopy({
    id: 'line',
    plain: digitableLine,
    shown: lineInGroups(shownLine),
    label: 'Copiar linha digitável',
    done: 'Linha digitável copiada.',
  })
  const link = html`<a class="button quiet" href="${pdfUrl}">Abrir o boleto em PDF</a>`
  return section(
    'Pague com boleto',
    html`<p>${words}</p>
${code}
<p class="hint">O pagamento é confirmado em até um dia útil.</p>
${link}`,
  )
}

function pixWay({ pixCode, amountDue }: InvoiceDocument): Html {
  if (pixCode === null) return NOTHING
  const picture = html`<figure class="qr">${qrSvg(pixCode)}</figure>
<p class="hint">Abra o aplicativo do seu banco, escolha pagar com Pix e aponte a câmera para o código. O valor de
${amountDue} já vem preenchido.</p>`
  const code = codeToCopy({
    id: 'pix',
    plain: pixCode,
    shown: html`${pixCode}`,
    label: 'Copiar código Pix',
    done: 'Código copiado.',
  })
  return html`${[section('Pague com Pix', picture), section('Pix copia e cola', code)]}`
}

function paymentsList(document: InvoiceDocument): Html {
  const { payments, amountDue, overpaid } = document
  if (payments.length === 0) return NOTHING
  return detailList('Pagamentos recebidos', [
    ...payments.map(([label, value]) => ({ label, value })),
    ...(overpaid === null ? [] : [{ label: 'Pago a mais', value: overpaid, below: OVERPAID }]),
    ...(isClosed(document) ? [] : [{ label: 'Falta pagar', value: amountDue }]),
  ])
}
