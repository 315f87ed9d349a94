// The SQL on what invoices hold of items of trips.

import type { Collector } from '../../../contract/trips.ts'
import { type Queryable, statement } from '../../kernel/db/db.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import type { Claim, SavedInvoice, StoredClaim } from './claim-rules.ts'

/** An item of a trip, as far as invoices are concerned. */
export interface BillableRow {
  id: string
  trip_id: string
  booking_id: string | null
  price_brl_cents: bigint
  collected_by: Collector
  client_id: string
}

const selectBillable = statement<BillableRow>(`
  select i.id, i.trip_id, i.booking_id, i.price_brl_cents, i.collected_by, t.client_id
  from trip_items i join trips t on t.id = i.trip_id
  where i.team_id = $1 and i.mode = $2 and i.id = any($3)
  order by i.id`)

export async function findBillable(
  db: Queryable,
  { teamId, mode }: Owner,
  ids: readonly string[],
): Promise<BillableRow[]> {
  return selectBillable(db, teamId, mode, ids)
}

const lockItems = statement(`
  select from trip_items where team_id = $1 and mode = $2 and id = any($3) order by id for no key update`)

/** In the order of their ids, so that invoices of the same items are saved one after the other. */
export async function lockTripItems(tx: Tx, ids: readonly string[]): Promise<void> {
  await lockItems(tx, tx.owner.teamId, tx.owner.mode, ids)
}

const selectClaims = statement<StoredClaim>(`
  select trip_item_id, invoice_id, amount_cents, credited_cents, paid_cents, is_issued
  from trip_item_claims where trip_item_id = any($1) order by trip_item_id, invoice_id`)

/** The claims of all invoices on these items. */
export async function claimsOn(db: Queryable, ids: readonly string[]): Promise<StoredClaim[]> {
  return selectClaims(db, ids)
}

const replaceClaims = statement(`
  with gone as (
    delete from trip_item_claims where invoice_id = $1 and trip_item_id <> all($2)
  )
  insert into trip_item_claims (trip_item_id, invoice_id, amount_cents, credited_cents, paid_cents, is_issued)
  select c.item, $1, c.amount, c.credited, c.paid, $6
  from unnest($2::text[], $3::bigint[], $4::bigint[], $5::bigint[]) as c (item, amount, credited, paid)
  on conflict (trip_item_id, invoice_id) do update set
    amount_cents = excluded.amount_cents, credited_cents = excluded.credited_cents,
    paid_cents = excluded.paid_cents, is_issued = excluded.is_issued`)

/** What the invoice claims from now on. */
export async function storeClaims(
  tx: Tx,
  { id, isIssued }: Pick<SavedInvoice, 'id' | 'isIssued'>,
  claims: readonly Claim[],
): Promise<void> {
  await replaceClaims(
    tx,
    id,
    claims.map(({ tripItemId }) => tripItemId),
    claims.map(({ amountCents }) => amountCents),
    claims.map(({ creditedCents }) => creditedCents),
    claims.map(({ paidCents }) => paidCents),
    isIssued,
  )
}
