// The only SQL on memberships: who belongs to which team, and as what.
import type { Role } from '../../../contract/roles.ts'
import { type Queryable, statement } from '../../kernel/db/db.ts'

export interface MembershipRow {
  readonly person_id: string
  readonly team_id: string
  readonly role: Role
  readonly created_at: Date
}

const insert = statement<{ team_id: string }>(`
  insert into memberships (person_id, team_id, role, created_at) values ($1, $2, $3, $4)
  on conflict do nothing returning team_id`)

/** False where they are of the team already. */
export async function insertMembership(db: Queryable, membership: MembershipRow): Promise<boolean> {
  const { person_id, team_id, role, created_at } = membership
  return (await insert(db, person_id, team_id, role, created_at)).length === 1
}

const selectFirst = statement<{ team_id: string }>(`
  select team_id from memberships where person_id = $1 order by created_at, team_id limit 1`)

/** The team that somebody has belonged to for longest. */
export async function firstTeamOf(db: Queryable, personId: string): Promise<string | undefined> {
  return (await selectFirst(db, personId))[0]?.team_id
}
