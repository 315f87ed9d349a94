// The proofs of the ledger detect any change in SQL, by the check of the heads each minute or by doctor's walk
// through all lines.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { proveLedger } from '../../server/app/worker/maintenance.ts'
import {
  proveChain,
  proveHeads,
  proveLines,
  provePayments,
} from '../../server/features/wallet/ledger-proof.ts'
import { makeClient } from '../../server/kernel/db/db.ts'
import { startApp } from '../support/start-app.ts'
import { fill, move } from '../support/wallet.ts'

const app = await startApp()
const { world } = app.service
const teamId = app.service.demo!.team.id

before(async () => {
  await fill(app.live, '500.00')
  for (let index = 0; index < 5; index++) await move(world, index % 2 ? 'credit' : 'debit', teamId, 10_00n)
  await fill(app.test, '300.00')
})

test('an untouched ledger is correct', async () => {
  assert.deepEqual(await proveHeads(world.pool), [])
  assert.deepEqual(await proveLines(world.pool), [])
  assert.deepEqual(await proveChain(world.pool), [])
  assert.deepEqual(await provePayments(world.pool), [])
})

const LIVE = `wallet_id = (select id from wallets where mode = 'live')`

/** What a hand could do that has the rights to switch the guard off, and which proof notices. */
const HARMS: [string, string, (typeof PROOFS)[number][]][] = [
  [
    'an amount in the middle',
    `update wallet_lines set amount_cents = amount_cents + 1 where ${LIVE} and seq = 3`,
    ['lines', 'chain'],
  ],
  [
    'a balance in the middle',
    `update wallet_lines set balance_after_cents = 1 where ${LIVE} and seq = 2`,
    ['lines', 'chain'],
  ],
  ['a sum in the middle', `update wallet_lines set credits_cents = 1 where ${LIVE} and seq = 2`, ['lines']],
  [
    'a time',
    `update wallet_lines set created_at = created_at + interval '1 day' where ${LIVE} and seq = 2`,
    ['lines', 'chain'],
  ],
  ['a missing line', `delete from wallet_lines where ${LIVE} and seq = 3`, ['lines', 'chain']],
  ['a missing last line', `delete from wallet_lines where ${LIVE} and seq = 6`, ['heads']],
  [
    'a last balance',
    `update wallet_lines set balance_after_cents = 1 where ${LIVE} and seq = 6`,
    ['heads', 'lines', 'chain'],
  ],
  [
    'a wallet',
    `update wallets set balance_cents = balance_cents + 5, credits_cents = credits_cents + 5`,
    ['heads'],
  ],
  ['a description', `update wallet_lines set description = 'x' where ${LIVE} and seq = 2`, ['chain']],
  ['a head', `update wallets set head = sha256('x') where mode = 'live'`, ['heads']],
  ['a payment that was not credited', `update charge_payments set payment_id = 'other'`, ['payments']],
  ['a recharge without its line', `update recharges set transaction_id = 'txn_none'`, ['payments']],
]
const PROOFS = ['heads', 'lines', 'chain', 'payments'] as const
const PROVE = { heads: proveHeads, lines: proveLines, chain: proveChain, payments: provePayments }

for (const [name, sql, noticedBy] of HARMS) {
  test(`${name}, changed in SQL, is detected`, async () => {
    const client = makeClient({ connectionString: app.databaseUrl })
    await client.connect()
    try {
      await client.query('begin')
      await client.query('alter table wallet_lines disable trigger wallet_lines_stay')
      await client.query('alter table wallets drop constraint wallets_balance_by_lines')
      await client.query(sql)
      const noticed: string[] = []
      for (const proof of PROOFS) if ((await PROVE[proof](client)).length > 0) noticed.push(proof)
      assert.deepEqual(noticed, noticedBy)
    } finally {
      await client.query('rollback')
      await client.end()
    }
  })
}

/** Single columns, by what they must never hold. */
const NEVER = {
  wallets: { mode: 'other', head: 'short' },
  wallet_lines: {
    type: 'loan',
    amount_cents: '0',
    reference_type: 'gift',
    payment_method: 'cash',
    hash: 'short',
  },
  audit_chains: { mode: 'other', head: 'short' },
  audit_entries: { topic: 'weather', hash: 'short' },
}

test('impossible values are refused even with triggers disabled', async () => {
  for (const [table, columns] of Object.entries(NEVER))
    for (const [column, value] of Object.entries(columns))
      await assert.rejects(
        app.asOwner(`alter table ${table} disable trigger user; update ${table} set ${column} = '${value}'`),
        { code: '23514' },
        `${table}.${column}`,
      )
})

test('the proof of each minute logs a wrong ledger, and schedules the next', async () => {
  const said: object[] = []
  const log = { ...world.log, error: (what: object) => said.push(what) } as unknown as typeof world.log
  await proveLedger({ ...world, log })
  assert.deepEqual(said, [])
  await app.asOwner(`alter table wallet_lines disable trigger wallet_lines_stay;
    update wallet_lines set balance_after_cents = 1 where ${LIVE} and seq = 6`)
  await proveLedger({ ...world, log })
  assert.deepEqual(said, [{ wallet: `${teamId} live`, fault: 'the wallet differs from its last line' }])
  const { rows } = await world.pool.query(`select from jobs where type = 'prove-ledger'`)
  assert.ok(rows.length >= 1)
})
