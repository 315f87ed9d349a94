// The page of an invalid link or an unavailable page: the problem and the remedy. The agency is unknown, so
// it is in the reader's language and without branding.
import type { ErrorCode } from '../../../contract/errors.ts'
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import { html } from '../html.ts'
import { pageWords } from '../words/page-words.ts'
import { type HtmlPage, makePage } from './page.ts'

function pagesIn(language: TeamLanguage) {
  const words = pageWords(language).refusals
  const unknown = pageOf(words.unknown, words.checkLink)
  const unavailable = pageOf(words.unavailable, words.unavailableAdvice)
  const pages: Readonly<Partial<Record<ErrorCode, HtmlPage>>> = {
    charge_not_found: pageOf(words.charge, words.checkLink),
    invoice_not_found: pageOf(words.invoice, words.checkLink),
    credit_note_not_found: pageOf(words.creditNote, words.checkLink),
    quote_not_found: pageOf(words.quote, words.checkLink),
    trip_not_found: pageOf(words.trip, words.checkLink),
    trip_item_not_found: pageOf(words.trip, words.checkLink),
    file_not_found: pageOf(words.file, words.checkLink),
    route_not_found: unknown,
    method_not_allowed: unknown,
    rate_limit_exceeded: pageOf(words.busy, words.busyAdvice),
    service_unavailable: unavailable,
    internal_error: unavailable,
  }
  return { pages, refused: pageOf(words.refused, words.checkLink) }
}

const PAGES = { 'pt-BR': pagesIn('pt-BR'), en: pagesIn('en') }

export function refusalPage(code: ErrorCode, language: TeamLanguage): HtmlPage {
  const { pages, refused } = PAGES[language]
  return pages[code] ?? refused
}

function pageOf(title: string, advice: string): HtmlPage {
  return makePage({
    title,
    content: [html`<div class="lost"><h1>${title}</h1><p>${advice}</p></div>`],
  })
}
