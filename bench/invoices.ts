// Invoices created and sent by 16 clients: two items, rates, a Pix charge, a number, two events and jobs. Ours is
// `createInvoice` without HTTP; the bare side replays its statements.

import { readConfig } from '../server/app/boot/config.ts'
import { openWorld } from '../server/app/boot/world.ts'
import { createClient } from '../server/features/clients/clients.ts'
import { createInvoice } from '../server/features/invoices/invoices.ts'
import { createTeam } from '../server/features/teams/teams.ts'
import { scopeOf, type World } from '../server/features/world.ts'
import type { Pool } from '../server/kernel/db/db.ts'
import { makeLog } from '../server/kernel/process/log.ts'
import { makeRecorder } from '../test/support/statements.ts'
import { perSecond } from './per-second.ts'
import { copier } from './recorded.ts'
import { type Result, sideBySide } from './side-by-side.ts'

const CLIENTS = 16
const INVOICES = 800

export async function benchInvoices(dataDir: string): Promise<Result> {
  const { world, close } = await openWorld(readConfig({ DATA_DIR: dataDir }), makeLog({ level: 'warn' }))
  try {
    const { team } = await createTeam(world, { name: 'Bench', email: 'bench@example.com' })
    const scope = await scopeOf(world, { teamId: team.id, mode: 'live' })
    const person = { client_type: 'individual' as const, full_name: 'Bench', email: 'bench@example.com' }
    const { data: client } = await createClient(world, scope, person, 'America/Sao_Paulo')
    const make = (host: World) =>
      createInvoice(
        host,
        scope,
        {
          client_id: client.id,
          status: 'sent',
          tax_rate: 5,
          discount_rate: 2.5,
          issue_date: '2026-11-15',
          due_date: '2026-11-30',
          items: [
            { description: 'Passagem', quantity: 2, unit_price: 431.335 },
            { description: 'Taxa', quantity: 1, unit_price: 20 },
          ],
        },
        team.time_zone,
      )
    const statements = makeRecorder()
    const pool = statements.wrapPool(world.pool)
    const recording = await statements.record(() => make({ ...world, pool }))
    const copy = copier(recording, [team.id, client.id])
    return await sideBySide({
      name: 'invoices created and sent over their statements, bare',
      ours: () => perSecond(CLIENTS, INVOICES, () => make(world)),
      bare: () => replayed(world.pool, Array.from({ length: INVOICES }, copy)),
      atLeast: 0.4,
    })
  } finally {
    await close()
  }
}

type Queries = ReturnType<ReturnType<typeof copier>>

function replayed(pool: Pool, copies: Queries[]): Promise<number> {
  return perSecond(CLIENTS, copies.length, async (index) => {
    const client = await pool.connect()
    let number: unknown
    for (const query of copies[index]!) {
      if (query.text.startsWith('insert into invoices (')) query.values![NUMBER] = number
      const { rows } = await client.query(query)
      if (query.text.includes('invoice_numbers')) number = (rows[0] as { last: number }).last
    }
    client.release()
  })
}

/** The position of the number among an invoice's columns: only the database knows its value. */
const NUMBER = 5
