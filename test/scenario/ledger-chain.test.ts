// The ledger as an outsider verifies it: a stored head, a downloaded statement, and an independent script. Any
// change in SQL is found by that script, and by doctor.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import type { AuditEntry } from '../../contract/audit.ts'
import type { CheckContext } from '../../server/app/checks/check.ts'
import { DATA_CHECKS } from '../../server/app/cli/checks/data-checks.ts'
import { proveChain, proveHeads, proveLines } from '../../server/features/wallet/ledger-proof.ts'
import { type Agency, newAgency, untilSettled } from '../support/agency.ts'
import { anyCharacters } from '../support/any-characters.ts'
import { BOOKINGS, booked, confirm, holdBody, instantBody, zzOffer } from '../support/bookings.ts'
import type { Client } from '../support/client.ts'
import { embarque } from '../support/command-line.ts'
import { fullRuns } from '../support/full-runs.ts'
import { AT_ONCE, SECRET_KEY, startApp } from '../support/start-app.ts'
import { fill, move } from '../support/wallet.ts'

const app = await startApp({ settings: AT_ONCE })
const { world } = app.service
const folder = mkdtempSync(join(tmpdir(), 'embarque-statement-'))
after(() => rmSync(folder, { recursive: true }))
const SCRIPT = fileURLToPath(new URL('../../sdk/verify-statement.mjs', import.meta.url))

const proofOf = async (client: Client) => (await client.get('/api/v1/wallet/proof')).body.data
const statementOf = async (client: Client): Promise<string> =>
  (await client.get('/api/v1/wallet/statement')).text

let files = 0

function saved(content: string): string {
  const file = join(folder, `${++files}`)
  writeFileSync(file, content)
  return file
}

interface Verified {
  code: number
  said: string
}

/** As an outsider runs the script: what it says, with its exit code. */
async function verifyOutside(statement: string, ...heads: string[]): Promise<Verified> {
  return promisify(execFile)(process.execPath, [SCRIPT, saved(statement), ...heads]).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stderr }) => ({ code, said: stderr }),
  )
}

/** The same script on a thread of its own, which starts in a fifth of the time of a process. */
async function verify(statement: string, ...heads: string[]): Promise<Verified> {
  const thread = new Worker(SCRIPT, { argv: [saved(statement), ...heads], stdout: true, stderr: true })
  const ended = new Promise<number>((resolve, reject) => {
    thread.once('error', reject)
    thread.once('exit', resolve)
  })
  const [code, out, err] = await Promise.all([ended, text(thread.stdout), text(thread.stderr)])
  return { code, said: code === 0 ? out : err }
}

async function filledAgency(lines: number): Promise<Agency> {
  const agency = await newAgency(app)
  await fill(agency.live, '500.00')
  for (let index = 1; index < lines; index++)
    await move(world, index % 2 ? 'debit' : 'credit', agency.id, BigInt(index) * 100n)
  return agency
}

test('a proof, as a file or by mail, verifies against the statement, as does each earlier one', async () => {
  const agency = await newAgency(app)
  const empty = await proofOf(agency.live)
  assert.deepEqual([empty.lines, empty.last_transaction_id, empty.balance], [0, null, '0.00'])
  await fill(agency.live, '500.00')
  const earlier = await proofOf(agency.live)
  await move(world, 'debit', agency.id, 12_34n, {
    description: 'A\ttab, a \\ and\nlines\r\u2028 of "words", çã',
  })
  const now = (await agency.live.get('/api/v1/wallet/proof')).text
  const proof = JSON.parse(now).data
  assert.equal(proof.head, `2:${proof.hash}`)
  const statement = await statementOf(agency.live)
  const said = `all 3 proofs hold: ${agency.id} live, 2 lines, balance 487.66\n${proof.head}\n`
  for (const run of [verify, verifyOutside])
    assert.deepEqual(await run(statement, saved(now), earlier.head, empty.head), { code: 0, said })
  assert.match(statement, /\tbank:simulated\t/)
  assert.match(statement, /\tadjustment\t/)
})

test('the test mode has its own chain, which proves nothing about live mode', async () => {
  const agency = await filledAgency(2)
  await fill(agency.test, '300.00')
  const test = await proofOf(agency.test)
  assert.equal((await verify(await statementOf(agency.test), test.head)).code, 0)
  assert.equal((await verify(await statementOf(agency.live), test.head)).code, 1)
  const other = await newAgency(app)
  assert.notEqual((await proofOf(other.live)).hash, (await proofOf(other.test)).hash)
})

/** As the owner of the cluster, with all triggers off: beyond what the service's role can do. */
async function tamper(sql: string): Promise<void> {
  await app.asOwner(`set session_replication_role = replica; ${sql}`)
}

