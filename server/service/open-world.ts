// Opens everything a feature is handed, in order, and closes it in reverse: database, migrations, secrets, signals.
import { type Clock, realClock } from '../base/clock.ts'
import type { Config } from '../base/config.ts'
import { build, type Connection, firstRow, makeClient, makePool, type Pool, rows } from '../base/db.ts'
import type { Log } from '../base/log.ts'
import { type Migration, migrate } from '../base/migrate.ts'
import { makeSecretBox, readOrMakeSecretKey, type SecretBox } from '../base/secret-box.ts'
import { randomToken } from '../base/secrets.ts'
import { startSignals } from '../base/signals.ts'
import { bootstrap } from '../teams/bootstrap.ts'
import type { NewTeam } from '../teams/create-team.ts'
import type { World } from '../world.ts'
import { dataDirOf, openDatabase } from './open-database.ts'

export interface OpenWorld {
  world: World
  /** No other process can be alive on this database. */
  alone: boolean
  /** The demo team, if this start made it. */
  demo: NewTeam | null
  migrated: Migration[]
  close(): Promise<void>
}

export interface OpenWorldOptions {
  wall?: Clock
  /** Joins the embedded database of a running service. */
  share?: boolean
  /** Whether an empty database gets the demo team. */
  demo?: boolean
}

export async function openWorld(
  config: Config,
  log: Log,
  options: OpenWorldOptions = {},
): Promise<OpenWorld> {
  const { wall = realClock, share = false, demo: wantsDemo = true } = options
  const database = await openDatabase(config, (line) => log.info(line), share)
  const closers: (() => Promise<void>)[] = [database.close]
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer()
  }
  try {
    const pool = makePool(database.connection, config.databasePoolMax)
    // A connection that dies while idle is replaced by the next one asked for; nobody needs to be told twice.
    pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'))
    closers.push(() => pool.end())
    const secretBox = makeSecretBox(config.secretKey ?? readOrMakeSecretKey(dataDirOf(config)))
    const signals = await startSignals(database.direct, log)
    closers.push(() => signals.stop())
    const world: World = {
      config,
      log,
      wall,
      pool,
      secretBox,
      signals,
      processId: randomToken(10),
      workAdded: () => signals.tellAll('work'),
    }
    let demo: NewTeam | null = null
    const migrated = await migrateUnderLock(database.direct, async () => {
      await proveSecretKey(pool, secretBox, wall)
      if (wantsDemo) demo = await bootstrap(world)
    })
    return { world, alone: database.alone, demo, migrated, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function migrateUnderLock(connection: Connection, after: () => Promise<void>): Promise<Migration[]> {
  const client = makeClient(connection)
  await client.connect()
  try {
    return await migrate(client, after)
  } finally {
    await client.end()
  }
}

const PROOF = 'embarque'
const PLACE = 'installation.key_proof'

/** Two services with different keys could not read each other's secrets: found out at start, not at the first one. */
async function proveSecretKey(pool: Pool, box: SecretBox, wall: Clock): Promise<void> {
  const stored = await firstRow(pool, build.selectFrom('installation').select('key_proof'))
  if (stored === undefined) {
    const key_proof = box.seal(PROOF, PLACE)
    await rows(pool, build.insertInto('installation').values({ key_proof, created_at: wall.now() }))
    return
  }
  try {
    if (box.open(stored.key_proof, PLACE) === PROOF) return
  } catch {
    // Falls through: a wrong key cannot open the proof.
  }
  throw new Error(
    'the secret key is not the one this database was made with; set SECRET_KEY, or put the right secret.key into DATA_DIR',
  )
}
