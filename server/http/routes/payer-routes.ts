// What the payer of a charge sees: the QR code, the boleto's page and its PDF. The link is the key; it holds no other.
import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import { fail } from '../../base/values/fail.ts'
import { boletoPage } from '../../payments/boleto-page.ts'
import { boletoPdf } from '../../payments/boleto-pdf.ts'
import { boletoBehind, pixCodeBehind } from '../../payments/charge-behind-link.ts'
import { PAY_PATH } from '../../payments/charge-links.ts'
import { PAYER_PAGE_CSP, payerPage } from '../../payments/payer-page.ts'
import { qrPng, qrSvg } from '../../payments/qr-image.ts'
import type { World } from '../../world.ts'
import type { App } from '../door/types.ts'

const schema = { hide: true, params: Type.Object({ token: Type.String() }) }
const config = { open: true, counted: true }

export function payerRoutes(app: App, world: World): void {
  app.get(`${PAY_PATH}/:token/qrcode.svg`, { schema, config }, async ({ params }, reply) => {
    const code = (await pixCodeBehind(world, params.token)) ?? fail('charge_not_found')
    return image(reply, 'image/svg+xml').send(qrSvg(code))
  })

  app.get(`${PAY_PATH}/:token/qrcode.png`, { schema, config }, async ({ params }, reply) => {
    const code = (await pixCodeBehind(world, params.token)) ?? fail('charge_not_found')
    return image(reply, 'image/png').send(await qrPng(code))
  })

  app.get(`${PAY_PATH}/:token`, { schema, config }, async ({ params }, reply) => {
    const boleto = await boletoBehind(world, params.token)
    reply.type('text/html; charset=utf-8').header('content-security-policy', PAYER_PAGE_CSP)
    return boleto === null ? reply.code(404).send(NOT_FOUND) : reply.send(boletoPage(boleto))
  })

  app.get(`${PAY_PATH}/:token/boleto.pdf`, { schema, config }, async ({ params }, reply) => {
    const boleto = (await boletoBehind(world, params.token)) ?? fail('charge_not_found')
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
