// Steps about cards: an invoice is sold, its card approved, refused or analysed, its payment refunded or disputed.
import { INVOICES } from '../../support/invoicing.ts'
import { daysAfter } from '../../support/searches.ts'
import type { CardSale } from '../agency.ts'
import { type CardEvent, cardBank } from '../installation/card-banks.ts'
import { acknowledged } from '../writes.ts'
import type { Context } from './context.ts'
import { drawPrices, ISSUED_DAYS_AGO, pay, startSale } from './invoicing.ts'

const DUE_IN_DAYS = [30, 12, 1, -2, -9]
const RESPONSE_WAIT_MAX_MS = 20_000

/** A quarter of the payers also pay by Pix at the same time. */
export async function sellByCard(context: Context): Promise<void> {
  const sale = await createSale(context)
  if (sale === null) return
  if (context.random.chance(25)) await Promise.all([payByCard(context, sale), pay(context, sale.id)])
  else await payByCard(context, sale)
}

/** The payer of an open sale tries again. */
export async function retryCard(context: Context): Promise<void> {
  const sale = pickSale(context, 'open', 'analysed')
  return sale === undefined ? sellByCard(context) : payByCard(context, sale)
}

async function createSale(context: Context): Promise<CardSale | null> {
  const { agency, random, mark } = context
  const start = await startSale(context)
  if (start === null) return null
  const body = {
    client_id: start.client_id,
    issue_date: daysAfter(start.now, -ISSUED_DAYS_AGO),
    due_date: daysAfter(start.now, random.pick(DUE_IN_DAYS)),
    ...drawPrices(random),
    payment_methods: ['pix', 'card'],
    card_payment: { instalments_max: random.pick([1, 6, 12]) },
    status: 'sent',
    notes: mark,
  }
  const created = acknowledged(await context.write('POST', INVOICES, body, 'invoice'))
  if (created === null) return null
  const path = new URL(created.payment_url).pathname
  const sale: CardSale = { id: created.id, clientId: start.client_id, path, state: 'open' }
  agency.known.cardSales.push(sale)
  return sale
}

function pickSale({ agency, random }: Context, ...states: CardSale['state'][]): CardSale | undefined {
  const all = agency.known.cardSales.filter(({ state }) => states.includes(state))
  return all.length === 0 ? undefined : random.pick(all)
}

const OUTCOMES = { approve: 6, refuse: 2, analyse: 2, leave: 1 } as const

async function payByCard(context: Context, sale: CardSale): Promise<void> {
  const outcome = context.random.weighted<keyof typeof OUTCOMES>(OUTCOMES)
  if (context.agency.mode === 'test') return paySimulated(context, sale, outcome)
  const instalments = await chooseInstalments(context, sale)
  const txid = await txidOf(context, sale)
  if (txid !== undefined && outcome !== 'leave')
    await payOnPage(context, sale, { txid, outcome, instalments })
}

async function paySimulated(context: Context, sale: CardSale, outcome: keyof typeof OUTCOMES): Promise<void> {
  if (outcome === 'leave') return
  const instalments = context.random.pick([1, 1, 2, 3])
  const created = acknowledged(await simulateCard(context, sale, { action: outcome, instalments }))
  if (created !== null)
    sale.state = ({ approve: 'paid', analyse: 'analysed', refuse: 'open' } as const)[outcome]
}

const simulateCard = ({ write }: Context, { id }: CardSale, body: object) =>
  write('POST', `/api/v1/test/charges/${id}/card`, body)

/** On the page of the invoice, as a browser sends its form. */
async function chooseInstalments(
  { installation, random, process }: Context,
  { path }: CardSale,
): Promise<number> {
  const origin = installation.services.all[process]?.url ?? ''
  const page = await (await sendForm(origin + path))?.text()
  const amount = /name="amount" value="([^"]+)"/.exec(page ?? '')?.[1]
  if (page === undefined || amount === undefined) return 1
  const counts = [...page.matchAll(/<option value="(\d+)"/g)].map(([, count]) => Number(count))
  const instalments = counts.length === 0 ? 1 : random.pick(counts.slice(0, 4))
  const form = { method: 'POST', body: new URLSearchParams({ amount, instalments: String(instalments) }) }
  // An impatient payer clicks twice.
  const clicks = random.pick([1, 1, 2])
  await Promise.all(Array.from({ length: clicks }, () => sendForm(`${origin}${path}/card`, form)))
  return instalments
}

