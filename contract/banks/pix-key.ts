// A Pix key without a bank's API: codes are made here, and the agency confirms what it received.
import Type from 'typebox'

export const pixKey = {
  name: 'pix-key',
  settings: Type.Object({
    pix_key: Type.String({
      maxLength: 100,
      description: 'The key that receives: CPF, CNPJ, e-mail, phone with +55, or a random key',
    }),
  }),
} as const
