// The service's database role limits an attacker inside the service: it owns nothing, creates nothing, disables
// nothing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../server/app/boot/config.ts'
import { openWorld } from '../../server/app/boot/world.ts'
import { makeLog } from '../../server/kernel/process/log.ts'
import { embarque } from '../support/command-line.ts'
import { initialisedDataDir } from '../support/data-dir.ts'
import { serviceUrl } from '../support/database.ts'
import { SECRET_KEY, startApp } from '../support/start-app.ts'
import { fill } from '../support/wallet.ts'

/** What an attacker would try who can send any statement through the service. */
const ATTACKS = [
  'set session_replication_role = replica',
  'alter table wallet_lines disable trigger wallet_lines_stay',
  'alter table wallet_lines disable trigger all',
  'drop trigger wallet_lines_stay on wallet_lines',
  'update wallet_lines set amount_cents = 1',
  'delete from wallet_lines',
  'truncate wallet_lines',
  'alter table wallets drop constraint wallets_balance_by_lines',
  'alter domain line_type drop constraint line_type_check',
  'drop table wallet_lines',
  'create table mine (id int)',
  'create temporary table mine (id int)',
  'create schema mine',
  'create or replace function refuse_ledger_change() returns trigger language plpgsql as $$ begin return null; end $$',
  'create function mine() returns int language sql as $$ select 1 $$',
  'create extension if not exists dblink',
  'create role mine superuser',
  'alter role current_user superuser',
  'set role embarque',
  'set session authorization embarque',
  'grant all on wallet_lines to current_user with grant option',
  `delete from migrations`,
  `copy (select 1) to '/tmp/mine'`,
  `copy teams (name) from program 'id'`,
  `select pg_read_file('/etc/passwd')`,
  `select lo_import('/etc/passwd')`,
  'alter system set log_statement = none',
]
const REFUSED =
  /permission denied|must be (owner|superuser|able)|only roles with|no privileges|cannot set parameter/i

interface Runs {
  query(sql: string): Promise<unknown>
}

async function assertRefused(db: Runs): Promise<void> {
  const done: string[] = []
  for (const sql of ATTACKS) {
    await db.query(sql).then(
      () => done.push(sql),
      (error) => assert.match(error.message, REFUSED, sql),
    )
  }
  // PostgreSQL refuses this one by a warning alone.
  assert.deepEqual(
    done.filter((sql) => !sql.startsWith('grant all')),
    [],
  )
}

test('on a separate server DATABASE_URL is a role that owns nothing, and DATABASE_OWNER_URL migrates', async () => {
  const app = await startApp()
  await fill(app.live, '500.00')
  await assertRefused(app.service.world.pool)
  const rows = await app.asOwner('select count(*)::int as count from wallet_lines')
  assert.deepEqual(rows, [{ count: 1 }])
  const small = { DATABASE_URL: serviceUrl(app.databaseUrl), SECRET_KEY }
  const well = await embarque(['doctor'], small)
  assert.match(well.out, /^ok +database role +embarque_service owns nothing, and can switch nothing off$/m)
  assert.equal(well.code, 0, well.out)
  const mighty = await embarque(['doctor'], { DATABASE_URL: app.databaseUrl, SECRET_KEY })
  assert.match(mighty.out, /^warning +database role +embarque is a superuser: an intruder in the service/m)
  // A service that is given the small role alone starts, as long as there is nothing to migrate.
  const log = makeLog({ level: 'fatal' })
  const { migrated, close } = await openWorld(readConfig(small), log)
  await close()
  assert.deepEqual(migrated, [])
  await app.asOwner(`delete from migrations where number = (select max(number) from migrations)`)
  await assert.rejects(openWorld(readConfig(small), log), /DATABASE_OWNER_URL/)
})

test("in the embedded database the service's role is not the cluster's owner", async () => {
  const dataDir = await initialisedDataDir()
  const { world, close } = await openWorld(
    readConfig({ DATA_DIR: dataDir, SECRET_KEY }),
    makeLog({ level: 'fatal' }),
  )
  try {
    await assertRefused(world.pool)
    await assertRefused(world.vitalPool)
    const { out, code } = await embarque(['doctor'], { DATA_DIR: dataDir, SECRET_KEY })
    assert.match(out, /^ok +database role +embarque_service owns nothing/m)
    assert.equal(code, 0, out)
  } finally {
    await close()
  }
})
