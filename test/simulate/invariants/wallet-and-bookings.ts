// Invariants of wallets and bookings: balances are the sums of their ledger lines; debits match bookings, orders at the
// carrier match bookings, and credits match payments at the bank.
import type { FakeOrder } from '../../support/fakes/fake-duffel-orders.ts'
import type { FakePayment } from '../../support/fakes/fake-psp-books.ts'
import { acknowledged } from '../writes.ts'
import { centsOfNumber } from './arithmetic.ts'
import { centsOf, type Invariant, type InvariantInput } from './input.ts'

// biome-ignore lint/suspicious/noExplicitAny: objects of every shape
type Item = any

/** Ledger lines, the oldest first. */
const linesOf = async ({ list }: InvariantInput): Promise<Item[]> =>
  (await list('/api/v1/wallet/transactions')).toReversed()

const signed = ({ type, amount }: Item): bigint => (type === 'credit' ? centsOf(amount) : -centsOf(amount))

/** The balance of the sandbox may be set, so its lines need not add up to it. */
export const balanceIsSumOfLines: Invariant = async (input) => {
  const { installation, agency } = input
  if (agency.mode === 'test') return []
  const problems: string[] = []
  let sum = 0n
  for (const line of await linesOf(input)) {
    sum += signed(line)
    if (centsOf(line.balance_after) !== sum)
      problems.push(`line ${line.id} has balance ${line.balance_after}, the lines add up to ${sum}`)
  }
  const [wallet] = await installation.database.rows(
    'select balance_cents from wallets where team_id = $1 and mode = $2',
    [agency.teamId, agency.mode],
  )
  if (wallet !== undefined && BigInt(wallet.balance_cents) !== sum)
    problems.push(`the wallet has ${wallet.balance_cents}, its lines add up to ${sum}`)
  return problems
}

const DEBITED = new Set(['confirmed', 'ticketed'])

/** The ledger lines of a booking follow from its status. */
export const debitsMatchBookings: Invariant = async (input) => {
  const { installation, agency } = input
  const rows = await installation.database.rows(
    'select id, status, wallet_cents from bookings where team_id = $1 and mode = $2',
    [agency.teamId, agency.mode],
  )
  const moved = Map.groupBy(await linesOf(input), ({ reference_id }) => reference_id)
  const problems: string[] = []
  for (const { id, status, wallet_cents } of rows) {
    const lines: Item[] = moved.get(id) ?? []
    const debits = lines.filter(({ type }) => type === 'debit')
    const credits = lines.filter(({ type }) => type === 'credit')
    const text = `${id} is ${status} with ${debits.length} debits and ${credits.length} credits`
    const isDebited = debits.length === 1 && -signed(debits[0]) === BigInt(wallet_cents)
    const isPaidBack = lines.reduce((sum, line) => sum + signed(line), 0n) === 0n
    if (status === 'requested') problems.push(`${text}, which should be temporary`)
    else if (debits.length > 1 || credits.length > 1) problems.push(text)
    else if (DEBITED.has(status) && (!isDebited || credits.length > 0)) problems.push(text)
    else if (status === 'failed' && !isPaidBack) problems.push(text)
    else if ((status === 'pending' || status === 'expired') && lines.length > 0) problems.push(text)
    else if (status === 'cancelled' && credits.length > debits.length) problems.push(text)
  }
  const ids = new Set(rows.map(({ id }) => id))
  for (const [id, lines] of moved)
    if (id.startsWith('ord_') && !ids.has(id))
      problems.push(`${lines.length} lines of ${id}, which does not exist`)
  return problems
}

const WITH_ORDER = new Set(['pending', 'confirmed', 'ticketed'])

/** One order for each booking that needs one, and none for others. */
export const ordersMatchBookings: Invariant = async ({ installation, agency }) => {
  if (agency.mode === 'test') return []
  const rows = await installation.database.rows(
    "select id, status from bookings where team_id = $1 and mode = 'live' and supplier = 'duffel'",
    [agency.teamId],
  )
  const orders = Map.groupBy(installation.carrier.desk.orders.values(), (order) => referenceOf(order))
  const openOrders = (id: string) =>
    (orders.get(id) ?? []).filter(({ cancelled_at }) => cancelled_at === null)
  return rows.flatMap(({ id, status }) => {
    const count = openOrders(id).length
    const text = `${id} is ${status}, and the carrier has ${count} orders of it`
    if (WITH_ORDER.has(status)) return count === 1 ? [] : [text]
    // An unpaid order expires at the carrier by itself.
    return openOrders(id).some(({ payment_status: { awaiting_payment } }) => !awaiting_payment) ? [text] : []
  })
}

const referenceOf = ({ metadata }: FakeOrder): string => String(metadata.embarque_reference)

/** Of all agencies. */
export async function ordersWithoutBooking({
  database,
  carrier,
}: InvariantInput['installation']): Promise<string[]> {
  const rows = await database.rows("select id from bookings where supplier = 'duffel'")
  const ids = new Set(rows.map(({ id }) => id))
  return [...carrier.desk.orders.values()].flatMap((order) =>
    ids.has(referenceOf(order)) || order.cancelled_at !== null ? [] : [`order ${order.id} has no booking`],
  )
}

