// The few impure things a feature is handed: database, time, settings, secrets, logs and signals.

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
import type { Owner, Scope, TransactionHost } from '../kernel/outbox/transaction.ts'
import { type Clock, offsetClock } from '../kernel/process/clock.ts'
import type { Log } from '../kernel/process/log.ts'
import type { ProcessConfig, RetentionConfig } from '../kernel/process/settings.ts'
import type { HeavyWork } from './heavy-work.ts'

/** work: due work was added. callers: a person or a team changed, or a key of one, by its id.
 * bookings: tickets were issued, or surely never will be. events: some were stored, of the owner it names. */
export const SIGNALS = ['work', 'callers', 'bookings', 'events'] as const
type Signal = (typeof SIGNALS)[number]

/** Settings that features read; those of a folder above are `Own` to the functions that need them. */
type SharedConfig = ProcessConfig &
  RetentionConfig &
  MailConfig &
  MessengerConfig &
  ReceiverConfig &
  SupplierConfig

/** Parameters of argon2id. */
export interface PasswordCost {
  /** KiB of memory. */
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

export interface World<Own = object> extends TransactionHost {
  readonly config: SharedConfig & Own
  readonly log: Log
  /** One connection for the heartbeat and the health check: a busy pool must not make the process look dead. */
  readonly vitalPool: Pool
  /** Real time, which is the database's: time-outs, rate limits, ages of keys. A team's own time is in its scope. */
  readonly wall: Clock
  /** By how much this machine's clock is ahead of it; left out where the time is a test's. */
  readonly clockOffsetMs?: () => number
  readonly signals: Signals<Signal>
  readonly mailer: Mailer
  readonly messenger: Messenger
  readonly webhookClient: WebhookClient
  /** The connected suppliers; each says itself which modes it serves. */
  readonly suppliers: readonly Supplier[]
  readonly exchangeRates: ExchangeRates
  /** Whom people may sign in through. */
  readonly identityProviders: IdentityProviders
  /** The teams' own banks. */
  readonly banks: Banks
  /** What takes a processor for long, beside the event loop. */
  readonly heavyWork: HeavyWork
  /** What a password hash costs: the default, but for a smaller one in tests. */
  readonly passwordCost: PasswordCost
  /** The public address of the service; final once it listens. */
  readonly address: { url: string }
  /** The id under which this process claims due work. */
  readonly processId: string
  /** The claims this process knows it holds; the heart frees those it was given but never heard of. */
  readonly held: Set<bigint>
  /** Whoever all of this process's changes are made by: a person at the command line. */
  readonly by?: Actor
}

const readOffset = statement<{ offset_ms: bigint }>('select offset_ms from clocks where id = $1')

/** What knows the time of a team. */
export interface TimeHost extends Pick<World, 'wall' | 'by'> {
  readonly pool: Queryable
}

/** The owner at its own time. */
export async function scopeOf(world: TimeHost, owner: Owner): Promise<Scope> {
  const { by } = world
  if (owner.mode === 'live') return { owner, clock: world.wall, by }
  const [row] = await readOffset(world.pool, owner.teamId)
  return { owner, clock: offsetClock(world.wall, Number(row?.offset_ms ?? 0n)), by }
}
