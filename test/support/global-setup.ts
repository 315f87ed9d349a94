// Runs once before all test files: one PostgreSQL for the suite, with a migrated template database. With
// DATABASE_URL that server is used instead.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../../server/app/boot/migrate.ts'
import { withDatabase } from './database.ts'
import { startSuiteServer } from './suite-server.ts'

let cleanUp: () => Promise<void> = async () => {}

export async function globalSetup(): Promise<void> {
  const given = process.env.DATABASE_URL
  // Tests make their own settings; none of the developer's may leak in.
  delete process.env.DATABASE_URL
  const taken = mkdtempSync(join(tmpdir(), 'embarque-files-'))
  process.env.TEST_FILES_TAKEN = taken
  const stop = await (given === undefined ? useOwnServer() : useServer(given))
  cleanUp = async () => {
    rmSync(taken, { recursive: true, force: true })
    await stop()
  }
}

export async function globalTeardown(): Promise<void> {
  await cleanUp()
}

async function useOwnServer(): Promise<() => Promise<void>> {
  const { url, serviceRole, template, cluster, engines, stop } = await startSuiteServer()
  process.env.TEST_SERVER_URL = url
  process.env.TEST_SERVICE_ROLE = serviceRole
  process.env.TEST_TEMPLATE = template
  process.env.TEST_CLUSTER = cluster
  process.env.TEST_ENGINES = engines
  return stop
}

async function useServer(url: string): Promise<() => Promise<void>> {
  const template = `embarque_template_${process.pid}`
  await withClient(url, (client) => client.query(`create database ${template}`))
  await withClient(withDatabase(url, template), (client) => migrate(client))
  process.env.TEST_SERVER_URL = url
  process.env.TEST_TEMPLATE = template
  return () => withClient(url, (client) => client.query(`drop database ${template}`))
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
