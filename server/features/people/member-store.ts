// The SQL on the people of one team: memberships with who they are of.
import type { Role } from '../../../contract/roles.ts'
import { onlyRow, type Queryable, statement } from '../../kernel/db/db.ts'
import type { Page } from '../../kernel/values/pages.ts'

export interface MemberRow {
  readonly person_id: string
  readonly name: string
  readonly email: string
  readonly role: Role
  readonly created_at: Date
}

const MEMBERS = `
  select m.person_id, p.name, p.email, m.role, m.created_at
  from memberships m join people p on p.id = m.person_id where m.team_id = $1`

const selectPage = statement<MemberRow>(`${MEMBERS} order by lower(p.name), p.id limit $2 offset $3`)

export async function listMembers(
  db: Queryable,
  teamId: string,
  { limit, offset }: Pick<Page, 'limit' | 'offset'>,
): Promise<MemberRow[]> {
  return selectPage(db, teamId, limit, offset)
}

const selectCount = statement<{ total: number }>(`
  select count(*)::int as total from memberships where team_id = $1`)

export async function countMembers(db: Queryable, teamId: string): Promise<number> {
  return onlyRow(await selectCount(db, teamId)).total
}

const selectCounts = statement<{ team_id: string; people: number }>(`
  select team_id, count(*)::int as people from memberships where team_id = any($1) group by team_id`)

/** How many people each of these teams has. */
export async function countPeopleOf(db: Queryable, teamIds: readonly string[]): Promise<Map<string, number>> {
  return new Map((await selectCounts(db, teamIds)).map(({ team_id, people }) => [team_id, people]))
}

type AnyMember = Pick<MemberRow, 'name' | 'email'> & {
  readonly id: string
  readonly is_operator: boolean
  readonly teams: string | null
}

const selectAll = statement<AnyMember>(`
  select p.id, p.name, p.email, p.is_operator, string_agg(m.team_id || ' ' || m.role, ', ' order by m.team_id) as teams
  from people p left join memberships m on m.person_id = p.id
  where $1::text is null or exists (select from memberships o where o.person_id = p.id and o.team_id = $1)
  group by p.id order by p.email limit 1000`)

/** Of one team or of the whole installation, with what they are where. */
export async function listEverybody(db: Queryable, teamId: string | null): Promise<AnyMember[]> {
  return selectAll(db, teamId)
}

const selectOwners = statement<MemberRow>(`${MEMBERS} and m.role = 'owner' order by m.created_at, p.id`)

/** Where the owners of a team are written to. */
export async function ownerEmails(db: Queryable, teamId: string): Promise<string[]> {
  return (await selectOwners(db, teamId)).map(({ email }) => email)
}

const lock = statement<MemberRow>(`${MEMBERS} order by m.person_id for update of m`)

/** All of them, always in one order: whoever changes one waits for who changes another. */
export async function lockMembers(tx: Queryable, teamId: string): Promise<MemberRow[]> {
  return lock(tx, teamId)
}

const selectOf = statement(`
  select from memberships m join people p on p.id = m.person_id where m.team_id = $1 and p.email = $2`)

/** By an address in lower case. */
export async function isMember(db: Queryable, teamId: string, email: string): Promise<boolean> {
  return (await selectOf(db, teamId, email)).length > 0
}

const selectOwner = statement(`
  select from memberships where team_id = $1 and person_id = $2 and role = 'owner'`)

export async function isOwner(db: Queryable, teamId: string, personId: string): Promise<boolean> {
  return (await selectOwner(db, teamId, personId)).length > 0
}

const updateRole = statement('update memberships set role = $3 where team_id = $1 and person_id = $2')

export async function setRole(tx: Queryable, teamId: string, personId: string, role: Role): Promise<void> {
  await updateRole(tx, teamId, personId, role)
}

const remove = statement('delete from memberships where team_id = $1 and person_id = $2')

export async function deleteMembership(tx: Queryable, teamId: string, personId: string): Promise<void> {
  await remove(tx, teamId, personId)
}
