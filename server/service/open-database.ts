// Finds the database the settings ask for: a named server, or the embedded one in its folder.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Connection } from '../base/database/db.ts'
import { defaultDataDir } from '../base/database/embedded-postgres/default-data-dir.ts'
import { findRunningServer } from '../base/database/embedded-postgres/find-running-server.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../base/database/embedded-postgres/start-embedded-postgres.ts'
import type { DatabaseConfig } from '../base/database/settings.ts'
import { PROJECT_DIR } from '../base/process/project.ts'

export interface OpenDatabase {
  connection: Connection
  /** For LISTEN and session locks, past any pooler. */
  direct: Connection
  /** For migrations, backup and restore, past any pooler: the service itself owns nothing. */
  owner: Connection
  /** True when no other service can be using this database. */
  alone: boolean
  close(): Promise<void>
}

export function dataDirOf(config: DatabaseConfig): string {
  return config.dataDir === null ? defaultDataDir(PROJECT_DIR) : resolve(config.dataDir)
}

/** False before the first start with an embedded database, which opening it would create. */
export function hasDatabase(config: DatabaseConfig): boolean {
  return config.databaseUrl !== null || existsSync(join(dataDirOf(config), 'pg', 'PG_VERSION'))
}

/** `share` joins the database of a running service instead of refusing: what the command line does. */
export async function openDatabase(
  config: DatabaseConfig,
  say: (line: string) => void,
  share = false,
): Promise<OpenDatabase> {
  if (config.databaseUrl !== null) {
    const connection = { connectionString: config.databaseUrl }
    const direct = { connectionString: config.databaseDirectUrl ?? config.databaseUrl }
    const owner = config.databaseOwnerUrl === null ? direct : { connectionString: config.databaseOwnerUrl }
    return { connection, direct, owner, alone: false, close: async () => {} }
  }
  const dataDir = dataDirOf(config)
  const running = share ? await findRunningServer(dataDir) : null
  if (running !== null) return { ...waysInto(running), alone: false, close: async () => {} }
  const server = await startEmbeddedPostgres({ dataDir, osUser: config.databaseOsUser ?? undefined, say })
  return { ...waysInto(server), alone: true, close: () => server.stop() }
}

type Ways = Pick<EmbeddedPostgres, 'connection' | 'serviceConnection'>

function waysInto({
  connection,
  serviceConnection,
}: Ways): Pick<OpenDatabase, 'connection' | 'direct' | 'owner'> {
  return { connection: serviceConnection, direct: serviceConnection, owner: connection }
}
