// Mercado Pago (Checkout Pro), for cards: its name, and the settings of a team's account.
import Type from 'typebox'

export const MERCADO_PAGO_URL = 'https://api.mercadopago.com'

export const mercadoPago = {
  name: 'mercado-pago',
  settings: Type.Object({
    api_url: Type.Optional(
      Type.String({
        maxLength: 500,
        description: `The bank's API; of mercado-pago ${MERCADO_PAGO_URL} if left out`,
      }),
    ),
    access_token: Type.String({ maxLength: 500, description: 'Of production, APP_USR-. Never shown again' }),
    webhook_secret: Type.Optional(
      Type.String({
        maxLength: 500,
        description:
          'Of the webhooks in its panel: with it, only signed notifications count. Without it, each charge names ' +
          'the address of notifications. Never shown again',
      }),
    ),
  }),
} as const
