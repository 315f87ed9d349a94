// The only SQL on payment providers, their defaults and their callbacks.
import type { Generated, Insertable, Selectable } from 'kysely'
import type { PaymentMethod } from '../../../contract/payment-methods.ts'
import type { BankCapability, BankName, ProviderPurpose } from '../../../contract/payment-providers.ts'
import type { Mode } from '../../../contract/teams.ts'
import { buildFor, firstRow, type Queryable, rows, statement } from '../../kernel/db/db.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { isUuid } from '../../kernel/values/ids.ts'
import type { Owner } from '../../kernel/values/owner.ts'

interface PaymentProvidersTable {
  id: string
  /** Null for the operator's own, which belong to no team. */
  team_id: string | null
  mode: Mode
  purpose: ProviderPurpose
  provider: BankName
  name: string
  settings: string
  secrets: Buffer | null
  callback_token: string
  callbacks: boolean
  /** Connected outside production, so production does not trust it. */
  simulated: boolean
  reconciled_until: Date
  connected_at: Date
  updated_at: Date
  disconnected_at: Generated<Date | null>
  returns_from: Generated<Date | null>
  returns_window_ms: Generated<bigint>
  /** The offers of the bank to this account, as last reported. */
  capabilities: Generated<BankCapability[]>
}

/** Which provider a team's charges go to, by method. */
interface PaymentDefaultsTable {
  team_id: string
  mode: Mode
  method: PaymentMethod
  provider_id: string
}

const build = buildFor<{
  payment_providers: PaymentProvidersTable
  payment_defaults: PaymentDefaultsTable
}>()

export type StoredProvider = Selectable<PaymentProvidersTable>

/** Whether the provider is the default of at least one payment method. */
export type ProviderRow = StoredProvider & { is_default: boolean }

const COLUMNS = [
  'id',
  'team_id',
  'mode',
  'purpose',
  'provider',
  'name',
  'settings',
  'secrets',
  'callback_token',
  'callbacks',
  'simulated',
  'reconciled_until',
  'connected_at',
  'updated_at',
  'disconnected_at',
  'returns_from',
  'returns_window_ms',
  'capabilities',
] as const satisfies (keyof StoredProvider)[]

const selectProviders = () =>
  build
    .selectFrom('payment_providers')
    .select(COLUMNS)
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('payment_defaults').whereRef('provider_id', '=', 'payment_providers.id'))
        .$castTo<boolean>()
        .as('is_default'),
    )
const ofOwner = ({ teamId, mode }: Owner) =>
  selectProviders()
    .where('team_id', '=', teamId)
    .where('mode', '=', mode)
    .where('disconnected_at', 'is', null)

export async function listProviders(db: Queryable, owner: Owner): Promise<ProviderRow[]> {
  return rows(db, ofOwner(owner).orderBy('id'))
}

export async function findProvider(
  db: Queryable,
  owner: Owner,
  id: string,
): Promise<ProviderRow | undefined> {
  return isUuid(id) ? firstRow(db, ofOwner(owner).where('id', '=', id)) : undefined
}

export async function findDefaultProvider(
  db: Queryable,
  owner: Owner,
  method: PaymentMethod,
): Promise<ProviderRow | undefined> {
  const chosen = build
    .selectFrom('payment_defaults')
    .select('provider_id')
    .where('team_id', '=', owner.teamId)
    .where('mode', '=', owner.mode)
    .where('method', '=', method)
  return firstRow(db, ofOwner(owner).where('id', '=', chosen))
}

/** For any team, and also after it was disconnected, because its last charges are still watched. */
export async function findAnyProvider(db: Queryable, id: string): Promise<ProviderRow | undefined> {
  return firstRow(db, selectProviders().where('id', '=', id))
}

export async function findProviderByToken(db: Queryable, token: string): Promise<ProviderRow | undefined> {
  return firstRow(db, selectProviders().where('callback_token', '=', token))
}

const lockTeam = statement(`select from teams where id = $1 for no key update`)

/** Changes of a team's providers run one after the other, so that a default is never lost. */
export async function lockProviders(tx: Tx): Promise<void> {
  await lockTeam(tx, tx.owner.teamId)
}

export async function insertProvider(
  db: Queryable,
  provider: Insertable<PaymentProvidersTable>,
): Promise<void> {
  await rows(db, build.insertInto('payment_providers').values(provider))
}

const setDefault = statement(`
  insert into payment_defaults (team_id, mode, method, provider_id)
  select $1, $2, method, $3 from unnest($4::text[]) as methods (method)
  on conflict (team_id, mode, method) do update set provider_id = excluded.provider_id
  where $5 and payment_defaults.provider_id <> excluded.provider_id
  returning 1`)

const touchAll = statement(`
  update payment_providers set updated_at = $3 where team_id = $1 and mode = $2 and disconnected_at is null`)

/** Makes it the default of these methods; without `inAnyCase`, only of those that have none. Others may cease to be. */
export async function makeDefault(
  tx: Tx,
  id: string,
  methods: readonly PaymentMethod[],
  inAnyCase: boolean,
): Promise<void> {
  const changed = await setDefault(tx, tx.owner.teamId, tx.owner.mode, id, methods, inAnyCase)
  if (inAnyCase && changed.length > 0) await touchAll(tx, tx.owner.teamId, tx.owner.mode, tx.now)
}

const setName = statement(`update payment_providers set name = $2, updated_at = $3 where id = $1`)

export async function renameProvider(tx: Tx, id: string, name: string): Promise<void> {
  await setName(tx, id, name, tx.now)
}

