// Laws of money and flights: balances equal the sums of their lines; debits and bookings, orders and
// bookings, payments and credits match.
import type { FakeOrder } from '../../support/fakes/fake-duffel-orders.ts'
import type { FakePayment } from '../../support/fakes/fake-psp-books.ts'
import { takenBody } from '../writes.ts'
import { centsOfNumber } from './arithmetic.ts'
import { type Case, centsOf, type Law } from './law.ts'

// biome-ignore lint/suspicious/noExplicitAny: things of every shape
type Item = any

/** Oldest first. */
const linesOf = async ({ all }: Case): Promise<Item[]> =>
  (await all('/api/v1/wallet/transactions')).toReversed()

const signed = ({ type, amount }: Item): bigint => (type === 'credit' ? centsOf(amount) : -centsOf(amount))

/** The sandbox's balance stays where it was set. */
export const balanceIsSum: Law = async (given) => {
  const { town, shop } = given
  if (shop.mode === 'test') return []
  const faults: string[] = []
  let sum = 0n
  for (const line of await linesOf(given)) {
    sum += signed(line)
    if (centsOf(line.balance_after) !== sum)
      faults.push(`line ${line.id} says ${line.balance_after}, lines ${sum}`)
  }
  const [wallet] = await town.database.rows(
    'select balance_cents from wallets where team_id = $1 and mode = $2',
    [shop.teamId, shop.mode],
  )
  if (wallet !== undefined && BigInt(wallet.balance_cents) !== sum)
    faults.push(`the wallet has ${wallet.balance_cents}, its lines ${sum}`)
  return faults
}

const LEFT_OPEN = new Set(['requested'])
const WITH_MONEY = new Set(['confirmed', 'ticketed'])

/** The movements of each booking follow from its state. */
export const everyDebitItsBooking: Law = async (given) => {
  const { town, shop } = given
  const rows = await town.database.rows(
    'select id, status, wallet_cents from bookings where team_id = $1 and mode = $2',
    [shop.teamId, shop.mode],
  )
  const moved = Map.groupBy(await linesOf(given), ({ reference_id }) => reference_id)
  const faults: string[] = []
  for (const { id, status, wallet_cents } of rows) {
    const lines: Item[] = moved.get(id) ?? []
    const debits = lines.filter(({ type }) => type === 'debit')
    const credits = lines.filter(({ type }) => type === 'credit')
    const told = `${id} is ${status} with ${debits.length} debits and ${credits.length} credits`
    const isDebited = debits.length === 1 && -signed(debits[0]) === BigInt(wallet_cents)
    const isPaidBack = lines.reduce((sum, line) => sum + signed(line), 0n) === 0n
    if (LEFT_OPEN.has(status)) faults.push(`${told}, long after it was asked for`)
    else if (debits.length > 1 || credits.length > 1) faults.push(told)
    else if (WITH_MONEY.has(status) && (!isDebited || credits.length > 0)) faults.push(told)
    else if (status === 'failed' && !isPaidBack) faults.push(told)
    else if ((status === 'pending' || status === 'expired') && lines.length > 0) faults.push(told)
    else if (status === 'cancelled' && credits.length > debits.length) faults.push(told)
  }
  const ids = new Set(rows.map(({ id }) => id))
  for (const [id, lines] of moved)
    if (id.startsWith('ord_') && !ids.has(id))
      faults.push(`${lines.length} lines of ${id}, which is no booking`)
  return faults
}

const KEPT = new Set(['pending', 'confirmed', 'ticketed'])

/** The carrier has one order for each standing booking, and no others. */
export const everyOrderItsBooking: Law = async ({ town, shop }) => {
  if (shop.mode === 'test') return []
  const rows = await town.database.rows(
    "select id, status from bookings where team_id = $1 and mode = 'live' and supplier = 'duffel'",
    [shop.teamId],
  )
  const orders = Map.groupBy(town.carrier.desk.orders.values(), (order) => referenceOf(order))
  const standing = (id: string) => (orders.get(id) ?? []).filter(({ cancelled_at }) => cancelled_at === null)
  return rows.flatMap(({ id, status }) => {
    const count = standing(id).length
    const told = `${id} is ${status}, and the carrier keeps ${count} orders of it`
    if (KEPT.has(status)) return count === 1 ? [] : [told]
    // What was never paid ends at the carrier by itself.
    return standing(id).some(({ payment_status: { awaiting_payment } }) => !awaiting_payment) ? [told] : []
  })
}

const referenceOf = ({ metadata }: FakeOrder): string => String(metadata.embarque_reference)

/** Orders without a booking, of the whole town. */
export async function ordersOfNobody({ database, carrier }: Case['town']): Promise<string[]> {
  const rows = await database.rows("select id from bookings where supplier = 'duffel'")
  const ids = new Set(rows.map(({ id }) => id))
  return [...carrier.desk.orders.values()].flatMap((order) =>
    ids.has(referenceOf(order)) || order.cancelled_at !== null ? [] : [`order ${order.id} has no booking`],
  )
}

