// Operations on payment providers, the banks through which a team is paid, and what those banks call.
import Type from 'typebox'
import { bare, data, Success } from '../answers.ts'
import { CALLBACK_PATH } from '../links.ts'
import type { Operations } from '../operation.ts'
import { DeletedProvider, PaymentProviderInput, PaymentProviderView } from '../payments.ts'

const tag = 'Payment providers'

// Anybody may knock: what is said here is only a hint, and is read back at the bank.
const callback = {
  method: 'POST',
  access: 'counted',
  params: Type.Object({ provider: Type.String(), token: Type.String() }),
  body: Type.Unknown(),
  answer: bare(Success),
  errors: ['payload_too_large', 'unsupported_media_type', 'route_not_found'],
} as const

export const PAYMENT_PROVIDER_OPERATIONS = {
  'paymentProviders.list': {
    method: 'GET',
    path: '/api/v1/payment-providers',
    access: 'providers.read',
    tag,
    summary: 'List payment providers',
    answer: data(Type.Array(PaymentProviderView)),
  },
  'paymentProviders.connect': {
    method: 'POST',
    path: '/api/v1/payment-providers',
    access: 'providers.manage',
    tag,
    summary: 'Connect a payment provider',
    description:
      'The bank is asked at once whether the credentials work. Secrets are encrypted and never shown again.',
    body: PaymentProviderInput,
    status: 201,
    answer: data(PaymentProviderView),
    errors: ['payment_provider_not_connected'],
  },
  'paymentProviders.disconnect': {
    method: 'DELETE',
    path: '/api/v1/payment-providers/:id',
    access: 'providers.manage',
    tag,
    summary: 'Disconnect a payment provider',
    description: 'What it was asked to collect before is still looked after. Another becomes the default.',
    params: Type.Object({ id: Type.String({ description: 'Id of the payment provider (UUID)' }) }),
    answer: data(DeletedProvider),
    errors: ['payment_provider_not_found'],
  },
  'callbacks.receive': { ...callback, path: `${CALLBACK_PATH}/:provider/:token` },
  // Banks append a word of their own to the address they were given.
  'callbacks.receivePix': { ...callback, path: `${CALLBACK_PATH}/:provider/:token/pix` },
} as const satisfies Operations
