// The SQL on people and their memberships.
import { sql } from 'kysely'
import type { PersonLanguage } from '../../../contract/people.ts'
import type { Role } from '../../../contract/roles.ts'
import { buildFor, lockInTransaction, type Queryable, statement } from '../../kernel/db/db.ts'
import { type Order, readPage, withinTimes } from '../../kernel/db/lists.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import type { Times } from '../../kernel/values/dates.ts'
import { failField } from '../../kernel/values/fail.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'

export interface PersonRow {
  readonly id: string
  /** In lower case, so that spelling does not matter. */
  readonly email: string
  readonly name: string
  /** argon2id with its parameters; null without a password. */
  readonly password_hash: string | null
  readonly language: PersonLanguage
  readonly is_operator: boolean
  readonly created_at: Date
}

const insert = statement<{ id: string }>(`
  insert into people (id, email, name, password_hash, language, is_operator, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $7) on conflict (email) do nothing returning id`)

/** False if the address has an account already. The lock waits for concurrent changes of the address. */
export async function insertPerson(tx: Queryable, person: PersonRow): Promise<boolean> {
  const { id, email, name, password_hash, language, is_operator, created_at } = person
  await lockInTransaction(tx, `address ${email}`)
  return (await insert(tx, id, email, name, password_hash, language, is_operator, created_at)).length === 1
}

const COLUMNS = 'id, email, name, password_hash, language, is_operator, created_at'

const selectByEmail = statement<PersonRow>(`select ${COLUMNS} from people where email = $1`)

/** For an address in lower case. */
export async function findPersonByEmail(db: Queryable, email: string): Promise<PersonRow | undefined> {
  return (await selectByEmail(db, email))[0]
}

/** For the command line, in any spelling of the address. */
export async function demandPersonNamed(db: Queryable, email: string): Promise<PersonRow> {
  const found = await findPersonByEmail(db, email.trim().toLowerCase())
  return found ?? failField('EMAIL', 'must belong to an account; "people list" shows them')
}

const selectById = statement<PersonRow>(`select ${COLUMNS} from people where id = $1`)

export async function findPerson(db: Queryable, id: string): Promise<PersonRow | undefined> {
  return (await selectById(db, id))[0]
}

const updateProfile = statement('update people set name = $2, language = $3, updated_at = $4 where id = $1')

export async function setProfile(
  db: Queryable,
  { id, name, language }: Pick<PersonRow, 'id' | 'name' | 'language'>,
  now: Date,
): Promise<void> {
  await updateProfile(db, id, name, language, now)
}

const selectAny = statement('select from people limit 1')

export async function anyPerson(db: Queryable): Promise<boolean> {
  return (await selectAny(db)).length > 0
}

const updatePassword = statement('update people set password_hash = $2 where id = $1')

export async function setPasswordHash(db: Queryable, id: string, hash: string): Promise<void> {
  await updatePassword(db, id, hash)
}

const updateKnownPassword = statement<{ id: string }>(`
  update people set password_hash = $3 where id = $1 and password_hash = $2 returning id`)

/** False if the password changed since it was read. */
export async function replacePasswordHash(
  db: Queryable,
  { id, password_hash }: Pick<PersonRow, 'id' | 'password_hash'>,
  hash: string,
): Promise<boolean> {
  return (await updateKnownPassword(db, id, password_hash, hash)).length === 1
}

const updateEmail = statement<{ id: string }>(`
  update people set email = $2, updated_at = $3
  where id = $1 and not exists (select from people where email = $2) returning id`)

/** For an address in lower case; false if it is taken. */
export async function setEmail(tx: Queryable, id: string, email: string, now: Date): Promise<boolean> {
  await lockInTransaction(tx, `address ${email}`)
  return (await updateEmail(tx, id, email, now)).length === 1
}

const updateOperator = statement<{ id: string }>(`
  update people set is_operator = $2 where id = $1 and is_operator <> $2 returning id`)

/** False if nothing changed. */
export async function setIsOperator(db: Queryable, id: string, isOperator: boolean): Promise<boolean> {
  return (await updateOperator(db, id, isOperator)).length === 1
}

export interface MembershipRow {
  readonly person_id: string
  readonly team_id: string
  readonly role: Role
  readonly created_at: Date
}

