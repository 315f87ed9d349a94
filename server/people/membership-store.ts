// The only SQL on memberships: who belongs to which team, and as what.
import type { Role } from '../../contract/roles.ts'
import { type Queryable, statement } from '../base/database/db.ts'

export interface MembershipRow {
  readonly person_id: string
  readonly team_id: string
  readonly role: Role
  readonly created_at: Date
}

const insert = statement(`
  insert into memberships (person_id, team_id, role, created_at) values ($1, $2, $3, $4)`)

export async function insertMembership(db: Queryable, membership: MembershipRow): Promise<void> {
  const { person_id, team_id, role, created_at } = membership
  await insert(db, person_id, team_id, role, created_at)
}
