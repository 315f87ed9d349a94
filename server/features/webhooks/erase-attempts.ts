// What receivers said when they were told of a person: they may have repeated it.
import { statement } from '../../kernel/db/db.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'

// The id of a delivery is made from its event and its webhook (outbox/flush), so none has to be looked for; replays
// name the delivery they repeat.
const blank = statement(`
  with recursive told as (
    select d.id from unnest($3::text[]) as e (id)
      join webhooks w on w.team_id = $1 and w.mode = $2
      join deliveries d on d.id = 'dlv_' || substr(e.id, 5, 10) || substr(md5(e.id || w.id), 1, 16)
    union select r.id from deliveries r join told t on r.replay_of = t.id
  )
  update delivery_attempts set body = '', sealed_body = null
  where delivery_id = any(array(select id from told)) and (body <> '' or sealed_body is not null)
  returning 1`)

/** Empties what was answered to deliveries of these events; how many answers there were. */
export async function eraseAttempts(tx: Tx, eventIds: readonly string[]): Promise<number> {
  return (await blank(tx, tx.owner.teamId, tx.owner.mode, eventIds)).length
}