const insertRow = statement<{ team_id: string }>(`
  insert into memberships (person_id, team_id, role, created_at, updated_at) values ($1, $2, $3, $4, $4)
  on conflict do nothing returning team_id`)

/** False if they are a member already. */
export async function insertMembership(db: Queryable, membership: MembershipRow): Promise<boolean> {
  const { person_id, team_id, role, created_at } = membership
  return (await insertRow(db, person_id, team_id, role, created_at)).length === 1
}

const selectFirst = statement<{ team_id: string }>(`
  select team_id from memberships where person_id = $1 order by created_at, team_id limit 1`)

/** The team of their oldest membership. */
export async function firstTeamOf(db: Queryable, personId: string): Promise<string | undefined> {
  return (await selectFirst(db, personId))[0]?.team_id
}

export interface MemberRow {
  readonly person_id: string
  readonly name: string
  readonly email: string
  readonly role: Role
  readonly created_at: Date
  readonly updated_at: Date
}

const MEMBERS = `
  select m.person_id, p.name, p.email, m.role, m.created_at, greatest(m.updated_at, p.updated_at) as updated_at
  from memberships m join people p on p.id = m.person_id where m.team_id = $1`

interface MembersTable {
  readonly person_id: string
  readonly team_id: string
  readonly role: Role
  readonly created_at: Date
}

const buildMembers = buildFor<{
  memberships: MembersTable
  people: Pick<MemberRow, 'name' | 'email'> & { id: string }
}>()
const NAME = sql<string>`lower(people.name)`
const BY_NAME: Order<{ person_id: string; name_key: string }> = {
  by: [NAME, 'person_id'],
  direction: 'asc',
  keyOf: ({ name_key, person_id }) => [name_key, person_id],
}

/** Of the person, or of their role in the team. */
const UPDATED_AT = sql<Date>`greatest(memberships.updated_at, people.updated_at)`
const TIMES = { created_at: sql`memberships.created_at`, updated_at: UPDATED_AT }

export async function listMembers(
  db: Queryable,
  teamId: string,
  page: Page,
  times: Times,
): Promise<Listing<MemberRow>> {
  const members = buildMembers
    .selectFrom('memberships')
    .innerJoin('people', 'people.id', 'person_id')
    .where('team_id', '=', teamId)
    .where(withinTimes(times, TIMES))
    .select([
      'person_id',
      'people.name',
      'people.email',
      'role',
      'memberships.created_at',
      UPDATED_AT.as('updated_at'),
      NAME.as('name_key'),
    ])
  return readPage(db, members, { order: BY_NAME, page })
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

/** People of one team or of the installation, with their roles. */
export async function listEverybody(db: Queryable, teamId: string | null): Promise<AnyMember[]> {
  return selectAll(db, teamId)
}

const selectOwners = statement<MemberRow>(`${MEMBERS} and m.role = 'owner' order by m.created_at, p.id`)

/** The addresses of a team's owners. */
export async function ownerEmails(db: Queryable, teamId: string): Promise<string[]> {
  return (await selectOwners(db, teamId)).map(({ email }) => email)
}

const lock = statement<MemberRow>(`${MEMBERS} order by m.person_id for update of m`)

/** Locks all members, always in one order, so that changes come one after the other. */
export async function lockMembers(tx: Queryable, teamId: string): Promise<MemberRow[]> {
  return lock(tx, teamId)
}

const selectMember = statement<MemberRow>(`${MEMBERS} and m.person_id = $2`)

/** A member of the team. */
export async function findMember(
  db: Queryable,
  teamId: string,
  personId: string,
): Promise<MemberRow | undefined> {
  return (await selectMember(db, teamId, personId))[0]
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

const updateRole = statement(`
  update memberships set role = $3, updated_at = $4 where team_id = $1 and person_id = $2`)

export async function setRole(tx: Tx, personId: string, role: Role): Promise<void> {
  await updateRole(tx, tx.owner.teamId, personId, role, tx.now)
}

const remove = statement('delete from memberships where team_id = $1 and person_id = $2')

export async function deleteMembership(tx: Queryable, teamId: string, personId: string): Promise<void> {
  await remove(tx, teamId, personId)
}
