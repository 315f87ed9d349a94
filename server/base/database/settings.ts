// Settings of the database: where it is, or where the embedded one is kept.
import { anyText, optional, setting, type ValuesOf, wholeNumber } from '../process/setting.ts'

export const DATABASE_SETTINGS = {
  dataDir: optional('DATA_DIR', anyText, 'Folder of the embedded database and the secret key'),
  databaseUrl: optional(
    'DATABASE_URL',
    postgresUrl,
    'A PostgreSQL (14 or newer) instead of the embedded one',
  ),
  databaseDirectUrl: optional(
    'DATABASE_DIRECT_URL',
    postgresUrl,
    'Where `DATABASE_URL` is a pooler: the way past it, for LISTEN and session locks',
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
  databasePoolMax: setting(
    'DATABASE_POOL_MAX',
    '16',
    wholeNumber(2, 500),
    'Connections to the database at most',
  ),
} as const

export type DatabaseConfig = ValuesOf<typeof DATABASE_SETTINGS>

function postgresUrl(text: string): string {
  if (!/^postgres(ql)?:\/\//.test(text))
    throw new Error('must look like postgresql://user:password@host:5432/database')
  return text
}
