// Checks what the service depends on: disk, database, clocks, migrations and the secret key.
import { statfs } from 'node:fs/promises'
import { checkClock, timeDatabase } from '../../../features/readiness/readiness.ts'
import { type Finding, ok, problem, warning } from '../../../features/readiness/readiness.ts'
import { makeSecretBox, readSecretKey, secretKeyFile } from '../../../kernel/crypto/secret-box.ts'
import type { Config } from '../../boot/config.ts'
import { secretKeyFits } from '../../boot/key-proof.ts'
import { missingMigrations } from '../../boot/migrate.ts'
import { dataDirOf } from '../../boot/open-database.ts'
import type { Check as AnyCheck, Patient as AnyPatient } from '../../checks/check.ts'

type Patient = AnyPatient & {
  /** False for a standby, and for a server that is set so. */
  readonly takesChanges: boolean
  readonly config: Config
  readonly client: Parameters<typeof missingMigrations>[0]
}
/** One that needs all settings, as the doctor has them. */
export type DoctorCheck = AnyCheck<Patient>

export const INSTALLATION_CHECKS: readonly DoctorCheck[] = [
  { name: 'database', run: checkDatabase },
  { name: 'disk space', run: checkDiskSpace },
  { name: 'clock', run: checkClock },
]
export const MIGRATIONS_CHECK: DoctorCheck = { name: 'migrations', run: checkMigrations }
export const SECRET_KEY_CHECK: DoctorCheck = { name: 'secret key', run: checkSecretKey }

const SLOW_MS = 50
const OLDEST_MAJOR = 14

async function checkDatabase({ config, client, wall, takesChanges }: Patient): Promise<Finding> {
  const { rows } = await client.query(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number`,
  )
  const { version, number } = rows[0]
  const { roundTripMs } = await timeDatabase(client, wall)
  const place = config.databaseUrl === null ? `embedded in ${dataDirOf(config)}` : 'at DATABASE_URL'
  const text = `PostgreSQL ${version} ${place}, answers in ${roundTripMs.toFixed(1)} ms`
  if (number < OLDEST_MAJOR * 10_000) return problem(text, `Use PostgreSQL ${OLDEST_MAJOR} or newer.`)
  if (!takesChanges)
    return problem(
      `${text}, but is read-only: services that run on it cannot say so, and whatever changes something is 503`,
      'It may be a standby, or a fail-over may be under way: DATABASE_URL must reach the primary. Otherwise see ' +
        'where default_transaction_read_only is set.',
    )
  if (roundTripMs <= SLOW_MS) return ok(text)
  return warning(text, 'Every request asks it several times: run the service nearer to its database.')
}

async function checkMigrations({ client }: Patient): Promise<Finding> {
  const missing = await missingMigrations(client)
  if (missing.length === 0) return ok('the database is up to date')
  const names = missing.map(({ number, name }) => `${number} ${name}`).join(', ')
  return problem(`the database lacks ${names}`, 'Start the service, or run "npx embarque migrate".')
}

async function checkSecretKey({ config, client }: Patient): Promise<Finding> {
  const file = secretKeyFile(dataDirOf(config))
  const place = config.secretKey === null ? file : 'SECRET_KEY'
  const key = config.secretKey ?? readSecretKey(dataDirOf(config))
  const fits = await secretKeyFits(client, key && makeSecretBox(key))
  if (fits === null) return ok('no service has started on this database yet: its first start fixes the key')
  if (key === null) return problem(`${file} is missing`, 'Put it back from a backup, or set SECRET_KEY.')
  if (fits) return ok(`${place} fits this database`)
  return problem(
    `${place} is not the key this database was made with`,
    'Set SECRET_KEY to the right one, or put the right secret.key into DATA_DIR.',
  )
}

const GIB = 1024 ** 3

async function checkDiskSpace({ config }: Patient): Promise<Finding | null> {
  if (config.databaseUrl !== null) return null
  const dataDir = dataDirOf(config)
  const { bavail, bsize } = await statfs(dataDir)
  const text = `${((bavail * bsize) / GIB).toFixed(1)} GiB free in ${dataDir}`
  return bavail * bsize >= GIB ? ok(text) : warning(text, 'Make room: a full disk stops the database.')
}
