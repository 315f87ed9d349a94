// Fail-over by Patroni behind HAProxy, with the recipes of deploy/postgres/: the primary's machine is lost, returns as a
// standby, and becomes primary again under load. Nothing that was acknowledged is lost or duplicated.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { embarque } from '../support/command-line.ts'
import {
  type Daemon,
  folderOfPostgres,
  POSTGRES_BIN,
  programOf,
  recipe,
  startDaemon,
  without,
} from '../support/endurance/debian.ts'
import { startLoad } from '../support/endurance/load.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { AT_ONCE, SECRET_KEY, startApp } from '../support/start-app.ts'

const AGENCIES = 3
/** The lead is free after `ttl`, 20 s after the last heartbeat of the primary; then HAProxy checks each second. */
const UNAVAILABLE_MAX_MS = 45_000
const START_MAX_MS = 60_000

interface Member {
  readonly name: string
  readonly api: string
  readonly port: number
  /** Kills Patroni and its PostgreSQL, like a power cut. */
  lose(): Promise<void>
  start(): void
  output(): string
}

async function startEtcd(): Promise<string> {
  const [client, peer] = [await freePort(), await freePort()]
  const [at, to] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`]
  const daemon = startDaemon(programOf('etcd'), [
    ...['--data-dir', join(folderOfPostgres(), 'etcd'), '--name', 'default'],
    ...['--listen-client-urls', at, '--advertise-client-urls', at],
    ...['--listen-peer-urls', to, '--initial-advertise-peer-urls', to],
    ...['--initial-cluster', `default=${to}`, '--unsafe-no-fsync'],
  ])
  await eventually('etcd responds', async () => isOk(`${at}/health`)).catch(() =>
    assert.fail(daemon.output()),
  )
  return `127.0.0.1:${client}`
}

async function isOk(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function makeMember(name: string, etcd: string): Promise<Member> {
  const folder = folderOfPostgres()
  const [port, apiPort] = [await freePort(), await freePort()]
  const dataDir = join(folder, 'pg')
  const file = recipe('patroni.yaml', folder, {
    'name: one': `name: ${name}`,
    '10.0.0.11:8008': `127.0.0.1:${apiPort}`,
    '10.0.0.11:5432': `127.0.0.1:${port}`,
    '10.0.0.21:2379,10.0.0.22:2379,10.0.0.23:2379': etcd,
    '/var/lib/postgresql/15/embarque': dataDir,
    '/usr/lib/postgresql/15/bin': POSTGRES_BIN,
    '/var/run/postgresql': folder,
    '10.0.0.0/24 scram-sha-256': '127.0.0.1/32 trust',
    'local all all peer': 'local all all trust',
  })
  let daemon: Daemon | undefined
  const lose = async () => {
    await daemon?.kill()
    // The first line is the id of the process.
    const [pid] = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')
    process.kill(Number(pid), 'SIGKILL')
  }
  after(() => lose().catch(() => {}))
  return {
    name,
    port,
    api: `http://127.0.0.1:${apiPort}`,
    lose,
    start() {
      daemon = startDaemon(programOf('Patroni'), [file])
    },
    output: () => daemon?.output() ?? '',
  }
}

async function startProxy(members: readonly Member[]): Promise<number> {
  const port = await freePort()
  const [one, two] = members
  const file = recipe('haproxy.cfg', folderOfPostgres(), {
    'bind 127.0.0.1:5432': `bind 127.0.0.1:${port}`,
    '10.0.0.11:5432 check port 8008': `127.0.0.1:${one?.port} check port ${new URL(one?.api ?? '').port}`,
    '10.0.0.12:5432 check port 8008': `127.0.0.1:${two?.port} check port ${new URL(two?.api ?? '').port}`,
  })
  startDaemon(programOf('HAProxy'), ['-db', '-f', file])
  return port
}

const isPrimary = ({ api }: Member) => isOk(`${api}/primary`)
const isSyncStandby = ({ api }: Member) => isOk(`${api}/sync`)

async function pairOf(members: readonly Member[]): Promise<[leader: Member, standby: Member]> {
  return eventually<[Member, Member]>(
    'there is a primary and a synchronous standby',
    async () => {
      const [one, two] = members as [Member, Member]
      if ((await isPrimary(one)) && (await isSyncStandby(two))) return [one, two]
      return (await isPrimary(two)) && (await isSyncStandby(one)) ? [two, one] : undefined
    },
    START_MAX_MS,
  ).catch(() =>
    assert.fail(members.map(({ name, output }) => `${name}: ${output().slice(-3_000)}`).join('\n')),
  )
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

const isDone = (url: string, sql: string) =>
  query(url, sql).then(
    () => true,
    () => false,
  )

test('a lost primary is replaced, returns as a standby and becomes primary again', {
  skip: without('PostgreSQL', 'Patroni', 'etcd', 'HAProxy'),
}, async (t) => {
  const etcd = await startEtcd()
  const members = [await makeMember('one', etcd), await makeMember('two', etcd)]
  for (const { start } of members) start()
  const [first, second] = await pairOf(members)
  const port = await startProxy(members)
  const urlOf = (user: string, database: string) => `postgresql://${user}@127.0.0.1:${port}/${database}`
  // In the first seconds HAProxy routes to every server.
  for (const sql of ['create database embarque', 'create role embarque_service login'])
    await eventually(sql, async () => isDone(urlOf('postgres', 'postgres'), sql))
  await eventually('HAProxy routes to the primary alone', async () => {
    const asked = Array.from({ length: 6 }, () =>
      isDone(urlOf('postgres', 'postgres'), 'create temporary table t ()'),
    )
    return (await Promise.all(asked)).every((isWritable) => isWritable)
  })
  const owner = urlOf('postgres', 'embarque')
  const app = await startApp({
    databaseUrl: owner,
    settings: { ...AT_ONCE, DATABASE_URL: urlOf('embarque_service', 'embarque') },
  })
  const load = await startLoad(app, AGENCIES)
  await load.warm()

  const lostAt = performance.now()
  await first.lose()
  await eventually('the standby is promoted', () => isPrimary(second), START_MAX_MS)
  const promotedMs = performance.now() - lostAt
  const unavailableMs = (await load.next()) - lostAt
  t.diagnostic(
    `lost: promoted after ${Math.round(promotedMs)} ms, served again after ${Math.round(unavailableMs)} ms`,
  )
  assert.ok(unavailableMs < UNAVAILABLE_MAX_MS, `unavailable for ${unavailableMs} ms`)

  first.start()
  const [leader] = await pairOf(members)
  assert.equal(leader.name, second.name)
  const askedAt = performance.now()
  const response = await fetch(`${second.api}/switchover`, {
    method: 'POST',
    body: JSON.stringify({ leader: second.name, candidate: first.name }),
  })
  assert.equal(response.status, 200, await response.text())
  await eventually('the first is primary again', () => isPrimary(first), START_MAX_MS)
  const servedMs = (await load.next()) - askedAt
  t.diagnostic(`switched over: served again after ${Math.round(servedMs)} ms`)
  assert.ok(servedMs < UNAVAILABLE_MAX_MS, `unavailable for ${servedMs} ms`)
  await load.stop()
  const { out, code } = await embarque(['doctor'], { DATABASE_URL: owner, SECRET_KEY })
  assert.equal(code, 0, out)
})
