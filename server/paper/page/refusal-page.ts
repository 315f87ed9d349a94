// What people see whose link leads nowhere, or who come when the page cannot be shown: what is wrong, and what to do.
import type { ErrorCode } from '../../../contract/errors.ts'
import { html } from '../html.ts'
import { type HtmlPage, makePage } from './page.ts'

const CHECK_LINK = 'Confira o endereço ou peça um novo a quem o enviou.'

const UNKNOWN = pageOf('Página não encontrada', CHECK_LINK)
const AWAY = pageOf('Página indisponível', 'Algo falhou do nosso lado. Tente de novo em alguns minutos.')
const REFUSED = pageOf('Não foi possível abrir a página', CHECK_LINK)

const PAGES: Readonly<Partial<Record<ErrorCode, HtmlPage>>> = {
  charge_not_found: pageOf('Cobrança não encontrada', CHECK_LINK),
  invoice_not_found: pageOf('Fatura não encontrada', CHECK_LINK),
  quote_not_found: pageOf('Orçamento não encontrado', CHECK_LINK),
  route_not_found: UNKNOWN,
  method_not_allowed: UNKNOWN,
  rate_limit_exceeded: pageOf('Muitos acessos seguidos', 'Espere um minuto e abra a página de novo.'),
  service_unavailable: AWAY,
  internal_error: AWAY,
}

export function refusalPage(code: ErrorCode): HtmlPage {
  return PAGES[code] ?? REFUSED
}

function pageOf(title: string, advice: string): HtmlPage {
  return makePage({ title, content: [html`<h1>${title}</h1><p>${advice}</p>`] })
}
