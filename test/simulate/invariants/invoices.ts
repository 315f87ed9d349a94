// Invariants of invoices and quotes: totals, amounts due and charges are computed again from the requests and the days.
import type { FakeCharge } from '../../support/fakes/fake-psp-books.ts'
import type { Write } from '../writes.ts'
import { isAcknowledged } from '../writes.ts'
import {
  bankDayFrom,
  centsOfNumber,
  dayOf,
  lateChargesOn,
  type Priced,
  percent,
  totalsOf,
} from './arithmetic.ts'
import { centsOf, type Invariant, type InvariantInput, nowOf } from './input.ts'

// biome-ignore lint/suspicious/noExplicitAny: objects of every shape
type Item = any

const INVOICES = '/api/v1/invoices'
const QUOTES = '/api/v1/quotes'
const RECURRING = '/api/v1/recurring-invoices'

/** Each document with the content of the request that created it. */
async function documentsOf({ agency, list }: InvariantInput): Promise<[Item, Priced][]> {
  const writes = new Map(agency.writes.filter(isAcknowledged).map((write) => [write.mark, write]))
  const invoices: Item[] = await list(INVOICES)
  const quotes = new Map((await list(QUOTES)).map((quote) => [quote.id, quote]))
  const recurring = new Map((await list(RECURRING)).map((one) => [one.id, one]))
  const markOf = (invoice: Item): string =>
    recurring.get(invoice.recurring_invoice_id)?.name ?? quotes.get(invoice.quote_id)?.notes ?? invoice.notes
  const found: [Item, string][] = [
    ...invoices.map((invoice): [Item, string] => [invoice, markOf(invoice)]),
    ...[...quotes.values()].map((quote): [Item, string] => [quote, quote.notes]),
    ...[...recurring.values()].map((one): [Item, string] => [one, one.name]),
  ]
  return found.map(([document, mark]) => [document, contentOf(writes.get(mark), mark)])
}

function contentOf(write: Write | undefined, mark: string): Priced {
  const body = write?.request.body
  if (body === undefined || !('items' in body)) throw new Error(`no request has the mark ${mark}`)
  return body as Priced
}

/** Quotes have no tax. */
export const totalsMatchItems: Invariant = async (input) => {
  const documents = await documentsOf(input)
  return documents.flatMap(([document, content]) => {
    const { lines, subtotal, discount, tax, total } = totalsOf(content)
    const expected: [string, number | undefined, bigint][] = [
      ['subtotal', document.subtotal, subtotal],
      ['discount_amount', document.discount_amount, discount],
      ['tax_amount', document.tax_amount, tax],
      ['total', document.total, total],
      ...lines.map((cents, index): [string, number, bigint] => [
        `line ${index}`,
        document.items[index]?.total,
        cents,
      ]),
    ]
    return expected.flatMap(([name, shown, cents]) =>
      shown === undefined || centsOfNumber(shown) === cents
        ? []
        : [`${document.id}: ${name} is ${shown}, expected ${cents} cents, by ${JSON.stringify(content)}`],
    )
  })
}

export const duesMatchPayments: Invariant = async ({ list }) => {
  const invoices: Item[] = await list(INVOICES)
  return invoices.flatMap(({ id, total, amount_paid, amount_due, payments, adjustments, ...rest }) => {
    const paid = sumOf(payments)
    const owed = centsOfNumber(total) + sumOf(adjustments) - paid
    const problems: string[] = []
    if (centsOfNumber(amount_paid) !== paid)
      problems.push(`amount_paid is ${amount_paid}, its payments ${paid} cents`)
    // With a refund the agency chooses whether its amount is due again.
    const isUnrefunded = payments.every(({ amount }: Item) => amount > 0) && rest.payment_status !== 'paid'
    if (isUnrefunded && centsOfNumber(amount_due) !== owed)
      problems.push(`amount_due is ${amount_due}, expected ${owed} cents`)
    const [only, ...more] = payments
    // A payment covers the amount due first, and late charges with the rest.
    const isCredited = adjustments.some(({ type }: Item) => type === 'credit_note')
    if (only?.method === 'pix' && more.length === 0 && !isCredited) {
      const beyond = owed < 0n ? -owed : 0n
      if (centsOfNumber(only.late_amount) !== beyond)
        problems.push(`late_amount of its payment is ${only.late_amount}, expected ${beyond} cents`)
    }
    return problems.map((problem) => `invoice ${id}: ${problem}`)
  })
}

/** If the discounted amount is paid until the last day of the discount, nothing more is due. */
export const earlyPaymentsSettle: Invariant = async ({ list }) => {
  const invoices: Item[] = await list(INVOICES)
  return invoices.flatMap(({ id, total, payments, adjustments, early_payment: early, amount_due }) => {
    const [first] = payments
    const isOther = adjustments.some(({ type }: Item) => type !== 'early_payment')
    if (early === null || first === undefined || isOther || payments.some(({ amount }: Item) => amount < 0))
      return []
    const discounted = centsOfNumber(total) - discountOf(centsOfNumber(total), early)
    const lastDay = bankDayFrom(Temporal.PlainDate.from(early.until))
    const isInTime = Temporal.PlainDate.compare(dayOf(first.paid_at), lastDay) <= 0
    return isInTime && centsOfNumber(first.amount) === discounted && amount_due !== 0
      ? [`invoice ${id}: ${first.amount} was paid early, and ${amount_due} is due`]
      : []
  })
}

