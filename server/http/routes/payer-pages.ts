// What the payer of a charge sees: the QR code, the boleto's page and its PDF. The link is the key; it holds no other.
import type { RechargeStatus } from '../../../contract/wallet.ts'
import { fail } from '../../base/values/fail.ts'
import { boletoOf } from '../../payments/boleto-of-charge.ts'
import { boletoPage } from '../../payments/boleto-page.ts'
import { boletoPdf } from '../../payments/boleto-pdf.ts'
import type { BoletoStatus, BoletoView } from '../../payments/boleto-view.ts'
import { type ChargeRow, findChargeByLink } from '../../payments/charge-store.ts'
import { PAYER_PAGE_CSP, payerPage } from '../../payments/payer-page.ts'
import { qrPng, qrSvg } from '../../payments/qr-image.ts'
import { findRecharge } from '../../wallet/recharge-store.ts'
import type { World } from '../../world.ts'

const STATUSES: Readonly<Record<RechargeStatus, BoletoStatus>> = {
  pending: 'pending',
  completed: 'paid',
  expired: 'expired',
  failed: 'failed',
  cancelled: 'cancelled',
}

export async function payerQrSvg(world: World, token: string): Promise<{ content: string }> {
  return { content: qrSvg(await pixCode(world, token)) }
}

export async function payerQrPng(world: World, token: string): Promise<{ content: Buffer }> {
  return { content: await qrPng(await pixCode(world, token)) }
}

export async function payerBoletoPage(
  world: World,
  token: string,
): Promise<{ html: string; policy: string; status?: 404 }> {
  const boleto = await findBoleto(world, token)
  if (boleto === undefined) return { html: NOT_FOUND, policy: PAYER_PAGE_CSP, status: 404 }
  return { html: boletoPage(boleto), policy: PAYER_PAGE_CSP }
}

export async function payerBoletoPdf(
  world: World,
  token: string,
): Promise<{ name: string; content: Buffer }> {
  const boleto = (await findBoleto(world, token)) ?? fail('charge_not_found')
  return { name: `boleto-${boleto.documentNumber}.pdf`, content: await boletoPdf(boleto) }
}

/** For people, who may have lost a letter of the address. */
const NOT_FOUND = payerPage({
  title: 'Cobrança não encontrada',
  content: '<h1>Cobrança não encontrada</h1><p>Confira o endereço ou peça um novo a quem o enviou.</p>',
})

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
  const owner = { teamId: charge.team_id, mode: charge.mode }
  return (await findRecharge(world.pool, owner, charge.reference_id))!.status
}
