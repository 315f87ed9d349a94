// The SQL that counts mails within an hour.
import { onlyRow, type Queryable, statement } from '../../kernel/db/db.ts'
import { takeTurn } from '../../kernel/db/take-turn.ts'
import type { MailRow } from './mail-store.ts'
import { IS_WARNING, warningKindOf } from './warnings.ts'

const updateHanded = statement('update mails set handed_at = $2 where id = $1')

export async function setMailHanded(db: Queryable, id: string, at: Date): Promise<void> {
  await updateHanded(db, id, at)
}

/** Mails of one team, and those to one address, are counted one after the other: always in this order. */
export async function lockLimits(tx: Queryable, { team_id, mode, to_address }: MailRow): Promise<void> {
  await takeTurn(tx, `mails of ${team_id} ${mode}`)
  await takeTurn(tx, `mails to ${to_address.toLowerCase()}`)
}

type Handed = Record<'to_receiver' | 'of_team_to_receiver' | 'of_team', number>

const OF_ITS_KIND = `handed_at > $4 and id <> $5
  and case when $6::text is null then not ${IS_WARNING} else split_part(key, ' ', 1) = $6 end`

const selectHanded = statement<Handed>(`
  select count(*)::int as to_receiver, (count(*) filter (where team_id = $2))::int as of_team_to_receiver,
    (select count(*) from mails where team_id = $2 and mode = $3 and ${OF_ITS_KIND})::int as of_team
  from mails where lower(to_address) = $1 and ${OF_ITS_KIND}`)

/**
 * How many others of its kind went to the same address, however it is written, of all teams and of its own, and how
 * many its team sent, since then. Each kind of warning has room of its own: what a thief can send uses up none of it.
 */
export async function countHanded(
  db: Queryable,
  { id, key, to_address, team_id, mode }: MailRow,
  since: Date,
): Promise<Handed> {
  return onlyRow(
    await selectHanded(db, to_address.toLowerCase(), team_id, mode, since, id, warningKindOf(key)),
  )
}
