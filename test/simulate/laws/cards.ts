// Laws of cards and charges, from the books of the banks: what they say was paid, refunded, contested and withdrawn is what
// invoices, disputes and charges say.
import { type CardBank, cardBank, type SaleInBook } from '../card-banks.ts'
import type { Town } from '../town.ts'
import { centsOfNumber } from './arithmetic.ts'
import { type Case, countBy, type Law } from './law.ts'

// biome-ignore lint/suspicious/noExplicitAny: things of every shape
type Item = any

const INVOICES = '/api/v1/invoices'

interface CardCharge {
  id: string
  txid: string
  reference_id: string
  status: string
  fee_cents: string | null
  /** How many payments the invoice counts of it, and how much of them is left. */
  payments: number
  paid: bigint
  left: bigint
  /** The newest of its disputes, and what that could not take, because it had become credit that is used. */
  dispute: string | null
  uncovered: bigint
}

async function cardCharges({ town, shop }: Case): Promise<CardCharge[]> {
  const rows = await town.database.rows(
    `select c.id, c.txid, c.reference_id, c.status, c.fee_cents,
       count(p.id) filter (where p.amount_cents > 0 and p.method = 'card')::int as payments,
       coalesce(sum(p.amount_cents + p.surcharge_cents) filter (where p.amount_cents > 0 and p.method = 'card'), 0) as paid,
       coalesce(sum(p.amount_cents + p.surcharge_cents), 0) as left,
       (select d.status from disputes d where d.charge_id = c.id order by d.opened_at desc, d.id desc limit 1) as dispute,
       (select coalesce(sum(d.uncovered_cents), 0) from disputes d where d.charge_id = c.id) as uncovered
     from charges c left join invoice_payments p on p.charge_id = c.id
     where c.team_id = $1 and c.mode = $2 and c.method = 'card' group by c.id`,
    [shop.teamId, shop.mode],
  )
  return rows.map(({ paid, left, uncovered, ...row }) => ({
    ...row,
    ...{ paid: BigInt(paid), left: BigInt(left), uncovered: BigInt(uncovered) },
  }))
}

/** Every sale: paid once, in full, and what went back or is contested was taken off once. */
export const cardsFollowBank: Law = async (given) => {
  const { town, shop } = given
  if (shop.mode === 'test') return []
  const bank = cardBank(town, shop)
  return (await cardCharges(given)).flatMap((charge) => saleFaults(charge, bank.book(charge.txid)))
}

function saleFaults(charge: CardCharge, book: SaleInBook): string[] {
  const { id, reference_id, status, payments, paid, left, dispute, uncovered, fee_cents } = charge
  const isTaken = book.dispute === 'open' || book.dispute === 'lost'
  const expected: [string, unknown, unknown][] = [
    ['payments', payments, book.payments],
    ['cents paid', paid, book.paidCents],
    ['cents left of it', left, isTaken ? uncovered : book.paidCents - book.refundedCents],
    // One that was won before anybody noticed changes nothing.
    ['dispute', dispute ?? 'none', dispute === null && book.dispute === 'won' ? 'none' : book.dispute],
    ...(book.payments > 0
      ? [['cents of fee', BigInt(fee_cents ?? -1), book.feeCents] satisfies [string, unknown, unknown]]
      : []),
  ]
  const faults = expected.flatMap(([what, ours, theirs]) =>
    ours === theirs ? [] : [`${what} are ${ours}, and ${theirs} in the book of the bank`],
  )
  const wanted = statusesFor(book)
  if (!wanted.includes(status)) faults.push(`its charge is ${status}, and not ${wanted.join(' or ')}`)
  return faults.map((fault) => `card ${id} of invoice ${reference_id}: ${fault}`)
}

const ENDED = ['withdrawn', 'expired', 'abandoned']

function statusesFor({ payments, paidCents, refundedCents, dispute }: SaleInBook): string[] {
  if (payments === 0) return ['requested', 'open', 'authorised', ...ENDED]
  if (dispute === 'open') return ['disputed']
  if (dispute === 'lost') return ['lost']
  return refundedCents >= paidCents ? ['refunded'] : ['paid', 'settled']
}

