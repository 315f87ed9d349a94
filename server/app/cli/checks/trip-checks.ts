// Checks trips: what invoices hold of their items, and what lists keep of them, counted again.

import type { InvoiceStatus } from '../../../../contract/invoicing-states.ts'
import type { StoredItem } from '../../../features/documents/items.ts'
import { isCancelled, isDraft } from '../../../features/invoices/states.ts'
import { numberOf, ok, problem } from '../../../features/readiness/readiness.ts'
import { type Claim, type Credit, decideClaims } from '../../../features/trips/claim-rules.ts'
import { type Queryable, statement } from '../../../kernel/db/db.ts'
import type { Check, CheckContext } from '../../checks/check.ts'

export const TRIP_CHECKS: readonly Check[] = [
  { name: 'invoices of trips', run: checkClaims },
  { name: 'trips', run: checkTrips },
]

const NAMED_MAX = 5
const BATCH = 500
const ADVICE =
  'Rows were changed by hand or lost. Restore the last good backup into a new database and compare.'

interface Billing {
  id: string
  status: InvoiceStatus
  items: StoredItem[]
  amount_paid_cents: bigint
  early_taken_cents: bigint
  /** Amounts as text. */
  adjustments: { cents: string; credits: Credit[] }[]
  /** Item, amount, credited and paid, each claim as one text. */
  claims: string[]
}

const selectBillings = statement<Billing>(`
  select i.id, i.status, i.items, i.amount_paid_cents, i.early_taken_cents,
    (select coalesce(jsonb_agg(jsonb_build_object('cents', amount_cents::text, 'credits', credits) order by id), '[]')
     from invoice_adjustments where invoice_id = i.id and type <> 'early_payment') as adjustments,
    array(select concat_ws(' ', trip_item_id, amount_cents, credited_cents, paid_cents, is_issued::text)
      from trip_item_claims where invoice_id = i.id) as claims
  from invoices i
  where i.id > $1 and (i.items @? '$[*].trip_item_id ? (@ != null)'
    or exists (select from trip_item_claims where invoice_id = i.id))
  order by i.id limit ${BATCH}`)

/** The claims of each invoice follow from its items, adjustments and payments. */
async function checkClaims({ client }: CheckContext) {
  const wrong: string[] = []
  for await (const billing of billingsIn(client)) if (!isAsDerived(billing)) wrong.push(billing.id)
  if (wrong.length === 0) return ok('what invoices hold of items of trips follows from the invoices')
  const named = wrong.slice(0, NAMED_MAX).join(', ')
  return problem(
    `${numberOf(wrong.length, 'invoice')} with wrong amounts on items of trips (${named})`,
    ADVICE,
  )
}

async function* billingsIn(db: Queryable): AsyncGenerator<Billing> {
  for (let last = '00000000-0000-0000-0000-000000000000'; ; ) {
    const batch = await selectBillings(db, last)
    yield* batch
    const end = batch.at(-1)
    if (end === undefined) return
    last = end.id
  }
}

function isAsDerived(billing: Billing): boolean {
  const { id, items, adjustments } = billing
  // A discount for early payment is settled like a payment.
  const paidCents = billing.amount_paid_cents + billing.early_taken_cents
  const isIssued = !isDraft(billing)
  const { claims } = decideClaims(
    {
      ...{
        id,
        clientId: '',
        items,
        holds: !isCancelled(billing),
        isIssued: !isDraft(billing),
        checksAll: false,
        paidCents,
      },
      adjustments: adjustments.map(({ cents, credits }) => ({ amount_cents: BigInt(cents), credits })),
      adjustment: null,
    },
    { rows: [], held: [] },
  )
  const derived = claims.map((claim) => `${textOf(claim)} ${isIssued}`)
  return derived.sort().join() === billing.claims.toSorted().join()
}

function textOf({ tripItemId, amountCents, creditedCents, paidCents }: Claim): string {
  return [tripItemId, amountCents, creditedCents, paidCents].join(' ')
}

const selectWrongTrips = statement<{ id: string }>(`
  select t.id from trips t
  left join lateral (
    select bool_or(case collected_by when 'agency' then price_brl_cents else 0 end <> held.cents) as open,
      bool_and(status = 'cancelled') as cancelled
    from trip_items i cross join lateral (
      select coalesce(sum(amount_cents - credited_cents), 0) as cents
      from trip_item_claims where trip_item_id = i.id) held
    where i.trip_id = t.id) items on true
  where t.has_open <> coalesce(items.open, false) or t.cancelled <> coalesce(items.cancelled, false)
  order by t.id limit ${NAMED_MAX + 1}`)

async function checkTrips({ client }: CheckContext) {
  const rows = await selectWrongTrips(client)
  if (rows.length === 0) return ok('every trip is listed as its items and invoices are')
  const named = rows.slice(0, NAMED_MAX).map(({ id }) => id)
  return problem(
    `trips that are not as their items (${named.join(', ')}${rows.length > NAMED_MAX ? ', ...' : ''})`,
    ADVICE,
  )
}
