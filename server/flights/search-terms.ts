// The terms by which a team's searches are priced and shown.
import { parseDecimal } from '../base/values/decimal.ts'
import type { Team } from '../teams/team-store.ts'
import type { World } from '../world.ts'
import { logoUrl } from './airline-logo.ts'
import type { SearchTerms } from './search-flights.ts'

export function termsOf(
  world: World,
  { markup_percent, fee_cents }: Pick<Team, 'markup_percent' | 'fee_cents'>,
): SearchTerms {
  const markupPercent = parseDecimal(markup_percent)
  if (markupPercent === null) throw new Error(`a markup of ${markup_percent} percent is no number`)
  return { markupPercent, feeCents: fee_cents, logoOf: (airline) => logoUrl(world, airline) }
}
