// Ledger movements and recharge completions by 16 clients. Ours is the whole transaction: checks, running totals and a
// chained line with its indexes; a recharge adds payment, charge, recharge and two events. The bare side is begin,
// update, insert, commit on two plain tables, prepared, without checks.

import { readConfig } from '../server/app/boot/config.ts'
import { openWorld } from '../server/app/boot/world.ts'
import { createTeam } from '../server/features/teams/teams.ts'
import { addLine } from '../server/features/wallet/ledger.ts'
import { recordPaymentOfRecharge } from '../server/features/wallet/recharge-payments.ts'
import { createRecharge } from '../server/features/wallet/recharges.ts'
import { scopeOf, type World } from '../server/features/world.ts'
import type { Pool } from '../server/kernel/db/db.ts'
import { transaction } from '../server/kernel/outbox/transaction.ts'
import { realClock } from '../server/kernel/process/clock.ts'
import { makeLog } from '../server/kernel/process/log.ts'
import { asOwner } from './as-owner.ts'
import { perSecond } from './per-second.ts'
import { type Result, sideBySide } from './side-by-side.ts'

const CLIENTS = 16
const WALLETS = 50
const MOVEMENTS = 2_000
const RECHARGES = 400

export async function benchWallet(dataDir: string): Promise<Result[]> {
  const { world, close } = await openWorld(readConfig({ DATA_DIR: dataDir }), makeLog({ level: 'warn' }))
  try {
    await asOwner(
      dataDir,
      `create table bare_wallets (
        id int primary key, balance bigint not null, lines bigint not null) with (fillfactor = 50);
      create table bare_lines (wallet_id int, seq bigint, amount bigint not null,
        balance_after bigint not null, created_at timestamptz not null, primary key (wallet_id, seq));
      grant all on bare_wallets, bare_lines to public`,
    )
    await world.pool.query(`insert into bare_wallets select n, 0, 0 from generate_series(1, ${WALLETS}) n`)
    const teams = await makeTeams(world)
    return [
      await sideBySide({
        name: `ledger movements on ${WALLETS} wallets over a bare one`,
        ours: () => movements(world, teams),
        bare: () => bareMovements(world.pool, WALLETS, MOVEMENTS),
        atLeast: 0.8,
      }),
      await sideBySide({
        name: 'ledger movements on one hot wallet over a bare one',
        ours: () => movements(world, teams.slice(0, 1)),
        bare: () => bareMovements(world.pool, 1, MOVEMENTS),
        atLeast: 1,
      }),
      await sideBySide({
        name: 'recharge completions on one wallet over a bare movement',
        ours: () => completions(world, teams[1]!),
        bare: () => bareMovements(world.pool, 1, RECHARGES),
        atLeast: 0.4,
      }),
    ]
  } finally {
    await asOwner(dataDir, 'drop table if exists bare_wallets, bare_lines')
    await close()
  }
}

async function makeTeams(world: World): Promise<string[]> {
  const teams: string[] = []
  for (let index = 0; index < WALLETS; index++) {
    const { team } = await createTeam(world, { name: `Bench ${index}`, email: 'bench@example.com' })
    teams.push(team.id)
  }
  return teams
}

let reasons = 0

function movements(world: World, teams: string[]): Promise<number> {
  return perSecond(CLIENTS, MOVEMENTS, async (index) => {
    const scope = await scopeOf(world, { teamId: teams[index % teams.length]!, mode: 'live' })
    await transaction(world, scope, (tx) =>
      addLine(tx, {
        type: 'credit',
        amountCents: 100n,
        account: 'adjustment',
        description: 'Bench',
        referenceType: 'refund',
        referenceId: `ord_bench${++reasons}`,
        reason: 'bench',
        simulated: true,
      }),
    )
  })
}

function bareMovements(pool: Pool, wallets: number, total: number): Promise<number> {
  return perSecond(CLIENTS, total, async (index) => {
    const client = await pool.connect()
    const wallet = 1 + (index % wallets)
    await client.query('begin')
    const { rows } = await client.query({
      name: 'bare-update',
      text: 'update bare_wallets set balance = balance + $2, lines = lines + 1 where id = $1 returning balance, lines',
      values: [wallet, 100],
    })
    await client.query({
      name: 'bare-insert',
      text: 'insert into bare_lines (wallet_id, seq, amount, balance_after, created_at) values ($1, $2, $3, $4, $5)',
      values: [wallet, rows[0].lines, 100, rows[0].balance, realClock.now()],
    })
    await client.query('commit')
    client.release()
  })
}

/**
 * Pending recharges are created before; measured are the payment, the charge, the recharge, the line and the
 * events.
 */
async function completions(world: World, teamId: string): Promise<number> {
  const scope = await scopeOf(world, { teamId, mode: 'live' })
  const input = { amount: '100.00', currency: 'BRL', payment_method: 'pix' }
  for (let made = 0; made < RECHARGES; made += CLIENTS) {
    const group = Math.min(CLIENTS, RECHARGES - made)
    await Promise.all(Array.from({ length: group }, () => createRecharge(world, scope, input)))
  }
  const { rows } = await world.pool.query<{ id: string; txid: string }>(
    `select charges.id, txid from charges join recharges on charge_id = charges.id
     where recharges.team_id = $1 and recharges.status = 'pending'`,
    [teamId],
  )
  const rate = await perSecond(CLIENTS, RECHARGES, async (index) => {
    const charge = rows[index]!
    const payment = {
      id: `E${charge.txid}`,
      txid: charge.txid,
      amountCents: 100_00n,
      paidAt: scope.clock.now(),
    }
    await transaction(world, scope, (tx) => recordPaymentOfRecharge(world, tx, charge.id, payment))
  })
  // The next round must not exceed the daily limit.
  await world.pool.query(`update recharges set day = day - 1 where team_id = $1`, [teamId])
  await world.pool.query(`delete from recharge_days where team_id = $1`, [teamId])
  return rate
}