/** In full; each refund at the bank was requested. */
export const paymentsAreCreditedOnce: Invariant = async (input) => {
  const { installation, agency, list } = input
  const problems: string[] = []
  const lines = await linesOf(input)
  const invoices: Item[] = await list('/api/v1/invoices')
  for (const [id, txid] of agency.known.pixPayments) {
    const paid = installation.bank.books.payments.filter((payment) => payment.txid === txid)
    const due = paid.reduce((sum, { valor }) => sum + centsOf(valor), 0n)
    const credited = id.startsWith('rch_')
      ? lines.filter(({ reference_id }) => reference_id === id).reduce((sum, line) => sum + signed(line), 0n)
      : paidByPix(invoices.find((invoice) => invoice.id === id))
    if (credited !== due) problems.push(`${id}: the bank received ${due} cents, ${credited} are credited`)
    for (const { endToEndId, valor, devolucoes = [] } of paid) {
      const requested = refundsRequested(input, id)
      const returned = devolucoes.map((one) => centsOf(one.valor))
      const sum = returned.reduce((all, cents) => all + cents, 0n)
      for (const cents of returned)
        if (!requested.amounts.includes(cents))
          problems.push(`${id}: ${cents} cents were refunded without a request`)
      if (sum > centsOf(valor)) problems.push(`${id}: ${sum} cents of ${valor} were refunded`)
      if (requested.isWhole && sum !== centsOf(valor))
        problems.push(`${id}: all of ${valor} should be refunded, but ${sum} cents were`)
      const rows = await installation.database.rows(
        "select id from refunds where status = 'succeeded' and payment_id = $1",
        [endToEndId],
      )
      if (rows.length !== devolucoes.length)
        problems.push(
          `${id}: the bank made ${devolucoes.length} refunds, the service recorded ${rows.length}`,
        )
    }
  }
  return problems
}

/** The acknowledged refunds of an invoice; `isWhole` if one asked for the whole rest of the payment. */
function refundsRequested({ agency }: InvariantInput, id: string): { amounts: bigint[]; isWhole: boolean } {
  const writes = agency.writes.filter(({ request }) => request.path.endsWith(`/${id}/refunds`))
  const taken = writes.filter((write) => acknowledged(write) !== null)
  return {
    amounts: taken.map((write) => centsOfNumber(acknowledged(write).amount)),
    isWhole: taken.some(({ request }) => Object(request.body).amount === undefined),
  }
}

/** By Pix; refunds are not subtracted. */
function paidByPix(invoice: Item): bigint {
  const received: Item[] = invoice?.payments ?? []
  const cents = received.flatMap(({ method, amount }) =>
    method === 'pix' && amount > 0 ? [BigInt(Math.round(amount * 100))] : [],
  )
  return cents.reduce((sum, one) => sum + one, 0n)
}

/** Charges at the bank ask for the amounts of recharges, and each credit and refund has its movement at the bank. */
export const creditsMatchBank: Invariant = async (input) => {
  const { installation, agency, list } = input
  if (agency.mode === 'test') return []
  const { charges, payments } = installation.bank.books
  const rows = await installation.database.rows(
    'select txid, reference_id from charges where team_id = $1 and purpose <> $2',
    [agency.teamId, 'invoice'],
  )
  const recharges: Item[] = await list('/api/v1/wallet/recharges')
  const collected = (id: string) => {
    const own = new Set(rows.filter(({ reference_id }) => reference_id === id).map(({ txid }) => txid))
    const paid = payments.filter(({ txid }) => own.has(txid))
    return paid.reduce((sum, { valor }) => sum + centsOf(valor), 0n)
  }
  const problems: string[] = []
  for (const { txid, reference_id } of rows) {
    const charged = charges.get(txid)?.valor.original
    const amount = recharges.find(({ id }) => id === reference_id)?.amount
    if (charged !== undefined && charged !== amount)
      problems.push(`recharge ${reference_id} of ${amount} asks for ${charged} at the bank`)
  }
  for (const { reference_id, type, amount } of await linesOf(input))
    if (reference_id.startsWith('rch_') && (type !== 'credit' || centsOf(amount) !== collected(reference_id)))
      problems.push(`${type} of ${amount} for ${reference_id}; the bank collected ${collected(reference_id)}`)
  const invoices: Item[] = await list('/api/v1/invoices')
  for (const { id, payments: received } of invoices)
    for (const { method, amount, reference } of received)
      if (isOfPix(method, reference) && centsOfNumber(amount) !== movedAtBank(payments, reference))
        problems.push(`invoice ${id}: ${method} of ${amount}, but the bank has none as ${reference}`)
  return problems
}

/** Payments by card have invariants of their own. */
const isOfPix = (method: string, reference: string): boolean =>
  method === 'pix' || method === 'pix_automatic' || (method === 'return' && reference.startsWith('E'))

/** In cents. The reference of a refund is the payment and an id of its own. */
function movedAtBank(payments: readonly FakePayment[], reference: string): bigint | null {
  const [endToEndId, returnId] = reference.split(':')
  const payment = payments.find((one) => one.endToEndId === endToEndId)
  if (returnId === undefined) return payment === undefined ? null : centsOf(payment.valor)
  const returned = payment?.devolucoes?.find(({ id }) => id === returnId)
  return returned === undefined ? null : -centsOf(returned.valor)
}
