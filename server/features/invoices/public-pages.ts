// The pages that clients and payers open by a link: the invoice, its PDF, its codes and its boleto.
// The token in the link is the only credential.

import { INVOICE_PATH } from '../../../contract/links.ts'
import type { PUBLIC_PAGE_OPERATIONS } from '../../../contract/public-pages.ts'
import type { Scope } from '../../kernel/outbox/transaction.ts'
import { dateIn, isoTimestamp } from '../../kernel/values/dates.ts'
import { fail } from '../../kernel/values/fail.ts'
import { ownerOfRow } from '../../kernel/values/owner.ts'
import { boletoPage } from '../../render/boleto/boleto-page.ts'
import { boletoPdf } from '../../render/boleto/boleto-pdf.ts'
import { qrPng, qrSvg } from '../../render/codes/qr-image.ts'
import { type InvoiceLook, invoicePage } from '../../render/document/invoice-page.ts'
import { invoicePdf } from '../../render/document/invoice-pdf.ts'
import { CARD_PLACE } from '../../render/document/method-pages.ts'
import { type HtmlPage, keptPage } from '../../render/pages/page.ts'
import type { PdfCache } from '../../render/pdf/pdf-cache.ts'
import { CARD_TROUBLES } from '../../render/words/method-words.ts'
import { languageFor } from '../../render/words/page-words.ts'
import type { Bindings } from '../bindings.ts'
import { isLongDocument, pdfName, turnsOfLinks } from '../documents/document-parts.ts'
import { chooseBank } from '../payments/banks.ts'
import { findChargeByLink } from '../payments/charge-store.ts'
import { boletoBehind, pixCodeBehind } from '../payments/payer-links.ts'
import { logoPicture } from '../teams/brand.ts'
import { demandTeam } from '../teams/store.ts'
import { scopeOf, type World } from '../world.ts'
import { type CardWish, cardOffer, openCardCharge } from './card-charges.ts'
import { invoiceNumberOf } from './charges.ts'
import { invoiceDocument } from './document.ts'
import { isMandateCancelled, mandateOfInvoice } from './mandate-part.ts'
import { partsOf } from './parts.ts'
import { findInvoiceByLink, type InvoiceRow } from './store.ts'
import { type InvoiceParts, payableOf } from './view.ts'
import { boletoLook } from './ways-to-pay.ts'

const CARD_LOOKS = [...CARD_TROUBLES, 'back'] as const

interface PdfFile {
  name: string
  content: Buffer
}

export function publicPageRoutes(world: World): Bindings<typeof PUBLIC_PAGE_OPERATIONS> {
  const { heavyWork } = world
  /** Of the team that the charge belongs to: many links, or invented ones, get no more turns than one. */
  const turnsOfCharge = async (token: string) =>
    turnsOfLinks((await findChargeByLink(world.pool, token)) ?? fail('charge_not_found'))
  return {
    'payer.qrSvg': ({ params }) => payerQrSvg(world, params.token),
    'payer.qrPng': async ({ params }) => heavyWork.run(await turnsOfCharge(params.token), 'qrPng', params),
    'payer.boleto': ({ params }) => payerBoletoPage(world, params.token),
    'payer.boletoPdf': async ({ params }) =>
      heavyWork.run(await turnsOfCharge(params.token), 'boletoPdf', params),
    'shared.invoice': async ({ params: { token }, query }) => {
      const saysPaid = 'paid' in query
      const saysCancelled = query.mandate === 'cancelled'
      const card = CARD_LOOKS.find((one) => one === query.card) ?? null
      const invoice = await demandLinkedInvoice(world, token)
      return isLongDocument(invoice)
        ? heavyWork.run(
            turnsOfLinks(invoice),
            'invoicePage',
            { token, saysPaid, card, saysCancelled },
            `${token} ${saysPaid} ${card} ${saysCancelled}`,
          )
        : sharedInvoicePage(world, token, { saysPaid, card, saysCancelled }, invoice)
    },
    'shared.payByCard': ({ params: { token }, body: { instalments = '1', amount = '' } = {}, address }) =>
      payByCard(world, token, { count: Number(instalments), amount, address }),
    'shared.invoiceStatus': ({ params }) => sharedInvoiceStatus(world, params.token),
    'shared.invoicePdf': async ({ params }) => {
      const invoice = await demandLinkedInvoice(world, params.token)
      return heavyWork.run(turnsOfLinks(invoice), 'invoicePdf', params, params.token)
    },
  }
}

async function payerQrSvg(world: World, token: string): Promise<{ content: string }> {
  return { content: qrSvg(await demandPixCode(world, token)).markup }
}

