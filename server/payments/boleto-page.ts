// The page behind a boleto's address: what is owed to whom and until when, and the two ways to pay it.
import { escapeHtml } from '../paper/html.ts'
import { itfBars, itfModules } from '../rules/itf.ts'
import {
  type BoletoStatus,
  type BoletoTexts,
  type BoletoView,
  type BoletoWords,
  boletoTexts,
  isPayable,
  SIMULATION_WORDS,
  STATUS_WORDS,
} from './boleto-view.ts'
import { payerPage } from './payer-page.ts'

const TONES: Readonly<Record<BoletoStatus, string>> = {
  pending: '',
  paid: 'good',
  expired: 'warn',
  cancelled: 'bad',
  failed: 'bad',
}

export function boletoPage(view: BoletoView): string {
  const texts = boletoTexts(view)
  const content = [
    view.simulated ? bannerOf(SIMULATION_WORDS, 'test') : '',
    isPayable(view) ? '' : bannerOf(STATUS_WORDS[view.status], TONES[view.status]),
    `<h1>Boleto de ${escapeHtml(view.beneficiary.name)}</h1>`,
    `<p class="amount">${texts.amount}</p>`,
    `<p class="due">Vencimento: <strong>${texts.dueOn}</strong></p>`,
    isPayable(view) ? waysToPay(view, texts) : '',
    details(view, texts),
    instructions(view.instructions),
    `<section>\n<a class="button quiet" href="${addressOf(view.pdfUrl)}">Abrir o boleto em PDF</a>\n</section>`,
  ]
  return payerPage({
    title: `Boleto de ${texts.amount} para ${view.beneficiary.name}`,
    content: content.filter((part) => part !== '').join('\n'),
  })
}

function bannerOf({ title, text }: BoletoWords, tone: string): string {
  return `<div class="banner ${tone}" role="status">${title}<p>${text}</p></div>`
}

function waysToPay({ digitableLine, barcode }: BoletoView, texts: BoletoTexts): string {
  const groups = texts.digitableLine.split(' ').map((group) => `<span>${escapeHtml(group)}</span>`)
  return `<section>
<h2>Linha digitável</h2>
<p class="code" id="line" data-plain="${escapeHtml(digitableLine)}">${groups.join(' ')}</p>
<button class="button" type="button" hidden data-copies="line" data-says="said" data-done="Linha digitável copiada.">
Copiar linha digitável</button>
<p class="said" id="said" role="status" aria-live="polite"></p>
<figure class="bars">${barcodeSvg(barcode)}</figure>
<p class="hint">Cole a linha digitável no aplicativo do seu banco, ou aponte a câmera dele para o código de barras.</p>
</section>`
}

/**
 * With a quiet zone of ten modules on both sides. One unit high, so that the style alone decides the height: to a
 * scanner, a taller bar is the same bar.
 */
function barcodeSvg(barcode: string): string {
  const quiet = 10
  const width = itfModules(barcode) + 2 * quiet
  const bars = itfBars(barcode).map((bar) => `M${bar.x + quiet} 0h${bar.width}v1h-${bar.width}z`)
  return [
    `<svg viewBox="0 0 ${width} 1" preserveAspectRatio="none" shape-rendering="crispEdges" role="img">`,
    '<title>Código de barras do boleto</title>',
    `<path fill="#fff" d="M0 0h${width}v1H0z"/><path fill="#000" d="${bars.join('')}"/></svg>`,
  ].join('')
}

function details(view: BoletoView, texts: BoletoTexts): string {
  const rows: [label: string, value: string, below: string | null][] = [
    ['Beneficiário', view.beneficiary.name, texts.beneficiaryDocument],
    ['Pagador', view.payer.name, texts.payerDocument],
    ['Banco', `${view.bank.name} (${view.bank.code})`, null],
    ['Data do documento', texts.issuedOn, null],
    ['Nº do documento', view.documentNumber, null],
    ['Nosso número', view.ourNumber, null],
  ]
  const items = rows.map(([label, value, below]) => {
    const small = below === null ? '' : `<span>${escapeHtml(below)}</span>`
    return `<div><dt>${label}</dt><dd>${escapeHtml(value)}${small}</dd></div>`
  })
  return `<section>\n<h2>Detalhes</h2>\n<dl>\n${items.join('\n')}\n</dl>\n</section>`
}

function instructions(lines: readonly string[]): string {
  if (lines.length === 0) return ''
  const items = lines.map((line) => `<li>${escapeHtml(line)}</li>`)
  return `<section>\n<h2>Instruções</h2>\n<ul>\n${items.join('\n')}\n</ul>\n</section>`
}

function addressOf(url: string): string {
  if (!/^(?:https?:\/\/|\/(?!\/))/i.test(url))
    throw new Error('the PDF of a boleto must have an http address')
  return escapeHtml(url)
}
