// Binds the pages that clients and payers open by a link.
import type { PUBLIC_PAGE_OPERATIONS } from '../../../contract/public-pages.ts'
import { ownerOfRow } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import { boletoPage } from '../../render/boleto/boleto-page.ts'
import { boletoPdf } from '../../render/boleto/boleto-pdf.ts'
import { qrPng, qrSvg } from '../../render/codes/qr-image.ts'
import type { QuoteLook } from '../../render/document/quote-page.ts'
import type { HtmlPage } from '../../render/pages/page.ts'
import type { Bindings } from '../bindings.ts'
import { turnsOf } from '../heavy-work.ts'
import { findChargeByLink } from '../payments/charge-store.ts'
import { boletoBehind, pixCodeBehind } from '../payments/charges.ts'
import type { World } from '../world.ts'
import { invoiceNumberOf } from './charges.ts'
import {
  answerSharedQuote,
  drawingOfInvoice,
  drawingOfQuote,
  sharedInvoicePage,
  sharedInvoiceStatus,
  sharedQuotePage,
} from './documents/documents.ts'
import { boletoLook } from './documents/ways-to-pay.ts'

// What the payer of a charge sees: the QR code, the boleto's page and its PDF. The token in the link is the only
// credential.

async function payerQrSvg(world: World, token: string): Promise<{ content: string }> {
  return { content: qrSvg(await pixCode(world, token)).markup }
}

export async function payerQrPng(world: World, token: string): Promise<{ content: Buffer }> {
  return { content: await qrPng(await pixCode(world, token)) }
}

async function payerBoletoPage(world: World, token: string): Promise<HtmlPage> {
  const { boleto, charge } = (await boletoBehind(world, token, invoiceNumberOf)) ?? fail('charge_not_found')
  return boletoPage(boleto, await boletoLook(world, charge))
}

export async function payerBoletoPdf(
  world: World,
  token: string,
): Promise<{ name: string; content: Buffer }> {
  const { boleto } = (await boletoBehind(world, token, invoiceNumberOf)) ?? fail('charge_not_found')
  return { name: `boleto-${boleto.documentNumber}.pdf`, content: await boletoPdf(boleto) }
}

async function pixCode(world: World, token: string): Promise<string> {
  return (await pixCodeBehind(world, token)) ?? fail('charge_not_found')
}

export function publicPageRoutes(world: World): Bindings<typeof PUBLIC_PAGE_OPERATIONS> {
  const { heavyWork } = world
  /** Of the team that the charge belongs to: many links, or invented ones, get no more turns than one. */
  const turnsOfCharge = async (token: string) => {
    const charge = (await findChargeByLink(world.pool, token)) ?? fail('charge_not_found')
    return `links of ${turnsOf(ownerOfRow(charge))}`
  }
  return {
    'payer.qrSvg': ({ params }) => payerQrSvg(world, params.token),
    'payer.qrPng': async ({ params }) => heavyWork.run(await turnsOfCharge(params.token), 'qrPng', params),
    'payer.boleto': ({ params }) => payerBoletoPage(world, params.token),
    'payer.boletoPdf': async ({ params }) =>
      heavyWork.run(await turnsOfCharge(params.token), 'boletoPdf', params),
    'shared.invoice': async ({ params: { token }, query }) => {
      const saysPaid = 'paid' in query
      const { row, whose, isLong } = await drawingOfInvoice(world, token)
      return isLong
        ? heavyWork.run(whose, 'invoicePage', { token, saysPaid }, `${token} ${saysPaid}`)
        : sharedInvoicePage(world, token, saysPaid, row)
    },
    'shared.invoiceStatus': ({ params }) => sharedInvoiceStatus(world, params.token),
    'shared.invoicePdf': async ({ params }) => {
      const { whose } = await drawingOfInvoice(world, params.token)
      return heavyWork.run(whose, 'invoicePdf', params, params.token)
    },
    'shared.quote': async ({ params: { token }, query }) => {
      const look = lookOf(query)
      const { row, whose, isLong } = await drawingOfQuote(world, token)
      return isLong
        ? heavyWork.run(whose, 'quotePage', { token, look }, `${token} ${JSON.stringify(look)}`)
        : sharedQuotePage(world, token, look, row)
    },
    'shared.quotePdf': async ({ params }) => {
      const { whose } = await drawingOfQuote(world, params.token)
      return heavyWork.run(whose, 'quotePdf', params, params.token)
    },
    'shared.acceptQuote': ({ params, query: { version = '' }, body: { name = '', option = '' } = {} }) =>
      answerSharedQuote(world, params.token, {
        answer: 'accepted',
        version,
        name: name.trim(),
        reason: '',
        optionId: option,
      }),
    'shared.declineQuote': ({ params, query: { version = '' }, body: { reason = '' } = {} }) =>
      answerSharedQuote(world, params.token, {
        answer: 'declined',
        version,
        name: '',
        reason: reason.trim(),
        optionId: '',
      }),
  }
}

const STEPS = ['read', 'accept', 'decline'] as const
const TROUBLES = ['changed', 'closed', 'unnamed', 'unchosen'] as const

/** What stands in an address may be anything. */
function lookOf({ step, option, trouble }: { step?: string; option?: string; trouble?: string }): QuoteLook {
  return {
    step: STEPS.find((one) => one === step) ?? 'read',
    optionId: option ?? null,
    trouble: TROUBLES.find((one) => one === trouble) ?? null,
  }
}
