// The only SQL on passkeys.
import { type Queryable, statement } from '../../../kernel/db/db.ts'

export interface PasskeyRow {
  id: string
  person_id: string
  credential_id: string
  public_key: Buffer
  counter: bigint
  transports: string[]
  backed_up: boolean
  name: string
  created_at: Date
  last_used_at: Date | null
}

const insert = statement<{ id: string }>(`
  insert into passkeys
    (id, person_id, credential_id, public_key, counter, transports, backed_up, name, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  on conflict (credential_id) do nothing returning id`)

/** False if this credential is known already, whoever has it. */
export async function insertPasskey(
  tx: Queryable,
  passkey: Omit<PasskeyRow, 'last_used_at'>,
): Promise<boolean> {
  const { id, person_id, credential_id, public_key, counter, transports, backed_up } = passkey
  const key = [credential_id, public_key, counter, transports, backed_up]
  return (await insert(tx, id, person_id, ...key, passkey.name, passkey.created_at)).length === 1
}

const selectAll = statement<PasskeyRow>('select * from passkeys where person_id = $1 order by id')

/** The oldest first. */
export async function passkeysOf(db: Queryable, personId: string): Promise<PasskeyRow[]> {
  return selectAll(db, personId)
}

const selectByCredential = statement<PasskeyRow>('select * from passkeys where credential_id = $1')

export async function findByCredential(db: Queryable, credentialId: string): Promise<PasskeyRow | undefined> {
  return (await selectByCredential(db, credentialId))[0]
}

const updateUse = statement<{ id: string }>(`
  update passkeys set counter = $2, backed_up = $3, last_used_at = $4
  where id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning id`)

/** False where the counter of its device did not go on: there may be a copy of it. */
export async function usePasskey(
  tx: Queryable,
  id: string,
  { counter, backed_up }: Pick<PasskeyRow, 'counter' | 'backed_up'>,
  at: Date,
): Promise<boolean> {
  return (await updateUse(tx, id, counter, backed_up, at)).length === 1
}

/** One of somebody's own. */
type Which = Pick<PasskeyRow, 'id' | 'person_id'>

const updateName = statement<PasskeyRow>(
  'update passkeys set name = $3 where id = $1 and person_id = $2 returning *',
)

export async function setPasskeyName(tx: Queryable, { id, person_id }: Which, name: string) {
  return (await updateName(tx, id, person_id, name))[0]
}

const remove = statement<PasskeyRow>('delete from passkeys where id = $1 and person_id = $2 returning *')

export async function removePasskey(tx: Queryable, { id, person_id }: Which) {
  return (await remove(tx, id, person_id))[0]
}

export async function countPasskeys(db: Queryable, personId: string): Promise<number> {
  return (await passkeysOf(db, personId)).length
}