/** What is asked to go back goes back once; a bank refuses some. */
export const cardRefundsAreAsked: Law = async (given) => {
  const { town, shop } = given
  if (shop.mode === 'test') return []
  const bank = cardBank(town, shop)
  const faults: string[] = []
  for (const { id, txid } of await cardCharges(given)) {
    const rows = await town.database.rows(
      'select status, sum(amount_cents) as cents from refunds where charge_id = $1 group by status',
      [id],
    )
    const sumOf = (status: string) => BigInt(rows.find((row) => row.status === status)?.cents ?? 0)
    const { refundedCents } = bank.book(txid)
    if (sumOf('pending') > 0n) faults.push(`a refund of card ${id} never ends`)
    if (sumOf('succeeded') !== refundedCents)
      faults.push(`card ${id}: ${sumOf('succeeded')} cents were refunded, ${refundedCents} by the bank`)
  }
  return faults
}

/** By the bank's own id: no payment is counted twice, on one invoice or on two. */
export const paymentsCountOnce: Law = async ({ all }) => {
  const invoices: Item[] = await all(INVOICES)
  const received = invoices.flatMap(({ payments }) => payments).filter(isOfBank)
  const counts = countBy(received, ({ method, reference }) => `${method} ${reference}`)
  return [...counts].flatMap(([name, count]) => (count === 1 ? [] : [`${name} is counted ${count} times`]))
}

const isOfBank = ({ method, amount, reference }: Item): boolean =>
  reference !== null && amount > 0 && method !== 'manual' && method !== 'dispute' && method !== 'credit'

export const nothingDueIsNegative: Law = async ({ all }) => {
  const invoices: Item[] = await all(INVOICES)
  return invoices.flatMap(({ id, amount_due, amount_overpaid, payment_status }) => {
    const [due, over] = [centsOfNumber(amount_due), centsOfNumber(amount_overpaid)]
    const told = `invoice ${id} is ${payment_status} with ${amount_due} due and ${amount_overpaid} overpaid`
    const isSound =
      due >= 0n && over >= 0n && (due === 0n || over === 0n) && (payment_status !== 'paid' || due === 0n)
    return isSound ? [] : [told]
  })
}

/** Every payment of a team at the Pix bank is on one invoice, in full, whatever its charge had become. */
export const pixArrivesOnce: Law = async ({ town, shop, all }) => {
  if (shop.mode === 'test') return []
  const rows = await town.database.rows(
    "select txid, reference_id from charges where team_id = $1 and mode = 'live' and purpose = 'invoice'",
    [shop.teamId],
  )
  const invoiceOf = new Map(rows.map(({ txid, reference_id }) => [txid, reference_id]))
  const invoices = new Map((await all(INVOICES)).map((invoice) => [invoice.id, invoice]))
  return town.bank.books.payments.flatMap(({ endToEndId, txid, valor }) => {
    const id = invoiceOf.get(txid)
    // A draft may be deleted while its code is being paid.
    const invoice: Item = id === undefined ? undefined : invoices.get(id)
    if (invoice === undefined) return []
    const own = invoice.payments.filter(({ reference }: Item) => reference === endToEndId)
    return own.length === 1 && centsOfNumber(own[0].amount) === BigInt(valor.replace('.', ''))
      ? []
      : [`invoice ${id}: ${valor} of ${endToEndId} at the bank, and ${JSON.stringify(own)} on it`]
  })
}

interface EndedCharge {
  id: string
  txid: string
  provider: string
  method: string
  status: string
}

/** Nobody can pay what was withdrawn; late money is on the invoice, by the laws before. */
export const withdrawnIsWithdrawn: Law = async ({ town, shop }) => {
  if (shop.mode === 'test') return []
  const rows: EndedCharge[] = await town.database.rows(
    `select id, txid, provider, method, status from charges
     where team_id = $1 and mode = 'live' and purpose = 'invoice' and status in ('withdrawn', 'abandoned')`,
    [shop.teamId],
  )
  return rows.flatMap(({ id, method, status, ...charge }) =>
    isPayableAtBank(town, cardBank(town, shop), charge)
      ? [`charge ${id} by ${method} is ${status}, and its bank still takes a payment`]
      : [],
  )
}

function isPayableAtBank(
  { bank }: Town,
  cards: CardBank,
  { txid, provider }: Pick<EndedCharge, 'txid' | 'provider'>,
): boolean {
  if (provider === 'asaas' || provider === 'mercado-pago') return cards.book(txid).isOpen
  const { charges, mandates } = bank.books
  return charges.get(txid)?.status === 'ATIVA' || mandates.charges.get(txid)?.status === 'ATIVA'
}