/** Each payment at the bank is credited once, in full, and its refunds were requested once. */
export const everyPaymentCredited: Law = async (given) => {
  const { town, shop, all } = given
  const faults: string[] = []
  const lines = await linesOf(given)
  const invoices: Item[] = await all('/api/v1/invoices')
  for (const [id, txid] of shop.known.paid) {
    const paid = town.bank.books.payments.filter((payment) => payment.txid === txid)
    const due = paid.reduce((sum, { valor }) => sum + centsOf(valor), 0n)
    const credited = id.startsWith('rch_')
      ? lines.filter(({ reference_id }) => reference_id === id).reduce((sum, line) => sum + signed(line), 0n)
      : paidFor(invoices.find((invoice) => invoice.id === id))
    if (credited !== due) faults.push(`${id} was paid ${due} cents at the bank, and ${credited} are credited`)
    for (const { endToEndId, valor, devolucoes = [] } of paid) {
      const wanted = refundsAsked(given, id)
      const returned = devolucoes.map((one) => centsOf(one.valor))
      const sum = returned.reduce((all, cents) => all + cents, 0n)
      for (const cents of returned)
        if (!wanted.amounts.includes(cents))
          faults.push(`${id}: ${cents} cents went back, and nobody asked so`)
      if (sum > centsOf(valor)) faults.push(`${id}: of ${valor} ${sum} cents went back`)
      if (wanted.isWhole && sum !== centsOf(valor))
        faults.push(`${id}: all of ${valor} was to go back, and ${sum} cents did`)
      const rows = await town.database.rows(
        "select id from refunds where status = 'succeeded' and payment_id = $1",
        [endToEndId],
      )
      if (rows.length !== devolucoes.length)
        faults.push(`${id}: the bank gave back ${devolucoes.length} times, we know of ${rows.length}`)
    }
  }
  return faults
}

/** What was asked to go back of an invoice, and whether all that was left of its payment. Those of cards name theirs. */
function refundsAsked({ shop }: Case, id: string): { amounts: bigint[]; isWhole: boolean } {
  const asked = shop.writes.filter(({ question }) => question.path.endsWith(`/${id}/refunds`))
  const taken = asked.filter((write) => takenBody(write) !== null)
  return {
    amounts: taken.map((write) => centsOfNumber(takenBody(write).amount)),
    isWhole: taken.some(({ question }) => Object(question.body).amount === undefined),
  }
}

/** By a bank, what went back not counted. */
function paidFor(invoice: Item): bigint {
  const received: Item[] = invoice?.payments ?? []
  const cents = received.flatMap(({ method, amount }) =>
    method === 'pix' && amount > 0 ? [BigInt(Math.round(amount * 100))] : [],
  )
  return cents.reduce((sum, one) => sum + one, 0n)
}

/** The bank's charges were requested, and nothing is credited or refunded that the bank did not move. */
export const nothingWithoutBank: Law = async (given) => {
  const { town, shop, all } = given
  if (shop.mode === 'test') return []
  const { charges, payments } = town.bank.books
  const rows = await town.database.rows(
    'select txid, reference_id from charges where team_id = $1 and purpose <> $2',
    [shop.teamId, 'invoice'],
  )
  const recharges: Item[] = await all('/api/v1/wallet/recharges')
  const collected = (id: string) => {
    const own = new Set(rows.filter(({ reference_id }) => reference_id === id).map(({ txid }) => txid))
    const paid = payments.filter(({ txid }) => own.has(txid))
    return paid.reduce((sum, { valor }) => sum + centsOf(valor), 0n)
  }
  const faults: string[] = []
  for (const { txid, reference_id } of rows) {
    const asked = charges.get(txid)?.valor.original
    const wished = recharges.find(({ id }) => id === reference_id)?.amount
    if (asked !== undefined && asked !== wished)
      faults.push(`recharge ${reference_id} of ${wished} asks for ${asked} at the bank`)
  }
  for (const { reference_id, type, amount } of await linesOf(given))
    if (reference_id.startsWith('rch_') && (type !== 'credit' || centsOf(amount) !== collected(reference_id)))
      faults.push(`${type} of ${amount} for ${reference_id}; the bank collected ${collected(reference_id)}`)
  const invoices: Item[] = await all('/api/v1/invoices')
  for (const { id, payments: received } of invoices)
    for (const { method, amount, reference } of received)
      if (isOfPix(method, reference) && centsOfNumber(amount) !== movedAtBank(payments, reference))
        faults.push(`invoice ${id}: ${method} of ${amount}, which the bank does not know as ${reference}`)
  return faults
}

/** Those of card banks have ids of their own, and laws of their own. */
const isOfPix = (method: string, reference: string): boolean =>
  method === 'pix' || method === 'pix_automatic' || (method === 'return' && reference.startsWith('E'))

/** A return is named by its payment and its own id. */
function movedAtBank(payments: readonly FakePayment[], reference: string): bigint | null {
  const [endToEndId, returnId] = reference.split(':')
  const payment = payments.find((one) => one.endToEndId === endToEndId)
  if (returnId === undefined) return payment === undefined ? null : centsOf(payment.valor)
  const returned = payment?.devolucoes?.find(({ id }) => id === returnId)
  return returned === undefined ? null : -centsOf(returned.valor)
}
