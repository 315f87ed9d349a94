// The minute's proof of all wallets where most have no line and a few have nearly all.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proveHeads } from '../../server/wallet/ledger-proof.ts'
import { startApp } from '../support/start-app.ts'
import { move } from '../support/wallet.ts'

const WALLETS = 1_000
const LINES = 3_000
const app = await startApp()
const { pool } = app.service.world

interface Node {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

/** Those that read lines. */
function readingLines({ Plans = [], ...node }: Node): Node[] {
  const below = Plans.flatMap(readingLines)
  return node['Relation Name'] === 'wallet_lines' ? [node, ...below] : below
}

/** Rows that it looked at, whether they were wanted or not. */
const seenBy = (node: Node) =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']

test('looks at one line of each wallet that has any', async () => {
  const team = app.service.demo!.team.id
  await move(app.service.world, 'credit', team, 10_00n)
  await app.asOwner(`set session_replication_role = replica;
    insert into wallets (team_id, mode, balance_cents, last_at)
      select 'team_' || n, mode, 0, now() from generate_series(1, ${WALLETS / 2}) n, unnest('{live,test}'::text[]) mode;
    insert into wallet_lines select (l).* from (
      select jsonb_populate_record(l, jsonb_build_object('seq', n, 'type_seq', n, 'id', 'txn_' || n, 'kind', n::text)) as l
      from wallet_lines l, generate_series(2, ${LINES}) n where l.seq = 1) copies;
    analyze wallets; analyze wallet_lines; reset session_replication_role`)
  assert.deepEqual(
    (await proveHeads(pool)).map(({ wallet }) => wallet),
    [`${team} live`],
    'the one whose lines were copied',
  )
  let plan: Node | undefined
  await proveHeads({
    async query({ text }: { text: string }) {
      const { rows } = await pool.query(`explain (analyze, format json) ${text}`)
      plan = rows[0]['QUERY PLAN'][0].Plan
      return { rows }
    },
  } as never)
  const readers = readingLines(plan!)
  const seen = readers.reduce((sum, node) => sum + seenBy(node), 0)
  assert.ok(readers.length > 0 && seen <= WALLETS, `${seen} lines for ${WALLETS} wallets`)
})
