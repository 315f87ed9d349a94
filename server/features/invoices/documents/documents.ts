// What the client of an agency sees: the pages of an invoice and of a quote, and their PDFs. The token in the link is
// the only credential.
import { INVOICE_PATH, QUOTE_PATH } from '../../../../contract/links.ts'
import { ownerOfRow } from '../../../kernel/outbox/transaction.ts'
import { dateIn, isoTimestamp } from '../../../kernel/values/dates.ts'
import { fail } from '../../../kernel/values/fail.ts'
import { invoicePage } from '../../../render/document/invoice-page.ts'
import { invoicePdf } from '../../../render/document/invoice-pdf.ts'
import { type QuoteLook, quotePage } from '../../../render/document/quote-page.ts'
import { quotePdf } from '../../../render/document/quote-pdf.ts'
import type { HtmlPage } from '../../../render/pages/page.ts'
import { keptPage } from '../../../render/pages/page.ts'
import type { PdfShelf } from '../../../render/pdf/pdf-shelf.ts'
import { languageFor } from '../../../render/words/page-words.ts'
import { clientOf } from '../../clients/store.ts'
import { turnsOf } from '../../heavy-work.ts'
import { answerQuote, type ClientAnswer } from '../../quotes/answer.ts'
import { quoteDocument } from '../../quotes/document.ts'
import { findQuoteByLink, type QuoteRow } from '../../quotes/store.ts'
import { versionOf } from '../../quotes/view.ts'
import { logoPicture } from '../../teams/brand.ts'
import { demandTeam } from '../../teams/store.ts'
import { scopeOf, type World } from '../../world.ts'
import { partsOf } from '../invoices.ts'
import { isDraft } from '../states.ts'
import { findInvoice, findInvoiceByLink, type InvoiceRow } from '../store.ts'
import { invoiceUrl } from '../view.ts'
import { invoiceDocument } from './view.ts'

interface PdfFile {
  name: string
  content: Buffer
}

/** `saysPaid`: its reader has paid, and waits for the bank. */
export async function sharedInvoicePage(
  world: World,
  token: string,
  saysPaid: boolean,
  known?: InvoiceRow,
): Promise<HtmlPage> {
  const { document, version } = await invoiceBehind(world, token, known)
  const look = { version, path: `${INVOICE_PATH}/${token}`, saysPaid }
  return keptPage([document, look], () => invoicePage(document, look))
}

/** What the page polls to notice a change. */
export async function sharedInvoiceStatus(world: World, token: string) {
  const { invoice, version } = await partsBehind(world, token)
  const { status, payment_status } = invoice
  return { status, payment_status, version }
}

/** What is to be drawn, whose turns that takes, and whether its page is so long that it takes one too. */
interface Drawing<Row> {
  readonly row: Row
  readonly whose: string
  readonly isLong: boolean
}

/** Some forty lines of usual text. */
const CHARACTERS_SHORT = 8_000
const CHARACTERS_OF_LINE = 100

export async function drawingOfInvoice({ pool }: World, token: string): Promise<Drawing<InvoiceRow>> {
  return drawingOf((await findInvoiceByLink(pool, token)) ?? fail('invoice_not_found'))
}

export async function drawingOfQuote({ pool }: World, token: string): Promise<Drawing<QuoteRow>> {
  return drawingOf((await findQuoteByLink(pool, token)) ?? fail('quote_not_found'))
}

function drawingOf<Row extends InvoiceRow | QuoteRow>(row: Row): Drawing<Row> {
  const options = 'options' in row ? row.options.flatMap(({ items }) => items) : []
  const lengths = [...row.items, ...options].map(({ description }) => description.length + CHARACTERS_OF_LINE)
  const characters = lengths.reduce((sum, length) => sum + length, 0)
  return { row, whose: turnsOfLinks(row), isLong: characters > CHARACTERS_SHORT }
}

export async function sharedInvoicePdf(world: World, shelf: PdfShelf, token: string): Promise<PdfFile> {
  const { document, whose, team } = await invoiceBehind(world, token)
  const draw = async () => invoicePdf(document, { logo: await logoPicture(world.pool, team) })
  return { name: fileName(document.title), content: await shelf(whose, document, draw) }
}

