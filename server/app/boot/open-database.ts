// Finds the database the settings ask for: a named server, or the embedded one in its folder.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { archiveIn } from '../../kernel/db/archive/archive-folder.ts'
import { keepArchive } from '../../kernel/db/archive/keep-archive.ts'
import type { Connection } from '../../kernel/db/db.ts'
import { clusterIn } from '../../kernel/db/embedded-postgres/data-folder.ts'
import { defaultDataDir } from '../../kernel/db/embedded-postgres/default-data-dir.ts'
import { findRunningServer } from '../../kernel/db/embedded-postgres/find-running-server.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../kernel/db/embedded-postgres/start-embedded-postgres.ts'
import type { DatabaseConfig } from '../../kernel/db/settings.ts'
import { PROJECT_DIR } from '../../kernel/process/project.ts'
import type { Say } from '../../kernel/process/say.ts'

export interface OpenDatabase {
  connection: Connection
  /** For migrations, backup and restore: the service itself owns nothing. */
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
  return config.databaseUrl !== null || existsSync(join(clusterIn(dataDirOf(config)), 'PG_VERSION'))
}

interface Opening {
  /** Joins the database of a running service instead of refusing: what the command line does. */
  share?: boolean
  /** Aborted where nobody wants it any more. */
  halt?: AbortSignal | undefined
}

export async function openDatabase(
  config: DatabaseConfig,
  say: Say,
  { share = false, halt }: Opening = {},
): Promise<OpenDatabase> {
  if (config.databaseUrl !== null) {
    const connection = { connectionString: config.databaseUrl }
    const owner = { connectionString: config.databaseOwnerUrl ?? config.databaseUrl }
    return { connection, owner, alone: false, close: async () => {} }
  }
  const dataDir = dataDirOf(config)
  const running = share ? await findRunningServer(dataDir) : null
  if (running !== null) return { ...waysInto(running), alone: false, close: async () => {} }
  const { databaseOsUser, backupDir } = config
  const server = await startEmbeddedPostgres({
    dataDir,
    osUser: databaseOsUser ?? undefined,
    archiveDir: backupDir ?? undefined,
    say,
    halt,
  })
  // Commands come and go; what they write is archived too, but a base backup is for who stays.
  const kept = backupDir === null || share ? null : keep(server, backupDir, config, say)
  const close = async () => {
    await kept?.stop()
    await server.stop()
  }
  return { ...waysInto(server), alone: true, close }
}

function keep(
  { connection, isArchived }: EmbeddedPostgres,
  backupDir: string,
  config: DatabaseConfig,
  say: Say,
) {
  const dataDir = dataDirOf(config)
  return keepArchive({
    archive: archiveIn(backupDir),
    connection,
    dataDir,
    clusterDir: clusterIn(dataDir),
    keep: config.backupKeep,
    isOurs: isArchived,
    say,
  })
}

type Ways = Pick<EmbeddedPostgres, 'connection' | 'serviceConnection'>

function waysInto({ connection, serviceConnection }: Ways): Pick<OpenDatabase, 'connection' | 'owner'> {
  return { connection: serviceConnection, owner: connection }
}
