// Proofs over invoices: numbers without gaps, and sums that are the sums of their parts.

import { type Finding, numberOf, ok, problem, warning } from '../../../features/readiness/readiness.ts'
import type { Check, Patient } from '../../checks/check.ts'

export const INVOICE_CHECKS: readonly Check[] = [
  { name: 'invoice numbers', run: checkNumbers },
  { name: 'invoice amounts', run: checkAmounts },
  { name: 'invoice payments', run: checkPayments },
  { name: 'unknown payments', run: checkUnknown },
  { name: 'refunds', run: checkRefunds },
]

const NAMED_MAX = 5
const SETTLED_WITHIN_MS = 2 * 24 * 60 * 60_000
const ADVICE =
  'Rows were changed by hand or lost. Restore the last good backup into a new database and compare.'

interface Numbered {
  team_id: string
  mode: string
  year: number
  there: string
  last: string
}

/** Numbers are unique, so as many as the highest one means that none is missing. */
async function checkNumbers({ client }: Patient): Promise<Finding> {
  const { rows } = await client.query<Numbered>(
    `select team_id, mode, year, coalesce(i.there, 0)::text as there, coalesce(n.last, 0)::text as last
     from invoice_numbers n full join (
       select team_id, mode, number_year as year, count(*) as there, max(number_sequence) as highest
       from invoices where number_sequence is not null group by 1, 2, 3) i using (team_id, mode, year)
     where coalesce(n.last, 0) <> coalesce(i.there, 0) or coalesce(i.there, 0) <> coalesce(i.highest, 0)
     order by team_id, mode, year`,
  )
  if (rows.length === 0) return ok('every year has its invoices without a gap')
  const named = rows
    .slice(0, NAMED_MAX)
    .map(
      ({ team_id, mode, year, there, last }) =>
        `${team_id} ${mode} ${year}: ${there} numbers, the last one ${last}`,
    )
  return problem(
    `${numberOf(rows.length, 'sequence')} of invoice numbers with gaps (${named.join('; ')})`,
    ADVICE,
  )
}

async function checkAmounts({ client }: Patient): Promise<Finding> {
  const { rows } = await client.query<{ id: string }>(
    `select i.id from invoices i
     left join lateral (
       select coalesce(sum(amount_cents), 0) as cents from invoice_payments where invoice_id = i.id) paid on true
     left join lateral (
       select coalesce(sum((line ->> 'total_cents')::bigint), 0) as cents from jsonb_array_elements(i.items) line
     ) lines on true
     where paid.cents <> i.amount_paid_cents or lines.cents <> i.subtotal_cents
     order by i.id limit ${NAMED_MAX + 1}`,
  )
  if (rows.length === 0) return ok('items and payments add up to what is stored')
  const named = rows.slice(0, NAMED_MAX).map(({ id }) => id)
  return problem(
    `invoices whose parts do not add up (${named.join(', ')}${rows.length > NAMED_MAX ? ', ...' : ''})`,
    ADVICE,
  )
}

/** A draft can be deleted while its code is being paid: then there is money that belongs to no invoice. */
async function checkPayments({ client }: Patient): Promise<Finding> {
  const { rows } = await client.query<{ id: string }>(
    `select distinct c.id from charges c join charge_payments p on p.charge_id = c.id
     where c.purpose = 'invoice' and not exists (
       select from invoice_payments i where i.charge_id = p.charge_id and i.reference = p.payment_id)
       and p.amount_cents > (select coalesce(sum(amount_cents), 0) from payment_returns r
         where r.charge_id = p.charge_id and r.payment_id = p.payment_id)
     order by c.id limit ${NAMED_MAX + 1}`,
  )
  if (rows.length === 0) return ok('everything that was paid for invoices is recorded')
  const named = rows.slice(0, NAMED_MAX).map(({ id }) => id)
  return problem(
    `charges that were paid for invoices that are gone (${named.join(', ')}${rows.length > NAMED_MAX ? ', ...' : ''})`,
    'Find the payment at the bank by its txid (table charges), and give it back or record it by hand.',
  )
}

/** Housekeeping forgets what banks told after 90 days. */
async function checkUnknown({ client }: Patient): Promise<Finding> {
  const { rows } = await client.query<{ txid: string }>(
    `select distinct txid from payment_callbacks k where not exists (select from charges c where c.txid = k.txid)
     order by txid limit ${NAMED_MAX + 1}`,
  )
  if (rows.length === 0) return ok('banks tell of no money for charges that are not here')
  const named = rows.slice(0, NAMED_MAX).map(({ txid }) => txid)
  return warning(
    `payments of charges that are not here (${named.join(', ')}${rows.length > NAMED_MAX ? ', ...' : ''})`,
    'Find each at the bank by its txid: another installation made it, or a restored backup has lost it.',
  )
}

/** A bank settles within minutes; one that has not said for days was disconnected, or does not let us in. */
async function checkRefunds({ client, wall }: Patient): Promise<Finding> {
  const { rows } = await client.query<{ id: string }>(
    `select id from refunds where ended_at is null and mode = 'live' and created_at < $1
     order by id limit ${NAMED_MAX + 1}`,
    [new Date(wall.now().getTime() - SETTLED_WITHIN_MS)],
  )
  if (rows.length === 0) return ok('banks have said what became of every refund')
  const named = rows.slice(0, NAMED_MAX).map(({ id }) => id)
  return warning(
    `refunds that no bank has settled for two days (${named.join(', ')}${rows.length > NAMED_MAX ? ', ...' : ''})`,
    'Look for them in the account, by the id without rfd_, and at the credentials of the payment provider.',
  )
}
