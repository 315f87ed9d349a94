// Finds the database the settings ask for: a named server, or the embedded one in its folder.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Connection } from '../base/database/db.ts'
import { defaultDataDir } from '../base/database/embedded-postgres/default-data-dir.ts'
import { findRunningServer } from '../base/database/embedded-postgres/find-running-server.ts'
import { startEmbeddedPostgres } from '../base/database/embedded-postgres/start-embedded-postgres.ts'
import type { DatabaseConfig } from '../base/database/settings.ts'
import { PROJECT_DIR } from '../base/process/project.ts'

export interface OpenDatabase {
  connection: Connection
  /** For LISTEN and session locks, past any pooler. */
  direct: Connection
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
    return { connection, direct, alone: false, close: async () => {} }
  }
  const dataDir = dataDirOf(config)
  const running = share ? await findRunningServer(dataDir) : null
  if (running !== null) return { connection: running, direct: running, alone: false, close: async () => {} }
  const server = await startEmbeddedPostgres({ dataDir, osUser: config.databaseOsUser ?? undefined, say })
  return { connection: server.connection, direct: server.connection, alone: true, close: () => server.stop() }
}
