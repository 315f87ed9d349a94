// The parts that the public pages of invoices and quotes share: what is charged, what it comes to, and for whom.
import { type Html, html, NOTHING } from '../html.ts'
import { type HtmlPage, makePage } from '../page/page.ts'
import { banner, detailList, linkButton, section } from '../page/page-parts.ts'
import type { DocumentView } from './document.ts'

/** A page of a document: its banners, its title, and what else is on it. */
export function documentPage(
  document: DocumentView,
  does: { asks?: boolean; sends?: boolean },
  banners: Html[],
  content: Html[],
): HtmlPage {
  const title = `${document.title} de ${document.team.name}`
  const head = [simulationBanner(document), ...banners, html`<h1>${title}</h1>`]
  return makePage({
    ...does,
    title,
    letterhead: document.team,
    content: [...head, ...content, footerOf(document)],
  })
}

function simulationBanner({ isSimulated }: DocumentView): Html {
  const words = 'Feito em um ambiente de testes. Nada aqui é real.'
  return isSimulated ? banner('test', 'Simulação', words) : NOTHING
}

export function linesTable({ lines, sums, total }: DocumentView): Html {
  const rows = lines.map((line) => {
    const what = html`${line.description}<span>${line.quantity} × ${line.unitPrice}</span>`
    return html`<tr><td>${what}</td><td class="number">${line.total}</td></tr>`
  })
  const below = sums.map(([label, value]) => html`<tr><td>${label}</td><td class="number">${value}</td></tr>`)
  return section(
    'Itens',
    html`<table>
<thead><tr><th scope="col">Descrição</th><th scope="col" class="number">Valor</th></tr></thead>
<tbody>
${rows}
</tbody>
<tfoot>
${[...below, html`<tr class="total"><td>Total</td><td class="number">${total}</td></tr>`]}
</tfoot>
</table>`,
  )
}

export function documentDetails({ client, team, dates }: DocumentView): Html {
  return detailList('Detalhes', [
    { label: 'Cliente', value: client.name, below: client.document },
    ...dates.map(([label, value]) => ({ label, value })),
    { label: 'Emitido por', value: team.name, below: team.lines.join('\n') },
  ])
}

export function notesOf({ notes }: DocumentView): Html {
  if (notes === null || notes.trim() === '') return NOTHING
  return section('Observações', html`<p class="notes">${notes}</p>`)
}

function footerOf({ footer }: DocumentView): Html {
  return footer === null ? NOTHING : section('', html`<p class="hint notes">${footer}</p>`)
}

export function pdfButton({ pdfUrl }: DocumentView): Html {
  return linkButton(pdfUrl, 'Abrir em PDF')
}
