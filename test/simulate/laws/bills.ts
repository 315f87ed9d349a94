// Laws of invoices: totals computed from the requests, late charges by day, and charges, payments and refunds
// in the bank's books.
import type { FakeCharge } from '../../support/fakes/fake-psp-books.ts'
import type { Write } from '../writes.ts'
import { isAcknowledged } from '../writes.ts'
import { bankDayFrom, centsOfNumber, dayOf, lateOn, type Priced, percent, totalsOf } from './arithmetic.ts'
import { type Case, centsOf, type Law, nowOf } from './law.ts'

// biome-ignore lint/suspicious/noExplicitAny: things of every shape
type Item = any

const INVOICES = '/api/v1/invoices'
const QUOTES = '/api/v1/quotes'
const RECURRING = '/api/v1/recurring-invoices'

/** Documents that are priced, each with the content that was asked for. */
async function pricedOf({ shop, all }: Case): Promise<[Item, Priced][]> {
  const asked = new Map(shop.writes.filter(isAcknowledged).map((write) => [write.mark, write]))
  const invoices: Item[] = await all(INVOICES)
  const quotes = new Map((await all(QUOTES)).map((quote) => [quote.id, quote]))
  const recurring = new Map((await all(RECURRING)).map((one) => [one.id, one]))
  const markOf = (invoice: Item): string =>
    recurring.get(invoice.recurring_invoice_id)?.name ?? quotes.get(invoice.quote_id)?.notes ?? invoice.notes
  const found: [Item, string][] = [
    ...invoices.map((invoice): [Item, string] => [invoice, markOf(invoice)]),
    ...[...quotes.values()].map((quote): [Item, string] => [quote, quote.notes]),
    ...[...recurring.values()].map((one): [Item, string] => [one, one.name]),
  ]
  return found.map(([document, mark]) => [document, contentOf(asked.get(mark), mark)])
}

function contentOf(write: Write | undefined, mark: string): Priced {
  const body = write?.question.body
  if (body === undefined || !('items' in body)) throw new Error(`nobody asked for what is marked ${mark}`)
  return body as Priced
}

/** Lines, discount, tax on what is left, and total. Quotes have no tax. */
export const sumsFollowItems: Law = async (given) => {
  const documents = await pricedOf(given)
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
        : [`${document.id}: ${name} is ${shown} and not ${cents} cents, of ${JSON.stringify(content)}`],
    )
  })
}

/** Paid is the sum of payments, and the amount due the rest of the total after its adjustments. */
export const duesFollowPayments: Law = async ({ all }) => {
  const invoices: Item[] = await all(INVOICES)
  return invoices.flatMap(({ id, total, amount_paid, amount_due, payments, adjustments, ...rest }) => {
    const paid = sumOf(payments)
    const owed = centsOfNumber(total) + sumOf(adjustments) - paid
    const faults: string[] = []
    if (centsOfNumber(amount_paid) !== paid)
      faults.push(`says ${amount_paid} paid; payments are ${paid} cents`)
    // Refunded money may be owed again or not, as the agency chose.
    const isWhole = payments.every(({ amount }: Item) => amount > 0) && rest.payment_status !== 'paid'
    if (isWhole && centsOfNumber(amount_due) !== owed)
      faults.push(`says ${amount_due} due; ${owed} cents are`)
    const [only, ...more] = payments
    // The owed amount is paid first; only the excess is for late charges.
    const isCredited = adjustments.some(({ type }: Item) => type === 'credit_note')
    if (only?.method === 'pix' && more.length === 0 && !isCredited) {
      const beyond = owed < 0n ? -owed : 0n
      if (centsOfNumber(only.late_amount) !== beyond)
        faults.push(`says ${only.late_amount} of its payment is for being late; ${beyond} cents are`)
    }
    return faults.map((fault) => `invoice ${id} ${fault}`)
  })
}

/** Who pays what is left of the invoice until the last day of its discount owes nothing more. */
export const discountsAreTaken: Law = async ({ all }) => {
  const invoices: Item[] = await all(INVOICES)
  return invoices.flatMap(({ id, total, payments, adjustments, early_payment: early, amount_due }) => {
    const [first] = payments
    const isOther = adjustments.some(({ type }: Item) => type !== 'early_payment')
    if (early === null || first === undefined || isOther || payments.some(({ amount }: Item) => amount < 0))
      return []
    const asked = centsOfNumber(total) - discountOf(centsOfNumber(total), early)
    const lastDay = bankDayFrom(Temporal.PlainDate.from(early.until))
    const isInTime = Temporal.PlainDate.compare(dayOf(first.paid_at), lastDay) <= 0
    return isInTime && centsOfNumber(first.amount) === asked && amount_due !== 0
      ? [`invoice ${id}: ${first.amount} were paid in time, and ${amount_due} are due`]
      : []
  })
}

