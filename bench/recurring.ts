// Ten thousand recurring invoices due on one day: the rate and memory of creating their invoices.

import { readConfig } from '../server/app/boot/config.ts'
import { openWorld } from '../server/app/boot/world.ts'
import { startHeartbeat } from '../server/app/worker/heartbeat.ts'
import { JOB_HANDLERS } from '../server/app/worker/job-types.ts'
import { startWorker } from '../server/app/worker/worker.ts'
import { createClient } from '../server/features/clients/clients.ts'
import { generateInvoiceJob } from '../server/features/recurring-invoices/schedule.ts'
import { createTeam } from '../server/features/teams/teams.ts'
import { scopeOf, type World } from '../server/features/world.ts'
import { clockOf, queueOf } from '../server/kernel/jobs/jobs.ts'
import { makeLog } from '../server/kernel/process/log.ts'

const RECURRING_INVOICES = 10_000

export interface RecurringFigures {
  perSecond: number
  /** Resident memory, after a tenth and at the end. */
  megabytes: [early: number, late: number]
}

export async function benchRecurring(dataDir: string): Promise<RecurringFigures> {
  const { world, alone, close } = await openWorld(
    readConfig({ DATA_DIR: dataDir }),
    makeLog({ level: 'warn' }),
  )
  const heartbeat = await startHeartbeat(world, alone)
  try {
    const teamId = await subscribe(world)
    const start = performance.now()
    const worker = startWorker(world, JOB_HANDLERS)
    const done = async () => {
      const { rows } = await world.pool.query(
        `select coalesce(sum(count), 0)::int as n from list_counts where team_id = $1 and list = 'invoices'`,
        [teamId],
      )
      return rows[0].n as number
    }
    let early = 0
    for (let made = 0; made < RECURRING_INVOICES; made = await done()) {
      if (early === 0 && made >= RECURRING_INVOICES / 10) early = megabytesNow()
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    const perSecond = RECURRING_INVOICES / ((performance.now() - start) / 1000)
    const late = megabytesNow()
    await worker.stop()
    return { perSecond, megabytes: [early, late] }
  } finally {
    await heartbeat.stop()
    await close()
  }
}

/** Rows like the service's, inserted in bulk, each with its job. */
async function subscribe(world: World): Promise<string> {
  const { team } = await createTeam(world, { name: 'Bench', email: 'bench@example.com' })
  const scope = await scopeOf(world, { teamId: team.id, mode: 'live' })
  const person = { client_type: 'individual' as const, full_name: 'Bench', email: 'bench@example.com' }
  const { data: client } = await createClient(world, scope, person, 'America/Sao_Paulo')
  const queue = queueOf(generateInvoiceJob.type, scope.owner)
  const due = scope.clock.now().toISOString().slice(0, 10)
  await world.pool.query(
    `with made as (
       insert into recurring_invoices (id, team_id, mode, client_id, name, frequency, billing_day, start_date, status,
         items, subtotal_cents, discount_rate, discount_cents, tax_rate, tax_cents, total_cents, auto_send,
         notify_on_generation, notify_client_before_due, reminder_days, anchor, effective_from, next_due_date,
         invoices_generated, created_at, updated_at)
       select gen_random_uuid(), $1, 'live', $2, 'Bench', 'monthly', extract(day from $3::date), $3, 'active',
         '[{"id": "x", "description": "x", "quantity": "1", "unit_price": "150", "total_cents": "15000"}]',
         15000, 0, 0, 0, 0, 15000, true, false, false, '{}', date_trunc('month', $3::date), $3, $3, 0, now(), now()
       from generate_series(1, $4::int) n returning id
     )
     insert into jobs (type, key, queue, clock, team_id, mode, run_at, payload, created_at)
     select $5, id || ' ' || $3, $6, $7, $1, 'live', now(),
       json_build_object('recurring_invoice_id', id, 'due_date', $3)::text, now() from made`,
    [team.id, client.id, due, RECURRING_INVOICES, generateInvoiceJob.type, queue, clockOf(scope.owner)],
  )
  return team.id
}

function megabytesNow(): number {
  return process.memoryUsage.rss() / 1024 / 1024
}
