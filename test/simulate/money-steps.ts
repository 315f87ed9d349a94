// Steps of an agency and its payers about money: recharges, invoices, payments, refunds, quotes and recurring
// invoices.
import { realClock } from '../../server/kernel/process/clock.ts'
import { INVOICES, QUOTES, RECURRING } from '../support/invoicing.ts'
import { daysAfter } from '../support/searches.ts'
import { pix, RECHARGE } from '../support/wallet.ts'
import type { Priced } from './laws/arithmetic.ts'
import type { Life } from './life.ts'
import type { Random } from './random.ts'
import { callBack, payAtBank } from './shop.ts'
import { takenBody } from './writes.ts'

const RECHARGE_MIN_CENTS = 10_000

export async function recharge(life: Life): Promise<void> {
  const amount = amountOf(RECHARGE_MIN_CENTS + life.cents)
  const made = takenBody(await life.write('POST', RECHARGE, pix(amount), 'recharge'))
  if (made === null) return
  life.shop.known.recharges.push(made.id)
  await pay(life, made.id)
}

/** Through the bank, which reports once, twice or not at all; or in the sandbox. */
export async function pay(life: Life, id: string): Promise<void> {
  const { town, shop, chance, process } = life
  if (chance.chance(20)) return
  if (shop.mode === 'test') {
    await life.write('POST', `/api/v1/test/charges/${id}/pay`)
    return
  }
  if (!(await payAtBank(town, shop, id))) return
  const times = chance.pick([0, 1, 1, 1, 2])
  await Promise.all(Array.from({ length: times }, () => callBack(town, shop, [id], process)))
}

export async function giveUpRecharge({ shop, chance, write }: Life): Promise<void> {
  const { recharges } = shop.known
  if (recharges.length > 0) await write('DELETE', `${RECHARGE}/${chance.pick(recharges)}`)
}

export async function client({ shop, chance, mark, write }: Life): Promise<void> {
  const body = { ...personOf(mark), cpf: cpfOf(chance) }
  const made = takenBody(await write('POST', '/api/v1/clients', body, 'client'))
  if (made !== null) shop.known.clients.push(made.id)
}

export const personOf = (mark: string) => ({
  client_type: 'individual',
  full_name: mark,
  email: `${mark}@cliente.example`,
})

/** With right check digits: banks open no card and no mandate for others. */
export function cpfOf(chance: Random): string {
  const digits = Array.from({ length: 9 }, () => chance.below(10))
  for (let count = 9; count < 11; count++) {
    const sum = digits.reduce((total, digit, index) => total + digit * (count + 1 - index), 0)
    digits.push(((sum * 10) % 11) % 10)
  }
  return digits.join('')
}

export async function invoice(life: Life): Promise<void> {
  const { shop, chance, mark } = life
  const sold = await soldTo(life)
  if (sold === null) return
  const status = chance.chance(80) ? 'sent' : 'draft'
  // Some are late as soon as they are made.
  const due_date = daysAfter(sold.now, chance.pick(DUE_IN_DAYS))
  const issue_date = daysAfter(sold.now, -ISSUED_DAYS_AGO)
  const body = { client_id: sold.client_id, issue_date, due_date, ...pricedBy(chance), status, notes: mark }
  const made = takenBody(await life.write('POST', INVOICES, body, 'invoice'))
  if (made === null || status === 'draft') return
  shop.known.invoices.push(made.id)
  if (chance.chance(60)) await pay(life, made.id)
}

/** A client of the shop, and what time it is by its own clock. */
export async function soldTo(life: Life): Promise<{ client_id: string; now: Date } | null> {
  const { shop, chance } = life
  if (shop.known.clients.length === 0) return null
  const now = await nowOf(life)
  return { client_id: chance.pick(shop.known.clients), now }
}

export async function nowOf({ shop, read }: Pick<Life, 'shop' | 'read'>): Promise<Date> {
  const clock = shop.mode === 'test' ? (await read('/api/v1/test/clock')).body?.data?.now : undefined
  return clock === undefined ? realClock.now() : new Date(clock)
}

export const ISSUED_DAYS_AGO = 50
export const DUE_IN_DAYS = [30, 12, 0, -1, -2, -3, -9, -29, -45]

/** With digits that have to be rounded. */
export function pricedBy(chance: Random): Required<Priced> {
  const items = Array.from({ length: 1 + chance.below(3) }, (_, index) => ({
    description: `Pacote ${index + 1}`,
    quantity: chance.pick([1, 2, 0.5, 1.3333]),
    unit_price: (20_000 + chance.below(300_000)) / 1_000,
  }))
  return { items, discount_rate: chance.pick([0, 5, 7.25]), tax_rate: chance.pick([0, 3.65, 11.3333]) }
}

/** Money that came another way: its amount is its mark. */
export async function receive(life: Life): Promise<void> {
  const { shop, chance, cents, write } = life
  const { invoices } = shop.known
  if (invoices.length === 0) return invoice(life)
  // The latest, so that several come to one at once.
  const path = `${INVOICES}/${chance.pick(invoices.slice(-2))}/payments`
  await write('POST', path, { amount: cents / 100 }, 'payment')
}

export async function giveBack(life: Life): Promise<void> {
  const { shop, chance, write } = life
  const paid = shop.known.invoices.filter((id) => shop.mode === 'test' || shop.known.paid.has(id))
  if (paid.length === 0) return invoice(life)
  await write('POST', `${INVOICES}/${chance.pick(paid)}/refunds`, {})
}

export async function quote(life: Life): Promise<void> {
  const { shop, chance, mark } = life
  const sold = await soldTo(life)
  if (sold === null) return
  const { items, discount_rate } = pricedBy(chance)
  const what = { issue_date: daysAfter(sold.now, 0), items, discount_rate, status: 'sent', notes: mark }
  const made = takenBody(await life.write('POST', QUOTES, { client_id: sold.client_id, ...what }, 'quote'))
  if (made === null) return
  await life.write('PATCH', `${QUOTES}/${made.id}`, { status: 'accepted' })
  shop.known.quotes.push(made.id)
}

/** The same quote may become an invoice once, however often it is asked for. */
export async function sell(life: Life): Promise<void> {
  const { shop, chance, write } = life
  const { quotes } = shop.known
  if (quotes.length === 0) return quote(life)
  const path = `${QUOTES}/${chance.pick(quotes)}/invoice`
  // Two people of the agency, each with a key of their own.
  await Promise.all([write('POST', path, {}), write('POST', path, {})])
}

export async function subscribe(life: Life): Promise<void> {
  const sold = await soldTo(life)
  if (sold === null) return
  const { chance, mark: name } = life
  const start_date = daysAfter(sold.now, 0)
  const rhythm = { frequency: 'monthly', billing_day: 1 + chance.below(28), start_date }
  const what = { name, ...pricedBy(chance), auto_send: chance.chance(50) }
  await life.write('POST', RECURRING, { client_id: sold.client_id, ...rhythm, ...what }, 'recurring')
}

const amountOf = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
