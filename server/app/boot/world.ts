// Opens everything that features need, in order, and closes it in reverse: database, tracing, pools, time, secret key,
// adapters and signals, threads. Migrations run last.

import { makeBanks } from '../../adapters/banks/banks.ts'
import { makeNames } from '../../adapters/dns/dns.ts'
import { makeDuffel } from '../../adapters/flights/duffel/duffel.ts'
import type { Supplier } from '../../adapters/flights/port.ts'
import { makeSimulatedCarrier } from '../../adapters/flights/simulated/simulated-carrier.ts'
import { makeIdentityProviders } from '../../adapters/identity/identity-providers.ts'
import { makeMailer } from '../../adapters/mail/mailer.ts'
import { makeExchangeRates } from '../../adapters/rates/exchange-rates.ts'
import { tracedBanks, tracedReceivers, tracedSupplier } from '../../adapters/tracing/traced-calls.ts'
import { makeWebhookClient } from '../../adapters/webhooks/client.ts'
import { makeMessenger } from '../../adapters/whatsapp/whatsapp.ts'
import { makeAtlas } from '../../features/flights/reference/atlas.ts'
import type { HeavyWork } from '../../features/heavy-work.ts'
import { passwordCostFor } from '../../features/people/passwords.ts'
import { stopBuckets } from '../../features/teams/buckets.ts'
import { countStored } from '../../features/teams/storage-quota.ts'
import { type PasswordCost, SIGNALS, type World } from '../../features/world.ts'
import { makeSecretBox, randomToken, readOrMakeSecretKey } from '../../kernel/crypto/secret-box.ts'
import { type Connection, type Pool, withClient } from '../../kernel/db/db.ts'
import { startSignals } from '../../kernel/db/signals.ts'
import type { Clock } from '../../kernel/process/clock.ts'
import { makeClosers } from '../../kernel/process/closers.ts'
import { type Log, sayTo } from '../../kernel/process/log.ts'
import type { Tracing } from '../../kernel/process/tracing.ts'
import { ownerName } from '../../kernel/values/owner.ts'
import { type Config, isDefaultRun } from './config.ts'
import { dataDirOf, grantService, openDatabase, openPools, serviceRole } from './database.ts'
import { followDatabaseTime } from './follow-database-time.ts'
import { type Migration, migrate, missingMigrations, proveSecretKey, underMigrationLock } from './migrate.ts'
import { heavyWorkHere, heavyWorkOnThreads } from './thread-pool.ts'

/** One name may be several suppliers: Duffel has one for each of its tokens. */
type Connect = (config: Config, pool: Pool, wall: Clock) => Supplier[]

/** Shared by all services of a process, because its caches are expensive. */
const atlas = makeAtlas()

const SUPPLIERS: Readonly<Record<Config['suppliers'][number], Connect>> = {
  simulated: ({ environment }, pool) => [
    makeSimulatedCarrier({
      pool,
      atlas,
      serves: (mode) => mode === 'test' || environment !== 'production',
    }),
  ],
  duffel: ({ duffelUrl: baseUrl, supplierSearchSeconds, ...config }, _pool, wall) => {
    const accounts = [
      { token: config.duffelToken, webhookSecret: config.duffelWebhookSecret },
      { token: config.duffelTestToken, webhookSecret: config.duffelTestWebhookSecret },
    ]
    const limits = { searchMs: supplierSearchSeconds * 1_000 }
    const connected = accounts.flatMap(({ token, webhookSecret }) =>
      token === null ? [] : [makeDuffel({ token, webhookSecret, baseUrl, wall, limits })],
    )
    if (connected.length === 0)
      throw new Error('SUPPLIERS names duffel, but neither DUFFEL_TOKEN nor DUFFEL_TEST_TOKEN is set')
    return connected
  },
}

function makeSuppliers(config: Config, pool: Pool, wall: Clock): Supplier[] {
  return config.suppliers.flatMap((name) => SUPPLIERS[name](config, pool, wall))
}

type Adapters = Pick<World, 'webhookClient' | 'banks' | 'suppliers'>

/** The packages are slow to load, so they load only if a collector is set. */
async function openTracing(config: Config, log: Log): Promise<Tracing | undefined> {
  if (config.traceEndpoint === null) return undefined
  const { makeTracing } = await import('../../adapters/tracing/tracing.ts')
  return makeTracing(config, log)
}

function traced(tracing: Tracing | undefined, adapters: Adapters): Adapters & Pick<World, 'tracing'> {
  if (tracing === undefined) return adapters
  return {
    tracing,
    webhookClient: tracedReceivers(tracing, adapters.webhookClient),
    banks: tracedBanks(tracing, adapters.banks),
    suppliers: adapters.suppliers.map((supplier) => tracedSupplier(tracing, supplier)),
  }
}

