// What is read of a team with everybody who calls for it, as most requests need something of it.
import type { Team } from './team-store.ts'

export type TeamOfCaller = Readonly<
  Pick<
    Team,
    | 'id'
    | 'name'
    | 'email'
    | 'time_zone'
    | 'markup_percent'
    | 'fee_cents'
    | 'rate_limit_per_minute'
    | 'search_limit_per_minute'
    | 'debits'
    | 'fine_percent'
    | 'interest_percent'
    | 'suppliers'
    | 'without_airlines'
  >
>

/** As they are read beside a key or a person. */
export type TeamColumns = Omit<TeamOfCaller, 'id' | 'name' | 'email'> &
  Readonly<Record<'team_id' | 'team_name' | 'team_email', string>>

/** Of `teams t`. */
export const TEAM_COLUMNS = `
    t.id as team_id, t.name as team_name, t.email as team_email, t.time_zone, t.markup_percent, t.fee_cents,
    t.rate_limit_per_minute, t.search_limit_per_minute, t.debits, t.fine_percent, t.interest_percent,
    t.suppliers, t.without_airlines`

export function teamOfRow(row: TeamColumns): TeamOfCaller {
  const {
    team_id: id,
    team_name: name,
    team_email: email,
    time_zone,
    markup_percent,
    fee_cents,
    debits,
  } = row
  const { rate_limit_per_minute, search_limit_per_minute, fine_percent, interest_percent } = row
  const { suppliers, without_airlines } = row
  const limits = { rate_limit_per_minute, search_limit_per_minute }
  const terms = { markup_percent, fee_cents, debits, fine_percent, interest_percent }
  return { id, name, email, time_zone, ...limits, ...terms, suppliers, without_airlines }
}
