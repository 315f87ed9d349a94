// What the payer of a charge sees: the QR code, the boleto's page and its PDF. The link is the key; it holds no other.
import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import { fail } from '../../base/values/fail.ts'
import { boletoPage } from '../../paper/boleto/boleto-page.ts'
import { boletoPdf } from '../../paper/boleto/boleto-pdf.ts'
import { qrPng, qrSvg } from '../../paper/codes/qr-image.ts'
import { html } from '../../paper/html.ts'
import { makePage } from '../../paper/page/page.ts'
import { boletoBehind, pixCodeBehind } from '../../payments/charge-behind-link.ts'
import { PAY_PATH } from '../../payments/charge-links.ts'
import type { World } from '../../world.ts'
import { sendPage } from '../door/send-page.ts'
import type { App } from '../door/types.ts'

const schema = { hide: true, params: Type.Object({ token: Type.String() }) }
const config = { open: true, counted: true }

export function payerRoutes(app: App, world: World): void {
  app.get(`${PAY_PATH}/:token/qrcode.svg`, { schema, config }, async ({ params }, reply) => {
    const code = (await pixCodeBehind(world, params.token)) ?? fail('charge_not_found')
    return image(reply, 'image/svg+xml').send(qrSvg(code).markup)
  })

  app.get(`${PAY_PATH}/:token/qrcode.png`, { schema, config }, async ({ params }, reply) => {
    const code = (await pixCodeBehind(world, params.token)) ?? fail('charge_not_found')
    return image(reply, 'image/png').send(await qrPng(code))
  })

  app.get(`${PAY_PATH}/:token`, { schema, config }, async ({ params }, reply) => {
    const boleto = await boletoBehind(world, params.token)
    const page = boleto === null ? NOT_FOUND : boletoPage(boleto)
    return sendPage(reply.code(boleto === null ? 404 : 200), page)
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
const NOT_FOUND = makePage({
  title: 'Cobrança não encontrada',
  content: [html`<h1>Cobrança não encontrada</h1><p>Confira o endereço ou peça um novo a quem o enviou.</p>`],
})

/** Integrators show it on pages of their own. */
function image(reply: FastifyReply, type: string): FastifyReply {
  return reply.type(type).header('cross-origin-resource-policy', 'cross-origin')
}
