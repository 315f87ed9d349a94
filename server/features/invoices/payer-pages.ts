// What the payer of a charge sees: the QR code, the boleto's page and its PDF. The token in the link is the only
// credential.
import { fail } from '../../kernel/values/fail.ts'
import { boletoPage } from '../../render/boleto/boleto-page.ts'
import { boletoPdf } from '../../render/boleto/boleto-pdf.ts'
import { qrPng, qrSvg } from '../../render/codes/qr-image.ts'
import type { HtmlPage } from '../../render/pages/page.ts'
import { boletoBehind, pixCodeBehind } from '../payments/charge-behind-link.ts'
import type { World } from '../world.ts'
import { boletoLook } from './documents/boleto-look.ts'
import { invoiceNumberOf } from './number-of-charge.ts'

export async function payerQrSvg(world: World, token: string): Promise<{ content: string }> {
  return { content: qrSvg(await pixCode(world, token)).markup }
}

export async function payerQrPng(world: World, token: string): Promise<{ content: Buffer }> {
  return { content: await qrPng(await pixCode(world, token)) }
}

export async function payerBoletoPage(world: World, token: string): Promise<HtmlPage> {
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
