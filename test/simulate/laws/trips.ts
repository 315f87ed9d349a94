// Laws of trips: the money of items computed from their amounts and rates, and what they say of invoices computed from
// the lines, adjustments and payments of these.
import { centsOfNumber, times } from './arithmetic.ts'
import { chainOf, flightsOf } from './fares.ts'
import type { Case, Law } from './law.ts'

// biome-ignore lint/suspicious/noExplicitAny: things of every shape
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

const itemsOf = async ({ trips }: Case): Promise<Item[]> => (await trips()).flatMap(({ items }) => items)
const sum = (all: readonly bigint[]) => all.reduce((total, one) => total + one, 0n)
const least = (one: bigint, other: bigint) => (one < other ? one : other)
const named = ({ id, status, description }: Item) => `item ${id} (${status}, ${description})`

/** Of each item from its own amounts, and of each trip from its items; a list says what the trip does. */
export const moneyAddsUp: Law = async (given) => {
  const trips = await given.trips()
  const listed = new Map((await given.all('/api/v1/trips')).map(({ id, money }) => [id, money]))
  return trips.flatMap(({ id, money, items }) => {
    const wrong = items.flatMap(itemFaults)
    for (const name of SUMS) {
      const cents = sum(items.map((item: Item) => centsOfNumber(item.money[name])))
      if (centsOfNumber(money[name]) !== cents)
        wrong.push(`trip ${id} says ${name} ${money[name]}; that of its items is ${cents} cents`)
    }
    if (JSON.stringify(listed.get(id)) !== JSON.stringify(money))
      wrong.push(`trip ${id} says ${JSON.stringify(money)}; the list says ${JSON.stringify(listed.get(id))}`)
    return wrong
  })
}

function itemFaults(item: Item): string[] {
  const { status, exchange_rate: rate, collected_by, money } = item
  const isOff = status === 'cancelled'
  const inBrl = (amount: number | null, kept: number | null) =>
    times(centsOfNumber((isOff ? kept : amount) ?? 0), rate)
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
      : [`${named(item)} says ${name} ${money[name]}; it is ${cents} cents`],
  )
}

/** A cancelled item may have been invoiced before: the rest is to be given back. */
export const nothingBeyondPrice: Law = async (given) =>
  (await itemsOf(given)).flatMap((item) => {
    const { price, collected_by_supplier: supplier, invoiced } = item.money
    const isBeyond = centsOfNumber(invoiced) > centsOfNumber(price) - centsOfNumber(supplier)
    return isBeyond && item.status !== 'cancelled'
      ? [`${named(item)}: ${invoiced} is invoiced of ${price}, of which ${supplier} is the supplier's`]
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

/** Claims as stored are what the lines of invoices bill, and items show the sums of theirs. */
export const claimsFollowLines: Law = async (given) => {
  const { town, shop, all } = given
  const rows = await town.database.rows(
    `select c.* from trip_item_claims c join trip_items i on i.id = c.trip_item_id
     where i.team_id = $1 and i.mode = $2`,
    [shop.teamId, shop.mode],
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
  const invoices: Item[] = await all(INVOICES)
  const known = new Set(invoices.map(({ id }) => id))
  const lost = claims.flatMap(({ item, invoice }) =>
    known.has(invoice) ? [] : [`item ${item} is claimed by ${invoice}, which is no invoice`],
  )
  const faults = [...lost, ...invoices.flatMap((invoice) => invoiceFaults(invoice, claims))]
  for (const item of await itemsOf(given)) faults.push(...shownFaults(item, claims))
  return faults
}

/** Every line of our invoices of trips bills an item, so that all credits and payments are on items. */
function invoiceFaults(invoice: Item, claims: readonly Claim[]): string[] {
  const { id, status, items, adjustments, amount_paid } = invoice
  const own = claims.filter((claim) => claim.invoice === id)
  const lines: Item[] = items.filter(({ trip_item_id }: Item) => trip_item_id != null)
  const holds = status !== 'cancelled' && lines.length > 0
  if (!holds) return own.length === 0 ? [] : [`invoice ${id} is ${status} and claims ${own.length} items`]
  const faults: string[] = []
  const expect = (what: string, shown: unknown, wanted: unknown) => {
    if (shown !== wanted) faults.push(`invoice ${id} (${status}): ${what} is ${shown} and not ${wanted}`)
  }
  const billed = Map.groupBy(lines, ({ trip_item_id }) => trip_item_id)
  expect('the number of claimed items', own.length, billed.size)
  for (const [item, ofItem] of billed) {
    const claim = own.find((one) => one.item === item)
    const amount = sum(ofItem.map(({ total }) => centsOfNumber(total)))
    expect(`what it claims of ${item}`, claim?.amount, amount)
    expect(`whether ${item} is due`, claim?.isIssued, status !== 'draft')
    const credits = creditsOf(adjustments.filter(({ trip_item_id }: Item) => trip_item_id === item))
    if (claim !== undefined && claim.credited < least(credits, amount))
      faults.push(`invoice ${id}: ${credits} cents were to credit ${item}, and ${claim.credited} did`)
  }
  const total = sum(own.map(({ amount }) => amount))
  const credited = least(creditsOf(adjustments), total)
  expect('what is credited', sum(own.map((claim) => claim.credited)), credited)
  expect(
    'what is paid of items',
    sum(own.map(({ paid }) => paid)),
    least(paidOf(amount_paid), total - credited),
  )
  return faults
}

const creditsOf = (adjustments: readonly Item[]) =>
  sum(adjustments.map(({ amount }) => -centsOfNumber(amount)))
const paidOf = (amount: number) => (amount < 0 ? 0n : centsOfNumber(amount))

/** What the API shows of an item is the sum of its claims. */
function shownFaults({ id, money, invoice_ids }: Item, claims: readonly Claim[]): string[] {
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
      : [`item ${id} says ${name} ${money[name]}; its claims are ${cents} cents`],
  )
  const ids = own.map(({ invoice }) => invoice).sort()
  if (ids.join() !== invoice_ids.toSorted().join())
    wrong.push(`item ${id} names the invoices ${invoice_ids}; ${ids} claim it`)
  return wrong
}

/**
 * The price that follows from the carrier's; of a cancelled booking what the wallet did not get back, and as cost no more
 * than the carrier was paid.
 */
export const itemsFollowBookings: Law = async (given) => {
  const flights = new Map((await flightsOf(given)).map((flight) => [flight.id, flight]))
  return (await itemsOf(given)).flatMap((item) => {
    if (item.booking_id === null) return []
    const flight = flights.get(item.booking_id)
    if (flight === undefined) return [`${named(item)} follows ${item.booking_id}, which is no booking`]
    const { status, offer, debited, credited } = flight
    const isOff = status === 'cancelled' || status === 'expired' || status === 'failed'
    const { client, base } = chainOf(given.town, given.shop, offer)
    const kept = status === 'cancelled' ? debited - credited : 0n
    const [price, cost] = isOff ? [least(kept, client), least(kept, base)] : [client, base]
    const isSame = centsOfNumber(item.money.price) === price && centsOfNumber(item.money.cost) === cost
    return isSame && (item.status === 'cancelled') === isOff
      ? []
      : [
          `${named(item)} says ${item.money.price} and cost ${item.money.cost}; ${flight.id} is ${status} at ` +
            `${price} and ${cost} cents`,
        ]
  })
}