const sumOf = (payments: readonly Item[]): bigint =>
  payments.reduce((sum, { amount }) => sum + centsOfNumber(amount), 0n)

/** Later than this many days after the due date, a Pix code is valid for a month, with the interest of its first day. */
const DAILY_DAYS = 30

/** A charge at the bank; in the sandbox, the code on the invoice. */
export const chargesMatchDues: Invariant = async (input) => {
  const { installation, agency, list } = input
  const invoices: Item[] = await list(INVOICES)
  if (agency.mode === 'test') {
    const today = dayOf(await nowOf(input))
    return invoices.flatMap((invoice) => sandboxProblems(input, invoice, today))
  }
  const rows = await installation.database.rows(
    "select txid, reference_id from charges where team_id = $1 and purpose = 'invoice'",
    [agency.teamId],
  )
  return rows.flatMap(({ txid, reference_id }) => {
    const charge = installation.bank.books.charges.get(txid)
    const invoice = invoices.find(({ id }) => id === reference_id)
    return charge === undefined || invoice === undefined ? [] : chargeProblems(input, invoice, charge)
  })
}

/** Longer than the bank takes to create a charge. */
const CREATION_MAX_MS = 15 * 60_000

function chargeProblems(
  { agency }: InvariantInput,
  invoice: Item,
  { txid, valor, calendario }: FakeCharge,
): string[] {
  const createdAt = new Date(String(calendario.criacao))
  const days = [createdAt, new Date(createdAt.getTime() - CREATION_MAX_MS)].map(dayOf)
  const charged = centsOf(valor.original)
  const expected = duesOf(invoice).flatMap((owed) =>
    days.map((day) => withLateCharges(agency.late, invoice, owed, day)),
  )
  return expected.includes(charged)
    ? []
    : [
        `invoice ${invoice.id} of ${invoice.total}, due ${invoice.due_date}: charge ${txid} asks for ` +
          `${charged} cents, expected ${[...new Set(expected)].join(' or ')}`,
      ]
}

/** What was due before and after each payment and adjustment, with and without the discount for early payment. */
function duesOf({ total, payments, adjustments, early_payment }: Item): bigint[] {
  const changes: Item[] = [
    ...payments.map(({ created_at, amount }: Item) => ({ created_at, paid: centsOfNumber(amount), off: 0n })),
    ...adjustments.map(({ created_at, amount }: Item) => ({
      created_at,
      paid: 0n,
      off: -centsOfNumber(amount),
    })),
  ]
  let [owed, paid] = [centsOfNumber(total), 0n]
  const sums = [[owed, paid] as const]
  for (const change of changes.toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1))) {
    owed -= change.off
    paid += change.paid
    sums.push([owed, paid])
  }
  return sums.flatMap(([sum, received]) => [sum - received, sum - received - discountOf(sum, early_payment)])
}

/** The discount for early payment of an invoice of this amount. */
function discountOf(amount: bigint, early: Item): bigint {
  if (early === null) return 0n
  const { discount_percent, discount_amount } = early
  return discount_percent === null ? centsOfNumber(discount_amount) : percent(amount, discount_percent)
}

function withLateCharges(
  late: InvariantInput['agency']['late'],
  { due_date }: Item,
  owed: bigint,
  day: Temporal.PlainDate,
): bigint {
  return owed + lateChargesOn(owed, late, Temporal.PlainDate.from(due_date), day)
}

/** The code is of today; if the invoice is long overdue, of any day since its creation. */
function sandboxProblems({ agency }: InvariantInput, invoice: Item, today: Temporal.PlainDate): string[] {
  const { id, pix, total, amount_paid, adjustments, due_date } = invoice
  if (pix === null) return []
  const due = Temporal.PlainDate.from(due_date)
  const isLongOverdue = due.until(today, { largestUnit: 'day' }).days > DAILY_DAYS
  const days = Array.from({ length: isLongOverdue ? DAILY_DAYS + 2 : 1 }, (_, ago) =>
    today.subtract({ days: ago }),
  )
  const adjusted = centsOfNumber(total) + sumOf(adjustments)
  const owed = adjusted - centsOfNumber(amount_paid) - discountToday(invoice, adjusted, today)
  const expected = days.map((day) => withLateCharges(agency.late, invoice, owed, day))
  return expected.includes(centsOfNumber(pix.amount))
    ? []
    : [
        `invoice ${id} of ${total}, due ${due_date}: on ${today} its code asks for ${pix.amount}, expected ` +
          `${[...new Set(expected)].join(' or ')} cents`,
      ]
}

/** The discount counts if it is not over, was not taken yet, and leaves something to pay. */
function discountToday(
  { early_payment: early, amount_paid }: Item,
  adjusted: bigint,
  today: Temporal.PlainDate,
): bigint {
  if (early === null || early.amount_taken > 0) return 0n
  const isOver = Temporal.PlainDate.compare(today, bankDayFrom(Temporal.PlainDate.from(early.until))) > 0
  const off = discountOf(adjusted, early)
  return isOver || off >= adjusted - centsOfNumber(amount_paid) ? 0n : off
}
