// Steps of an agency, its payers and their banks about cards: sold, paid, refused, analysed, refunded, contested.
import { INVOICES } from '../support/invoicing.ts'
import { daysAfter } from '../support/searches.ts'
import { type CardNews, cardBank } from './card-banks.ts'
import type { Life } from './life.ts'
import { ISSUED_DAYS_AGO, pay, pricedBy, soldTo } from './money-steps.ts'
import type { Sale } from './shop.ts'
import { takenBody } from './writes.ts'

const DUE_IN_DAYS = [30, 12, 1, -2, -9]
const ANSWER_WAIT_MAX_MS = 20_000

/** Now and then its payer also pays by Pix in the same second. */
export async function sellByCard(life: Life): Promise<void> {
  const sale = await newSale(life)
  if (sale === null) return
  if (life.chance.chance(25)) await Promise.all([payByCard(life, sale), pay(life, sale.id)])
  else await payByCard(life, sale)
}

/** A sale that is open is paid, or refused once more; without one, another is made. */
export async function payAgain(life: Life): Promise<void> {
  const sale = someSale(life, 'open', 'checked')
  return sale === undefined ? sellByCard(life) : payByCard(life, sale)
}

async function newSale(life: Life): Promise<Sale | null> {
  const { shop, chance, mark } = life
  const sold = await soldTo(life)
  if (sold === null) return null
  const body = {
    client_id: sold.client_id,
    issue_date: daysAfter(sold.now, -ISSUED_DAYS_AGO),
    due_date: daysAfter(sold.now, chance.pick(DUE_IN_DAYS)),
    ...pricedBy(chance),
    payment_methods: ['pix', 'card'],
    card_payment: { instalments_max: chance.pick([1, 6, 12]) },
    status: 'sent',
    notes: mark,
  }
  const made = takenBody(await life.write('POST', INVOICES, body, 'invoice'))
  if (made === null) return null
  const path = new URL(made.payment_url).pathname
  const sale: Sale = { id: made.id, clientId: sold.client_id, path, state: 'open' }
  shop.known.sales.push(sale)
  return sale
}

function someSale({ shop, chance }: Life, ...states: Sale['state'][]): Sale | undefined {
  const all = shop.known.sales.filter(({ state }) => states.includes(state))
  return all.length === 0 ? undefined : chance.pick(all)
}

const OUTCOMES = { approve: 6, refuse: 2, analyse: 2, leave: 1 } as const

async function payByCard(life: Life, sale: Sale): Promise<void> {
  const outcome = life.chance.weighed<keyof typeof OUTCOMES>(OUTCOMES)
  if (life.shop.mode === 'test') return paySimulated(life, sale, outcome)
  const instalments = await choose(life, sale)
  const txid = await txidOf(life, sale)
  if (txid !== undefined && outcome !== 'leave') await payOnPage(life, sale, { txid, outcome, instalments })
}

async function paySimulated(life: Life, sale: Sale, outcome: keyof typeof OUTCOMES): Promise<void> {
  if (outcome === 'leave') return
  const instalments = life.chance.pick([1, 1, 2, 3])
  const made = takenBody(await playCard(life, sale, { action: outcome, instalments }))
  if (made !== null) sale.state = ({ approve: 'paid', analyse: 'checked', refuse: 'open' } as const)[outcome]
}

const playCard = ({ write }: Life, { id }: Sale, body: object) =>
  write('POST', `/api/v1/test/charges/${id}/card`, body)

/** On the page of the invoice, as a browser sends the form; how many instalments were chosen. */
async function choose({ town, chance, process }: Life, { path }: Sale): Promise<number> {
  const origin = town.services.all[process]?.url ?? ''
  const page = await (await sent(origin + path))?.text()
  const amount = /name="amount" value="([^"]+)"/.exec(page ?? '')?.[1]
  if (page === undefined || amount === undefined) return 1
  const counts = [...page.matchAll(/<option value="(\d+)"/g)].map(([, count]) => Number(count))
  const instalments = counts.length === 0 ? 1 : chance.pick(counts.slice(0, 4))
  const form = { method: 'POST', body: new URLSearchParams({ amount, instalments: String(instalments) }) }
  // An impatient payer clicks twice.
  const clicks = chance.pick([1, 1, 2])
  await Promise.all(Array.from({ length: clicks }, () => sent(`${origin}${path}/card`, form)))
  return instalments
}

