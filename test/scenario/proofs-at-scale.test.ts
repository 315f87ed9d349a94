// The proofs of wallets and of the audit log where most have nothing and a few have nearly all.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proveAudit } from '../../server/features/audit/store.ts'
import { proveHeads } from '../../server/features/wallet/ledger-proof.ts'
import type { Queryable } from '../../server/kernel/db/db.ts'
import { countingRows } from '../support/rows-seen.ts'
import { startApp } from '../support/start-app.ts'
import { move } from '../support/wallet.ts'

/** Each has two. */
const OWNERS = 500
const ROWS = 3_000
const app = await startApp()
const { pool } = app.service.world

/** How many rows of a table a proof looks at. */
async function rowsSeen(table: string, prove: (db: Queryable) => Promise<unknown>): Promise<number> {
  const { counting, readers, seen } = countingRows(pool, [table])
  // However many faults there are: what was copied is wrong.
  await prove({
    query: ({ text, values = [] }) => counting.query({ text: text.replace(/limit \d+$/, ''), values }),
  })
  assert.ok(readers.length > 0)
  return seen()
}

test('ledger lines: only the last of each wallet is read', async () => {
  const team = app.service.demo!.team.id
  await move(app.service.world, 'credit', team, 10_00n)
  await app.asOwner(`set session_replication_role = replica;
    insert into wallets (team_id, mode, balance_cents, last_at)
      select 'team_' || n, mode, 0, now() from generate_series(1, ${OWNERS}) n, unnest('{live,test}'::text[]) mode;
    insert into wallet_lines select another.* from wallet_lines l, generate_series(2, ${ROWS}) n,
      jsonb_populate_record(l, jsonb_build_object('seq', n, 'type_seq', n, 'id', 'txn_' || n, 'kind', n::text)) another
      where l.seq = 1;
    analyze wallets; analyze wallet_lines; reset session_replication_role`)
  const wrong = (await proveHeads(pool)).map(({ wallet }) => wallet)
  assert.deepEqual(wrong, [`${team} live`], 'the one whose lines were copied')
  const seen = await rowsSeen('wallet_lines', proveHeads)
  assert.ok(seen <= OWNERS, `${seen} lines`)
})

test('audit entries: each is read once, and the last of each chain', async () => {
  await app.asOwner(`set session_replication_role = replica;
    insert into audit_chains (team_id, mode)
      select 'team_' || n, mode from generate_series(1, ${OWNERS}) n, unnest('{live,test}'::text[]) mode;
    insert into audit_entries select another.*
      from audit_entries e join audit_chains c on c.id = e.chain_id and e.seq = c.entries,
        generate_series(1, ${ROWS}) n, jsonb_populate_record(e, jsonb_build_object('seq', c.entries + n)) another
      where c.id = (select min(chain_id) from audit_entries);
    analyze audit_chains; analyze audit_entries; reset session_replication_role`)
  assert.notDeepEqual(await proveAudit(pool, null), [])
  const seen = await rowsSeen('audit_entries', (db) => proveAudit(db, null))
  assert.ok(seen >= ROWS && seen < 2 * ROWS, `${seen} entries`)
})