const HARMS: readonly [string, (line: (seq: number) => string) => string][] = [
  ['a description', (line) => `update wallet_lines set description = 'Another' where ${line(2)}`],
  ['who did it', (line) => `update wallet_lines set actor_id = 'key_other' where ${line(2)}`],
  ['in which request', (line) => `update wallet_lines set request_id = 'other' where ${line(3)}`],
  ['an account', (line) => `update wallet_lines set account = 'bank:other' where ${line(2)}`],
  ['a reference', (line) => `update wallet_lines set reference_id = 'ord_other' where ${line(3)}`],
  ['the last amount', (line) => `update wallet_lines set amount_cents = 1 where ${line(5)}`],
  ['a time', (line) => `update wallet_lines set created_at = created_at + interval '1 ms' where ${line(5)}`],
  [
    'simulated money that is called real',
    (line) => `update wallet_lines set simulated = false where ${line(3)}`,
  ],
  [
    'simulated money that is called real by its wallet too',
    (line) => `update wallets set simulated_cents = 0
        where id = (select wallet_id from wallet_lines where ${line(1)});
      update wallet_lines set simulated = false where ${line(1).split(' and ')[0]}`,
  ],
  ['a missing line', (line) => `delete from wallet_lines where ${line(3)}`],
  ['a missing last line', (line) => `delete from wallet_lines where ${line(5)}`],
  [
    'two lines that changed places',
    (
      line,
    ) => `update wallet_lines set seq = 1000 where ${line(2)}; update wallet_lines set seq = 2 where ${line(4)};
      update wallet_lines set seq = 4 where ${line(1000)}`,
  ],
  [
    'two lines whose contents changed places',
    (line) => `update wallet_lines a set description = b.description, kind = b.kind || ' '
      from wallet_lines b where a.wallet_id = b.wallet_id and a.${line(2).split(' and ')[1]} and b.seq = 4
        and a.${line(2).split(' and ')[0]}`,
  ],
]

/** What the doctor finds it by. */
const WALLETS_CHECK = DATA_CHECKS.find(({ name }) => name === 'wallets') ?? assert.fail()
const context = { client: world.pool } as unknown as CheckContext

for (const [name, sql] of HARMS) {
  test(`${name}, changed in SQL: script and doctor find it`, async () => {
    const agency = await filledAgency(5)
    const { head } = await proofOf(agency.live)
    const walletId = (
      await world.pool.query(`select id from wallets where team_id = $1 and mode = 'live'`, [agency.id])
    ).rows[0].id
    await tamper(sql((seq) => `wallet_id = ${walletId} and seq = ${seq}`))
    const { code, said } = await verify(await statementOf(agency.live), head)
    assert.equal(code, 1)
    assert.match(said, /^WRONG: /)
    const found = [
      ...(await proveChain(world.pool)),
      ...(await proveHeads(world.pool)),
      ...(await proveLines(world.pool)),
    ]
    assert.ok(found.some(({ wallet }) => wallet === `${agency.id} live`))
    const { state, text: finding } = (await WALLETS_CHECK.run(context)) ?? assert.fail()
    assert.deepEqual([state, /faults? in the ledger/.test(finding)], ['problem', true], finding)
    // All of the doctor for the first, as its sentence is the same for all of them.
    if (name === HARMS[0]?.[0]) {
      const { out, code: ended } = await embarque(['doctor'], { DATABASE_URL: app.databaseUrl, SECRET_KEY })
      assert.deepEqual([out.includes(finding), ended], [true, 1], out)
    }
    // The next one must be found by itself.
    await tamper(`delete from wallet_lines where wallet_id = ${walletId};
      update wallets set lines = 0, credits = 0, debits = 0, credits_cents = 0, debits_cents = 0, balance_cents = 0,
        simulated_cents = 0, head = null, last_at = null where id = ${walletId}`)
    await tamper(`delete from charge_payments using charges where charges.id = charge_id and team_id = '${agency.id}';
      update recharges set status = 'cancelled', paid_cents = null, paid_at = null, transaction_id = null
      where team_id = '${agency.id}'`)
    assert.deepEqual([...(await proveChain(world.pool)), ...(await proveHeads(world.pool))], [])
  })
}

test('a completely rewritten ledger is detected by a stored head', async () => {
  const agency = await filledAgency(3)
  const { head } = await proofOf(agency.live)
  const [genesis, first, ...rest] = (await statementOf(agency.live)).split('\n')
  const forged = [genesis, first!.replace('50000', '90000'), ...rest].join('\n')
  const outside = await verifyOutside(forged, head)
  assert.match(outside.said, /^WRONG: /)
  assert.deepEqual([outside.code, await verify(forged, head)], [1, outside])
  assert.match((await verify('', head)).said, /empty/)
  assert.match((await verify(`${genesis}\n${first}\n`, head)).said, /the proof is of 3 lines/)
})