const setDisconnected = statement<{ method: PaymentMethod }>(`
  with disconnected as (
    update payment_providers set disconnected_at = $2 where id = $1 returning id
  )
  delete from payment_defaults using disconnected where provider_id = disconnected.id returning method`)

/** Returns the methods that lost their default. */
export async function disconnect(tx: Tx, id: string): Promise<PaymentMethod[]> {
  return (await setDisconnected(tx, id, tx.now)).map(({ method }) => method)
}

const updateCallbacks = statement(`
  update payment_providers set callbacks = $2, updated_at = $3 where id = $1 and callbacks <> $2`)

export async function setCallbacks(db: Queryable, id: string, callbacks: boolean, now: Date): Promise<void> {
  await updateCallbacks(db, id, callbacks, now)
}

const updateCapabilities = statement(`
  update payment_providers set capabilities = $2, updated_at = $3 where id = $1 and capabilities <> $2`)

export async function setCapabilities(
  db: Queryable,
  id: string,
  capabilities: readonly BankCapability[],
  now: Date,
): Promise<void> {
  await updateCapabilities(db, id, capabilities, now)
}

const setReconciled = statement(`
  update payment_providers set reconciled_until = $2 where id = $1 and reconciled_until < $2`)

export async function noteReconciled(db: Queryable, id: string, until: Date): Promise<void> {
  await setReconciled(db, id, until)
}

const wipe = statement(
  `update payment_providers set secrets = null where id = $1 and disconnected_at is not null`,
)

export async function forgetProviderSecrets(db: Queryable, id: string): Promise<void> {
  await wipe(db, id)
}

const all = () => selectProviders().where('purpose', '=', 'wallet').orderBy('id', 'desc')

/** The operator's connected banks, newest first. */
export async function listWalletBanks(db: Queryable): Promise<ProviderRow[]> {
  return rows(db, all().where('disconnected_at', 'is', null))
}

/** The operator's banks that can still be called, including disconnected ones. */
export async function walletBanksToAsk(db: Queryable): Promise<ProviderRow[]> {
  return rows(db, all().where('secrets', 'is not', null))
}

/** Every real bank that a service on this database would call, of any team. */
export async function providersWithSecrets(db: Queryable): Promise<ProviderRow[]> {
  return rows(db, selectProviders().where('secrets', 'is not', null).orderBy('id'))
}

const end = statement(`
  update payment_providers set disconnected_at = $2 where id = $1 and purpose = 'wallet' and disconnected_at is null`)

export async function disconnectBank(db: Queryable, id: string, at: Date): Promise<void> {
  await end(db, id, at)
}

const insertHints = statement<{ event_id: string }>(`
  insert into payment_callbacks (provider_id, event_id, txid, received_at)
  -- Only hints about a charge of the same team are of use.
  select $1, event_id, txid, $4 from unnest($2::text[], $3::text[]) as hints (event_id, txid)
  -- Those that name only a thing of the bank's, as payments/123, are looked up there.
  where hints.txid like '%/%'
    or exists (select from charges where charges.txid = hints.txid and team_id = $5 and mode = $6)
  on conflict do nothing
  returning event_id`)

/** Stores callbacks of a bank; returns the ids of those that were not stored before. */
export async function insertCallbacks(
  tx: Tx,
  providerId: string,
  hints: readonly { eventId: string; txid: string | null; bankId?: string }[],
): Promise<Set<string>> {
  const ids = hints.map((hint) => hint.eventId)
  const txids = hints.map((hint) => hint.txid ?? hint.bankId ?? '')
  const fresh = await insertHints(tx, providerId, ids, txids, tx.now, tx.owner.teamId, tx.owner.mode)
  return new Set(fresh.map((row) => row.event_id))
}

const UNKNOWN = 'unknown '
const DAY_MS = 86_400_000

const insertUnknown = statement<{ txid: string }>(`
  insert into payment_callbacks (provider_id, event_id, txid, received_at)
  select $1, event_id, txid, $4 from unnest($2::text[], $3::text[]) as reported (event_id, txid)
  where not exists (select from charges where charges.txid = reported.txid)
    and not exists (select from payment_callbacks known where known.provider_id = $1 and known.event_id = reported.event_id)
  limit greatest(0, $5::bigint - (
    select count(*) from payment_callbacks
    where provider_id = $1 and received_at > $6 and starts_with(event_id, '${UNKNOWN}')))
  on conflict do nothing
  returning txid`)

/** A payment for a charge that the database does not have. */
export type UnknownPayment = { readonly payment: string; readonly txid: string }

/** Stores those that were not stored before, at most so many in a day. Returns their txids. */
export async function noteUnknown(
  db: Queryable,
  providerId: string,
  unknown: readonly UnknownPayment[],
  { now, most }: { now: Date; most: number | null },
): Promise<string[]> {
  const ids = unknown.map(({ payment }) => `${UNKNOWN}${payment}`)
  const txids = unknown.map(({ txid }) => txid)
  const since = new Date(now.getTime() - DAY_MS)
  const noted = await insertUnknown(db, providerId, ids, txids, now, most ?? Number.MAX_SAFE_INTEGER, since)
  return noted.map(({ txid }) => txid)
}

const deleteOld = statement(`delete from payment_callbacks where ctid = any(array(
  select ctid from payment_callbacks where received_at <= $1 order by received_at limit 5000)) returning 1`)

export async function forgetOldCallbacks(db: Queryable, before: Date): Promise<boolean> {
  return (await deleteOld(db, before)).length === 5000
}
