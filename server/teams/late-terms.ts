// What the clients of a team pay for being late, as somebody sets it: within what the law allows.
import { FINE_PERCENT_MAX, INTEREST_PERCENT_MAX } from '../../contract/limits.ts'
import {
  compareDecimals,
  decimalPlaces,
  formatDecimal,
  makeDecimal,
  parseDecimal,
} from '../base/values/decimal.ts'
import { failField } from '../base/values/fail.ts'
import { record } from '../outbox/audit.ts'
import { transaction } from '../outbox/transaction.ts'
import type { LateColumns } from '../rules/late-charges.ts'
import { scopeOf, type World } from '../world.ts'
import { findTeam, setLateTerms, type Team } from './team-store.ts'

const PLACES_MAX = 4

/** Nothing unless it is said. */
export function readLateTerms(fine = '0', interest = '0'): LateColumns {
  return {
    fine_percent: readPercent('late_fine', fine, FINE_PERCENT_MAX),
    interest_percent: readPercent('late_interest', interest, INTEREST_PERCENT_MAX),
  }
}

/** For invoices that are made from now on; what is left out stays. */
export async function changeLateTerms(
  world: World,
  teamId: string,
  { fine, interest }: { fine?: string | undefined; interest?: string | undefined },
): Promise<Team> {
  const known = await findTeam(world.pool, teamId)
  if (known === undefined) return failField('team', 'is no team')
  const terms = readLateTerms(fine ?? known.fine_percent, interest ?? known.interest_percent)
  const { fine_percent, interest_percent } = known
  await transaction(world, await scopeOf(world, { teamId, mode: 'live' }), async (tx) => {
    await setLateTerms(tx, teamId, terms)
    const before = { fine_percent, interest_percent }
    record(tx, { topic: 'settings', object: 'team', objectId: teamId, before, after: { ...terms } })
  })
  return { ...known, ...terms }
}

function readPercent(field: string, text: string, max: number): string {
  const percent = parseDecimal(text)
  const isFit =
    percent !== null &&
    decimalPlaces(percent) <= PLACES_MAX &&
    percent.digits >= 0n &&
    compareDecimals(percent, makeDecimal(BigInt(max))) <= 0
  return isFit
    ? formatDecimal(percent)
    : failField(field, `must be a percentage from 0 to ${max}, up to 4 decimals`)
}
