// What a feature is given: database, time, settings, secrets, adapters, log and signals.

import type { Banks } from '../adapters/banks/banks.ts'
import type { Supplier } from '../adapters/flights/port.ts'
import type { SupplierConfig } from '../adapters/flights/settings.ts'
import type { IdentityProviders } from '../adapters/identity/identity-providers.ts'
import type { Mailer } from '../adapters/mail/mailer.ts'
import type { MailConfig } from '../adapters/mail/settings.ts'
import type { ExchangeRates } from '../adapters/rates/exchange-rates.ts'
import type { WebhookClient } from '../adapters/webhooks/client.ts'
import type { ReceiverConfig } from '../adapters/webhooks/settings.ts'
import type { Messenger } from '../adapters/whatsapp/messenger.ts'
import type { MessengerConfig } from '../adapters/whatsapp/settings.ts'
import { type Pool, type Queryable, statement } from '../kernel/db/db.ts'
import type { Signals } from '../kernel/db/signals.ts'
import type { Actor } from '../kernel/outbox/audit.ts'
import type { Scope, TransactionHost } from '../kernel/outbox/transaction.ts'
import { type Clock, offsetClock } from '../kernel/process/clock.ts'
import type { Log } from '../kernel/process/log.ts'
import type { ProcessConfig, RetentionConfig } from '../kernel/process/settings.ts'
import type { Owner } from '../kernel/values/owner.ts'
import type { HeavyWork } from './heavy-work.ts'

/**
 * work: jobs were added. callers: a person, team or key changed, named by id. bookings: tickets were issued, or never
 * will be. events: events of the named owner were stored.
 */
export const SIGNALS = ['work', 'callers', 'bookings', 'events'] as const
type Signal = (typeof SIGNALS)[number]

/** Settings that features read. Those of the layers above are `Own` to the functions that need them. */
type SharedConfig = ProcessConfig &
  RetentionConfig &
  MailConfig &
  MessengerConfig &
  ReceiverConfig &
  SupplierConfig

/** Parameters of argon2id. */
export interface PasswordCost {
  /** In KiB. */
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

export interface World<Own = object> extends TransactionHost {
  readonly config: SharedConfig & Own
  readonly log: Log
  /** One connection for heartbeat and health check, so that a busy pool does not make the process look dead. */
  readonly vitalPool: Pool
  /** Real time, as the database has it: time-outs, rate limits, ages of keys. A team's own time is in its scope. */
  readonly wall: Clock
  /** How far this machine's clock is ahead of `wall`; absent if a test sets the time. */
  readonly clockOffsetMs?: () => number
  readonly signals: Signals<Signal>
  readonly mailer: Mailer
  readonly messenger: Messenger
  readonly webhookClient: WebhookClient
  /** The connected suppliers; each knows which modes it serves. */
  readonly suppliers: readonly Supplier[]
  readonly exchangeRates: ExchangeRates
  /** Providers that people may sign in through. */
  readonly identityProviders: IdentityProviders
  /** The teams' own banks. */
  readonly banks: Banks
  /** Runs long computations in worker threads. */
  readonly heavyWork: HeavyWork
  /** The cost of a password hash: smaller in tests. */
  readonly passwordCost: PasswordCost
  /** The public address of the service; final once it listens. */
  readonly address: { url: string }
  /** A request arrived with forwarded headers that `TRUST_PROXY` does not let it trust. */
  readonly forwarding: { isUntrusted: boolean }
  /** The id under which this process claims jobs. */
  readonly processId: string
  /** The claims this process knows it holds. The heartbeat frees claims that the process never received. */
  readonly held: Set<bigint>
  /** The actor of all changes by this process: a person at the command line. */
  readonly by?: Actor
}

const readOffset = statement<{ offset_ms: bigint }>('select offset_ms from clocks where id = $1')

/** What knows the time of a team. */
export interface TimeHost extends Pick<World, 'wall' | 'by'> {
  readonly pool: Queryable
}

/** The owner's scope at its own time. */
export async function scopeOf(world: TimeHost, owner: Owner): Promise<Scope> {
  const { by } = world
  if (owner.mode === 'live') return { owner, clock: world.wall, by }
  const [row] = await readOffset(world.pool, owner.teamId)
  return { owner, clock: offsetClock(world.wall, Number(row?.offset_ms ?? 0n)), by }
}
