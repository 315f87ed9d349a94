// The terms by which a team's searches are priced and shown.

import type { World } from '../world.ts'
import { logoUrl } from './airline-logo.ts'
import type { AgencyPricing } from './pricing/pricing-rules.ts'
import type { SearchTerms } from './search-flights.ts'

/** As they come to a thread: plain data. */
interface Terms {
  readonly pricing: AgencyPricing
  readonly suppliers: readonly string[] | null
  readonly withoutAirlines: readonly string[]
  readonly warnings: SearchTerms['warnings']
}

export function termsOf(world: World, { withoutAirlines, ...terms }: Terms): SearchTerms {
  return { ...terms, withoutAirlines: new Set(withoutAirlines), logoOf: (airline) => logoUrl(world, airline) }
}
