// Steps of an agency about credit of clients, early payment and receipts at its own Pix key.
import { CREDIT_NOTES } from '../support/credit.ts'
import { INVOICES } from '../support/invoicing.ts'
import { daysAfter } from '../support/searches.ts'
import type { Life } from './life.ts'
import { ISSUED_DAYS_AGO, invoice, pay, pricedBy, receive, soldTo } from './money-steps.ts'
import { takenBody } from './writes.ts'

const RECEIPTS = '/api/v1/receipts'

/** A discount that ends before the due date: mostly taken by who pays the code of the day. */
export async function sellEarly(life: Life): Promise<void> {
  const { chance } = life
  const discount = chance.pick([
    { discount_percent: 5 },
    { discount_percent: 3.3333 },
    { discount_amount: 7.77 },
  ])
  const early_payment = (now: Date) => ({ ...discount, until: daysAfter(now, chance.pick([9, 2, 0])) })
  const id = await sell(life, (now) => ({ due_date: daysAfter(now, 25), early_payment: early_payment(now) }))
  if (id !== null) await pay(life, id)
}

/** The id of a new invoice that was sent. */
async function sell(life: Life, fields: (now: Date) => object, mark = life.mark): Promise<string | null> {
  const sold = await soldTo(life)
  return sold === null ? null : sellTo(life, sold.client_id, { ...fields(sold.now), notes: mark }, sold.now)
}

async function sellTo(life: Life, client_id: string, fields: object, now: Date): Promise<string | null> {
  const days = { issue_date: daysAfter(now, -ISSUED_DAYS_AGO), due_date: daysAfter(now, 12) }
  const body = { client_id, ...days, ...pricedBy(life.chance), status: 'sent', ...fields }
  return takenBody(await life.write('POST', INVOICES, body, 'invoice'))?.id ?? null
}

interface Owed {
  id: string
  client_id: string
  total: number
  amount_paid: number
  amount_overpaid: number
  status: string
}

/** Invoices whose money may become credit, contested or not. */
async function someInvoice({ shop, chance, read }: Life): Promise<Owed | null> {
  const { sales, invoices, bills } = shop.known
  const ids = [...invoices.filter((id) => !bills.includes(id)), ...sales.map(({ id }) => id)]
  if (ids.length === 0) return null
  return (await read(`${INVOICES}/${chance.pick(ids)}`)).body?.data ?? null
}

/** Of all or a part; what was paid of it becomes credit, or stays. */
export async function creditNote(life: Life): Promise<void> {
  const { chance, mark, write } = life
  const found = await someInvoice(life)
  if (found === null || found.status !== 'sent') return invoice(life)
  const excess = chance.pick(['credit', 'credit', 'none'] as const)
  if (excess === 'credit') life.shop.known.creditors.add(found.client_id)
  const part = Math.ceil(found.total * chance.pick([10, 25])) / 100
  const body = {
    invoice_id: found.id,
    reason: mark,
    ...(chance.chance(75) && { amount: part }),
    excess,
  }
  await write('POST', CREDIT_NOTES, body, 'creditNote')
}

/** By two people at once: the same money becomes credit once. */
export async function keepOverpaid(life: Life): Promise<void> {
  const { write } = life
  const found = await someInvoice(life)
  if (found === null || found.amount_overpaid <= 0) return receive(life)
  life.shop.known.creditors.add(found.client_id)
  const path = `${INVOICES}/${found.id}/overpayment-credit`
  await Promise.all([write('POST', path, {}), write('POST', path, {})])
}

/** On two invoices at once, as if it were there twice. */
export async function spendCredit(life: Life): Promise<void> {
  const { shop, chance, mark, write } = life
  const creditors = [...shop.known.creditors]
  if (creditors.length === 0) return creditNote(life)
  const client_id = chance.pick(creditors)
  const sold = await soldTo(life)
  if (sold === null) return
  const ids: string[] = []
  for (const notes of [mark, `${mark}.2`]) {
    const id = await sellTo(life, client_id, { notes }, sold.now)
    if (id === null) return
    ids.push(id)
  }
  shop.known.invoices.push(...ids)
  await Promise.all(ids.map((id) => write('POST', `${INVOICES}/${id}/credit`, {})))
}

/** To the agency's own Pix key, which no bank reports. */
export async function sellByKey(life: Life): Promise<void> {
  const { shop, chance, mark } = life
  const sold = await soldTo(life)
  if (sold === null) return
  const days = { issue_date: daysAfter(sold.now, -ISSUED_DAYS_AGO), due_date: daysAfter(sold.now, 30) }
  const body = {
    ...{ client_id: sold.client_id, ...days, ...pricedBy(chance), status: 'sent', notes: mark },
    payment_methods: ['pix_key'],
  }
  const made = takenBody(await life.write('POST', INVOICES, body, 'invoice'))
  const chargeId = made?.charges[0]?.id
  if (chargeId !== undefined) shop.known.receipts.push({ chargeId, invoiceId: made.id })
  if (chance.chance(60)) await confirmReceipts(life)
}

/** Several in bulk, now and then by two people at once. */
export async function confirmReceipts(life: Life): Promise<void> {
  const { shop, chance, write } = life
  const some = shop.known.receipts.filter(() => chance.chance(50)).slice(-5)
  if (some.length === 0) return
  const body = { receipts: some.map(({ chargeId }) => ({ charge_id: chargeId })) }
  const times = chance.pick([1, 2])
  await Promise.all(Array.from({ length: times }, () => write('POST', `${RECEIPTS}/confirm`, body)))
}
