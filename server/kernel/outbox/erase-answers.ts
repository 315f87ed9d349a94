// Remembered answers are sealed, so whoever looks for a person in them opens each. There are those of a day.
import { setImmediate as others } from 'node:timers/promises'
import { statement } from '../db/db.ts'
import { answerPlace } from './idempotency.ts'
import type { Tx } from './transaction.ts'

// Each may be some hundred kilobytes.
const BATCH = 10

const selectAfter = statement<{ key: string; body: Buffer }>(`
  select key, body from idempotency_keys where team_id = $1 and mode = $2 and key > $3 and body is not null
  order by key limit $4`)

const update = statement(
  'update idempotency_keys set body = $4 where team_id = $1 and mode = $2 and key = $3',
)

/**
 * Writes the team's remembered answers as `change` says, the next few in the order of their keys; how many it changed,
 * and the key to go on after: null where there are no more.
 */
export async function changeAnswers(
  tx: Tx,
  after: string,
  change: (body: string) => string,
): Promise<{ changed: number; last: string | null }> {
  const { teamId, mode } = tx.owner
  let changed = 0
  const answers = await selectAfter(tx, teamId, mode, after, BATCH)
  for (const { key, body } of answers) {
    // Opening one and looking through it takes milliseconds; requests of others come in between.
    await others()
    const place = answerPlace(tx.owner, key)
    const before = tx.secretBox.open(body, place)
    const text = change(before)
    if (text === before) continue
    await update(tx, teamId, mode, key, tx.secretBox.seal(text, place))
    changed++
  }
  return { changed, last: answers.at(-1)?.key ?? null }
}

const clear = statement(
  'update due_work set last_error = null where kind = any($1) and key = any($2) and last_error is not null',
)

/** What went wrong with work may name whom it was for. */
export async function clearErrors(tx: Tx, kinds: readonly string[], keys: readonly string[]): Promise<void> {
  await clear(tx, kinds, keys)
}
