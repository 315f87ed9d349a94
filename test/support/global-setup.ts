// Runs once before all test files: one PostgreSQL for the suite, with a migrated template to copy databases from.
// With DATABASE_URL that server is used instead of an embedded one.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../server/base/database/embedded-postgres/start-embedded-postgres.ts'
import { migrate, readMigrations } from '../../server/service/migrate.ts'

let cleanUp: () => Promise<void> = async () => {}

export async function globalSetup(): Promise<void> {
  const url = process.env.DATABASE_URL ?? (await startServer())
  const template = `embarque_template_${process.pid}`
  await withClient(url, async (client) => {
    await client.query(`create database ${template}`)
  })
  await withClient(withDatabase(url, template), (client) => migrate(client))
  const stopServer = cleanUp
  cleanUp = async () => {
    await withClient(url, (client) => client.query(`drop database ${template}`))
    await stopServer()
  }
  process.env.TEST_SERVER_URL = url
  process.env.TEST_TEMPLATE = template
  // Tests make their own settings; none of the developer's may leak in.
  delete process.env.DATABASE_URL
  if (readMigrations().length === 0) throw new Error('no migrations were found')
}

export async function globalTeardown(): Promise<void> {
  await cleanUp()
}

async function startServer(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'embarque-test-'))
  // Nothing here must survive a crash, so nothing waits for the disk.
  const settings = { synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' }
  const server = await startEmbeddedPostgres({ dataDir, fsync: false, settings })
  cleanUp = async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const { host, user, database } = server.connection
  return `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}`
}

export function withDatabase(url: string, database: string): string {
  return url.replace(/^(postgres(?:ql)?:\/\/[^/]*)\/[^?]*/, `$1/${database}`)
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
