// The page of a boleto: receiver, amount, due date, the two ways to pay it, or the payment.
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import { barcodeSvg } from '../codes/barcode.ts'
import { type Html, html, NOTHING } from '../html.ts'
import type { PageLetterhead } from '../pages/page.ts'
import { type HtmlPage, makePage } from '../pages/page.ts'
import {
  banner,
  codeText,
  copyButton,
  copySaid,
  detailList,
  lineInGroups,
  linkButton,
  section,
  type Tone,
} from '../pages/parts.ts'
import { methodWords } from '../words/method-words.ts'
import { type PageWords, pageWords } from '../words/page-words.ts'
import { type BoletoStatus, type BoletoView, boletoTexts, isPayable } from './boleto-view.ts'

/** The display of a boleto: payer, branding and state. */
export interface BoletoLook {
  readonly language?: TeamLanguage
  readonly letterhead?: PageLetterhead
  readonly paid?: { readonly amountCents: bigint; readonly on: Temporal.PlainDate } | null
  /** The page of its invoice. */
  readonly invoiceUrl?: string | null
}

const TONES: Readonly<Record<BoletoStatus, Tone>> = {
  pending: 'good',
  paid: 'good',
  expired: 'warn',
  cancelled: 'bad',
  failed: 'bad',
}

export function boletoPage(view: BoletoView, look: BoletoLook = {}): HtmlPage {
  const { language = 'pt-BR', letterhead, paid = null, invoiceUrl = null } = look
  const words = pageWords(language)
  const { title, text } = words.boleto.states[view.status]
  const amount = words.money(view.amountCents)
  const lastDay = view.lastDay.equals(view.dueOn) ? null : words.boleto.lastDay(words.date(view.lastDay))
  return makePage({
    title: words.boleto.title(amount, view.beneficiary.name),
    language,
    ...(letterhead && { letterhead }),
    content: [
      view.simulated ? banner('test', words.boleto.simulation) : NOTHING,
      isPayable(view) ? NOTHING : banner(TONES[view.status], title, text),
      html`<div class="first"><div class="sum">
<h1>${words.boleto.heading(view.beneficiary.name)}</h1>
<p class="amount">${amount}</p>
<p class="due">${words.invoice.due}: <strong>${words.date(view.dueOn)}</strong></p>
${lastDay === null || !isPayable(view) ? NOTHING : html`<p class="due">${lastDay}</p>`}
${isPayable(view) ? copyFirst(words) : NOTHING}
</div></div>`,
      paid === null
        ? NOTHING
        : detailList(words.invoice.payments, [
            { label: words.boleto.paidSum, value: words.money(paid.amountCents) },
            { label: words.boleto.paidOn, value: words.date(paid.on) },
          ]),
      isPayable(view) ? waysToPay(view, words) : NOTHING,
      details(view, words),
      instructions(view.instructions, words),
      html`<div class="ends">
${linkButton(view.pdfUrl, methodWords(language).boleto.pdf)}
${invoiceUrl === null ? NOTHING : linkButton(invoiceUrl, words.boleto.seeInvoice)}
</div>`,
    ],
  })
}

function copyFirst({ lang }: PageWords): Html {
  const words = methodWords(lang).boleto
  return html`${copyButton({ id: 'line', label: words.action, done: words.copied })}
${copySaid('line')}`
}

function waysToPay(view: BoletoView, words: PageWords): Html {
  const shown = lineInGroups(boletoTexts(view).digitableLine)
  return section(
    words.boleto.line,
    html`${codeText({ id: 'line', plain: view.digitableLine, shown })}
<figure class="bars" tabindex="0" aria-label="${words.boleto.bars}">${barcodeSvg(view.barcode, words.boleto.bars)}</figure>
<p class="hint">${words.boleto.hint}</p>`,
  )
}

function details(view: BoletoView, words: PageWords): Html {
  const { beneficiaryDocument, payerDocument } = boletoTexts(view)
  const { boleto } = words
  return detailList(words.document.details, [
    { label: boleto.beneficiary, value: view.beneficiary.name, below: beneficiaryDocument },
    { label: boleto.payer, value: view.payer.name, below: payerDocument },
    { label: boleto.bank, value: `${view.bank.name} (${view.bank.code})` },
    { label: boleto.issued, value: words.date(view.issuedOn) },
    { label: boleto.number, value: view.documentNumber },
    { label: boleto.ourNumber, value: view.ourNumber },
  ])
}

function instructions(lines: readonly string[], { boleto }: PageWords): Html {
  if (lines.length === 0) return NOTHING
  return section(boleto.instructions, html`<ul>\n${lines.map((line) => html`<li>${line}</li>`)}\n</ul>`)
}
