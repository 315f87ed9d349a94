// /api/v1/payment-providers: the banks through which a team is paid.
import Type from 'typebox'
import { Enveloped } from '../../../contract/common.ts'
import { DeletedProvider, PaymentProviderInput, PaymentProviderView } from '../../../contract/payments.ts'
import { connectProvider } from '../../payments/connect-provider.ts'
import { disconnectProvider } from '../../payments/disconnect-provider.ts'
import { listProviders } from '../../payments/provider-store.ts'
import { providerView } from '../../payments/provider-view.ts'
import type { World } from '../../world.ts'
import { readAnswers, writeAnswers } from '../door/answers.ts'
import { change } from '../door/change.ts'
import { enveloped } from '../door/envelope.ts'
import { ownerOf } from '../door/front-door.ts'
import type { App } from '../door/types.ts'

const tags = ['Payment providers']
const params = Type.Object({ id: Type.String({ description: 'Id of the payment provider (UUID)' }) })

export function paymentProviderRoutes(app: App, world: World): void {
  app.get(
    '/api/v1/payment-providers',
    {
      schema: {
        summary: 'List payment providers',
        tags,
        response: readAnswers(Enveloped(Type.Array(PaymentProviderView))),
      },
    },
    async (request, reply) => {
      const providers = await listProviders(world.pool, ownerOf(request))
      return reply.send(enveloped(providers.map((provider) => providerView(world, provider))))
    },
  )

  app.post(
    '/api/v1/payment-providers',
    {
      schema: {
        summary: 'Connect a payment provider',
        description:
          'The bank is asked at once whether the credentials work. Secrets are encrypted and never shown again.',
        tags,
        body: PaymentProviderInput,
        response: writeAnswers(201, Enveloped(PaymentProviderView), 'payment_provider_not_connected'),
      },
    },
    (request, reply) =>
      change(world, request, reply, (scope) => connectProvider(world, scope, request.body), { status: 201 }),
  )

  app.delete(
    '/api/v1/payment-providers/:id',
    {
      schema: {
        summary: 'Disconnect a payment provider',
        description:
          'What it was asked to collect before is still looked after. Another becomes the default.',
        tags,
        params,
        response: writeAnswers(200, Enveloped(DeletedProvider), 'payment_provider_not_found'),
      },
    },
    (request, reply) =>
      change(world, request, reply, (scope) => disconnectProvider(world, scope, request.params.id)),
  )
}