/** As a browser does, from the page itself. Undefined without a response. */
export async function sendForm(
  url: string,
  options: { method?: string; body?: URLSearchParams } = {},
): Promise<Response | undefined> {
  const headers = { origin: new URL(url).origin }
  const signal = AbortSignal.timeout(RESPONSE_WAIT_MAX_MS)
  return fetch(url, { ...options, headers, signal, redirect: 'manual' }).catch(() => undefined)
}

async function txidOf({ installation }: Context, { id }: CardSale): Promise<string | undefined> {
  const [row] = await installation.database.rows(
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

/** The bank's page takes the card as long as it is open, whatever the service knows by then. */
async function payOnPage(
  context: Context,
  sale: CardSale,
  { txid, outcome, instalments }: Attempt,
): Promise<void> {
  const bank = cardBank(context.installation, context.agency)
  const { isOpen, isAnalysed, payments } = bank.recordOf(txid)
  if (payments > 0) return
  if (isAnalysed) {
    const isApproved = outcome === 'approve'
    bank.decide(txid, isApproved)
    sale.state = isApproved ? 'paid' : 'open'
    return notify(context, txid, isApproved ? 'paid' : 'refused')
  }
  if (!isOpen) return
  if (outcome === 'approve') bank.approve(txid, instalments)
  else bank[outcome](txid)
  sale.state = ({ approve: 'paid', analyse: 'analysed', refuse: 'open' } as const)[outcome]
  await notify(context, txid, ({ approve: 'paid', analyse: 'analysed', refuse: 'refused' } as const)[outcome])
}

/** The bank's notifications are lost, sent once or repeated. */
async function notify(
  { installation, agency, random, process }: Context,
  txid: string,
  ...all: CardEvent[]
): Promise<void> {
  const url = `${installation.services.all[process]?.url}${agency.cards?.callbackPath}`
  for (const news of all)
    await cardBank(installation, agency).notify(url, txid, news, random.pick([0, 1, 1, 2]))
}

/** In full or in part; some banks refuse a part of a payment in instalments. */
export async function refundCard(context: Context): Promise<void> {
  const { random, read, write } = context
  const sale = pickSale(context, 'paid', 'refunded')
  if (sale === undefined) return sellByCard(context)
  sale.state = 'refunded'
  const invoice = (await read(`${INVOICES}/${sale.id}`)).body?.data
  const payment = invoice?.payments.find(({ method }: { method: string }) => method === 'card')
  if (payment === undefined) return
  const amount = random.chance(60) ? payment.amount : Math.ceil(payment.amount * 30) / 100
  const reduces_amount_due = random.chance(70)
  await write('POST', `${INVOICES}/${sale.id}/refunds`, {
    payment_id: payment.id,
    amount,
    reduces_amount_due,
  })
}

/** Also while a part is refunded, or after a part became credit. A payment that was refunded in full is not disputed. */
export async function openDispute(context: Context): Promise<void> {
  const sale = pickSale(context, 'paid', 'refunded')
  if (sale === undefined) return sellByCard(context)
  sale.state = 'disputed'
  if (context.agency.mode === 'test') return void (await simulateCard(context, sale, { action: 'dispute' }))
  const txid = await txidOf(context, sale)
  const record =
    txid === undefined ? undefined : cardBank(context.installation, context.agency).recordOf(txid)
  if (txid === undefined || record === undefined || record.refundedCents >= record.paidCents) return
  cardBank(context.installation, context.agency).dispute(txid)
  await notify(context, txid, 'disputed')
}

/** Won or lost; a dispute that was won may be lost later. Notifications arrive in any order. */
export async function decideDispute(context: Context): Promise<void> {
  const { installation, agency, random } = context
  const sale = pickSale(context, 'disputed', 'won')
  if (sale === undefined) return openDispute(context)
  const isWon = sale.state === 'disputed' && random.chance(60)
  const wasWon = sale.state === 'won'
  sale.state = isWon ? 'won' : 'lost'
  if (agency.mode === 'test') {
    if (wasWon) await simulateCard(context, sale, { action: 'dispute' })
    return void (await simulateCard(context, sale, { action: isWon ? 'win' : 'lose' }))
  }
  const txid = await txidOf(context, sale)
  const bank = cardBank(installation, agency)
  if (txid === undefined || bank.recordOf(txid).dispute === 'none') return
  if (isWon) bank.win(txid)
  else bank.lose(txid)
  await notify(
    context,
    txid,
    ...random.pick<CardEvent[]>([['ended'], ['ended', 'disputed'], ['disputed', 'ended']]),
  )
}
