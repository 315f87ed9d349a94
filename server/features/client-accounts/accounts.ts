// A client's balance of today, credit and statement of account.
import type {
  ClientBalance,
  ClientCreditEntry,
  ClientCreditQuery,
  ClientStatement,
  StatementLine,
  StatementQuery,
} from '../../../contract/client-accounts.ts'
import { STATEMENT_DAYS, STATEMENT_DAYS_MAX } from '../../../contract/limits.ts'
import { issueWith } from '../../../contract/phrases/issues.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { timesOf } from '../../kernel/values/dates.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import { type Cents, numberFromCents } from '../../kernel/values/money.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import { entryView } from '../client-credit/credit.ts'
import { listEntries, usableCredit } from '../client-credit/store.ts'
import { type ClientRow, findClient, uuidFromClientId } from '../clients/store.ts'
import { readDate } from '../documents/input.ts'
import { numberText } from '../documents/view.ts'
import { type LineRow, type Period, statementOf, sumsOf } from './store.ts'

/** Also a client that was merged into another: nothing is owed by it any more. */
export async function demandAccount(db: Queryable, owner: Owner, id: string): Promise<ClientRow> {
  const uuid = uuidFromClientId(id)
  const client = uuid === null ? undefined : await findClient(db, owner, uuid)
  return client ?? fail('client_not_found')
}

export async function readBalance(
  db: Queryable,
  owner: Owner,
  id: string,
  today: Temporal.PlainDate,
): Promise<ClientBalance> {
  const client = await demandAccount(db, owner, id)
  const day = today.toString()
  const sums = await sumsOf(db, owner, client.id, day)
  const credit = await usableCredit(db, owner, client.id, day)
  return {
    client_id: client.id,
    as_of: day,
    currency: 'BRL',
    open: numberFromCents(sums.open_cents),
    open_count: sums.open_count,
    overdue: numberFromCents(sums.overdue_cents),
    overdue_count: sums.overdue_count,
    overpaid: numberFromCents(sums.overpaid_cents),
    credit: numberFromCents(credit.cents),
    credit_expires_on: credit.first_day,
    credit_expiring: numberFromCents(credit.first_cents),
    uncovered: numberFromCents(sums.uncovered_cents),
    balance: numberFromCents(sums.open_cents - sums.overpaid_cents - credit.cents),
  }
}

export async function readCreditEntries(
  db: Queryable,
  owner: Owner,
  id: string,
  { query, page, zone }: { readonly query: ClientCreditQuery; readonly page: Page; readonly zone: string },
): Promise<Listing<ClientCreditEntry>> {
  const client = await demandAccount(db, owner, id)
  const wanted = { clientId: client.id, type: query.type, page, times: timesOf(query, zone, ['created']) }
  const found = await listEntries(db, owner, wanted)
  return { ...found, items: found.items.map(entryView) }
}

export interface Reader {
  readonly zone: string
  readonly today: Temporal.PlainDate
}

export async function readStatement(
  db: Queryable,
  owner: Owner,
  id: string,
  { query, zone, today }: Reader & { readonly query: StatementQuery },
): Promise<ClientStatement> {
  const period = periodOf(query, { zone, today })
  const client = await demandAccount(db, owner, id)
  const { uncovered_cents } = await sumsOf(db, owner, client.id, period.today)
  const { openingCents, lines } = await statementOf(db, owner, client.id, period)
  let balance = openingCents
  const shown = lines.map((line) => {
    balance += line.cents
    return lineView(line, balance)
  })
  const sumOf = (isOfIt: (cents: Cents) => boolean) =>
    lines.reduce((sum, { cents }) => (isOfIt(cents) ? sum + cents : sum), 0n)
  return {
    client_id: client.id,
    start_date: period.first,
    end_date: period.last,
    currency: 'BRL',
    opening_balance: numberFromCents(openingCents),
    debits: numberFromCents(sumOf((cents) => cents > 0n)),
    credits: numberFromCents(-sumOf((cents) => cents < 0n)),
    closing_balance: numberFromCents(balance),
    uncovered: numberFromCents(uncovered_cents),
    lines: shown,
  }
}

function periodOf({ start_date, end_date }: StatementQuery, { zone, today }: Reader): Period {
  const last = end_date === undefined ? today.toString() : readDate('end_date', end_date)
  const usual = Temporal.PlainDate.from(last).subtract({ days: STATEMENT_DAYS }).toString()
  const first = start_date === undefined ? usual : readDate('start_date', start_date)
  if (first > last) failField('start_date', 'must not be after end_date')
  const { days } = Temporal.PlainDate.from(first).until(last, { largestUnit: 'day' })
  if (days >= STATEMENT_DAYS_MAX)
    failField(
      'start_date',
      issueWith('must be less than {count} {period}s before end_date', {
        count: STATEMENT_DAYS_MAX,
        period: 'day',
      }),
    )
  return { zone, today: today.toString(), first, last }
}

function lineView(line: LineRow, balance: Cents): StatementLine {
  const { day, type, invoice_id, due_date, credit_note_id, payment_method, manual_method, reference } = line
  const { note_year: number_year, note_sequence: number_sequence } = line
  return {
    date: day,
    type,
    amount: numberFromCents(line.cents),
    balance: numberFromCents(balance),
    invoice_id,
    invoice_number: numberText(line),
    due_date,
    credit_note_id,
    credit_note_number: numberText({ number_year, number_sequence }),
    payment_method,
    manual_method,
    reference,
  }
}
