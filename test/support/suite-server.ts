// The suite's own PostgreSQL. Making a cluster and running all migrations takes seconds, so what comes of it is kept
// beside the packages, and copied for as long as it is what would be made again.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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
import { keepCluster } from './keep-cluster.ts'

export interface SuiteServer {
  /** Of a database that nothing is copied from. */
  url: string
  /** Whom services are: somebody who owns nothing. */
  serviceRole: string
  /** Migrated, and nobody's: to be copied from. */
  template: string
  /** The files of a server that does not run, with the same database in it. */
  cluster: string
  engines: string
  stop(): Promise<void>
}

// Nothing here must survive a crash, so nothing waits for the disk, and nothing lives long enough to be vacuumed.
const SETTINGS = {
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  autovacuum: 'off',
  // A session of a test lives too short for the five plans that PostgreSQL tries before it keeps one.
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
    // Its folder goes with this process.
    stop: server.stop,
  }
}

/** Its first session leaves there what PostgreSQL knows of its own tables, and every copy has it from its beginning. */
async function warm({ connection }: EmbeddedPostgres): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.end()
}

/** Whatever it is made of. */
function clusterVersion(): string {
  const grants = readFileSync(new URL('../../server/app/boot/database.ts', import.meta.url), 'utf8')
  const parts = [findEngine().version, grants, ...readMigrations().map(({ hash }) => hash)]
  return createHash('sha256').update(parts.join()).digest('hex').slice(0, 16)
}

/** Migrated, stopped and kept, in place of any older one. */
async function makeCluster(server: EmbeddedPostgres, from: string, to: string): Promise<void> {
  const client = new pg.Client(server.connection)
  await client.connect()
  await migrate(client, { after: () => grantService(client, server.serviceConnection.user) })
  await client.end()
  await server.stop()
  keepCluster(from, to, NAME)
}
