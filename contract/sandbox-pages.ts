// The page of the simulated bank that takes a card: no card number is entered, only what becomes of it.
import Type from 'typebox'
import { PAY_PATH } from './links.ts'
import type { Operations } from './operation.ts'
import { page, redirect } from './responses.ts'

const FORM_BYTES_MAX = 1_000

const testCard = {
  access: 'limited',
  forPeople: true,
  path: `${PAY_PATH}/:token/card`,
  params: Type.Object({ token: Type.String() }),
  errors: ['charge_not_found'],
} as const

export const SANDBOX_PAGE_OPERATIONS = {
  'testCards.page': { ...testCard, method: 'GET', response: page },
  'testCards.act': {
    ...testCard,
    method: 'POST',
    body: Type.Object({ action: Type.Optional(Type.String({ maxLength: 20 })) }),
    sentByForm: true,
    bodyBytesMax: FORM_BYTES_MAX,
    response: redirect,
  },
} as const satisfies Operations
