// The suite's own PostgreSQL. Creating a cluster and running all migrations takes seconds, so the result is cached
// beside the packages and copied while its sources are unchanged.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import pg from 'pg'
import { grantService } from '../../server/app/boot/database.ts'
import { migrate, readMigrations } from '../../server/app/boot/migrate.ts'
import { findEngine } from '../../server/kernel/db/embedded-postgres/engine.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../server/kernel/db/embedded-postgres/start-embedded-postgres.ts'
import { PROJECT_DIR } from '../../server/kernel/process/project.ts'
import { copyCluster, temporaryDataDir } from './data-dir.ts'
import { removeLeftBehind } from './fast-folder.ts'

export interface SuiteServer {
  /** The URL of a database that is no template. */
  url: string
  /** The role of services, which owns nothing. */
  serviceRole: string
  /** The migrated database that is copied. */
  template: string
  /** The files of a stopped server with the same database. */
  cluster: string
  engines: string
  stop(): Promise<void>
}

// Nothing must survive a crash or needs a vacuum, so nothing waits for the disk.
const SETTINGS = {
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  autovacuum: 'off',
  // Sessions of tests are too short for the five custom plans before a generic one.
  plan_cache_mode: 'force_generic_plan',
}
const CACHE = join(PROJECT_DIR, 'node_modules', '.cache')
const NAME = 'test-cluster-'

export async function startSuiteServer(): Promise<SuiteServer> {
  removeLeftBehind()
  const dataDir = temporaryDataDir()
  const start = () => startEmbeddedPostgres({ dataDir, fsync: false, settings: SETTINGS })
  const cluster = join(CACHE, `${NAME}${clusterVersion()}`)
  if (existsSync(cluster)) copyCluster(cluster, join(dataDir, 'pg'))
  else await makeCluster(await start(), join(dataDir, 'pg'), cluster)
  const server = await start()
  await warm(server)
  const { host, user, database } = server.connection
  return {
    url: `postgresql://${user}@/postgres?host=${encodeURIComponent(host)}`,
    serviceRole: server.serviceConnection.user,
    template: database,
    cluster,
    engines: join(dataDir, 'engine'),
    // Its folder is removed with this process.
    stop: server.stop,
  }
}

/** The first session writes PostgreSQL's catalogue cache, which every copy then has from the start. */
async function warm({ connection }: EmbeddedPostgres): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.end()
}

/** A hash of everything the cluster is made of. */
function clusterVersion(): string {
  const grants = readFileSync(new URL('../../server/app/boot/database.ts', import.meta.url), 'utf8')
  const parts = [findEngine().version, grants, ...readMigrations().map(({ hash }) => hash)]
  return createHash('sha256').update(parts.join()).digest('hex').slice(0, 16)
}

/** Migrates, stops and stores the cluster in place of an older one. */
async function makeCluster(server: EmbeddedPostgres, from: string, to: string): Promise<void> {
  const client = new pg.Client(server.connection)
  await client.connect()
  await migrate(client, { after: () => grantService(client, server.serviceConnection.user) })
  await client.end()
  await server.stop()
  keepCluster(from, to, NAME)
}

/**
 * Stores the folder whole or not at all, and removes older ones with the same prefix. Of two concurrent runs, the
 * second uses the first one's.
 */
function keepCluster(from: string, to: string, alike: string): void {
  const folder = dirname(to)
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder).filter((one) => one.startsWith(alike) && one !== basename(to)))
    rmSync(join(folder, name), { recursive: true, force: true })
  const fresh = mkdtempSync(join(folder, 'new-'))
  copyCluster(from, fresh)
  try {
    renameSync(fresh, to)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(to)) throw error
  }
}
