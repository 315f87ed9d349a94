// What the client of an agency sees: the pages of an invoice and of a quote, and their PDFs. The link is the key.
import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import { dateIn, isoTimestamp } from '../../base/values/dates.ts'
import { fail } from '../../base/values/fail.ts'
import { findClient } from '../../clients/client-store.ts'
import { invoiceDocument, quoteDocument } from '../../invoicing/documents/document-view.ts'
import { INVOICE_PATH, QUOTE_PATH } from '../../invoicing/documents/links.ts'
import { findInvoiceByLink } from '../../invoicing/invoices/invoice-store.ts'
import { partsOf } from '../../invoicing/invoices/read-invoices.ts'
import { answerQuote } from '../../invoicing/quotes/answer-quote.ts'
import { findQuoteByLink } from '../../invoicing/quotes/quote-store.ts'
import { isExpired } from '../../invoicing/quotes/quote-view.ts'
import { ownerOfRow } from '../../outbox/owner.ts'
import type { QuoteDocument } from '../../paper/document/document.ts'
import { invoicePdf, quotePdf } from '../../paper/document/document-pdf.ts'
import { invoicePage } from '../../paper/document/invoice-page.ts'
import { quotePage } from '../../paper/document/quote-page.ts'
import { makePdfShelf } from '../../paper/pdf/pdf-shelf.ts'
import { findTeam } from '../../teams/team-store.ts'
import { scopeOf, type World } from '../../world.ts'
import { sendPage } from '../door/send-page.ts'
import type { App } from '../door/types.ts'

const params = Type.Object({ token: Type.String() })
const schema = { hide: true, params }
const config = { open: true, counted: true }

export function publicDocumentRoutes(app: App, world: World): void {
  const shelf = makePdfShelf()
  app.get(`${INVOICE_PATH}/:token`, { schema, config }, async ({ params: { token } }, reply) => {
    const { document, version } = await invoiceBehind(world, token)
    const page = invoicePage(document, version, `${INVOICE_PATH}/${token}/status`)
    return sendPage(reply, page)
  })

  app.get(`${INVOICE_PATH}/:token/status`, { schema, config }, async ({ params: { token } }) => {
    const { status, payment_status, version } = await invoiceBehind(world, token)
    return { status, payment_status, version }
  })

  app.get(`${INVOICE_PATH}/:token/pdf`, { schema, config }, async ({ params: { token } }, reply) => {
    const { document } = await invoiceBehind(world, token)
    return pdf(reply, document.title).send(await shelf(document, () => invoicePdf(document)))
  })

  app.get(`${QUOTE_PATH}/:token`, { schema, config }, async ({ params: { token }, query }, reply) => {
    const { document, version } = await quoteBehind(world, token)
    const notice = 'changed' in (query as object) ? NOTICE_CHANGED : null
    return sendPage(reply, quotePage(document, `${QUOTE_PATH}/${token}`, version, notice))
  })

  app.get(`${QUOTE_PATH}/:token/pdf`, { schema, config }, async ({ params: { token } }, reply) => {
    const { document } = await quoteBehind(world, token)
    return pdf(reply, document.title).send(await shelf(document, () => quotePdf(document)))
  })

  for (const [path, answer] of [
    ['accept', 'accepted'],
    ['decline', 'declined'],
  ] as const) {
    app.post(
      `${QUOTE_PATH}/:token/${path}`,
      { schema: { ...schema, querystring: Type.Object({ version: Type.Optional(Type.String()) }) }, config },
      async ({ params: { token }, query: { version = '' } }, reply) => {
        const outcome = (await answerQuote(world, token, answer, version)) ?? fail('quote_not_found')
        return reply.redirect(`${QUOTE_PATH}/${token}${outcome === 'changed' ? '?changed' : ''}`, 303)
      },
    )
  }
}

const NOTICE_CHANGED = 'O orçamento foi alterado. Confira antes de responder.'

/** The version changes with the invoice, and with the code by which it can be paid. */
async function invoiceBehind(world: World, token: string) {
  const invoice = (await findInvoiceByLink(world.pool, token)) ?? fail('invoice_not_found')
  const owner = ownerOfRow(invoice)
  const [parts] = await partsOf(world, world.pool, owner, [invoice])
  const team = (await findTeam(world.pool, invoice.team_id))!
  const { status, payment_status, updated_at } = invoice
  const version = `${isoTimestamp(updated_at)} ${parts!.pix?.txid ?? ''}`
  return { document: invoiceDocument(world, parts!, team), version, status, payment_status }
}

async function quoteBehind(
  world: World,
  token: string,
): Promise<{ document: QuoteDocument; version: string }> {
  const quote = (await findQuoteByLink(world.pool, token)) ?? fail('quote_not_found')
  const scope = await scopeOf(world, ownerOfRow(quote))
  const team = (await findTeam(world.pool, quote.team_id))!
  const client = (await findClient(world.pool, scope.owner, quote.client_id))!
  const expired = isExpired(quote, dateIn(scope.clock.now(), team.time_zone))
  const document = quoteDocument(world, quote, client, team, expired)
  return { document, version: isoTimestamp(quote.updated_at) }
}

function pdf(reply: FastifyReply, title: string): FastifyReply {
  const name = title
    .normalize('NFD')
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-')
    .toLowerCase()
  return reply.type('application/pdf').header('content-disposition', `inline; filename="${name}.pdf"`)
}
