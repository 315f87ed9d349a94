// Tries the rules on a trip that somebody describes: which one is applied, and what the client would pay.
import type { PassengerType } from '../../../../contract/flights.ts'
import type { PricingPreview, PricingPreviewInput } from '../../../../contract/pricing.ts'
import type { Owner } from '../../../kernel/outbox/owner.ts'
import { numberFromDecimal } from '../../../kernel/values/decimal.ts'
import { failField } from '../../../kernel/values/fail.ts'
import { formatAmount, parseOwnAmount } from '../../../kernel/values/money.ts'
import { clientIdFromUuid } from '../../clients/client-id.ts'
import { demandClient } from '../../clients/demand-client.ts'
import type { World } from '../../world.ts'
import { pricingOf } from './known-pricing.ts'
import { codesOf } from './place-codes.ts'
import { priceOfCost } from './price-chain.ts'
import { readyPricing } from './pricing-rules.ts'
import { offerPricingView } from './pricing-view.ts'

export async function previewPricing(
  world: World,
  owner: Owner,
  { base_cost_brl, airline, cabin = 'economy', passengers, client_id = null, ...ends }: PricingPreviewInput,
): Promise<PricingPreview> {
  const travellers = (passengers ?? [{ type: 'adult' as const, count: 1 }]).flatMap(({ type, count }) =>
    Array.from({ length: count }, (): PassengerType => type),
  )
  const clientId = await clientIdOf(world, owner, client_id)
  const trip = { origin: placed('origin', ends), destination: placed('destination', ends), airline, cabin }
  const pricing = readyPricing(await pricingOf(world, owner), travellers, clientId)
  const price = priceOfCost(parseOwnAmount(base_cost_brl), pricing.partsFor(trip))
  return {
    base_cost_brl: formatAmount(price.baseCostCents),
    agency_markup_percent: numberFromDecimal(price.markupPercent),
    agency_markup_amount: formatAmount(price.markupCents),
    agency_fee_amount: formatAmount(price.feeCents),
    total_agency_commission: formatAmount(price.commissionCents),
    client_amount: formatAmount(price.clientCents),
    pricing: offerPricingView(price, clientId),
  }
}

/** For whom a trip is priced, in the spelling of the flight side; null for nobody in particular. */
export async function clientIdOf(world: World, owner: Owner, id: string | null): Promise<string | null> {
  if (id === null) return null
  return clientIdFromUuid((await demandClient(world.pool, owner, id, 'client_id')).id)
}

function placed(field: 'origin' | 'destination', ends: Pick<PricingPreviewInput, 'origin' | 'destination'>) {
  const codes = codesOf(ends[field])
  return codes.length > 0 ? codes : failField(field, 'is not the code of an airport, city or country')
}
