// Invariants of trips: amounts of items are computed again from prices and rates, and from the lines, adjustments and
// payments of the invoices that bill them.
import { centsOfNumber, times } from './arithmetic.ts'
import { flightsOf, pricesOf } from './fares.ts'
import type { Invariant, InvariantInput } from './input.ts'

// biome-ignore lint/suspicious/noExplicitAny: objects of every shape
type Item = any

const INVOICES = '/api/v1/invoices'
const SUMS = [
  'price',
  'cost',
  'earnings',
  'collected_by_supplier',
  'invoiced',
  'paid',
  'due',
  'open',
] as const

const itemsOf = async ({ trips }: InvariantInput): Promise<Item[]> =>
  (await trips()).flatMap(({ items }) => items)
const sum = (all: readonly bigint[]) => all.reduce((total, one) => total + one, 0n)
const least = (one: bigint, other: bigint) => (one < other ? one : other)
const nameOf = ({ id, status, description }: Item) => `item ${id} (${status}, ${description})`

/** An item by its own amounts, a trip by its items, and the list like the trip. */
export const tripAmountsAddUp: Invariant = async (input) => {
  const trips = await input.trips()
  const listed = new Map((await input.list('/api/v1/trips')).map(({ id, money }) => [id, money]))
  return trips.flatMap(({ id, money, items }) => {
    const wrong = items.flatMap(itemProblems)
    for (const name of SUMS) {
      const cents = sum(items.map((item: Item) => centsOfNumber(item.money[name])))
      if (centsOfNumber(money[name]) !== cents)
        wrong.push(`trip ${id}: ${name} is ${money[name]}, that of its items ${cents} cents`)
    }
    if (JSON.stringify(listed.get(id)) !== JSON.stringify(money))
      wrong.push(
        `trip ${id}: money is ${JSON.stringify(money)}, in the list ${JSON.stringify(listed.get(id))}`,
      )
    return wrong
  })
}

function itemProblems(item: Item): string[] {
  const { status, exchange_rate: rate, collected_by, money } = item
  const isCancelled = status === 'cancelled'
  const inBrl = (amount: number | null, kept: number | null) =>
    times(centsOfNumber((isCancelled ? kept : amount) ?? 0), rate)
  const price = inBrl(item.price_amount, item.kept_price_amount)
  const cost = inBrl(item.cost_amount, item.kept_cost_amount)
  const supplier = collected_by === 'supplier' ? price : 0n
  const expected: Partial<Record<(typeof SUMS)[number], bigint>> = {
    ...{ price, cost, earnings: price - cost, collected_by_supplier: supplier },
    open: price - supplier - centsOfNumber(money.invoiced),
  }
  return Object.entries(expected).flatMap(([name, cents]) =>
    centsOfNumber(money[name]) === cents
      ? []
      : [`${nameOf(item)}: ${name} is ${money[name]}, expected ${cents} cents`],
  )
}

/** A cancelled item may have been invoiced in full before; the rest is to be refunded. */
export const itemsNotInvoicedBeyondPrice: Invariant = async (input) =>
  (await itemsOf(input)).flatMap((item) => {
    const { price, collected_by_supplier: supplier, invoiced } = item.money
    const isBeyond = centsOfNumber(invoiced) > centsOfNumber(price) - centsOfNumber(supplier)
    return isBeyond && item.status !== 'cancelled'
      ? [`${nameOf(item)}: ${invoiced} is invoiced of ${price}, of which the supplier collects ${supplier}`]
      : []
  })

interface Claim {
  item: string
  invoice: string
  amount: bigint
  credited: bigint
  paid: bigint
  isIssued: boolean
}

/** The stored claims match the lines of invoices, and items show the sums of their claims. */
export const itemsMatchInvoiceLines: Invariant = async (input) => {
  const { installation, agency, list } = input
  const rows = await installation.database.rows(
    `select c.* from trip_item_claims c join trip_items i on i.id = c.trip_item_id
     where i.team_id = $1 and i.mode = $2`,
    [agency.teamId, agency.mode],
  )
  const claims = rows.map(
    (row): Claim => ({
      item: row.trip_item_id,
      invoice: row.invoice_id,
      amount: BigInt(row.amount_cents),
      credited: BigInt(row.credited_cents),
      paid: BigInt(row.paid_cents),
      isIssued: row.is_issued,
    }),
  )
  const invoices: Item[] = await list(INVOICES)
  const known = new Set(invoices.map(({ id }) => id))
  const orphans = claims.flatMap(({ item, invoice }) =>
    known.has(invoice) ? [] : [`item ${item} is claimed by ${invoice}, which does not exist`],
  )
  const problems = [...orphans, ...invoices.flatMap((invoice) => invoiceProblems(invoice, claims))]
  for (const item of await itemsOf(input)) problems.push(...itemSumProblems(item, claims))
  return problems
}

