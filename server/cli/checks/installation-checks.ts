// Checks what the service depends on: disk, database, clocks, migrations and the secret key.
import { statfs } from 'node:fs/promises'
import type { Clock } from '../../base/process/clock.ts'
import { makeSecretBox, readSecretKey, secretKeyFile } from '../../base/secrets/secret-box.ts'
import {
  type Check as AnyCheck,
  type Patient as AnyPatient,
  type Finding,
  ok,
  problem,
  warning,
} from '../../checks/check.ts'
import type { Config } from '../../service/config.ts'
import { secretKeyFits } from '../../service/key-proof.ts'
import { missingMigrations } from '../../service/migrate.ts'
import { dataDirOf } from '../../service/open-database.ts'

type Patient = AnyPatient & {
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

const ROUND_TRIPS = 5
const SLOW_MS = 50
const OLDEST_MAJOR = 14

async function checkDatabase({ config, client, wall }: Patient): Promise<Finding> {
  const { rows } = await client.query(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number`,
  )
  const { version, number } = rows[0]
  const { roundTripMs } = await timeDatabase(client, wall)
  const place = config.databaseUrl === null ? `embedded in ${dataDirOf(config)}` : 'at DATABASE_URL'
  const text = `PostgreSQL ${version} ${place}, answers in ${roundTripMs.toFixed(1)} ms`
  if (number < OLDEST_MAJOR * 10_000) return problem(text, `Use PostgreSQL ${OLDEST_MAJOR} or newer.`)
  if (roundTripMs <= SLOW_MS) return ok(text)
  return warning(text, 'Every request asks it several times: run the service nearer to its database.')
}

interface Timing {
  roundTripMs: number
  /** How far the database's clock is ahead of this machine's, give or take half the round trip. */
  aheadMs: number
}

/** The fastest of several: slower ones are due to the load on this machine. */
async function timeDatabase(client: Patient['client'], wall: Clock): Promise<Timing> {
  const timings: Timing[] = []
  for (let trip = 0; trip < ROUND_TRIPS; trip++) {
    const start = performance.now()
    const startedAt = wall.now().getTime()
    const { rows } = await client.query('select extract(epoch from clock_timestamp())::float8 * 1000 as ms')
    const roundTripMs = performance.now() - start
    timings.push({ roundTripMs, aheadMs: rows[0].ms - (startedAt + roundTripMs / 2) })
  }
  return timings.reduce((best, next) => (next.roundTripMs < best.roundTripMs ? next : best))
}

const CLOCK_WARNING_MS = 1_000
const CLOCK_PROBLEM_MS = 5_000

async function checkClock({ client, wall }: Patient): Promise<Finding> {
  const { roundTripMs, aheadMs } = await timeDatabase(client, wall)
  // A difference within the round trip is not reported.
  const sureMs = Math.max(0, Math.abs(aheadMs) - roundTripMs / 2)
  if (sureMs <= CLOCK_WARNING_MS) return ok('this machine and the database agree on the time')
  const seconds = (Math.abs(aheadMs) / 1_000).toFixed(1)
  const text = `the database is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine`
  const advice = 'Set both clocks by a time server (NTP): due work and expiries go by this machine.'
  return sureMs > CLOCK_PROBLEM_MS ? problem(text, advice) : warning(text, advice)
}

async function checkMigrations({ client }: Patient): Promise<Finding> {
  const missing = await missingMigrations(client)
  if (missing.length === 0) return ok('the database is up to date')
  const names = missing.map(({ number, name }) => `${number} ${name}`).join(', ')
  return problem(`the database lacks ${names}`, 'Start the service, or run "npm run embarque -- migrate".')
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
