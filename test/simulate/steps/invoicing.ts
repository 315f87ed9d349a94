// Steps about recharges and invoices: created, paid by Pix or another way, and refunded; quotes and recurring invoices.
import { realClock } from '../../../server/kernel/process/clock.ts'
import { INVOICES, QUOTES, RECURRING } from '../../support/invoicing.ts'
import { daysAfter } from '../../support/searches.ts'
import { pix, RECHARGE } from '../../support/wallet.ts'
import { payPix, sendPixCallbacks } from '../agency.ts'
import type { Priced } from '../invariants/arithmetic.ts'
import type { Random } from '../random.ts'
import { acknowledged } from '../writes.ts'
import type { Context } from './context.ts'

const RECHARGE_MIN_CENTS = 10_000

export async function recharge(context: Context): Promise<void> {
  const amount = amountOf(RECHARGE_MIN_CENTS + context.markCents)
  const created = acknowledged(await context.write('POST', RECHARGE, pix(amount), 'recharge'))
  if (created === null) return
  context.agency.known.recharges.push(created.id)
  await pay(context, created.id)
}

/** Most payers pay. The bank reports it once, twice or never; the sandbox has an operation for it. */
export async function pay(context: Context, id: string): Promise<void> {
  const { installation, agency, random, process } = context
  if (random.chance(20)) return
  if (agency.mode === 'test') {
    await context.write('POST', `/api/v1/test/charges/${id}/pay`)
    return
  }
  if (!(await payPix(installation, agency, id))) return
  const times = random.pick([0, 1, 1, 1, 2])
  await Promise.all(
    Array.from({ length: times }, () => sendPixCallbacks(installation, agency, [id], process)),
  )
}

export async function cancelRecharge({ agency, random, write }: Context): Promise<void> {
  const { recharges } = agency.known
  if (recharges.length > 0) await write('DELETE', `${RECHARGE}/${random.pick(recharges)}`)
}

export async function createClient({ agency, random, mark, write }: Context): Promise<void> {
  const body = { ...personOf(mark), cpf: cpfOf(random) }
  const created = acknowledged(await write('POST', '/api/v1/clients', body, 'client'))
  if (created !== null) agency.known.clients.push(created.id)
}

export const personOf = (mark: string) => ({
  client_type: 'individual',
  full_name: mark,
  email: `${mark}@cliente.example`,
})

/** With valid check digits, because banks refuse others for cards and mandates. */
export function cpfOf(random: Random): string {
  const digits = Array.from({ length: 9 }, () => random.below(10))
  for (let count = 9; count < 11; count++) {
    const sum = digits.reduce((total, digit, index) => total + digit * (count + 1 - index), 0)
    digits.push(((sum * 10) % 11) % 10)
  }
  return digits.join('')
}

export async function createInvoice(context: Context): Promise<void> {
  const { agency, random, mark } = context
  const sale = await startSale(context)
  if (sale === null) return
  const status = random.chance(80) ? 'sent' : 'draft'
  // Some are overdue from the beginning.
  const due_date = daysAfter(sale.now, random.pick(DUE_IN_DAYS))
  const issue_date = daysAfter(sale.now, -ISSUED_DAYS_AGO)
  const body = { client_id: sale.client_id, issue_date, due_date, ...drawPrices(random), status, notes: mark }
  const created = acknowledged(await context.write('POST', INVOICES, body, 'invoice'))
  if (created === null || status === 'draft') return
  agency.known.invoices.push(created.id)
  if (random.chance(60)) await pay(context, created.id)
}

/** A client of the agency, and the time by its clock. */
export async function startSale(context: Context): Promise<{ client_id: string; now: Date } | null> {
  const { agency, random } = context
  if (agency.known.clients.length === 0) return null
  const now = await nowOf(context)
  return { client_id: random.pick(agency.known.clients), now }
}

export async function nowOf({ agency, read }: Context): Promise<Date> {
  const clock = agency.mode === 'test' ? (await read('/api/v1/test/clock')).body?.data?.now : undefined
  return clock === undefined ? realClock.now() : new Date(clock)
}

export const ISSUED_DAYS_AGO = 50
export const DUE_IN_DAYS = [30, 12, 0, -1, -2, -3, -9, -29, -45]

/** Their products must be rounded. */
export function drawPrices(random: Random): Required<Priced> {
  const items = Array.from({ length: 1 + random.below(3) }, (_, index) => ({
    description: `Pacote ${index + 1}`,
    quantity: random.pick([1, 2, 0.5, 1.3333]),
    unit_price: (20_000 + random.below(300_000)) / 1_000,
  }))
  return { items, discount_rate: random.pick([0, 5, 7.25]), tax_rate: random.pick([0, 3.65, 11.3333]) }
}

/** A payment in another way: its amount is its mark. */
export async function recordPayment(context: Context): Promise<void> {
  const { agency, random, markCents, write } = context
  const { invoices } = agency.known
  if (invoices.length === 0) return createInvoice(context)
  // Often the same invoice, so that its payments come at the same time.
  const path = `${INVOICES}/${random.pick(invoices.slice(-2))}/payments`
  await write('POST', path, { amount: markCents / 100 }, 'payment')
}

export async function refundPix(context: Context): Promise<void> {
  const { agency, random, write } = context
  const paid = agency.known.invoices.filter(
    (id) => agency.mode === 'test' || agency.known.pixPayments.has(id),
  )
  if (paid.length === 0) return createInvoice(context)
  await write('POST', `${INVOICES}/${random.pick(paid)}/refunds`, {})
}

export async function createQuote(context: Context): Promise<void> {
  const { agency, random, mark } = context
  const sale = await startSale(context)
  if (sale === null) return
  const { items, discount_rate } = drawPrices(random)
  const what = { issue_date: daysAfter(sale.now, 0), items, discount_rate, status: 'sent', notes: mark }
  const created = acknowledged(
    await context.write('POST', QUOTES, { client_id: sale.client_id, ...what }, 'quote'),
  )
  if (created === null) return
  await context.write('PATCH', `${QUOTES}/${created.id}`, { status: 'accepted' })
  agency.known.quotes.push(created.id)
}

/** Two people at the same time: a quote becomes one invoice. */
export async function invoiceQuote(context: Context): Promise<void> {
  const { agency, random, write } = context
  const { quotes } = agency.known
  if (quotes.length === 0) return createQuote(context)
  const path = `${QUOTES}/${random.pick(quotes)}/invoice`
  await Promise.all([write('POST', path, {}), write('POST', path, {})])
}

export async function createRecurringInvoice(context: Context): Promise<void> {
  const sale = await startSale(context)
  if (sale === null) return
  const { random, mark: name } = context
  const start_date = daysAfter(sale.now, 0)
  const schedule = { frequency: 'monthly', billing_day: 1 + random.below(28), start_date }
  const what = { name, ...drawPrices(random), auto_send: random.chance(50) }
  await context.write('POST', RECURRING, { client_id: sale.client_id, ...schedule, ...what }, 'recurring')
}

const amountOf = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