/** Undefined without an answer. */
export async function sent(
  url: string,
  options: { method?: string; body?: URLSearchParams } = {},
): Promise<Response | undefined> {
  const headers = { origin: new URL(url).origin }
  const signal = AbortSignal.timeout(ANSWER_WAIT_MAX_MS)
  return fetch(url, { ...options, headers, signal, redirect: 'manual' }).catch(() => undefined)
}

async function txidOf({ town }: Pick<Life, 'town'>, { id }: Sale): Promise<string | undefined> {
  const [row] = await town.database.rows(
    "select txid from charges where reference_id = $1 and method = 'card' order by created_at desc, id desc limit 1",
    [id],
  )
  return row?.txid
}

interface Attempt {
  txid: string
  outcome: 'approve' | 'refuse' | 'analyse'
  instalments: number
}

/** Whatever the service knows by then: the page of the bank takes the card as long as it is open. */
async function payOnPage(life: Life, sale: Sale, { txid, outcome, instalments }: Attempt): Promise<void> {
  const bank = cardBank(life.town, life.shop)
  const { isOpen, isChecked, payments } = bank.book(txid)
  if (payments > 0) return
  if (isChecked) {
    const isApproved = outcome === 'approve'
    bank.decide(txid, isApproved)
    sale.state = isApproved ? 'paid' : 'open'
    return tell(life, txid, isApproved ? 'paid' : 'refused')
  }
  if (!isOpen) return
  if (outcome === 'approve') bank.approve(txid, instalments)
  else bank[outcome](txid)
  sale.state = ({ approve: 'paid', analyse: 'checked', refuse: 'open' } as const)[outcome]
  await tell(life, txid, ({ approve: 'paid', analyse: 'analysed', refuse: 'refused' } as const)[outcome])
}

/** Lost, once, or repeated. */
async function tell({ town, shop, chance, process }: Life, txid: string, ...all: CardNews[]): Promise<void> {
  const url = `${town.services.all[process]?.url}${shop.cards?.callbacks}`
  for (const news of all) await cardBank(town, shop).tell(url, txid, news, chance.pick([0, 1, 1, 2]))
}

/** In full, or a part; an invoice in instalments only in full at some banks, which is refused then. */
export async function refundCard(life: Life): Promise<void> {
  const { chance, read, write } = life
  const sale = someSale(life, 'paid', 'refunded')
  if (sale === undefined) return sellByCard(life)
  sale.state = 'refunded'
  const invoice = (await read(`${INVOICES}/${sale.id}`)).body?.data
  const payment = invoice?.payments.find(({ method }: { method: string }) => method === 'card')
  if (payment === undefined) return
  const amount = chance.chance(60) ? payment.amount : Math.ceil(payment.amount * 30) / 100
  const reduces_amount_due = chance.chance(70)
  await write('POST', `${INVOICES}/${sale.id}/refunds`, {
    payment_id: payment.id,
    amount,
    reduces_amount_due,
  })
}

/** Also while a part goes back, or once a part became credit. What went back in full is not contested. */
export async function contest(life: Life): Promise<void> {
  const sale = someSale(life, 'paid', 'refunded')
  if (sale === undefined) return sellByCard(life)
  sale.state = 'disputed'
  if (life.shop.mode === 'test') return void (await playCard(life, sale, { action: 'dispute' }))
  const txid = await txidOf(life, sale)
  const book = txid === undefined ? undefined : cardBank(life.town, life.shop).book(txid)
  if (txid === undefined || book === undefined || book.refundedCents >= book.paidCents) return
  cardBank(life.town, life.shop).dispute(txid)
  await tell(life, txid, 'disputed')
}

/** Won or lost; what was won may still be lost in arbitration. Notifications arrive in any order. */
export async function decideDispute(life: Life): Promise<void> {
  const { town, shop, chance } = life
  const sale = someSale(life, 'disputed', 'won')
  if (sale === undefined) return contest(life)
  const isWon = sale.state === 'disputed' && chance.chance(60)
  const wasWon = sale.state === 'won'
  sale.state = isWon ? 'won' : 'lost'
  if (shop.mode === 'test') {
    if (wasWon) await playCard(life, sale, { action: 'dispute' })
    return void (await playCard(life, sale, { action: isWon ? 'win' : 'lose' }))
  }
  const txid = await txidOf(life, sale)
  const bank = cardBank(town, shop)
  if (txid === undefined || bank.book(txid).dispute === 'none') return
  if (isWon) bank.win(txid)
  else bank.lose(txid)
  await tell(
    life,
    txid,
    ...chance.pick<CardNews[]>([['ended'], ['ended', 'disputed'], ['disputed', 'ended']]),
  )
}
