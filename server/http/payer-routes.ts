// What the payer of a charge sees: the QR code, the boleto's page and its PDF. The link is the key; it holds no other.
import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import type { RechargeStatus } from '../../contract/wallet.ts'
import { dateIn } from '../base/dates.ts'
import { fail } from '../base/fail.ts'
import { SIMULATED_BANK } from '../outside/payment-provider/simulated-bank.ts'
import { bankOfCharge } from '../payments/bank-of.ts'
import { boletoPage } from '../payments/boleto-page.ts'
import { boletoPdf } from '../payments/boleto-pdf.ts'
import type { BoletoStatus, BoletoView } from '../payments/boleto-view.ts'
import { boletoPdfUrl, PAY_PATH } from '../payments/charge-links.ts'
import { type ChargeRow, findChargeByLink } from '../payments/charge-store.ts'
import { PAYER_PAGE_CSP } from '../payments/payer-page.ts'
import { qrPng, qrSvg } from '../payments/qr-image.ts'
import { digitableLine } from '../rules/boleto.ts'
import { findRecharge } from '../wallet/recharge-store.ts'
import type { World } from '../world.ts'
import type { App } from './types.ts'

const BANK_ZONE = 'America/Sao_Paulo'
const OUR_NUMBER_DIGITS = 10
const schema = { hide: true, params: Type.Object({ token: Type.String() }) }
const config = { open: true, counted: true }

const STATUSES: Readonly<Record<RechargeStatus, BoletoStatus>> = {
  pending: 'pending',
  completed: 'paid',
  expired: 'expired',
  failed: 'failed',
  cancelled: 'cancelled',
}

export function payerRoutes(app: App, world: World): void {
  app.get(`${PAY_PATH}/:token/qrcode.svg`, { schema, config }, async ({ params }, reply) => {
    const code = await pixCode(world, params.token)
    return image(reply, 'image/svg+xml').send(qrSvg(code))
  })

  app.get(`${PAY_PATH}/:token/qrcode.png`, { schema, config }, async ({ params }, reply) => {
    const code = await pixCode(world, params.token)
    return image(reply, 'image/png').send(await qrPng(code))
  })

  app.get(`${PAY_PATH}/:token`, { schema, config }, async ({ params }, reply) => {
    const view = await boletoView(world, params.token)
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', PAYER_PAGE_CSP)
      .send(boletoPage(view))
  })

  app.get(`${PAY_PATH}/:token/boleto.pdf`, { schema, config }, async ({ params }, reply) => {
    const view = await boletoView(world, params.token)
    return reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="boleto-${view.documentNumber}.pdf"`)
      .send(await boletoPdf(view))
  })
}

/** Integrators show it on pages of their own. */
function image(reply: FastifyReply, type: string): FastifyReply {
  return reply.type(type).header('cross-origin-resource-policy', 'cross-origin')
}

async function pixCode(world: World, token: string): Promise<string> {
  const charge = await findChargeByLink(world.pool, token)
  return charge?.pix_copy_paste ?? fail('charge_not_found')
}

async function boletoView(world: World, token: string): Promise<BoletoView> {
  const charge = await findChargeByLink(world.pool, token)
  if (charge === undefined || charge.boleto_barcode === null) return fail('charge_not_found')
  const barcode = charge.boleto_barcode
  return {
    bank: SIMULATED_BANK,
    beneficiary: { name: charge.receiver_name, document: null },
    payer: { name: charge.payer_name, document: null },
    amountCents: charge.amount_cents,
    documentNumber: charge.reference_id.slice(-12).toUpperCase(),
    ourNumber: barcode.slice(-OUR_NUMBER_DIGITS),
    issuedOn: dateIn(charge.created_at, BANK_ZONE),
    dueOn: dateIn(charge.expires_at, BANK_ZONE),
    barcode,
    digitableLine: digitableLine(barcode),
    instructions: [`Recarga ${charge.reference_id}`, 'Não receber após o vencimento.'],
    status: STATUSES[await rechargeStatus(world, charge)],
    simulated: (await bankOfCharge(world, charge)) === null,
    pdfUrl: boletoPdfUrl(world, charge),
  }
}

async function rechargeStatus(world: World, charge: ChargeRow): Promise<RechargeStatus> {
  const owner = { teamId: charge.team_id, mode: charge.mode }
  return (await findRecharge(world.pool, owner, charge.reference_id))!.status
}
