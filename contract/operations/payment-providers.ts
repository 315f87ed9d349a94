// Operations on payment providers, the banks through which a team is paid, and what those banks call.
import Type from 'typebox'
import { bare, data, Success } from '../answers.ts'
import { CALLBACK_PATH } from '../links.ts'
import type { Operations } from '../operation.ts'
import {
  DeletedProvider,
  PaymentProviderChange,
  PaymentProviderInput,
  PaymentProviderTest,
  PaymentProviderView,
} from '../payments.ts'
import { actOn, changeOne, createOne, deleteOne, readAll } from '../resource-operations.ts'
import { paymentProviders } from '../resources.ts'

/** A bank may tell of hundreds of payments at once. */
const CALLBACK_BYTES_MAX = 128 * 1024

export const CallbackParams = Type.Object({ provider: Type.String(), token: Type.String() })

const probe = {
  method: 'GET',
  access: 'limited',
  params: CallbackParams,
  answer: bare(Success),
  errors: ['route_not_found'],
} as const
// Open to anybody: a callback is only a hint, and the charge is read back from the bank before anything changes.
const callback = {
  ...probe,
  method: 'POST',
  body: Type.Unknown(),
  bodyBytesMax: CALLBACK_BYTES_MAX,
} as const

export const PAYMENT_PROVIDER_OPERATIONS = {
  'paymentProviders.list': readAll(paymentProviders, PaymentProviderView, 'List payment providers'),
  'paymentProviders.connect': createOne(paymentProviders, {
    summary: 'Connect a payment provider',
    description:
      'The bank is asked at once whether the credentials work. Secrets are encrypted and never shown again.',
    body: PaymentProviderInput,
    answer: data(PaymentProviderView),
    errors: ['payment_provider_not_connected', 'resource_limit_exceeded'],
  }),
  'paymentProviders.update': changeOne(paymentProviders, {
    body: PaymentProviderChange,
    answer: data(PaymentProviderView),
    summary: 'Rename a payment provider, or make it the default',
    description: 'New credentials are a new connection.',
  }),
  'paymentProviders.test': actOn(paymentProviders, 'test', {
    summary: 'Test a payment provider',
    description: 'The bank is asked at once whether it still takes the credentials. Nothing is changed.',
    answer: data(PaymentProviderTest),
  }),
  'paymentProviders.disconnect': deleteOne(paymentProviders, {
    summary: 'Disconnect a payment provider',
    description: 'What it was asked to collect before is still looked after. Another becomes the default.',
    answer: data(DeletedProvider),
  }),
  // Banks try an address before they promise to call it, and not all of them by POST.
  'callbacks.probe': { ...probe, path: `${CALLBACK_PATH}/:provider/:token` },
  'callbacks.probePix': { ...probe, path: `${CALLBACK_PATH}/:provider/:token/pix` },
  'callbacks.receive': { ...callback, path: `${CALLBACK_PATH}/:provider/:token` },
  // Some banks append a segment of their own to the callback address.
  'callbacks.receivePix': { ...callback, path: `${CALLBACK_PATH}/:provider/:token/pix` },
} as const satisfies Operations
