// Asaas, for Pix, boletos and cards: its name, and the settings of a team's account.
import Type from 'typebox'

export const ASAAS_URL = 'https://api.asaas.com/v3'
export const ASAAS_SANDBOX_URL = 'https://api-sandbox.asaas.com/v3'

/** The methods of an account. Cards only once Asaas has approved its commercial data, so they are named. */
export const ASAAS_METHODS = ['pix', 'boleto', 'card'] as const
export const ASAAS_USUAL_METHODS = 'pix,boleto'

export const asaas = {
  name: 'asaas',
  settings: Type.Object({
    api_url: Type.Optional(
      Type.String({
        maxLength: 500,
        description: `The bank's API; of asaas ${ASAAS_URL} if left out, and its sandbox is ${ASAAS_SANDBOX_URL}`,
      }),
    ),
    api_key: Type.String({ maxLength: 500, description: 'Never shown again' }),
    methods: Type.Optional(
      Type.String({
        maxLength: 20,
        description: 'One or several of pix, boleto and card; "pix,boleto" if left out.',
      }),
    ),
    alert_email: Type.Optional(
      Type.String({ maxLength: 200, description: 'Whom the bank notifies if it cannot call us' }),
    ),
  }),
} as const
