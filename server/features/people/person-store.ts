// The only SQL on people.
import type { PersonLanguage } from '../../../contract/people.ts'
import { type Queryable, statement } from '../../kernel/db/db.ts'
import { failField } from '../../kernel/values/fail.ts'

export interface PersonRow {
  readonly id: string
  /** In lower case: whoever writes it otherwise is the same person. */
  readonly email: string
  readonly name: string
  /** argon2id with its parameters; null for who signs in otherwise. */
  readonly password_hash: string | null
  readonly language: PersonLanguage
  readonly is_operator: boolean
  readonly created_at: Date
}

const lockAddress = statement(`select pg_advisory_xact_lock(hashtextextended('address ' || $1, 0))`)

const insert = statement<{ id: string }>(`
  insert into people (id, email, name, password_hash, language, is_operator, created_at)
  values ($1, $2, $3, $4, $5, $6, $7) on conflict (email) do nothing returning id`)

/** False where there is somebody with this address already. Whoever gives it to somebody else is waited for. */
export async function insertPerson(tx: Queryable, person: PersonRow): Promise<boolean> {
  const { id, email, name, password_hash, language, is_operator, created_at } = person
  await lockAddress(tx, email)
  return (await insert(tx, id, email, name, password_hash, language, is_operator, created_at)).length === 1
}

const COLUMNS = 'id, email, name, password_hash, language, is_operator, created_at'

const selectByEmail = statement<PersonRow>(`select ${COLUMNS} from people where email = $1`)

/** Of an address in lower case. */
export async function findPersonByEmail(db: Queryable, email: string): Promise<PersonRow | undefined> {
  return (await selectByEmail(db, email))[0]
}

/** Whom the command line names, in any spelling of the address. */
export async function demandPersonNamed(db: Queryable, email: string): Promise<PersonRow> {
  const found = await findPersonByEmail(db, email.trim().toLowerCase())
  return found ?? failField('EMAIL', 'must be that of somebody with an account; "people list" shows them')
}

const selectById = statement<PersonRow>(`select ${COLUMNS} from people where id = $1`)

export async function findPerson(db: Queryable, id: string): Promise<PersonRow | undefined> {
  return (await selectById(db, id))[0]
}

const updateProfile = statement('update people set name = $2, language = $3 where id = $1')

export async function setProfile(
  db: Queryable,
  { id, name, language }: Pick<PersonRow, 'id' | 'name' | 'language'>,
): Promise<void> {
  await updateProfile(db, id, name, language)
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

/** False where it is not the one any more that it was found to be. */
export async function replacePasswordHash(
  db: Queryable,
  { id, password_hash }: Pick<PersonRow, 'id' | 'password_hash'>,
  hash: string,
): Promise<boolean> {
  return (await updateKnownPassword(db, id, password_hash, hash)).length === 1
}

const updateEmail = statement<{ id: string }>(`
  update people set email = $2 where id = $1 and not exists (select from people where email = $2) returning id`)

/** To an address in lower case; false where somebody has it. */
export async function setEmail(tx: Queryable, id: string, email: string): Promise<boolean> {
  await lockAddress(tx, email)
  return (await updateEmail(tx, id, email)).length === 1
}

const updateOperator = statement<{ id: string }>(`
  update people set is_operator = $2 where id = $1 and is_operator <> $2 returning id`)

/** False where they were that already. */
export async function setIsOperator(db: Queryable, id: string, isOperator: boolean): Promise<boolean> {
  return (await updateOperator(db, id, isOperator)).length === 1
}
