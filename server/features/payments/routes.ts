// Binds the operations on payment providers, and the addresses that banks call.
import { Parse } from 'typebox/value'
import { CallbackParams, type PAYMENT_PROVIDER_OPERATIONS } from '../../../contract/payment-providers.ts'
import { isWithin, timesOf } from '../../kernel/values/dates.ts'
import { fail } from '../../kernel/values/fail.ts'
import { pageWithin } from '../../kernel/values/pages.ts'
import type { Bindings, RouteGuard, RouteGuards } from '../bindings.ts'
import type { World } from '../world.ts'
import { isCallbackAddress, receiveCallback } from './callbacks.ts'
import { listProviders } from './provider-store.ts'
import {
  connectProvider,
  disconnectProvider,
  providerView,
  testProvider,
  updateProvider,
} from './providers.ts'

type ProviderBindings = Bindings<typeof PAYMENT_PROVIDER_OPERATIONS>

export function paymentProviderRoutes(world: World): ProviderBindings {
  const receive: ProviderBindings['callbacks.receive'] = async ({ params, body, headers }) => {
    const isKnown = await receiveCallback(world, params.provider, params.token, { headers, body })
    return isKnown ? { success: true } : fail('route_not_found')
  }
  // The guard below has checked the address and the caller.
  const probe: ProviderBindings['callbacks.probe'] = async () => ({ success: true })
  return {
    'paymentProviders.list': async ({ owner, query, page, caller }) => {
      const times = timesOf(query, caller.team.time_zone)
      const all = (await listProviders(world.pool, owner)).filter((provider) =>
        isWithin({ ...provider, created_at: provider.connected_at }, times),
      )
      const found = pageWithin(all, page, ({ id }) => id, 'asc')
      return { ...found, items: found.items.map((provider) => providerView(world, provider)) }
    },
    'paymentProviders.connect': ({ scope, body }) => connectProvider(world, scope, body),
    'paymentProviders.update': ({ scope, params, body }) => updateProvider(world, scope, params.id, body),
    'paymentProviders.test': ({ scope, params }) => testProvider(world, scope, params.id),
    'paymentProviders.disconnect': ({ scope, params }) => disconnectProvider(world, scope, params.id),
    'callbacks.probe': probe,
    'callbacks.probePix': probe,
    'callbacks.probeRec': probe,
    'callbacks.probeCobr': probe,
    'callbacks.receive': receive,
    'callbacks.receivePix': receive,
    'callbacks.receiveRec': receive,
    'callbacks.receiveCobr': receive,
  }
}

/** Callers that do not know a provider's address, or cannot prove that they are the bank, get a 404. */
export function paymentProviderGuards(world: World): RouteGuards {
  const guard: RouteGuard = async (params, headers) => {
    const { provider, token } = Parse(CallbackParams, params)
    if (!(await isCallbackAddress(world, provider, token, headers))) fail('route_not_found')
  }
  return {
    'callbacks.probe': guard,
    'callbacks.probePix': guard,
    'callbacks.probeRec': guard,
    'callbacks.probeCobr': guard,
    'callbacks.receive': guard,
    'callbacks.receivePix': guard,
    'callbacks.receiveRec': guard,
    'callbacks.receiveCobr': guard,
  }
}
