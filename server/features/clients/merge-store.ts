// The SQL of merging two clients: moves the rows that refer to one, and moves them back.
import { onlyRow, statement } from '../../kernel/db/db.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'

/**
 * Ids of moved rows. `tags` moved; `shared_tags` were the remaining client's too. A test finds a foreign key that is
 * missing here.
 */
export interface Moved {
  readonly bookings: readonly string[]
  readonly invoices: readonly string[]
  readonly quotes: readonly string[]
  readonly recurring_invoices: readonly string[]
  readonly mandates: readonly string[]
  readonly trips: readonly string[]
  readonly credit_notes: readonly string[]
  readonly credit_entries: readonly string[]
  readonly notes: readonly string[]
  readonly tags: readonly string[]
  readonly shared_tags: readonly string[]
  readonly companions: readonly string[]
  readonly linked_companions: readonly string[]
  readonly merged_clients: readonly string[]
  readonly pricing_rules: readonly string[]
}

/** In the order in which changes lock them that need several. */
const LOCKED = [
  'quotes',
  'recurring_invoices',
  'bookings',
  'invoices',
  'trips',
  'credit_notes',
  'client_credit_entries',
] as const
const locks = LOCKED.map((table) =>
  statement(
    `select from ${table} where team_id = $1 and mode = $2 and client_id = $3 order by id for no key update`,
  ),
)

/**
 * Before the clients are locked: whatever changes one of these rows may add another that refers to the client, so that
 * a merge in the other order and the change would wait for each other.
 */
export async function lockRowsOf(tx: Tx, clientId: string): Promise<void> {
  for (const lock of locks) await lock(tx, tx.owner.teamId, tx.owner.mode, clientId)
}

type MovedRows = { readonly [Name in Exclude<keyof Moved, 'pricing_rules'>]: string[] | null }

/** $1 is the duplicate, $2 the remaining client. Objects that show their client change with it. */
const moveAll = statement<MovedRows>(`
  with moved_bookings as (
    update bookings set client_id = $2, updated_at = $3 where client_id = $1 returning id
  ), moved_invoices as (
    update invoices set client_id = $2, updated_at = $3 where client_id = $1 returning id
  ), moved_quotes as (
    update quotes set client_id = $2, updated_at = $3 where client_id = $1 returning id
  ), moved_recurring as (
    update recurring_invoices set client_id = $2, updated_at = $3 where client_id = $1 returning id
  ), moved_mandates as (
    update mandates set client_id = $2, updated_at = $3 where client_id = $1 returning id
  ), moved_trips as (
    update trips set client_id = $2, updated_at = $3 where client_id = $1 returning id
  ), moved_credit_notes as (
    update credit_notes set client_id = $2, updated_at = $3 where client_id = $1 returning id
  ), moved_credit_entries as (
    update client_credit_entries set client_id = $2 where client_id = $1 returning id
  ), moved_notes as (
    update notes set client_id = $2 where client_id = $1 returning id
  ), shared as (
    delete from tags where client_id = $1 and tag in (select tag from tags where client_id = $2) returning tag
  ), moved_tags as (
    update tags set client_id = $2
    where client_id = $1 and tag not in (select tag from tags where client_id = $2) returning tag
  ), moved_companions as (
    update client_companions set updated_at = $3,
      client_id = case when client_id = $1 then $2 else client_id end,
      linked_client_id = case when linked_client_id = $1 then $2 else linked_client_id end
    where client_id = $1 or linked_client_id = $1 returning id
  ), moved_clients as (
    update clients set merged_into_id = $2, updated_at = $3 where merged_into_id = $1 returning id
  )
  select
    (select array_agg(id) from moved_bookings) as bookings,
    (select array_agg(id::text) from moved_invoices) as invoices,
    (select array_agg(id::text) from moved_quotes) as quotes,
    (select array_agg(id::text) from moved_recurring) as recurring_invoices,
    (select array_agg(id) from moved_mandates) as mandates,
    (select array_agg(id) from moved_trips) as trips,
    (select array_agg(id) from moved_credit_notes) as credit_notes,
    (select array_agg(id) from moved_credit_entries) as credit_entries,
    (select array_agg(id) from moved_notes) as notes,
    (select array_agg(tag) from moved_tags) as tags,
    (select array_agg(tag) from shared) as shared_tags,
    (select array_agg(id) from moved_companions where id in (select id from client_companions where client_id = $1))
      as companions,
    (select array_agg(id) from moved_companions
      where id in (select id from client_companions where linked_client_id = $1)) as linked_companions,
    (select array_agg(id::text) from moved_clients) as merged_clients`)

export async function moveRows(tx: Tx, from: string, to: string): Promise<Omit<Moved, 'pricing_rules'>> {
  const [moved] = await moveAll(tx, from, to, tx.now)
  return {
    bookings: moved?.bookings ?? [],
    invoices: moved?.invoices ?? [],
    quotes: moved?.quotes ?? [],
    recurring_invoices: moved?.recurring_invoices ?? [],
    mandates: moved?.mandates ?? [],
    trips: moved?.trips ?? [],
    credit_notes: moved?.credit_notes ?? [],
    credit_entries: moved?.credit_entries ?? [],
    notes: moved?.notes ?? [],
    tags: moved?.tags ?? [],
    shared_tags: moved?.shared_tags ?? [],
    companions: moved?.companions ?? [],
    linked_companions: moved?.linked_companions ?? [],
    merged_clients: moved?.merged_clients ?? [],
  }
}

