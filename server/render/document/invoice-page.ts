// The public page of an invoice, designed for phones: amount, due date and the copy button come first. It
// updates itself when the invoice is paid.
import { METHODS } from '../../../contract/payment-methods.ts'
import { type Html, html, NOTHING } from '../html.ts'
import type { HtmlPage } from '../pages/page.ts'
import { banner, detailList, linkButton, section } from '../pages/parts.ts'
import { mandateWords } from '../words/mandate-words.ts'
import { type CardTrouble, methodWords } from '../words/method-words.ts'
import { pageWords } from '../words/page-words.ts'
import { type DocumentCardOffer, type DocumentWay, type InvoiceDocument, isClosed } from './document.ts'
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
  /** After a choice of instalments, or after the return from the bank's page. */
  readonly card?: CardLook | null
  /** The client has just cancelled Pix Automático. */
  readonly saysCancelled?: boolean
}

export type CardLook = CardTrouble | 'back'

const REFRESH_SECONDS = 20

export function invoicePage(
  document: InvoiceDocument,
  { version, path, saysPaid, card = null, saysCancelled = false }: InvoiceLook,
): HtmlPage {
  const isWaiting = saysPaid && !isClosed(document)
  // Its debit is withdrawn first; until then there is no code.
  const isCodeComing = saysCancelled && !isClosed(document) && document.ways.length === 0
  const words = pageWords(document.language)
  return documentPage(
    document,
    {
      asks: path !== null,
      sends: path !== null && (document.mandate?.state === 'active' || offerOf(document) !== undefined),
      ...((isWaiting || isCodeComing || isAtBank(document, card)) && { refreshSeconds: REFRESH_SECONDS }),
    },
    [
      stateBanner(document),
      cardBanner(document, card),
      saysCancelled ? cancelledBanner(document, isCodeComing) : NOTHING,
    ],
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
      earlyList(document),
      lateList(document),
      isWaiting ? NOTHING : otherWays(document, path),
      section(words.document.items, linesTable(document, document.language)),
      receiptsList(document),
      documentDetails(document),
      notesOf(document),
      html`<div class="ends">
${linkButton(document.pdfUrl, document.state === 'paid' && document.nothingLeft === null ? words.invoice.receipt : words.document.pdf)}
${whatsappButton(document, words.invoice.ask, words.invoice.askText(document.title))}
</div>`,
      path === null
        ? NOTHING
        : html`<div id="watched" hidden data-asks="${path}/status" data-version="${version}"></div>`,
    ],
  )
}

function stateBanner({ state, isDraft, nothingLeft, returnedSum, language }: InvoiceDocument): Html {
  const words = pageWords(language).invoice
  const returned =
    returnedSum === null ? NOTHING : banner('warn', words.returned(returnedSum), words.returnedText)
  if (state === 'paid') {
    const settled: Record<'refunded' | 'credited' | 'paid', [string, string]> = {
      refunded: [words.refunded, words.refundedText],
      credited: [words.credited, words.creditedText],
      paid: [words.paid, words.paidText],
    }
    return html`${[banner('good', ...settled[nothingLeft ?? 'paid']), returned]}`
  }
  if (state === 'cancelled') return html`${[banner('bad', words.cancelled, words.cancelledText), returned]}`
  if (isDraft) return banner('warn', words.draft, words.draftText)
  const late = state === 'overdue' ? banner('warn', words.overdue, words.overdueText) : NOTHING
  return html`${[late, returned]}`
}

function offerOf({ ways }: InvoiceDocument): DocumentCardOffer | undefined {
  return ways.find(({ offer }) => offer !== undefined)?.offer
}

/** The page updates itself while the bank works. */
function isAtBank(document: InvoiceDocument, card: CardLook | null): boolean {
  const offer = offerOf(document)
  if (offer === undefined || isClosed(document)) return false
  return card === 'back' || offer.state === 'preparing' || offer.state === 'checking'
}

/** The state of a payment by card: it is checked, was refused, or is awaited. */
function cardBanner(document: InvoiceDocument, card: CardLook | null): Html {
  const offer = offerOf(document)
  const words = methodWords(document.language).card
  if (isClosed(document)) return NOTHING
  if (offer?.state === 'checking') return banner('warn', ...words.checking)
  if (card !== null && card !== 'back') return banner('warn', words.troubles[card])
  if (offer === undefined) return NOTHING
  if (offer.refused !== null) return banner('warn', words.refused[0], `${offer.refused} ${words.refused[1]}`)
  if (offer.state === 'preparing') return banner('warn', ...words.preparing)
  return card === 'back' ? banner('warn', ...words.back) : NOTHING
}

function cancelledBanner({ mandate, language }: InvoiceDocument, isCodeComing: boolean): Html {
  if (mandate?.state === 'active') return NOTHING
  const { cancelled, codeComing, endedText } = mandateWords(language)
  return banner('good', cancelled, isCodeComing ? codeComing : endedText)
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
  const isByAgency = document.ways.every(({ method }) => METHODS[method].confirmedBy === 'agency')
  const [title, text] =
    isByAgency && document.ways.length > 0
      ? [words.waitingAgency, words.waitingAgencyText]
      : [words.waiting, words.waitingText]
  return section(
    '',
    html`<h2 class="calm"><span class="pulse" aria-hidden="true"></span>${title}</h2>
<p>${text}</p>
<p class="hint">${words.keepProof}</p>
<div class="ends">
${whatsappButton(document, words.sendProof, words.proofText(document.title))}
${path === null ? NOTHING : linkButton(path, words.lookAgain)}
</div>`,
    'calm-box',
  )
}

function earlyList({ earlySums, language }: InvoiceDocument): Html {
  if (earlySums.length === 0) return NOTHING
  const rows = earlySums.map(([label, value]) => ({ label, value }))
  return detailList(pageWords(language).invoice.early, rows, 'sums')
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
  return html`${[totalChanges.length === 0 ? NOTHING : changes, receipts.length === 0 ? NOTHING : payments]}`
}
