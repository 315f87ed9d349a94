// The public page of a credit note, and its PDF.
import { html } from '../html.ts'
import type { HtmlPage } from '../pages/page.ts'
import { linkButton, section } from '../pages/parts.ts'
import type { Pdf } from '../pdf/pdf.ts'
import type { Block } from '../pdf/sheet.ts'
import { pageWords } from '../words/page-words.ts'
import type { CreditNoteDocument } from './document.ts'
import { type Drawing, drawDocument, sumBlocks, tableBlocks, textBlocks } from './document-pdf.ts'
import { documentDetails, documentPage, linesTable, whatsappButton } from './page-parts.ts'

export function creditNotePage(document: CreditNoteDocument): HtmlPage {
  const { title, total, reason, effects, pdfUrl, invoiceUrl, language } = document
  const words = pageWords(language)
  const { creditNote } = words
  return documentPage(
    document,
    {},
    [],
    [
      html`<div class="first"><div class="sum">
<h1>${title}</h1>
<p class="label">${creditNote.amount}</p>
<p class="amount">${total}</p>
</div></div>`,
      section(creditNote.effect, html`${effects.map((effect) => html`<p>${effect}</p>`)}`),
      section(creditNote.reason, html`<p class="notes">${reason}</p>`),
      section(words.document.items, linesTable(document, language)),
      documentDetails(document),
      html`<div class="ends">
${linkButton(pdfUrl, words.document.pdf)}
${linkButton(invoiceUrl, creditNote.seeInvoice)}
${whatsappButton(document, words.invoice.ask, creditNote.askText(title))}
</div>`,
    ],
  )
}

export function creditNotePdf(document: CreditNoteDocument, drawing: Drawing = {}): Promise<Buffer> {
  const { creditNote } = pageWords(document.language)
  return drawDocument(document, drawing, {
    mark: null,
    amount: [creditNote.amount, document.total],
    blocks: (pdf) => blocksOf(pdf, document),
    linkWords: creditNote.pageAt,
  })
}

function* blocksOf(pdf: Pdf, document: CreditNoteDocument): Generator<Block> {
  const words = pageWords(document.language)
  yield* tableBlocks(pdf, document.lines, document)
  yield* sumBlocks(pdf, document, words)
  yield* textBlocks(pdf, words.creditNote.effect, document.effects)
  yield* textBlocks(pdf, words.creditNote.reason, [document.reason])
}
