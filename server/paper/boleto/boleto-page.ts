// The page behind a boleto's address: what is owed to whom and until when, and the two ways to pay it.
import { barcodeSvg } from '../codes/barcode.ts'
import { type Html, html, NOTHING } from '../html.ts'
import { type HtmlPage, makePage } from '../page/page.ts'
import {
  banner,
  codeToCopy,
  detailList,
  lineInGroups,
  linkButton,
  section,
  type Tone,
} from '../page/page-parts.ts'
import {
  type BoletoStatus,
  type BoletoTexts,
  type BoletoView,
  boletoTexts,
  isPayable,
  SIMULATION_WORDS,
  STATUS_WORDS,
} from './boleto-view.ts'

const TONES: Readonly<Record<BoletoStatus, Tone>> = {
  pending: 'good',
  paid: 'good',
  expired: 'warn',
  cancelled: 'bad',
  failed: 'bad',
}

export function boletoPage(view: BoletoView): HtmlPage {
  const texts = boletoTexts(view)
  const { title, text } = STATUS_WORDS[view.status]
  return makePage({
    title: `Boleto de ${texts.amount} para ${view.beneficiary.name}`,
    content: [
      view.simulated ? banner('test', SIMULATION_WORDS.title, SIMULATION_WORDS.text) : NOTHING,
      isPayable(view) ? NOTHING : banner(TONES[view.status], title, text),
      html`<h1>Boleto de ${view.beneficiary.name}</h1>`,
      html`<p class="amount">${texts.amount}</p>`,
      html`<p class="due">Vencimento: <strong>${texts.dueOn}</strong></p>`,
      texts.lastDay === null ? NOTHING : html`<p class="due">Pode ser pago até ${texts.lastDay}.</p>`,
      isPayable(view) ? waysToPay(view, texts) : NOTHING,
      details(view, texts),
      instructions(view.instructions),
      linkButton(view.pdfUrl, 'Abrir o boleto em PDF'),
    ],
  })
}

function waysToPay({ digitableLine, barcode }: BoletoView, texts: BoletoTexts): Html {
  const line = codeToCopy({
    id: 'line',
    plain: digitableLine,
    shown: lineInGroups(texts.digitableLine),
    label: 'Copiar linha digitável',
    done: 'Linha digitável copiada.',
  })
  return section(
    'Linha digitável',
    html`${line}
<figure class="bars">${barcodeSvg(barcode)}</figure>
<p class="hint">Cole a linha digitável no aplicativo do seu banco, ou aponte a câmera dele para o código de
barras. O pagamento é confirmado em até um dia útil.</p>`,
  )
}

function details(view: BoletoView, texts: BoletoTexts): Html {
  return detailList('Detalhes', [
    { label: 'Beneficiário', value: view.beneficiary.name, below: texts.beneficiaryDocument },
    { label: 'Pagador', value: view.payer.name, below: texts.payerDocument },
    { label: 'Banco', value: `${view.bank.name} (${view.bank.code})` },
    { label: 'Data do documento', value: texts.issuedOn },
    { label: 'Nº do documento', value: view.documentNumber },
    { label: 'Nosso número', value: view.ourNumber },
  ])
}

function instructions(lines: readonly string[]): Html {
  if (lines.length === 0) return NOTHING
  return section('Instruções', html`<ul>\n${lines.map((line) => html`<li>${line}</li>`)}\n</ul>`)
}
