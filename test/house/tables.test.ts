// Every table has one owner, and only the owner's folder and a few guests have SQL on it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTestCode, projectFiles } from './project-files.ts'
import { GUESTS, OWNERS, strangersIn, tablesIn, usesIn } from './tables.ts'

const files = projectFiles('server')
const service = [...files].filter(([path]) => path.endsWith('.ts') && !isTestCode(path))

test('every table of the migrations has an owner, and every owner has a table', () => {
  assert.deepEqual(tablesIn(files), Object.keys(OWNERS).sort())
})

test('nobody else has SQL on a table', () => {
  assert.deepEqual(strangersIn(files, OWNERS, GUESTS), [])
})

test('owners and guests are there, and use what they are listed for', () => {
  const usedAt = (place: string) =>
    service
      .filter(([path]) => path === place || (place.endsWith('/') && path.startsWith(place)))
      .flatMap(([, text]) => usesIn(text))
  for (const [table, home] of Object.entries(OWNERS))
    assert.ok(
      usedAt(home).some((use) => use.table === table),
      `${home} has no SQL on ${table}`,
    )
  for (const [guest, { reads = [], writes = [] }] of Object.entries(GUESTS)) {
    const uses = usedAt(guest)
    assert.ok(uses.length > 0, `${guest} has no SQL`)
    if (guest.endsWith('/')) continue
    for (const table of reads)
      assert.ok(
        uses.some((use) => use.table === table),
        `${guest} does not read ${table}`,
      )
    for (const table of writes) {
      assert.ok(
        uses.some((use) => use.table === table && use.isWrite),
        `${guest} does not write ${table}`,
      )
    }
  }
})

const owners = {
  charges: 'server/features/payments/',
  offer_lines: 'server/features/flights/',
}
const guests = { 'server/app/cli/checks/': { reads: ['charges'], why: 'looks' } }
const strangers = (path: string, text: string) => strangersIn(new Map([[path, text]]), owners, guests)

test('every way to name a table is found', () => {
  for (const text of [
    'statement(`select 1 from charges`)',
    'statement(`select 1 from a\n  join charges c on true`)',
    "const sql = 'insert into charges values (1)'",
    'sql`update only charges set a = 1`',
    '`delete from "charges"`',
    "build.selectFrom('charges').select('id')",
    "build.selectFrom('a').innerJoin('charges as c', 'a', 'b')",
    "build.updateTable('charges')",
    "trx.insertInto(\n  'charges',\n)",
    `\`select 1 from offer_lines_\${hour}\``,
  ]) {
    assert.equal(strangers('server/features/wallet/x.ts', text).length, 1, text)
  }
  for (const text of [
    '// from charges',
    "'the charges of a month'",
    '`from charges_of_month`',
    'row.charges',
  ]) {
    assert.deepEqual(strangers('server/features/wallet/x.ts', text), [], text)
  }
})

test('an owner may do everything, a guest what is listed, tests what they like', () => {
  const write = '`delete from charges`'
  assert.deepEqual(strangers('server/features/payments/charge-store.ts', write), [])
  assert.deepEqual(strangers('server/features/flights/x.ts', '`insert into offer_lines_1`'), [])
  assert.deepEqual(strangers('server/app/cli/checks/x.ts', '`select from charges`'), [])
  assert.equal(strangers('server/app/cli/checks/x.ts', write).length, 1)
  assert.deepEqual(strangers('server/features/wallet/x.test.ts', write), [])
})
