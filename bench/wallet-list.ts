// GET /wallet/transactions of a wallet with a million lines over one with a thousand, in turns: the cost of a page must
// not depend on the size. Each response is a full page with summary and pagination.
import { request } from 'undici'
import { readConfig } from '../server/app/boot/config.ts'
import { startService } from '../server/app/boot/start-service.ts'
import { createTeam } from '../server/features/teams/teams.ts'
import type { World } from '../server/features/world.ts'
import { withClient } from '../server/kernel/db/db.ts'
import { findRunningServer } from '../server/kernel/db/embedded-postgres/leftover.ts'
import { makeLog } from '../server/kernel/process/log.ts'
import { asOwner } from './as-owner.ts'
import { median } from './side-by-side.ts'

const LINES = { small: 1_000, large: 1_000_000 }
const ROUNDS = 40
const WARM_UP_ROUNDS = 10

export interface Growth {
  name: string
  /** Time with a million lines over time with a thousand, medians of requests sent in turns. */
  times: number
  milliseconds: number
}

export async function benchWalletList(dataDir: string): Promise<Growth[]> {
  const settings = { DATA_DIR: dataDir, PORT: '0', RATE_LIMIT_PER_MINUTE: '0' }
  const service = await startService(readConfig(settings), makeLog({ level: 'warn' }))
  try {
    const small = await filled(service.world, dataDir, LINES.small)
    const large = await filled(service.world, dataDir, LINES.large)
    await asOwner(dataDir, 'analyze wallet_lines')
    const growths: Growth[] = []
    for (const [name, query] of QUERIES) {
      const times = { small: [] as number[], large: [] as number[] }
      for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
        const one = await timed(service.url!, small, query(LINES.small))
        const other = await timed(service.url!, large, query(LINES.large))
        if (round < WARM_UP_ROUNDS) continue
        times.small.push(one)
        times.large.push(other)
      }
      const milliseconds = median(times.large)
      growths.push({ name, times: milliseconds / median(times.small), milliseconds })
    }
    return growths
  } finally {
    await service.stop()
  }
}

const QUERIES: [string, (lines: number) => string][] = [
  ['first page', () => ''],
  ['last page', (lines) => `?page=${lines / 20}`],
  ['a year', () => '?start_date=2025-01-01&end_date=2025-12-31'],
  ['one type, a page in the middle', (lines) => `?type=debit&page=${lines / 200}`],
]

async function timed(url: string, key: string, query: string): Promise<number> {
  const start = performance.now()
  const { statusCode, body } = await request(`${url}/api/v1/wallet/transactions${query}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  const { data } = (await body.json()) as { data: { transactions: unknown[] } }
  const took = performance.now() - start
  if (statusCode !== 200 || data.transactions.length !== 20) throw new Error(`no full page for ${query}`)
  return took
}

/** Lines like the ledger's, over the three years up to 2026: three credits, then a debit. */
async function filled(world: World, dataDir: string, lines: number): Promise<string> {
  const { team, secrets } = await createTeam(world, { name: `${lines} lines`, email: 'bench@example.com' })
  // Not a session of the service, which ends long transactions.
  const server = await findRunningServer(dataDir)
  if (server === null) throw new Error(`no database runs in ${dataDir}`)
  await withClient(server.connection, async (client) => {
    const { rows } = await client.query(`select id from wallets where team_id = $1 and mode = 'live'`, [
      team.id,
    ])
    // In one transaction, because the service checks its ledger meanwhile.
    await client.query('begin')
    await client.query(
      `insert into wallet_lines (wallet_id, seq, id, type, type_seq, amount_cents, balance_after_cents, credits,
         credits_cents, debits_cents, description, reference_type, reference_id, kind, created_at,
         account, recorded_at, action, actor_type, version, hash)
       select $1, n, 'txn_' || $2::int || '_' || n, case when n % 4 = 0 then 'debit' else 'credit' end,
         case when n % 4 = 0 then n / 4 else n - n / 4 end, 100, (n - 2 * (n / 4)) * 100, n - n / 4,
         (n - n / 4) * 100, n / 4 * 100, 'Bench line', 'refund', 'ord_' || $2::int || '_' || n, 'bench',
         timestamptz '2023-12-01' + n * (interval '1095 days' / $2::int), 'adjustment', now(),
         'bench', 'system', 1,
         sha256(convert_to(n::text, 'UTF8'))
       from generate_series(1, $2::int) n`,
      [rows[0].id, lines],
    )
    await client.query(
      `update wallets set lines = seq, credits = l.credits, debits = seq - l.credits, credits_cents = l.credits_cents,
         debits_cents = l.debits_cents, balance_cents = balance_after_cents, last_at = created_at
       from wallet_lines l where wallets.id = $1 and l.wallet_id = $1 and l.seq = $2`,
      [rows[0].id, lines],
    )
    await client.query('commit')
  })
  return secrets.live
}
