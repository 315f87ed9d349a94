// The SQL on what clients owe: sums of today, and the lines of a statement.
import type { ManualMethod, StatementLineType } from '../../../contract/credit-states.ts'
import type { InvoicePaymentMethod } from '../../../contract/invoicing-states.ts'
import { onlyRow, type Queryable, statement } from '../../kernel/db/db.ts'
import type { Owner } from '../../kernel/values/owner.ts'

interface Sums {
  open_cents: bigint
  open_count: number
  overdue_cents: bigint
  overdue_count: number
  overpaid_cents: bigint
  uncovered_cents: bigint
}

const selectSums = statement<Sums>(`
  select coalesce(sum(due), 0)::bigint as open_cents, (count(*) filter (where due > 0))::int as open_count,
    coalesce(sum(due) filter (where due_date < $4::date), 0)::bigint as overdue_cents,
    (count(*) filter (where due > 0 and due_date < $4::date))::int as overdue_count,
    coalesce(sum(over), 0)::bigint as overpaid_cents,
    coalesce(sum(uncovered_cents), 0)::bigint as uncovered_cents
  from (
    select i.due_date, i.uncovered_cents,
      case when i.status = 'sent' then greatest(i.total_cents + i.adjustment_cents - i.amount_paid_cents, 0) else 0
        end as due,
      case when i.status = 'sent' then greatest(i.amount_paid_cents - i.total_cents - i.adjustment_cents - late.cents, 0)
        else i.amount_paid_cents end as over
    from invoices i cross join lateral (
      select coalesce(sum(late_cents), 0)::bigint as cents from invoice_payments where invoice_id = i.id
    ) late
    where i.team_id = $1 and i.mode = $2 and i.client_id = $3
  ) sums`)

/** Of sent invoices what is due and overpaid; of others all that was paid; of all what went back and is missing. */
export async function sumsOf(
  db: Queryable,
  { teamId, mode }: Owner,
  clientId: string,
  today: string,
): Promise<Sums> {
  return onlyRow(await selectSums(db, teamId, mode, clientId, today))
}

export interface LineRow {
  day: string
  type: StatementLineType
  cents: bigint
  invoice_id: string | null
  number_year: number | null
  number_sequence: number | null
  due_date: string | null
  credit_note_id: string | null
  note_year: number | null
  note_sequence: number | null
  payment_method: InvoicePaymentMethod | null
  manual_method: ManualMethod | null
  reference: string | null
}

/**
 * Everything that changed what the client owes, in order. $4 is the zone of days. An invoice that is cancelled owes
 * nothing from then on, so what it owed is taken off again, and later changes of it do not count. Credit that pays an
 * invoice, or comes from one, moves nothing: it was the client's money before and after.
 */
// Within a day, what was recorded on that day stands where it was recorded: agencies name payments by the day alone.
const LINES = `
  with own as (
    select id, status, issue_date, due_date, number_year, number_sequence, total_cents, cancelled_at,
      case when (created_at at time zone $4)::date = issue_date then created_at end as moment
    from invoices where team_id = $1 and mode = $2 and client_id = $3
  ), payment as (
    select p.*, (p.paid_at at time zone $4)::date as day, i.number_year, i.number_sequence,
      case when (p.created_at at time zone $4)::date = (p.paid_at at time zone $4)::date then p.created_at
        else greatest(p.paid_at, i.moment) end as moment,
      i.status = 'sent' or (i.status = 'cancelled' and p.created_at < i.cancelled_at) as counts_late
    from own i join invoice_payments p on p.invoice_id = i.id
  ), adjustment as (
    select a.*, (a.created_at at time zone $4)::date as day, i.number_year, i.number_sequence
    from own i join invoice_adjustments a on a.invoice_id = i.id
    where i.status = 'sent' or (i.status = 'cancelled' and a.created_at < i.cancelled_at)
  ), line as (
    select issue_date as day, moment, 1 as place, id::text as sorted, 'invoice' as type, total_cents as cents, id as invoice_id,
      number_year, number_sequence, due_date, null::text as credit_note_id, null::int as note_year,
      null::int as note_sequence, null::text as payment_method, null::text as manual_method, null::text as reference
    from own where status <> 'draft'
    union all
    select day, moment, 2, id::text, 'late_charges', late_cents, invoice_id, number_year, number_sequence, null, null, null,
      null, null, null, null
    from payment where late_cents <> 0 and counts_late
    union all
    select day, moment, 3, id::text, case when method = 'correction' then 'correction'
      when method = 'return' then 'refund' when method <> 'dispute' then 'payment'
      when amount_cents < 0 then 'dispute' else 'dispute_won' end,
      -amount_cents, invoice_id, number_year, number_sequence, null, null, null, null, method, manual_method, reference
    from payment where method <> 'credit'
    union all
    select a.day, a.created_at, 4, a.id::text, case when a.type = 'credit_note' then 'credit_note' else 'waiver' end, a.amount_cents,
      a.invoice_id, a.number_year, a.number_sequence, null, n.id, n.number_year, n.number_sequence, null, null, null
    from adjustment a left join credit_notes n on n.id = a.credit_note_id
    union all
    select (i.cancelled_at at time zone $4)::date, i.cancelled_at, 5, i.id::text, 'cancellation',
      -(i.total_cents + (select coalesce(sum(amount_cents), 0) from adjustment where invoice_id = i.id)
        + (select coalesce(sum(late_cents), 0) from payment where invoice_id = i.id and counts_late))::bigint,
      i.id, i.number_year, i.number_sequence, null, null, null, null, null, null, null
    from own i where i.status = 'cancelled'
    union all
    select (created_at at time zone $4)::date, created_at, 6, id, 'credit_expired', -amount_cents, null, null, null,
      null, null, null, null, null, null, null
    from client_credit_entries where team_id = $1 and mode = $2 and client_id = $3 and type = 'expired'
    union all
    select expires_on + 1, null, 6, id, 'credit_expired', left_cents, null, null, null, null, null, null, null, null, null,
      null
    from client_credit_entries
    where team_id = $1 and mode = $2 and client_id = $3 and left_cents > 0 and expires_on < $5::date
  )`

const selectOpening = statement<{ cents: bigint }>(`${LINES}
  select coalesce(sum(cents), 0)::bigint as cents from line where day < $6::date`)

const selectLines = statement<LineRow>(`${LINES}
  select day, type, cents, invoice_id, number_year, number_sequence, due_date, credit_note_id, note_year,
    note_sequence, payment_method, manual_method, reference
  from line where day >= $6::date and day <= $7::date order by day, moment nulls first, place, sorted`)

export interface Period {
  readonly zone: string
  readonly today: string
  readonly first: string
  readonly last: string
}

/** The balance before the period, and its lines. */
export async function statementOf(
  db: Queryable,
  { teamId, mode }: Owner,
  clientId: string,
  { zone, today, first, last }: Period,
): Promise<{ openingCents: bigint; lines: LineRow[] }> {
  const { cents } = onlyRow(await selectOpening(db, teamId, mode, clientId, zone, today, first))
  return {
    openingCents: cents,
    lines: await selectLines(db, teamId, mode, clientId, zone, today, first, last),
  }
}