/** For so long a page stays the same, where nothing else changes. */
const SEEN_MS = 10_000

export async function sharedQuotePage(
  world: World,
  token: string,
  look: QuoteLook,
  known?: QuoteRow,
): Promise<HtmlPage> {
  const { document, version, now } = await quoteBehind(world, token, known)
  const seenAt = new Date(Math.floor(now.getTime() / SEEN_MS) * SEEN_MS)
  const sight = { path: `${QUOTE_PATH}/${token}`, version, now: isoTimestamp(seenAt) }
  return keptPage([document, sight, look], () => quotePage(document, sight, look))
}

export async function sharedQuotePdf(world: World, shelf: PdfShelf, token: string): Promise<PdfFile> {
  const { document, whose, team } = await quoteBehind(world, token)
  const draw = async () => quotePdf(document, { logo: await logoPicture(world.pool, team) })
  return { name: fileName(document.title), content: await shelf(whose, document, draw) }
}

/** Answers it, and says which page to show then. */
export async function answerSharedQuote(
  world: World,
  token: string,
  answer: ClientAnswer,
): Promise<{ to: string }> {
  const outcome = (await answerQuote(world, token, answer)) ?? fail('quote_not_found')
  const path = `${QUOTE_PATH}/${token}`
  if (outcome === 'answered') return { to: path }
  if (outcome !== 'unnamed') return { to: `${path}?trouble=${outcome}` }
  const query = new URLSearchParams({ step: 'accept', option: answer.optionId, trouble: outcome })
  return { to: `${path}?${query}` }
}

/** Pages and papers speak the client's language. `known` is the row where somebody has just read it. */
async function invoiceBehind(world: World, token: string, known?: InvoiceRow) {
  const { invoice, parts, version } = await partsBehind(world, token, known)
  const team = await demandTeam(world.pool, invoice.team_id)
  const { clock } = await scopeOf(world, ownerOfRow(invoice))
  const today = dateIn(clock.now(), team.time_zone)
  const document = invoiceDocument(world, parts, team, today, languageFor(parts.client, team))
  return { document, version, team, whose: turnsOfLinks(invoice) }
}

/** The version changes with the invoice, and with the codes by which it can be paid. */
async function partsBehind(world: World, token: string, known?: InvoiceRow) {
  const invoice = known ?? (await findInvoiceByLink(world.pool, token)) ?? fail('invoice_not_found')
  const parts = await partsOf(world, world.pool, ownerOfRow(invoice), invoice)
  const version = `${isoTimestamp(invoice.updated_at)} ${parts.pix?.txid ?? ''} ${parts.boleto?.txid ?? ''}`
  return { invoice, parts, version }
}

async function quoteBehind(world: World, token: string, known?: QuoteRow) {
  const quote = known ?? (await findQuoteByLink(world.pool, token)) ?? fail('quote_not_found')
  const scope = await scopeOf(world, ownerOfRow(quote))
  const team = await demandTeam(world.pool, quote.team_id)
  const client = await clientOf(world.pool, scope.owner, quote)
  const now = scope.clock.now()
  const today = dateIn(now, team.time_zone)
  const document = quoteDocument(world, {
    quote,
    client,
    team,
    today,
    language: languageFor(client, team),
    invoiceUrl: await urlOfInvoice(world, quote),
  })
  return { document, version: versionOf(quote), now, team, whose: turnsOfLinks(quote) }
}

/** Once it was issued: a draft may still change. */
async function urlOfInvoice(world: World, quote: QuoteRow): Promise<string | null> {
  if (quote.invoice_id === null) return null
  const invoice = await findInvoice(world.pool, ownerOfRow(quote), quote.invoice_id)
  return invoice === undefined || isDraft(invoice) ? null : invoiceUrl(world, invoice.link_token)
}

/** Links of one agency take turns with those of others, and none of the turns of its keys. */
function turnsOfLinks(row: InvoiceRow | QuoteRow): string {
  return `links of ${turnsOf(ownerOfRow(row))}`
}

function fileName(title: string): string {
  const name = title
    .normalize('NFD')
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-')
    .toLowerCase()
  return `${name}.pdf`
}