export interface OpenWorld {
  world: World<Config>
  /** No other process can be alive on this database. */
  alone: boolean
  migrated: Migration[]
  /** Only one process at a time runs `work`, and no migration runs meanwhile. */
  underLock<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface OpenWorldOptions {
  /** Replaces the database's time. */
  wall?: Clock
  /** Joins the embedded database of a running service. */
  share?: boolean
  /** If false, a database that lacks migrations is refused instead of changed. */
  mayMigrate?: boolean
  /** Heavy work runs on as many threads as the settings say. */
  threads?: boolean
  /** Traces its work if the settings name a collector. */
  traces?: boolean
  /** Wraps the pool in tests that watch its statements. */
  wrapPool?: (pool: Pool) => Pool
  /** Plays the name server in tests. */
  resolve?: (name: string) => Promise<string[]>
  /** Aborts the opening; everything open by then is closed. */
  halt?: AbortSignal | undefined
  /** How long tests wait for a bank that does not respond. */
  bankTimeoutMs?: number
  /** A smaller cost of passwords, for tests outside production. */
  passwordCost?: PasswordCost
}

export async function openWorld(
  config: Config,
  log: Log,
  options: OpenWorldOptions = {},
): Promise<OpenWorld> {
  const { share = false, mayMigrate = true, halt } = options
  const database = await openDatabase(config, sayTo(log), { share, halt })
  const closers = makeClosers(log)
  closers.add(database.close)
  try {
    const tracing = options.traces ? await openTracing(config, log) : undefined
    closers.add(async () => tracing?.close())
    halt?.throwIfAborted()
    if (!mayMigrate) await refuseMissingMigrations(database.owner)
    const { pool: plainPool, vitalPool } = await openPools(database, config, closers)
    const pool = options.wrapPool?.(plainPool) ?? plainPool
    const { wall, offsetMs, stop } = options.wall
      ? { wall: options.wall }
      : await followDatabaseTime(vitalPool, { log, offsetMaxSeconds: config.clockOffsetMaxSeconds })
    closers.add(async () => stop?.())
    const secretBox = makeSecretBox(config.secretKey ?? readOrMakeSecretKey(dataDirOf(config)))
    const address = {
      allowedCidrs: config.webhookAllowedCidrs ?? [],
      loopbackOpen: isDefaultRun(config),
      resolve: options.resolve ?? makeNames({ servers: config.dnsServers }),
    }
    const webhookClient = makeWebhookClient(address)
    closers.add(() => webhookClient.close())
    const banks = makeBanks({
      wall,
      address,
      ...(options.bankTimeoutMs && { timeoutMs: options.bankTimeoutMs }),
    })
    closers.add(() => banks.close())
    const signals = await startSignals(database.connection, SIGNALS, log)
    closers.add(() => signals.stop())
    const mailer = makeMailer(config, log)
    closers.add(() => mailer.close())
    const suppliers = makeSuppliers(config, pool, wall)
    for (const supplier of suppliers) closers.add(() => supplier.close())
    const exchangeRates = makeExchangeRates(config, wall, log)
    closers.add(() => exchangeRates.close())
    const identityProviders = makeIdentityProviders(config, address, { wall, log })
    closers.add(() => identityProviders.close())
    const messenger = makeMessenger(config)
    closers.add(() => messenger.close())
    const ownAddress = { url: config.publicUrl ?? `http://${config.host}:${config.port}` }
    const heavyWork: HeavyWork =
      options.threads && config.heavyThreads > 0
        ? heavyWorkOnThreads(config, log, { address: ownAddress, tracing })
        : heavyWorkHere(() => world)
    closers.add(() => heavyWork.close())
    const world: World<Config> = {
      config,
      log,
      wall,
      ...(offsetMs && { clockOffsetMs: offsetMs }),
      pool,
      vitalPool,
      secretBox,
      signals,
      ...traced(tracing, { webhookClient, banks, suppliers }),
      address: ownAddress,
      forwarding: { isUntrusted: false },
      passwordCost: passwordCostFor(config.environment, options.passwordCost),
      mailer,
      exchangeRates,
      identityProviders,
      messenger,
      processId: randomToken(10),
      held: new Set(),
      heavyWork,
      jobsAdded: () => signals.notifyAll('work'),
      eventsStored(owner, bytes) {
        countStored(world, owner, bytes)
        signals.notifyAll('events', ownerName(owner))
      },
    }
    const migrated = await migrateFor(database.owner, await serviceRole(pool), halt, () =>
      proveSecretKey(pool, secretBox, wall),
    )
    closers.add(() => stopBuckets(world))
    return {
      world,
      alone: database.alone,
      migrated,
      underLock: (work) => withClient(database.owner, (client) => underMigrationLock(client, work)),
      close: closers.closeAll,
    }
  } catch (error) {
    await closers.closeAll()
    throw error
  }
}

/** Run by the owner of the tables, for the role of the service. */
async function migrateFor(
  owner: Connection,
  role: string,
  halt: AbortSignal | undefined,
  after: () => Promise<void>,
): Promise<Migration[]> {
  return withClient(
    owner,
    (client) =>
      migrate(client, {
        after: async () => {
          await grantService(client, role)
          await after()
        },
      }),
    halt,
  )
}

async function refuseMissingMigrations(connection: Connection): Promise<void> {
  const missing = await withClient(connection, missingMigrations)
  if (missing.length === 0) return
  throw new Error('the database is not of this version yet; run "npx embarque migrate", or start the service')
}
