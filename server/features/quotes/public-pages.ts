// The page that a client opens by the link of a quote, its PDF and the client's answer.
// The token in the link is the only credential.

import { QUOTE_PATH } from '../../../contract/links.ts'
import type { QUOTE_PAGE_OPERATIONS } from '../../../contract/public-pages.ts'
import { dateIn, isoTimestamp } from '../../kernel/values/dates.ts'
import { fail } from '../../kernel/values/fail.ts'
import { ownerOfRow } from '../../kernel/values/owner.ts'
import { type QuoteLook, quotePage } from '../../render/document/quote-page.ts'
import { quotePdf } from '../../render/document/quote-pdf.ts'
import { type HtmlPage, keptPage } from '../../render/pages/page.ts'
import type { PdfCache } from '../../render/pdf/pdf-cache.ts'
import { languageFor } from '../../render/words/page-words.ts'
import type { Bindings } from '../bindings.ts'
import { clientOf } from '../clients/store.ts'
import { isLongDocument, pdfName, turnsOfLinks } from '../documents/document-parts.ts'
import { isDraft } from '../invoices/states.ts'
import { findInvoice } from '../invoices/store.ts'
import { invoiceUrl } from '../invoices/view.ts'
import { logoPicture } from '../teams/brand.ts'
import { demandTeam } from '../teams/store.ts'
import { scopeOf, type World } from '../world.ts'
import { type ClientResponse, respondToQuote } from './client-response.ts'
import { quoteDocument } from './document.ts'
import { findQuoteByLink, type QuoteRow } from './store.ts'
import { versionOf } from './view.ts'

export function quotePageRoutes(world: World): Bindings<typeof QUOTE_PAGE_OPERATIONS> {
  const { heavyWork } = world
  return {
    'shared.quote': async ({ params: { token }, query }) => {
      const look = lookOf(query)
      const quote = await demandLinkedQuote(world, token)
      return isLongDocument(quote)
        ? heavyWork.run(turnsOfLinks(quote), 'quotePage', { token, look }, `${token} ${JSON.stringify(look)}`)
        : sharedQuotePage(world, token, look, quote)
    },
    'shared.quotePdf': async ({ params }) => {
      const quote = await demandLinkedQuote(world, params.token)
      return heavyWork.run(turnsOfLinks(quote), 'quotePdf', params, params.token)
    },
    'shared.acceptQuote': ({ params, query: { version = '' }, body: { name = '', option = '' } = {} }) =>
      respondToSharedQuote(world, params.token, {
        response: 'accepted',
        version,
        name: name.trim(),
        reason: '',
        optionId: option,
      }),
    'shared.declineQuote': ({ params, query: { version = '' }, body: { reason = '' } = {} }) =>
      respondToSharedQuote(world, params.token, {
        response: 'declined',
        version,
        name: '',
        reason: reason.trim(),
        optionId: '',
      }),
  }
}

const STEPS = ['read', 'accept', 'decline'] as const
const TROUBLES = ['changed', 'closed', 'unnamed', 'unchosen'] as const

/** Anybody can write anything into an address, so unknown values are ignored. */
function lookOf({ step, option, trouble }: { step?: string; option?: string; trouble?: string }): QuoteLook {
  return {
    step: STEPS.find((one) => one === step) ?? 'read',
    optionId: option ?? null,
    trouble: TROUBLES.find((one) => one === trouble) ?? null,
  }
}

/** The page shows the time in steps, so that the same page can be served from memory for that long. */
const TIME_STEP_MS = 10_000

export async function sharedQuotePage(
  world: World,
  token: string,
  look: QuoteLook,
  known?: QuoteRow,
): Promise<HtmlPage> {
  const { document, version, now } = await quoteBehind(world, token, known)
  const seenAt = new Date(Math.floor(now.getTime() / TIME_STEP_MS) * TIME_STEP_MS)
  const sight = { path: `${QUOTE_PATH}/${token}`, version, now: isoTimestamp(seenAt) }
  return keptPage([document, sight, look], () => quotePage(document, sight, look))
}

export async function sharedQuotePdf(
  world: World,
  cache: PdfCache,
  token: string,
): Promise<{ name: string; content: Buffer }> {
  const { document, team } = await quoteBehind(world, token)
  const draw = async () => quotePdf(document, { logo: await logoPicture(world.pool, team) })
  const content = await cache(document, draw)
  return { name: pdfName(document.title), content }
}

/** Stores the answer, and returns the page to show next. */
async function respondToSharedQuote(
  world: World,
  token: string,
  response: ClientResponse,
): Promise<{ to: string }> {
  const outcome = (await respondToQuote(world, token, response)) ?? fail('quote_not_found')
  const path = `${QUOTE_PATH}/${token}`
  if (outcome === 'answered') return { to: path }
  if (outcome !== 'unnamed') return { to: `${path}?trouble=${outcome}` }
  const query = new URLSearchParams({ step: 'accept', option: response.optionId, trouble: outcome })
  return { to: `${path}?${query}` }
}

async function quoteBehind(world: World, token: string, known?: QuoteRow) {
  const quote = known ?? (await demandLinkedQuote(world, token))
  const scope = await scopeOf(world, ownerOfRow(quote))
  const team = await demandTeam(world.pool, quote.team_id)
  const client = await clientOf(world.pool, scope.owner, quote)
  const now = scope.clock.now()
  const document = quoteDocument(world, {
    quote,
    client,
    team,
    today: dateIn(now, team.time_zone),
    language: languageFor(client, team),
    invoiceUrl: await urlOfIssuedInvoice(world, quote),
  })
  return { document, version: versionOf(quote), now, team, quote }
}

/** Null while the invoice is a draft, which may still change. */
async function urlOfIssuedInvoice(world: World, quote: QuoteRow): Promise<string | null> {
  if (quote.invoice_id === null) return null
  const invoice = await findInvoice(world.pool, ownerOfRow(quote), quote.invoice_id)
  return invoice === undefined || isDraft(invoice) ? null : invoiceUrl(world, invoice.link_token)
}

async function demandLinkedQuote({ pool }: World, token: string): Promise<QuoteRow> {
  return (await findQuoteByLink(pool, token)) ?? fail('quote_not_found')
}