/** $1 is the duplicate, $2 the remaining client, $5 what was moved. Rows that have another client by now stay. */
const moveBack = statement(`
  with moved as (
    select list.key, item.id from jsonb_each($5::jsonb) list, jsonb_array_elements_text(list.value) item (id)
  ), moved_bookings as (
    update bookings set client_id = $1, updated_at = $6
    where client_id = $2 and id in (select id from moved where key = 'bookings')
  ), moved_invoices as (
    update invoices set client_id = $1, updated_at = $6
    where client_id = $2 and id in (select id::uuid from moved where key = 'invoices')
  ), moved_quotes as (
    update quotes set client_id = $1, updated_at = $6
    where client_id = $2 and id in (select id::uuid from moved where key = 'quotes')
  ), moved_recurring as (
    update recurring_invoices set client_id = $1, updated_at = $6
    where client_id = $2 and id in (select id::uuid from moved where key = 'recurring_invoices')
  ), moved_mandates as (
    update mandates set client_id = $1, updated_at = $6
    where client_id = $2 and id in (select id from moved where key = 'mandates')
  ), moved_trips as (
    update trips set client_id = $1, updated_at = $6
    where client_id = $2 and id in (select id from moved where key = 'trips')
  ), moved_credit_notes as (
    update credit_notes set client_id = $1, updated_at = $6
    where client_id = $2 and id in (select id from moved where key = 'credit_notes')
  ), moved_credit_entries as (
    -- What was taken from credit since goes with it, so that neither client has less than nothing.
    update client_credit_entries set client_id = $1
    where client_id = $2 and coalesce(source_id, id) in (select id from moved where key = 'credit_entries')
  ), moved_notes as (
    update notes set client_id = $1 where client_id = $2 and id in (select id from moved where key = 'notes')
  ), moved_tags as (
    update tags set client_id = $1 where client_id = $2 and tag in (select id from moved where key = 'tags')
  ), shared as (
    insert into tags (team_id, mode, tag, client_id)
    select $3::text, $4::text, id, $1::uuid from moved where key = 'shared_tags'
    on conflict do nothing
  ), moved_companions as (
    update client_companions set updated_at = $6,
      client_id = case
        when client_id = $2 and id in (select id from moved where key = 'companions') then $1 else client_id end,
      linked_client_id = case
        when linked_client_id = $2 and id in (select id from moved where key = 'linked_companions') then $1
        else linked_client_id end
    where id in (select id from moved where key in ('companions', 'linked_companions'))
  ), moved_clients as (
    update clients set merged_into_id = $1, updated_at = $6
    where merged_into_id = $2 and id in (select id::uuid from moved where key = 'merged_clients')
  )
  select 1`)

export async function moveRowsBack(tx: Tx, from: string, to: string, moved: Moved): Promise<void> {
  const { teamId, mode } = tx.owner
  await moveBack(tx, from, to, teamId, mode, JSON.stringify(moved), tx.now)
}

const selectMixed = statement<{ is_mixed: boolean }>(`
  select exists (
    select from client_credit_entries e join invoices i on i.id = e.invoice_id
    where e.client_id = any($1::uuid[]) and i.client_id <> e.client_id) as is_mixed`)

/** Whether credit of one of these clients was used on an invoice of another client, or came of one. */
export async function hasMixedCredit(tx: Tx, clientIds: readonly string[]): Promise<boolean> {
  return onlyRow(await selectMixed(tx, clientIds)).is_mixed
}

interface Merge {
  readonly duplicate_id: string
  readonly remaining_id: string
  readonly moved: Moved
  /** Encrypted JSON. */
  readonly filled: Buffer
}

const upsert = statement(`
  insert into client_merges (duplicate_id, remaining_id, team_id, mode, moved, filled) values ($1, $2, $3, $4, $5, $6)
  on conflict (duplicate_id) do update set moved = $5, filled = $6`)
const select = statement<Merge>(`
  select duplicate_id, remaining_id, moved, filled from client_merges
  where team_id = $1 and mode = $2 and duplicate_id = $3`)
const removeOne = statement('delete from client_merges where duplicate_id = $1')
const removeAll = statement(
  'delete from client_merges where duplicate_id = any($1) or remaining_id = any($1)',
)

export async function storeMerge(
  tx: Tx,
  { duplicate_id, remaining_id, moved, filled }: Merge,
): Promise<void> {
  const { teamId, mode } = tx.owner
  await upsert(tx, duplicate_id, remaining_id, teamId, mode, JSON.stringify(moved), filled)
}

export async function findMerge(tx: Tx, duplicateId: string): Promise<Merge | undefined> {
  return (await select(tx, tx.owner.teamId, tx.owner.mode, duplicateId))[0]
}

export async function deleteMerge(tx: Tx, duplicateId: string): Promise<void> {
  await removeOne(tx, duplicateId)
}

/** Of these clients, on either side: the merges cannot be undone any more. */
export async function deleteMergesOf(tx: Tx, clientIds: readonly string[]): Promise<void> {
  await removeAll(tx, clientIds)
}
