// The first page of invoices with clients, payments and codes, of a team with 100,000 invoices over one with 1,000, and
// searches among 100,000 clients by name, e-mail, tax id and a text that all of them have.

import { readConfig } from '../server/app/boot/config.ts'
import { openWorld } from '../server/app/boot/world.ts'
import { readClients } from '../server/features/clients/clients.ts'
import { readInvoices } from '../server/features/invoices/invoices.ts'
import { createTeam } from '../server/features/teams/teams.ts'
import type { World } from '../server/features/world.ts'
import { readerOf } from '../server/kernel/db/reader.ts'
import { makeLog } from '../server/kernel/process/log.ts'
import { asOwner } from './as-owner.ts'
import { median } from './side-by-side.ts'

const FEW = 1_000
const MANY = 100_000
/** Inserted at once, well within the time limit of a statement. */
const CHUNK = 10_000
const ROUNDS = 60
const PAGE = { page: 1, limit: 20, offset: 0 }

export interface ListFigures {
  lists: { name: string; times: number; milliseconds: number }[]
  searches: { text: string; found: number; milliseconds: number }[]
}

export async function benchInvoiceLists(dataDir: string): Promise<ListFigures> {
  const { world, close } = await openWorld(readConfig({ DATA_DIR: dataDir }), makeLog({ level: 'warn' }))
  try {
    const [few, many] = [await filled(world, FEW), await filled(world, MANY)]
    await asOwner(dataDir, 'vacuum analyze invoices, clients, list_counts')
    const lists = []
    for (const [name, filter] of [
      ['unfiltered', {}],
      ['by status', { status: 'sent' as const }],
      ['by payment status', { payment_status: 'overdue' as const }],
    ] as const) {
      const take = async (teamId: string) => {
        const start = performance.now()
        const { items: invoices, total } = await readInvoices(
          world,
          { teamId, mode: 'live' },
          { wanted: filter, page: PAGE, zone: 'UTC' },
        )
        if (invoices.length !== PAGE.limit || total === 0)
          throw new Error(`${name}: ${invoices.length} of ${total}`)
        return performance.now() - start
      }
      const pairs: [number, number][] = []
      for (let round = 0; round < ROUNDS; round++) pairs.push([await take(few), await take(many)])
      const [small, large] = [0, 1].map((side) => median(pairs.slice(10).map((pair) => pair[side as 0 | 1])))
      lists.push({ name, times: large! / small!, milliseconds: large! })
    }
    return { lists, searches: await searches(world, many) }
  } finally {
    await close()
  }
}

async function searches(world: World, teamId: string): Promise<ListFigures['searches']> {
  const figures = []
  for (const text of ['João Conceição 54321', 'cliente54321@', '00054321', 'Concei']) {
    const times: number[] = []
    let found = 0
    for (let round = 0; round < 9; round++) {
      const start = performance.now()
      found = (
        await readClients(
          readerOf(world),
          { teamId, mode: 'live' },
          { query: { search: text }, page: PAGE, zone: 'UTC' },
        )
      ).total
      times.push(performance.now() - start)
    }
    figures.push({ text, found, milliseconds: median(times) })
  }
  return figures
}

/** Rows like the service's, inserted in bulk: as many clients as invoices, with their counts. */
async function filled(world: World, count: number): Promise<string> {
  const { team } = await createTeam(world, { name: `Bench ${count}`, email: 'bench@example.com' })
  for (let from = 0; from < count; from += CHUNK)
    await insertInvoices(world, team.id, from + 1, Math.min(from + CHUNK, count))
  const { pool } = world
  await pool.query(
    `insert into list_counts (team_id, mode, list, bucket, count)
     select team_id, mode, 'invoices', status || ' ' || payment_status, count(*) from invoices
     where team_id = $1 group by 1, 2, 4`,
    [team.id],
  )
  return team.id
}

async function insertInvoices({ pool }: World, teamId: string, from: number, to: number): Promise<void> {
  await pool.query(
    `insert into clients (id, team_id, mode, client_type, full_name, email, cpf, is_active, search_text,
       search_tax_ids, match_key, created_at, updated_at)
     select gen_random_uuid(), $1, 'live', 'individual', 'João Conceição ' || n, 'cliente' || n || '@example.com',
       lpad(n::text, 11, '0'), true, 'joao conceicao ' || n || E'\\ncliente' || n || E'@example.com\\n',
       lpad(n::text, 11, '0') || E'\\n', 'x' || n, now(), now()
     from generate_series($2::int, $3::int) n`,
    [teamId, from, to],
  )
  await pool.query(
    `insert into invoices (id, team_id, mode, client_id, number_year, number_sequence, issue_date, due_date, status,
       payment_status, payment_status_is_set, items, subtotal_cents, discount_rate, discount_cents, tax_rate, tax_cents,
       total_cents, amount_paid_cents, link_token, created_at, updated_at)
     select gen_random_uuid(), $1, 'live', c.id, case when n % 4 > 0 then 2026 end, case when n % 4 > 0 then n end,
       '2026-11-15', '2026-11-30', (array['draft', 'sent', 'sent', 'cancelled'])[1 + n % 4],
       case when n % 8 = 1 then 'overdue' else 'pending' end, false,
       '[{"id": "x", "description": "x", "quantity": "1", "unit_price": "150", "total_cents": "15000"}]',
       15000, 0, 0, 0, 0, 15000, 0, $1 || n, now(), now()
     from (select id, substr(match_key, 2)::int as n from clients where team_id = $1) c where n between $2 and $3`,
    [teamId, from, to],
  )
}
