// The public page of an invoice, designed for phones: amount, due date and the copy button come first. It
// updates itself when the invoice is paid.
import { type Html, html, NOTHING } from '../html.ts'
import type { HtmlPage } from '../pages/page.ts'
import { banner, detailList, linkButton, section } from '../pages/parts.ts'
import { pageWords } from '../words/page-words.ts'
import { type DocumentWay, type InvoiceDocument, isClosed } from './document.ts'
import { mandateSection } from './mandate-page.ts'
import { METHOD_PAGES } from './method-pages.ts'
import { documentDetails, documentPage, linesTable, notesOf, whatsappButton } from './page-parts.ts'

/** The reader's context, and what the page polls to stay current. */
export interface InvoiceLook {
  /** Changes with everything that the page shows. */
  readonly version: string
  /** Its own address without a query; null for a sample, which is not polled. */
  readonly path: string | null
  /** The client says that they have paid: the page thanks and shows no code. */
  readonly saysPaid: boolean
}

const REFRESH_SECONDS = 20

export function invoicePage(document: InvoiceDocument, { version, path, saysPaid }: InvoiceLook): HtmlPage {
  const isWaiting = saysPaid && !isClosed(document)
  const words = pageWords(document.language)
  return documentPage(
    document,
    {
      asks: path !== null,
      sends: document.mandate?.state === 'active',
      ...(isWaiting && { refreshSeconds: REFRESH_SECONDS }),
    },
    [stateBanner(document)],
    [
      html`<div class="first">
<div class="sum">
<h1>${document.title}</h1>
${amountOf(document)}
${isWaiting ? NOTHING : firstButtons(document, path)}
</div>
${isWaiting ? NOTHING : scanOf(document)}
</div>`,
      isWaiting ? waitingSection(document, path) : NOTHING,
      lateList(document),
      isWaiting ? NOTHING : otherWays(document, path),
      section(words.document.items, linesTable(document, document.language)),
      receiptsList(document),
      documentDetails(document),
      notesOf(document),
      html`<div class="ends">
${linkButton(document.pdfUrl, document.state === 'paid' && !document.isRefunded ? words.invoice.receipt : words.document.pdf)}
${whatsappButton(document, words.invoice.ask, words.invoice.askText(document.title))}
</div>`,
      path === null
        ? NOTHING
        : html`<div id="watched" hidden data-asks="${path}/status" data-version="${version}"></div>`,
    ],
  )
}

function stateBanner({ state, isDraft, isRefunded, returnedSum, language }: InvoiceDocument): Html {
  const words = pageWords(language).invoice
  const returned =
    returnedSum === null ? NOTHING : banner('warn', words.returned(returnedSum), words.returnedText)
  if (state === 'paid') {
    const settled: [string, string] = isRefunded
      ? [words.refunded, words.refundedText]
      : [words.paid, words.paidText]
    return html`${[banner('good', ...settled), returned]}`
  }
  if (state === 'cancelled') return html`${[banner('bad', words.cancelled, words.cancelledText), returned]}`
  if (isDraft) return banner('warn', words.draft, words.draftText)
  const late = state === 'overdue' ? banner('warn', words.overdue, words.overdueText) : NOTHING
  return html`${[late, returned]}`
}

function amountOf(document: InvoiceDocument): Html {
  const { total, adjustedTotal, amountDue, paidSum, dueOn, dueNote, language } = document
  const words = pageWords(language).invoice
  const closed = isClosed(document)
  const label = closed ? words.total : paidSum === null ? words.toPay : words.left
  const note = dueNote === null ? NOTHING : html` <span class="note">${dueNote}</span>`
  const partial =
    closed || paidSum === null ? NOTHING : html`<p class="due">${words.partial(paidSum, adjustedTotal)}</p>`
  return html`<p class="label">${label}</p>
<p class="amount">${closed ? total : amountDue}</p>
${partial}
<p class="due">${words.due}: <strong>${dueOn}</strong>${note}</p>`
}

/** Only an open invoice shows how to pay it: a code on a paid one would invite a second payment. */
function firstButtons(document: InvoiceDocument, path: string | null): Html {
  const { ways, language } = document
  if (ways.length === 0) return NOTHING
  const first = firstWay(document)
  const [button, said] = (first && METHOD_PAGES[first.method].button?.(first, language)) ?? [NOTHING, NOTHING]
  const iPaid = path === null ? NOTHING : linkButton(`${path}?paid`, pageWords(language).invoice.iPaid)
  return html`${[button, iPaid, said]}`
}

/** The way to pay that stands beside the amount. */
function firstWay({ ways }: InvoiceDocument): DocumentWay | undefined {
  return ways.find(({ method }) => METHOD_PAGES[method].button !== undefined)
}

function scanOf(document: InvoiceDocument): Html {
  const first = firstWay(document)
  return (first && METHOD_PAGES[first.method].scan?.(first, document.language)) ?? NOTHING
}

function waitingSection(document: InvoiceDocument, path: string | null): Html {
  const words = pageWords(document.language).invoice
  return section(
    '',
    html`<h2 class="calm"><span class="pulse" aria-hidden="true"></span>${words.waiting}</h2>
<p>${words.waitingText}</p>
<p class="hint">${words.keepProof}</p>
<div class="ends">
${whatsappButton(document, words.sendProof, words.proofText(document.title))}
${path === null ? NOTHING : linkButton(path, words.lookAgain)}
</div>`,
    'calm-box',
  )
}

/** The late charges, now or later. */
function lateList({ lateSums, lateWords, language }: InvoiceDocument): Html {
  if (lateSums.length > 0)
    return detailList(
      pageWords(language).invoice.updated,
      lateSums.map(([label, value]) => ({ label, value })),
      'sums',
    )
  return lateWords === null ? NOTHING : html`<p class="late">${lateWords}</p>`
}

function otherWays(document: InvoiceDocument, path: string | null): Html {
  const { withoutCode, ways, instructions, language } = document
  const words = pageWords(language).invoice
  const first = firstWay(document)
  return html`${[
    withoutCode === null ? NOTHING : section(words.howToPay, html`<p>${withoutCode}</p>`),
    ...ways.map((way) => METHOD_PAGES[way.method].section(way, language, way === first)),
    mandateSection(document, path),
    instructions === null ? NOTHING : section(words.instructions, html`<p class="notes">${instructions}</p>`),
  ]}`
}

function receiptsList(document: InvoiceDocument): Html {
  const { receipts, totalChanges, amountDue, overpaid, language } = document
  const words = pageWords(language).invoice
  if (receipts.length === 0) return NOTHING
  const changes = detailList(
    words.totalChanges,
    totalChanges.map(([label, value]) => ({ label, value })),
  )
  const payments = detailList(words.payments, [
    ...receipts.map(({ at, amount, by, reference }) => ({
      label: at,
      value: amount,
      below: reference === null ? by : `${by}\n${reference}`,
    })),
    ...(overpaid === null ? [] : [{ label: words.overpaid, value: overpaid, below: words.overpaidText }]),
    ...(isClosed(document) ? [] : [{ label: words.left, value: amountDue }]),
  ])
  return html`${[totalChanges.length === 0 ? NOTHING : changes, payments]}`
}
