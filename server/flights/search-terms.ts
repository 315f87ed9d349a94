// The terms by which a team's searches are priced and shown.
import { parseDecimal } from '../base/values/decimal.ts'
import type { Team } from '../teams/team-store.ts'
import type { World } from '../world.ts'
import { logoUrl } from './airline-logo.ts'
import type { SearchTerms } from './search-flights.ts'

/** As they come to a thread: plain data. */
type Terms = Readonly<Pick<Team, 'markup_percent' | 'fee_cents'>> & {
  readonly suppliers: readonly string[] | null
  readonly without_airlines: readonly string[]
}

export function termsOf(
  world: World,
  { markup_percent, fee_cents, suppliers, without_airlines }: Terms,
): SearchTerms {
  const markupPercent = parseDecimal(markup_percent)
  if (markupPercent === null) throw new Error(`a markup of ${markup_percent} percent is no number`)
  return {
    markupPercent,
    feeCents: fee_cents,
    suppliers,
    withoutAirlines: new Set(without_airlines),
    logoOf: (airline) => logoUrl(world, airline),
  }
}
