// Invariants of cards and charges: invoices, disputes and charges match the books of the banks.
import { type CardBank, cardBank, type SaleRecord } from '../installation/card-banks.ts'
import type { Installation } from '../installation/installation.ts'
import { centsOfNumber } from './arithmetic.ts'
import { countBy, type Invariant, type InvariantInput } from './input.ts'

// biome-ignore lint/suspicious/noExplicitAny: objects of every shape
type Item = any

const INVOICES = '/api/v1/invoices'

interface CardCharge {
  id: string
  txid: string
  reference_id: string
  status: string
  fee_cents: string | null
  /** Payments on the invoice: how many, their sum, and what is left of it. */
  payments: number
  paid: bigint
  left: bigint
  /** The newest dispute, and what disputes could not take back because it was used as credit. */
  dispute: string | null
  uncovered: bigint
}

async function cardCharges({ installation, agency }: InvariantInput): Promise<CardCharge[]> {
  const rows = await installation.database.rows(
    `select c.id, c.txid, c.reference_id, c.status, c.fee_cents,
       count(p.id) filter (where p.amount_cents > 0 and p.method = 'card')::int as payments,
       coalesce(sum(p.amount_cents + p.surcharge_cents) filter (where p.amount_cents > 0 and p.method = 'card'), 0) as paid,
       coalesce(sum(p.amount_cents + p.surcharge_cents), 0) as left,
       (select d.status from disputes d where d.charge_id = c.id order by d.opened_at desc, d.id desc limit 1) as dispute,
       (select coalesce(sum(d.uncovered_cents), 0) from disputes d where d.charge_id = c.id) as uncovered
     from charges c left join invoice_payments p on p.charge_id = c.id
     where c.team_id = $1 and c.mode = $2 and c.method = 'card' group by c.id`,
    [agency.teamId, agency.mode],
  )
  return rows.map(({ paid, left, uncovered, ...row }) => ({
    ...row,
    ...{ paid: BigInt(paid), left: BigInt(left), uncovered: BigInt(uncovered) },
  }))
}

/** Each sale is paid once and in full; what is refunded or disputed is taken off once. */
export const cardsMatchBank: Invariant = async (input) => {
  const { installation, agency } = input
  if (agency.mode === 'test') return []
  const bank = cardBank(installation, agency)
  return (await cardCharges(input)).flatMap((charge) => saleProblems(charge, bank.recordOf(charge.txid)))
}

function saleProblems(charge: CardCharge, record: SaleRecord): string[] {
  const { id, reference_id, status, payments, paid, left, dispute, uncovered, fee_cents } = charge
  const isSuccess = record.dispute === 'open' || record.dispute === 'lost'
  const expected: [string, unknown, unknown][] = [
    ['payments', payments, record.payments],
    ['cents paid', paid, record.paidCents],
    ['cents left of it', left, isSuccess ? uncovered : record.paidCents - record.refundedCents],
    // A dispute that is won before the service learns of it changes nothing.
    ['dispute', dispute ?? 'none', dispute === null && record.dispute === 'won' ? 'none' : record.dispute],
    ...(record.payments > 0
      ? [['cents of fee', BigInt(fee_cents ?? -1), record.feeCents] satisfies [string, unknown, unknown]]
      : []),
  ]
  const problems = expected.flatMap(([what, ours, theirs]) =>
    ours === theirs ? [] : [`${what}: ${ours} here, ${theirs} at the bank`],
  )
  const expectedStatuses = statusesFor(record)
  if (!expectedStatuses.includes(status))
    problems.push(`its charge is ${status}, expected ${expectedStatuses.join(' or ')}`)
  return problems.map((problem) => `card ${id} of invoice ${reference_id}: ${problem}`)
}

const ENDED = ['withdrawn', 'expired', 'abandoned']

function statusesFor({ payments, paidCents, refundedCents, dispute }: SaleRecord): string[] {
  if (payments === 0) return ['requested', 'open', 'authorised', ...ENDED]
  if (dispute === 'open') return ['disputed']
  if (dispute === 'lost') return ['lost']
  return refundedCents >= paidCents ? ['refunded'] : ['paid', 'settled']
}