const sumOf = (payments: readonly Item[]): bigint =>
  payments.reduce((sum, { amount }) => sum + centsOfNumber(amount), 0n)

/** After a month of days a code is made for a month, with the interest of the day that it was made on. */
const DAILY_DAYS = 30

/** Each charge asks for the amount owed at its creation, with the late charges of that day. */
export const chargesFollowDays: Law = async (given) => {
  const { town, shop, all } = given
  const invoices: Item[] = await all(INVOICES)
  if (shop.mode === 'test') {
    const today = dayOf(await nowOf(given))
    return invoices.flatMap((invoice) => sandboxFaults(given, invoice, today))
  }
  const rows = await town.database.rows(
    "select txid, reference_id from charges where team_id = $1 and purpose = 'invoice'",
    [shop.teamId],
  )
  return rows.flatMap(({ txid, reference_id }) => {
    const charge = town.bank.books.charges.get(txid)
    const invoice = invoices.find(({ id }) => id === reference_id)
    return charge === undefined || invoice === undefined ? [] : chargeFaults(given, invoice, charge)
  })
}

/** Longer than from the request of a charge until the bank creates it. */
const MAKING_MS = 15 * 60_000

function chargeFaults({ shop }: Case, invoice: Item, { txid, valor, calendario }: FakeCharge): string[] {
  const madeAt = new Date(String(calendario.criacao))
  const days = [madeAt, new Date(madeAt.getTime() - MAKING_MS)].map(dayOf)
  const asked = centsOf(valor.original)
  const expected = owedSums(invoice).flatMap((owed) =>
    days.map((day) => withLate(shop.late, invoice, owed, day)),
  )
  return expected.includes(asked)
    ? []
    : [
        `invoice ${invoice.id} of ${invoice.total}, due ${invoice.due_date}: charge ${txid} asks for ` +
          `${asked} cents, and not for ${[...new Set(expected)].join(' or ')}`,
      ]
}

/** What was owed before and after each of its payments and adjustments, with and without a discount for early payment. */
function owedSums({ total, payments, adjustments, early_payment }: Item): bigint[] {
  const moves: Item[] = [
    ...payments.map(({ created_at, amount }: Item) => ({ created_at, paid: centsOfNumber(amount), off: 0n })),
    ...adjustments.map(({ created_at, amount }: Item) => ({
      created_at,
      paid: 0n,
      off: -centsOfNumber(amount),
    })),
  ]
  let [asked, paid] = [centsOfNumber(total), 0n]
  const sums = [[asked, paid] as const]
  for (const move of moves.toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1))) {
    asked -= move.off
    paid += move.paid
    sums.push([asked, paid])
  }
  return sums.flatMap(([sum, gone]) => [sum - gone, sum - gone - discountOf(sum, early_payment)])
}

/** What comes off an invoice of this sum that is paid early. */
function discountOf(asked: bigint, early: Item): bigint {
  if (early === null) return 0n
  const { discount_percent, discount_amount } = early
  return discount_percent === null ? centsOfNumber(discount_amount) : percent(asked, discount_percent)
}

function withLate(
  late: Case['shop']['late'],
  { due_date }: Item,
  owed: bigint,
  day: Temporal.PlainDate,
): bigint {
  return owed + lateOn(owed, late, Temporal.PlainDate.from(due_date), day)
}

/** The sandbox's code of today; of an invoice that is late for long, of any day since it was made. */
function sandboxFaults({ shop }: Case, invoice: Item, today: Temporal.PlainDate): string[] {
  const { id, pix, total, amount_paid, adjustments, due_date } = invoice
  if (pix === null) return []
  const due = Temporal.PlainDate.from(due_date)
  const isLong = due.until(today, { largestUnit: 'day' }).days > DAILY_DAYS
  const days = Array.from({ length: isLong ? DAILY_DAYS + 2 : 1 }, (_, ago) => today.subtract({ days: ago }))
  const asked = centsOfNumber(total) + sumOf(adjustments)
  const owed = asked - centsOfNumber(amount_paid) - earlyToday(invoice, asked, today)
  const expected = days.map((day) => withLate(shop.late, invoice, owed, day))
  return expected.includes(centsOfNumber(pix.amount))
    ? []
    : [
        `invoice ${id} of ${total}, due ${due_date}: on ${today} its code asks for ${pix.amount} and not for ` +
          `${[...new Set(expected)].join(' or ')} cents`,
      ]
}

/** As long as the discount stands, was not taken, and leaves something to pay. */
function earlyToday(
  { early_payment: early, amount_paid }: Item,
  asked: bigint,
  today: Temporal.PlainDate,
): bigint {
  if (early === null || early.amount_taken > 0) return 0n
  const isOver = Temporal.PlainDate.compare(today, bankDayFrom(Temporal.PlainDate.from(early.until))) > 0
  const off = discountOf(asked, early)
  return isOver || off >= asked - centsOfNumber(amount_paid) ? 0n : off
}