/** Here each line of an invoice for a trip bills an item, so that all credits and payments belong to items. */
function invoiceProblems(invoice: Item, claims: readonly Claim[]): string[] {
  const { id, status, items, adjustments, amount_paid } = invoice
  const own = claims.filter((claim) => claim.invoice === id)
  const lines: Item[] = items.filter(({ trip_item_id }: Item) => trip_item_id != null)
  const holds = status !== 'cancelled' && lines.length > 0
  if (!holds) return own.length === 0 ? [] : [`invoice ${id} is ${status} and claims ${own.length} items`]
  const problems: string[] = []
  const expect = (what: string, shown: unknown, expected: unknown) => {
    if (shown !== expected)
      problems.push(`invoice ${id} (${status}): ${what} is ${shown}, expected ${expected}`)
  }
  const billed = Map.groupBy(lines, ({ trip_item_id }) => trip_item_id)
  expect('the number of claimed items', own.length, billed.size)
  for (const [item, ofItem] of billed) {
    const claim = own.find((one) => one.item === item)
    const amount = sum(ofItem.map(({ total }) => centsOfNumber(total)))
    expect(`the claim on ${item}`, claim?.amount, amount)
    expect(`the due flag of ${item}`, claim?.isIssued, status !== 'draft')
    const credits = creditsOf(adjustments.filter(({ trip_item_id }: Item) => trip_item_id === item))
    if (claim !== undefined && claim.credited < least(credits, amount))
      problems.push(`invoice ${id}: ${credits} cents credit ${item}, but its claim has ${claim.credited}`)
  }
  const total = sum(own.map(({ amount }) => amount))
  const credited = least(creditsOf(adjustments), total)
  expect('the sum of credits', sum(own.map((claim) => claim.credited)), credited)
  expect(
    'the sum of payments',
    sum(own.map(({ paid }) => paid)),
    least(paidOf(amount_paid), total - credited),
  )
  return problems
}

const creditsOf = (adjustments: readonly Item[]) =>
  sum(adjustments.map(({ amount }) => -centsOfNumber(amount)))
const paidOf = (amount: number) => (amount < 0 ? 0n : centsOfNumber(amount))

function itemSumProblems({ id, money, invoice_ids }: Item, claims: readonly Claim[]): string[] {
  const own = claims.filter(({ item }) => item === id)
  const issued = own.filter(({ isIssued }) => isIssued)
  const held = (some: readonly Claim[]) => sum(some.map(({ amount, credited }) => amount - credited))
  const expected = {
    invoiced: held(own),
    paid: sum(own.map(({ paid }) => paid)),
    due: held(issued) - sum(issued.map(({ paid }) => paid)),
  }
  const wrong = Object.entries(expected).flatMap(([name, cents]) =>
    centsOfNumber(money[name]) === cents
      ? []
      : [`item ${id}: ${name} is ${money[name]}, its claims are ${cents} cents`],
  )
  const ids = own.map(({ invoice }) => invoice).sort()
  if (ids.join() !== invoice_ids.toSorted().join())
    wrong.push(`item ${id} has the invoices ${invoice_ids}, but ${ids} claim it`)
  return wrong
}

/** An item of a cancelled booking costs what the wallet did not get back. */
export const itemsMatchBookings: Invariant = async (input) => {
  const flights = new Map((await flightsOf(input)).map((flight) => [flight.id, flight]))
  return (await itemsOf(input)).flatMap((item) => {
    if (item.booking_id === null) return []
    const flight = flights.get(item.booking_id)
    if (flight === undefined)
      return [`${nameOf(item)} has the booking ${item.booking_id}, which does not exist`]
    const { status, offer, debited, credited } = flight
    const hasEnded = status === 'cancelled' || status === 'expired' || status === 'failed'
    const { client, base } = pricesOf(input.installation, input.agency, offer)
    const kept = status === 'cancelled' ? debited - credited : 0n
    const [price, cost] = hasEnded ? [least(kept, client), least(kept, base)] : [client, base]
    const isSame = centsOfNumber(item.money.price) === price && centsOfNumber(item.money.cost) === cost
    return isSame && (item.status === 'cancelled') === hasEnded
      ? []
      : [
          `${nameOf(item)}: price ${item.money.price} and cost ${item.money.cost}; ${flight.id} is ${status} with ` +
            `${price} and ${cost} cents`,
        ]
  })
}
