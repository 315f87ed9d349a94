// Settings of the database: its address, or the folder of the embedded one.
import { resolve } from 'node:path'
import {
  anyText,
  type Environment,
  optional,
  setting,
  type ValuesOf,
  wholeNumber,
} from '../process/settings.ts'

export const DATABASE_SETTINGS = {
  dataDir: optional('DATA_DIR', anyText, 'Folder of the embedded database and the secret key'),
  databaseUrl: optional(
    'DATABASE_URL',
    postgresUrl,
    'A PostgreSQL (14 or newer) instead of the embedded one',
  ),
  databaseOwnerUrl: optional(
    'DATABASE_OWNER_URL',
    postgresUrl,
    'The same database as its owner, for migrations, `backup` and `restore`; `DATABASE_URL` then owns nothing',
  ),
  databaseOsUser: optional(
    'DATABASE_OS_USER',
    anyText,
    'When started by root: the user the embedded database runs as',
  ),
  backupDir: optional(
    'BACKUP_DIR',
    folder,
    'Folder that the embedded database is archived to all the time, best on another disk: restores to any moment',
  ),
  backupKeep: setting(
    'BACKUP_KEEP',
    '7',
    wholeNumber(1, 1_000),
    'Base backups that stay in `BACKUP_DIR`, one a day',
  ),
  databasePoolMax: setting(
    'DATABASE_POOL_MAX',
    '16',
    wholeNumber(2, 500),
    'Connections to the database at most, of all processes of a service together; 8 for each at least',
  ),
} as const

export type DatabaseConfig = ValuesOf<typeof DATABASE_SETTINGS>

const SEVERAL_HOSTS = /^[^/]*\/\/(?:[^@/?]*@)?[^@/?]*,|[?&]host=[^&]*(?:,|%2C)/i

const REMOVED: Readonly<Record<string, string>> = {
  DATABASE_DIRECT_URL: 'set DATABASE_URL to the server, or to PgBouncer in session mode',
  DATABASE_READ_URL: 'lists and reports are read from DATABASE_URL',
}

/** A warning for each removed setting that is still set. */
export function removedSettings(environment: Environment): string[] {
  return Object.entries(REMOVED)
    .filter(([name]) => environment[name]?.trim())
    .map(([name, instead]) => `${name} has no effect any more: ${instead}`)
}

/** An external server is archived by its own tools. */
export function archivedElsewhere({ backupDir, databaseUrl }: DatabaseConfig): string[] {
  if (backupDir === null || databaseUrl === null) return []
  return [
    'BACKUP_DIR is for the embedded database, and DATABASE_URL names another: archive that by its own tools',
  ]
}

/** The server's commands contain the path in one line. */
function folder(text: string): string {
  if (/[\r\n]/.test(text)) throw new Error('must not contain a line break')
  return resolve(text)
}

function postgresUrl(text: string): string {
  if (!/^postgres(ql)?:\/\//.test(text))
    throw new Error('must look like postgresql://user:password@host:5432/database')
  if (SEVERAL_HOSTS.test(text))
    throw new Error('must name one host: a DNS name or a proxy that leads to the primary (docs/database.md)')
  return text
}
