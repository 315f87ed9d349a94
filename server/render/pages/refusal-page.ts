// The page of an invalid link or an unavailable page: the problem and the remedy. The agency is unknown, so
// it is in Portuguese and without branding.
import type { ErrorCode } from '../../../contract/errors.ts'
import { html } from '../html.ts'
import { pageWords } from '../words/page-words.ts'
import { type HtmlPage, makePage } from './page.ts'

const words = pageWords('pt-BR').refusals

const UNKNOWN = pageOf(words.unknown, words.checkLink)
const AWAY = pageOf(words.away, words.awayAdvice)
const REFUSED = pageOf(words.refused, words.checkLink)

const PAGES: Readonly<Partial<Record<ErrorCode, HtmlPage>>> = {
  charge_not_found: pageOf(words.charge, words.checkLink),
  invoice_not_found: pageOf(words.invoice, words.checkLink),
  quote_not_found: pageOf(words.quote, words.checkLink),
  route_not_found: UNKNOWN,
  method_not_allowed: UNKNOWN,
  rate_limit_exceeded: pageOf(words.busy, words.busyAdvice),
  service_unavailable: AWAY,
  internal_error: AWAY,
}

export function refusalPage(code: ErrorCode): HtmlPage {
  return PAGES[code] ?? REFUSED
}

function pageOf(title: string, advice: string): HtmlPage {
  return makePage({
    title,
    content: [html`<div class="lost"><h1>${title}</h1><p>${advice}</p></div>`],
  })
}
