// The only SQL on recovery codes.
import { onlyRow, type Queryable, statement } from '../../../kernel/db/db.ts'

const remove = statement('delete from recovery_codes where person_id = $1')
const insert = statement(`
  insert into recovery_codes (person_id, code_hash, created_at)
  select $1, code_hash, $3 from unnest($2::bytea[]) as code_hash`)

/** The old ones are good for nothing from then on. */
export async function replaceRecoveryCodes(
  tx: Queryable,
  personId: string,
  hashes: readonly Buffer[],
  at: Date,
): Promise<void> {
  await remove(tx, personId)
  if (hashes.length > 0) await insert(tx, personId, hashes, at)
}

const use = statement<{ person_id: string }>(`
  update recovery_codes set used_at = $3
  where person_id = $1 and code_hash = $2 and used_at is null returning person_id`)

/** False if there is no such code, or it was used before. */
export async function useRecoveryCode(
  tx: Queryable,
  personId: string,
  hash: Buffer,
  at: Date,
): Promise<boolean> {
  return (await use(tx, personId, hash, at)).length === 1
}

const count = statement<{ unused: number }>(
  'select count(*)::int as unused from recovery_codes where person_id = $1 and used_at is null',
)

export async function countRecoveryCodes(db: Queryable, personId: string): Promise<number> {
  return onlyRow(await count(db, personId)).unused
}
