// Reads one offer again at the carrier. Its price goes through the same chain, at the rate and terms of the search,
// which hold while the offer lives.
import type { CurrentOffer } from '../../../contract/flights.ts'
import type { Scope } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { World } from '../world.ts'
import { callOf } from './ask-suppliers.ts'
import { findOffer, supplierNamed } from './find-offer.ts'
import { priceView } from './offer-view.ts'
import { priceForClient } from './pricing/price-chain.ts'

export async function rereadOffer(world: World, scope: Scope, id: string): Promise<CurrentOffer> {
  const stored = await findOffer(world.pool, scope.owner, id, scope.clock.now())
  const signal = AbortSignal.timeout(world.config.supplierSearchSeconds * 1_000)
  const answer = await supplierNamed(world, stored.supplier, scope.owner.mode).reread(
    callOf(scope, signal),
    stored.atSupplier,
  )
  if (answer.outcome === 'gone')
    fail('sold_out', {
      advice: `the carrier does not sell this offer any more (${answer.reason}); search again`,
    })
  if (answer.outcome === 'unknown')
    fail('service_unavailable', {
      advice: 'the carrier could not be asked; try again shortly',
      retryAfterSeconds: 5,
    })
  const { price } = answer.offer
  const { offer } = stored
  const before = stored.atSupplier.price
  const isChanged = price.totalCents !== before.totalCents || price.currency !== before.currency
  const rate =
    price.currency === before.currency ? stored.rate : await world.exchangeRates.rateOf(price.currency)
  if (rate === null) fail('service_unavailable', { advice: `no rate of ${price.currency} is known now` })
  return {
    ...offer,
    ...priceView(price, rate, priceForClient(price.totalCents, rate, stored.parts), offer.pricing.client_id),
    conditions: answer.offer.conditions,
    price_changed: isChanged,
    previous_total_amount: offer.total_amount,
    previous_client_amount: offer.client_amount,
  }
}
