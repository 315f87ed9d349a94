// Steps about credit of clients, discounts for early payment, and receipts at the agency's own Pix key.
import { CREDIT_NOTES } from '../../support/credit.ts'
import { INVOICES } from '../../support/invoicing.ts'
import { daysAfter } from '../../support/searches.ts'
import { acknowledged } from '../writes.ts'
import type { Context } from './context.ts'
import { createInvoice, drawPrices, ISSUED_DAYS_AGO, pay, recordPayment, startSale } from './invoicing.ts'

const RECEIPTS = '/api/v1/receipts'

/** The discount ends before the due date. Most payers pay in time. */
export async function sellWithEarlyDiscount(context: Context): Promise<void> {
  const { random } = context
  const discount = random.pick([
    { discount_percent: 5 },
    { discount_percent: 3.3333 },
    { discount_amount: 7.77 },
  ])
  const early_payment = (now: Date) => ({ ...discount, until: daysAfter(now, random.pick([9, 2, 0])) })
  const id = await sell(context, (now) => ({
    due_date: daysAfter(now, 25),
    early_payment: early_payment(now),
  }))
  if (id !== null) await pay(context, id)
}

/** Returns the id of the invoice. */
async function sell(context: Context, fields: (now: Date) => object): Promise<string | null> {
  const sale = await startSale(context)
  if (sale === null) return null
  return sellTo(context, sale.client_id, { ...fields(sale.now), notes: context.mark }, sale.now)
}

async function sellTo(
  context: Context,
  client_id: string,
  fields: object,
  now: Date,
): Promise<string | null> {
  const days = { issue_date: daysAfter(now, -ISSUED_DAYS_AGO), due_date: daysAfter(now, 12) }
  const body = { client_id, ...days, ...drawPrices(context.random), status: 'sent', ...fields }
  return acknowledged(await context.write('POST', INVOICES, body, 'invoice'))?.id ?? null
}

interface PaidInvoice {
  id: string
  client_id: string
  total: number
  amount_paid: number
  amount_overpaid: number
  status: string
}

/** Also of a card that is disputed. */
async function pickInvoice({ agency, random, read }: Context): Promise<PaidInvoice | null> {
  const { cardSales, invoices, tripInvoices } = agency.known
  const ids = [...invoices.filter((id) => !tripInvoices.includes(id)), ...cardSales.map(({ id }) => id)]
  if (ids.length === 0) return null
  return (await read(`${INVOICES}/${random.pick(ids)}`)).body?.data ?? null
}

/** In full or in part. If the invoice is paid, the excess becomes credit or not. */
export async function createCreditNote(context: Context): Promise<void> {
  const { random, mark, write } = context
  const found = await pickInvoice(context)
  if (found === null || found.status !== 'sent') return createInvoice(context)
  const excess = random.pick(['credit', 'credit', 'none'] as const)
  if (excess === 'credit') context.agency.known.clientsWithCredit.add(found.client_id)
  const part = Math.ceil(found.total * random.pick([10, 25])) / 100
  const body = {
    invoice_id: found.id,
    reason: mark,
    ...(random.chance(75) && { amount: part }),
    excess,
  }
  await write('POST', CREDIT_NOTES, body, 'creditNote')
}

/** Two people at the same time: the money becomes credit once. */
export async function creditOverpayment(context: Context): Promise<void> {
  const { write } = context
  const found = await pickInvoice(context)
  if (found === null || found.amount_overpaid <= 0) return recordPayment(context)
  context.agency.known.clientsWithCredit.add(found.client_id)
  const path = `${INVOICES}/${found.id}/overpayment-credit`
  await Promise.all([write('POST', path, {}), write('POST', path, {})])
}

/** On two invoices at the same time: the credit is used once. */
export async function useCredit(context: Context): Promise<void> {
  const { agency, random, mark, write } = context
  const clients = [...agency.known.clientsWithCredit]
  if (clients.length === 0) return createCreditNote(context)
  const client_id = random.pick(clients)
  const sale = await startSale(context)
  if (sale === null) return
  const ids: string[] = []
  for (const notes of [mark, `${mark}.2`]) {
    const id = await sellTo(context, client_id, { notes }, sale.now)
    if (id === null) return
    ids.push(id)
  }
  agency.known.invoices.push(...ids)
  await Promise.all(ids.map((id) => write('POST', `${INVOICES}/${id}/credit`, {})))
}

/** No bank reports payments to the agency's own Pix key: people confirm them. */
export async function sellByPixKey(context: Context): Promise<void> {
  const { agency, random, mark } = context
  const sale = await startSale(context)
  if (sale === null) return
  const days = { issue_date: daysAfter(sale.now, -ISSUED_DAYS_AGO), due_date: daysAfter(sale.now, 30) }
  const body = {
    ...{ client_id: sale.client_id, ...days, ...drawPrices(random), status: 'sent', notes: mark },
    payment_methods: ['pix_key'],
  }
  const created = acknowledged(await context.write('POST', INVOICES, body, 'invoice'))
  const chargeId = created?.charges[0]?.id
  if (chargeId !== undefined) agency.known.pixKeyReceipts.push({ chargeId, invoiceId: created.id })
  if (random.chance(60)) await confirmReceipts(context)
}

/** In bulk, half of the time by two people at once. */
export async function confirmReceipts(context: Context): Promise<void> {
  const { agency, random, write } = context
  const receipts = agency.known.pixKeyReceipts.filter(() => random.chance(50)).slice(-5)
  if (receipts.length === 0) return
  const body = { receipts: receipts.map(({ chargeId }) => ({ charge_id: chargeId })) }
  const times = random.pick([1, 2])
  await Promise.all(Array.from({ length: times }, () => write('POST', `${RECEIPTS}/confirm`, body)))
}
