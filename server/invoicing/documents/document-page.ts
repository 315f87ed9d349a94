// The parts that the public pages of invoices and quotes share: what is charged, what it comes to, and for whom.
import { escapeHtml } from '../../paper/html.ts'
import type { DocumentView } from './document-view.ts'

export const DOCUMENT_STYLE = `
table { width: 100%; border-collapse: collapse; border-top: 1px solid var(--line) }
th { padding: 8px 0; font-size: 14px; font-weight: 600; text-align: left; color: var(--soft) }
td { padding: 10px 0; border-top: 1px solid var(--line); vertical-align: top }
td span { display: block; font-size: 14px; color: var(--soft) }
th.number, td.number { padding-left: 16px; text-align: right; white-space: nowrap }
tfoot td { padding: 6px 0 }
tfoot tr:first-child td { padding-top: 12px }
tfoot tr:not(:first-child) td { border-top: 0 }
tfoot .total td { font-weight: 700 }
.qr { margin: 0 0 4px; padding: 0; background: #ffffff; border-radius: 10px; forced-color-adjust: none }
.qr svg { display: block; width: 100%; max-width: 260px; margin: 0 auto }
.pix { font-size: 14px; line-height: 1.5; white-space: normal }
.notes { white-space: pre-line }
.answers { display: grid; gap: 12px }
.answers .button { margin: 0 }
form { margin: 0 }
@media (min-width: 640px) { .answers { grid-template-columns: 1fr 1fr } .pix { white-space: normal } }
@media print { .qr svg { max-width: 45mm; margin: 0 } table { break-inside: auto } tr { break-inside: avoid } }
`

export function bannerOf(tone: string, title: string, text = ''): string {
  const more = text === '' ? '' : `<p>${escapeHtml(text)}</p>`
  return `<div class="banner ${tone}" role="status">${escapeHtml(title)}${more}</div>`
}

export function testBanner({ isTest }: DocumentView): string {
  return isTest ? bannerOf('test', 'Simulação', 'Feito em um ambiente de testes. Nada aqui é real.') : ''
}

export function linesTable({ lines, sums, total }: DocumentView): string {
  const rows = lines.map((line) => {
    const what = `${escapeHtml(line.description)}<span>${line.quantity} × ${line.unitPrice}</span>`
    return `<tr><td>${what}</td><td class="number">${line.total}</td></tr>`
  })
  const below = sums.map(([label, value]) => `<tr><td>${label}</td><td class="number">${value}</td></tr>`)
  return `<section>
<h2>Itens</h2>
<table>
<thead><tr><th scope="col">Descrição</th><th scope="col" class="number">Valor</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
<tfoot>
${below.join('\n')}
<tr class="total"><td>Total</td><td class="number">${total}</td></tr>
</tfoot>
</table>
</section>`
}

export function detailsList({ client, team, dates }: DocumentView): string {
  const rows: [string, string, string | null][] = [
    ['Cliente', client.name, client.document],
    ...dates.map(([label, value]): [string, string, null] => [label, value, null]),
    ['Emitido por', team.name, team.email],
  ]
  const items = rows.map(([label, value, below]) => {
    const small = below === null ? '' : `<span>${escapeHtml(below)}</span>`
    return `<div><dt>${label}</dt><dd>${escapeHtml(value)}${small}</dd></div>`
  })
  return `<section>\n<h2>Detalhes</h2>\n<dl>\n${items.join('\n')}\n</dl>\n</section>`
}

export function notesOf({ notes }: DocumentView): string {
  if (notes === null || notes.trim() === '') return ''
  return `<section>\n<h2>Observações</h2>\n<p class="notes">${escapeHtml(notes)}</p>\n</section>`
}

export function pdfButton({ pdfUrl }: DocumentView): string {
  return `<section>\n<a class="button quiet" href="${escapeHtml(pdfUrl)}">Abrir em PDF</a>\n</section>`
}
