// What the payer of a charge sees: the QR code, the boleto's page and its PDF. The link is the key; it holds no other.
import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import type { RechargeStatus } from '../../../contract/wallet.ts'
import { fail } from '../../base/values/fail.ts'
import { ownerOfRow } from '../../outbox/owner.ts'
import { boletoOf } from '../../payments/boleto-of-charge.ts'
import { boletoPage } from '../../payments/boleto-page.ts'
import { boletoPdf } from '../../payments/boleto-pdf.ts'
import type { BoletoStatus, BoletoView } from '../../payments/boleto-view.ts'
import { PAY_PATH } from '../../payments/charge-links.ts'
import { type ChargeRow, findChargeByLink } from '../../payments/charge-store.ts'
import { PAYER_PAGE_CSP, payerPage } from '../../payments/payer-page.ts'
import { qrPng, qrSvg } from '../../payments/qr-image.ts'
import { findRecharge } from '../../wallet/recharge-store.ts'
import type { World } from '../../world.ts'
import type { App } from '../door/types.ts'

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
    const boleto = await findBoleto(world, params.token)
    reply.type('text/html; charset=utf-8').header('content-security-policy', PAYER_PAGE_CSP)
    return boleto === undefined ? reply.code(404).send(NOT_FOUND) : reply.send(boletoPage(boleto))
  })

  app.get(`${PAY_PATH}/:token/boleto.pdf`, { schema, config }, async ({ params }, reply) => {
    const boleto = (await findBoleto(world, params.token)) ?? fail('charge_not_found')
    return reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="boleto-${boleto.documentNumber}.pdf"`)
      .send(await boletoPdf(boleto))
  })
}

/** For people, who may have lost a letter of the address. */
const NOT_FOUND = payerPage({
  title: 'Cobrança não encontrada',
  content: '<h1>Cobrança não encontrada</h1><p>Confira o endereço ou peça um novo a quem o enviou.</p>',
})

/** Integrators show it on pages of their own. */
function image(reply: FastifyReply, type: string): FastifyReply {
  return reply.type(type).header('cross-origin-resource-policy', 'cross-origin')
}

/** Only while it waits for money: a code left on a paid one invites a second payment. */
async function pixCode(world: World, token: string): Promise<string> {
  const charge = await findChargeByLink(world.pool, token)
  if (charge === undefined || charge.pix_copy_paste === null) return fail('charge_not_found')
  if ((await rechargeStatus(world, charge)) !== 'pending') return fail('charge_not_found')
  return charge.pix_copy_paste
}

async function findBoleto(world: World, token: string): Promise<BoletoView | undefined> {
  const charge = await findChargeByLink(world.pool, token)
  if (charge === undefined || charge.boleto_barcode === null) return undefined
  const { boleto_barcode } = charge
  return boletoOf(world, { ...charge, boleto_barcode }, STATUSES[await rechargeStatus(world, charge)])
}

async function rechargeStatus(world: World, charge: ChargeRow): Promise<RechargeStatus> {
  const owner = ownerOfRow(charge)
  return (await findRecharge(world.pool, owner, charge.reference_id))!.status
}