/** Banks may refuse a refund. */
export const cardRefundsMatchBank: Invariant = async (input) => {
  const { installation, agency } = input
  if (agency.mode === 'test') return []
  const bank = cardBank(installation, agency)
  const problems: string[] = []
  for (const { id, txid } of await cardCharges(input)) {
    const rows = await installation.database.rows(
      'select status, sum(amount_cents) as cents from refunds where charge_id = $1 group by status',
      [id],
    )
    const sumOf = (status: string) => BigInt(rows.find((row) => row.status === status)?.cents ?? 0)
    const { refundedCents } = bank.recordOf(txid)
    if (sumOf('pending') > 0n) problems.push(`a refund of card ${id} stays pending`)
    if (sumOf('succeeded') !== refundedCents)
      problems.push(`card ${id}: ${sumOf('succeeded')} cents were refunded, ${refundedCents} by the bank`)
  }
  return problems
}

/** By the bank's id of the payment, on one invoice or on two. */
export const paymentsCountOnce: Invariant = async ({ list }) => {
  const invoices: Item[] = await list(INVOICES)
  const received = invoices.flatMap(({ payments }) => payments).filter(isOfBank)
  const counts = countBy(received, ({ method, reference }) => `${method} ${reference}`)
  return [...counts].flatMap(([name, count]) => (count === 1 ? [] : [`${name} counts ${count} times`]))
}

const isOfBank = ({ method, amount, reference }: Item): boolean =>
  reference !== null && amount > 0 && method !== 'manual' && method !== 'dispute' && method !== 'credit'

export const duesAreNotNegative: Invariant = async ({ list }) => {
  const invoices: Item[] = await list(INVOICES)
  return invoices.flatMap(({ id, amount_due, amount_overpaid, payment_status }) => {
    const [due, over] = [centsOfNumber(amount_due), centsOfNumber(amount_overpaid)]
    const text = `invoice ${id} is ${payment_status} with ${amount_due} due and ${amount_overpaid} overpaid`
    const isSound =
      due >= 0n && over >= 0n && (due === 0n || over === 0n) && (payment_status !== 'paid' || due === 0n)
    return isSound ? [] : [text]
  })
}

/** Also if it is late, or the second payment of an invoice. */
export const pixIsOnInvoiceOnce: Invariant = async ({ installation, agency, list }) => {
  if (agency.mode === 'test') return []
  const rows = await installation.database.rows(
    "select txid, reference_id from charges where team_id = $1 and mode = 'live' and purpose = 'invoice'",
    [agency.teamId],
  )
  const invoiceOf = new Map(rows.map(({ txid, reference_id }) => [txid, reference_id]))
  const invoices = new Map((await list(INVOICES)).map((invoice) => [invoice.id, invoice]))
  return installation.bank.books.payments.flatMap(({ endToEndId, txid, valor }) => {
    const id = invoiceOf.get(txid)
    // A draft may be deleted while its code is paid.
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

export const withdrawnChargesAreClosed: Invariant = async ({ installation, agency }) => {
  if (agency.mode === 'test') return []
  const rows: EndedCharge[] = await installation.database.rows(
    `select id, txid, provider, method, status from charges
     where team_id = $1 and mode = 'live' and purpose = 'invoice' and status in ('withdrawn', 'abandoned')`,
    [agency.teamId],
  )
  return rows.flatMap(({ id, method, status, ...charge }) =>
    isPayableAtBank(installation, cardBank(installation, agency), charge)
      ? [`charge ${id} by ${method} is ${status}, but its bank still accepts a payment`]
      : [],
  )
}

function isPayableAtBank(
  { bank }: Installation,
  cards: CardBank,
  { txid, provider }: Pick<EndedCharge, 'txid' | 'provider'>,
): boolean {
  if (provider === 'asaas' || provider === 'mercado-pago') return cards.recordOf(txid).isOpen
  const { charges, mandates } = bank.books
  return charges.get(txid)?.status === 'ATIVA' || mandates.charges.get(txid)?.status === 'ATIVA'
}