export async function payerQrPng(world: World, token: string): Promise<{ content: Buffer }> {
  return { content: await qrPng(await demandPixCode(world, token)) }
}

async function demandPixCode(world: World, token: string): Promise<string> {
  return (await pixCodeBehind(world, token)) ?? fail('charge_not_found')
}

async function payerBoletoPage(world: World, token: string): Promise<HtmlPage> {
  const { boleto, charge } = (await boletoBehind(world, token, invoiceNumberOf)) ?? fail('charge_not_found')
  return boletoPage(boleto, await boletoLook(world, charge))
}

export async function payerBoletoPdf(world: World, token: string): Promise<PdfFile> {
  const { boleto } = (await boletoBehind(world, token, invoiceNumberOf)) ?? fail('charge_not_found')
  return { name: `boleto-${boleto.documentNumber}.pdf`, content: await boletoPdf(boleto) }
}

/** `saysPaid`: the reader has paid and waits for the bank. `known` saves a second read of the row. */
export async function sharedInvoicePage(
  world: World,
  token: string,
  { saysPaid, card = null, ...says }: Pick<InvoiceLook, 'saysPaid' | 'card' | 'saysCancelled'>,
  known?: InvoiceRow,
): Promise<HtmlPage> {
  const { document, version, invoice } = await invoiceBehind(world, token, known)
  // Anybody can write such an address.
  const saysCancelled = says.saysCancelled === true && (await isMandateCancelled(world.pool, invoice))
  const look = { version, path: `${INVOICE_PATH}/${token}`, saysPaid, card, saysCancelled }
  return keptPage([document, look], () => invoicePage(document, look))
}

/** A page that forms lead to may not send the payer on to another site, so ours shows the link to the bank's. */
async function payByCard(world: World, token: string, wish: CardWish): Promise<{ to: string }> {
  const outcome = await openCardCharge(world, token, wish)
  const path = `${INVOICE_PATH}/${token}`
  return {
    to: CARD_LOOKS.some((one) => one === outcome) ? `${path}?card=${outcome}` : `${path}#${CARD_PLACE}`,
  }
}

/** The page polls this to notice a change. */
async function sharedInvoiceStatus(world: World, token: string) {
  const { invoice, version } = await partsBehind(world, token)
  const { status, payment_status } = invoice
  return { status, payment_status, version }
}

export async function sharedInvoicePdf(world: World, cache: PdfCache, token: string): Promise<PdfFile> {
  const { document, team } = await invoiceBehind(world, token)
  const draw = async () => invoicePdf(document, { logo: await logoPicture(world.pool, team) })
  const content = await cache(document, draw)
  return { name: pdfName(document.title), content }
}

/** The document, in the client's language. */
async function invoiceBehind(world: World, token: string, known?: InvoiceRow) {
  const { invoice, parts, mandate, version } = await partsBehind(world, token, known)
  const team = await demandTeam(world.pool, invoice.team_id)
  const scope = await scopeOf(world, ownerOfRow(invoice))
  const today = dateIn(scope.clock.now(), team.time_zone)
  const language = languageFor(parts.client, team)
  const hasBank = await mayGetCode(world, scope, parts)
  const card = await cardOffer(world, scope, invoice, { team, client: parts.client, today })
  const document = invoiceDocument(world, parts, { team, today, language, hasBank, card, mandate })
  return { document, version, team, invoice }
}

/** Whether a bank is connected for what has no code yet. */
async function mayGetCode(world: World, scope: Scope, { invoice, charges }: InvoiceParts): Promise<boolean> {
  if (payableOf(charges).length > 0) return true
  for (const method of invoice.payment_methods)
    if ((await chooseBank(world, scope, method, invoice.payment_provider_id)) !== null) return true
  return false
}

/** The version changes with the invoice, and with what can be paid or is being paid. */
async function partsBehind(world: World, token: string, known?: InvoiceRow) {
  const invoice = known ?? (await demandLinkedInvoice(world, token))
  const parts = await partsOf(world, world.pool, ownerOfRow(invoice), invoice)
  const charges = parts.charges.map(({ txid, updated_at }) => `${txid}@${updated_at.getTime()}`)
  const mandate = await mandateOfInvoice(world.pool, invoice)
  const allowed = mandate === null ? [] : [isoTimestamp(mandate.mandate.updated_at)]
  const version = [isoTimestamp(invoice.updated_at), ...charges, ...allowed].join(' ')
  return { invoice, parts, mandate, version }
}

async function demandLinkedInvoice({ pool }: World, token: string): Promise<InvoiceRow> {
  return (await findInvoiceByLink(pool, token)) ?? fail('invoice_not_found')
}
