// The terms by which a team's searches are priced and shown.
import type { AgencyPricing } from '../rules/pricing-rules.ts'
import type { World } from '../world.ts'
import { logoUrl } from './airline-logo.ts'
import type { SearchTerms } from './search-flights.ts'

export function termsOf(world: World, pricing: AgencyPricing): SearchTerms {
  return { pricing, logoOf: (airline) => logoUrl(world, airline) }
}