test('chain and balance hold after concurrent movements, and during them', async () => {
  const movement = fc.record({
    who: fc.nat(2),
    isCredit: fc.boolean(),
    cents: fc.integer({ min: 1, max: 400_00 }),
    text: anyCharacters({ maxLength: 20 }).map((text) => text.replaceAll('\0', '')),
  })
  const agencies = await Promise.all([1, 2, 3].map(() => newAgency(app)))
  const heads: string[][] = [[], [], []]
  await fc.assert(
    fc.asyncProperty(fc.array(movement, { minLength: 1, maxLength: 40 }), async (movements) => {
      const made = movements.map(async ({ who, isCredit, cents, text }) => {
        await move(world, isCredit ? 'credit' : 'debit', agencies[who]!.id, BigInt(cents), {
          description: text,
        }).catch((error) => assert.equal(error.code, 'insufficient_balance', error))
        heads[who]!.push((await proofOf(agencies[who]!.live)).head)
      })
      await Promise.all(made)
      assert.deepEqual([...(await proveChain(world.pool)), ...(await proveLines(world.pool))], [])
    }),
    { numRuns: fullRuns ? 60 : 3 },
  )
  for (const [index, { live }] of agencies.entries()) {
    const kept = [...new Set(heads[index]), saved((await live.get('/api/v1/wallet/proof')).text)]
    const { code, said } = await verify(await statementOf(live), ...kept)
    assert.equal(code, 0, said)
  }
})

test('accounts agree with payments and orders in every state; a discrepancy is found', async () => {
  const agency = await newAgency(app)
  const client = agency.test
  const read = async () => (await client.get('/api/v1/wallet/reconciliation')).body.data
  assert.deepEqual([(await read()).agrees, (await read()).accounts], [true, []])
  await fill(client, '500.00')
  await fill(client, '200.00')
  const cancelled = await booked(client, instantBody(await zzOffer(client)))
  assert.equal((await client.delete(`${BOOKINGS}/${cancelled.id}`)).status, 200)
  const failed = await client.post(BOOKINGS, instantBody(await zzOffer(client, { family: 'sold out' })))
  assert.equal(failed.status, 409, failed.text)
  const held = await zzOffer(client)
  const { id } = await booked(client, holdBody(held))
  assert.equal((await confirm(client, id, held)).status, 200)
  const letGo = await booked(client, holdBody(await zzOffer(client)))
  assert.equal((await client.delete(`${BOOKINGS}/${letGo.id}`)).status, 200)
  await untilSettled(app, agency.id, 'test')
  const { agrees, accounts } = await read()
  assert.deepEqual(
    [agrees, accounts.map(({ account }: { account: string }) => account)],
    [true, ['bank:simulated', 'carrier:simulated']],
  )
  const [bank, carrier] = accounts
  assert.deepEqual(
    [bank.lines, bank.credits, bank.expected_credits, bank.debits],
    [2, '700.00', '700.00', '0.00'],
  )
  assert.deepEqual(
    [carrier.lines, carrier.debits, carrier.credits],
    [5, carrier.expected_debits, carrier.expected_credits],
  )
  await tamper(`update charge_payments set amount_cents = charge_payments.amount_cents + 1 from charges
    where charges.id = charge_id and team_id = '${agency.id}'`)
  assert.equal((await read()).agrees, false)
  const { out } = await embarque(['doctor'], { DATABASE_URL: app.databaseUrl, SECRET_KEY })
  assert.match(
    out,
    new RegExp(`${agency.id} test, bank:simulated: \\+700.00 -0.00 in the ledger, \\+700.02 -0.00`),
  )
})

test('the head is mailed to the team every morning, until switched off', async () => {
  const agency = await newAgency(app, { timeZone: 'America/Sao_Paulo' })
  await fill(agency.test, '300.00')
  const diary = agency.diary()
  const setDailyMail = (daily_mail: boolean) => agency.test.put('/api/v1/wallet/proof/mail', { daily_mail })
  await setDailyMail(false)
  assert.equal((await setDailyMail(true)).body.data.daily_mail, true)
  const audited = (await agency.test.get('/api/v1/audit?action=wallet.mailProof')).body.data
  assert.deepEqual(
    audited.map((entry: AuditEntry) => [entry.object_id, entry.changes[0]?.before, entry.changes[0]?.after]),
    [
      [agency.id, { daily_mail: false }, { daily_mail: true }],
      [agency.id, { daily_mail: false }, { daily_mail: false }],
    ],
  )
  await setDailyMail(true)
  await agency.advance('P2D')
  const mails = await diary.mails()
  assert.equal(mails.length, 2)
  for (const key of mails) assert.match(key, /^proof \d{4}-\d\d-\d\d$/)
  const { head } = await proofOf(agency.test)
  const { rows } = await world.pool.query(`select text, to_address from mails where team_id = $1`, [
    agency.id,
  ])
  for (const { text, to_address } of rows) {
    assert.equal(to_address, 'sol@agencia.example')
    assert.ok(text.includes(head), text)
  }
  assert.equal((await setDailyMail(false)).body.data.daily_mail, false)
  await agency.advance('P3D')
  assert.deepEqual(await diary.mails(), [])
})
