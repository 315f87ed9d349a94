// Steps of an agency, its clients and their banks about Pix Automático: offered, accepted, debited, refused, tried again,
// and cancelled by either side.
import { setTimeout as pause } from 'node:timers/promises'
import type { FakeMandate } from '../support/fakes/fake-mandate-books.ts'
import { INVOICES, ITEM, RECURRING } from '../support/invoicing.ts'
import { MANDATES } from '../support/mandates.ts'
import { daysAfter } from '../support/searches.ts'
import { sent } from './card-steps.ts'
import type { Life } from './life.ts'
import { cpfOf, nowOf, personOf } from './money-steps.ts'
import type { RecurringDebit } from './shop.ts'
import type { Town } from './town.ts'
import { takenBody } from './writes.ts'

/** Its invoice is created at once. */
const FIRST_DUE_IN_DAYS = 4
/** Live, the next invoice would come in a month: its dates are moved to one that is not created before the mandate. */
const OFFERED_FOR_DAYS = 9
/** And then to one that is debited now. At the turn of a month the mandate begins later, and does not pay it. */
const DEBITED_IN_DAYS = 6
const LOOKS_MAX = 50
const LOOK_EVERY_MS = 150

/** The client gets a CPF last, without which no bank offers a mandate. */
export async function subscribeByDebit(life: Life): Promise<void> {
  const { shop, chance, mark, write } = life
  const now = await nowOf(life)
  const client = takenBody(await write('POST', '/api/v1/clients', personOf(mark), 'client'))
  if (client === null) return
  const terms = { name: `${mark}.2`, frequency: 'monthly', ...datesAfter(now, FIRST_DUE_IN_DAYS) }
  const price = { items: [{ ...ITEM, unit_price: (20_000 + chance.below(50_000)) / 100 }] }
  const body = { client_id: client.id, ...terms, ...price, auto_send: true, payment_methods: METHODS }
  const made = takenBody(await write('POST', RECURRING, body, 'recurring'))
  if (made === null) return
  const debit: RecurringDebit = { id: made.id, isHurried: true }
  if (shop.mode === 'live' && (await hasInvoice(life, made.id))) {
    const moved = await write('PATCH', `${RECURRING}/${made.id}`, datesAfter(now, OFFERED_FOR_DAYS))
    debit.isHurried = takenBody(moved) === null
  }
  if (takenBody(await write('PATCH', `/api/v1/clients/${client.id}`, { cpf: cpfOf(chance) })) !== null)
    shop.known.debits.push(debit)
}

/** Without its first invoice it would be offered with a later one. */
async function hasInvoice({ read }: Life, id: string): Promise<boolean> {
  for (let looks = 0; looks < LOOKS_MAX; looks++) {
    if ((await read(`${RECURRING}/${id}`)).body?.data?.invoices_generated === 1) return true
    await pause(LOOK_EVERY_MS)
  }
  return false
}

const METHODS = ['pix', 'pix_automatic']

function datesAfter(now: Date, days: number) {
  const start_date = daysAfter(now, days)
  return { start_date, billing_day: Number(start_date.slice(8)) }
}

interface Mandate {
  id: string
  status: string
  first_invoice_id: string
  charges: { status: string }[]
}

interface ShownCharge {
  method: string
  instructions: object | null
}

/** The next thing that happens to a mandate: its payer or its bank decides, or time passes. */
export async function moveMandate(life: Life): Promise<void> {
  const { shop, chance, read } = life
  const { debits } = shop.known
  if (debits.length === 0) return subscribeByDebit(life)
  // The oldest, so that they get somewhere.
  const debit = chance.pick(debits.slice(0, 2))
  const [mandate]: Mandate[] = (await read(`${MANDATES}?recurring_invoice_id=${debit.id}`)).body?.data ?? []
  if (mandate === undefined) return
  if (mandate.status !== 'created' && mandate.status !== 'active' && debits.includes(debit))
    return void debits.splice(debits.indexOf(debit), 1)
  if (mandate.status === 'active' && chance.chance(10)) return cancel(life, mandate)
  if (shop.mode === 'test') return moveSimulated(life, mandate)
  if (mandate.status === 'created') return answerOffer(life, mandate)
  if (mandate.status !== 'active') return
  if (debit.isHurried) return debitAccount(life, mandate)
  debit.isHurried = true
  await life.write('PATCH', `${RECURRING}/${debit.id}`, datesAfter(await nowOf(life), DEBITED_IN_DAYS))
}

async function moveSimulated({ chance, write }: Life, { id, status }: Mandate): Promise<void> {
  const moves = status === 'created' ? ['accept', 'accept', 'refuse'] : ['refuse-debit']
  if (status !== 'created' && status !== 'active') return
  await write('POST', `/api/v1/test/mandates/${id}/${chance.pick(moves)}`, {})
}

/** At the bank, by the id that the service knows: one whose creation was not answered may be there too. */
async function recOf({ bank, database }: Town, { id }: Mandate): Promise<FakeMandate | undefined> {
  const [row] = await database.rows('select bank_id from mandates where id = $1', [id])
  return bank.books.mandates.mandates.get(row?.bank_id)
}

/** The payer answers what the page shows, as long as its code can be paid. */
async function answerOffer(life: Life, mandate: Mandate): Promise<void> {
  const { bank } = life.town
  const invoice = (await life.read(`${INVOICES}/${mandate.first_invoice_id}`)).body?.data
  const isShown = (charge: ShownCharge) => charge.method === 'pix_automatic' && charge.instructions !== null
  if (!(invoice?.charges ?? []).some(isShown)) return
  const rec = await recOf(life.town, mandate)
  if (rec === undefined || rec.status !== 'CRIADA') return
  if (bank.books.charges.get(rec.txid)?.status !== 'ATIVA') return
  const how = life.chance.weighed({ accept: 8, refuse: 1, expire: 1 })
  bank.books.mandates[how](rec.idRec)
  await tell(life, (url) => bank.callBackMandate(url, rec.idRec))
  if (how === 'accept') await tell(life, (url) => bank.callBack(url, [rec.txid]))
}

/** The account is debited, or not, and then once more; the bank does not wait for the day here. */
async function debitAccount(life: Life, mandate: Mandate): Promise<void> {
  const { bank } = life.town
  const { mandates } = bank.books
  const rec = await recOf(life.town, mandate)
  const charge = [...mandates.charges.values()].find(
    ({ idRec, status, tentativas }) =>
      idRec === rec?.idRec && status === 'ATIVA' && tentativas.at(-1)?.status === 'AGENDADA',
  )
  if (charge === undefined) return
  const how = life.chance.weighed({ debit: 4, short: 2, final: 1 })
  if (how === 'debit') mandates.debit(charge.txid)
  else mandates.refuseDebit(charge.txid, how === 'final' ? 'AC05' : null)
  await tell(life, (url) => bank.callBackDebit(url, charge.txid))
  if (how === 'debit') await tell(life, (url) => bank.callBack(url, [charge.txid]))
}

/** By the payer in the bank's app, by the client on the page, or by the agency. */
async function cancel(life: Life, mandate: Mandate): Promise<void> {
  const { town, shop, chance, process, read, write } = life
  const how = chance.pick(['payer', 'client', 'agency'] as const)
  if (how === 'agency') return void (await write('POST', `${MANDATES}/${mandate.id}/cancel`, {}))
  if (how === 'client') {
    const invoice = (await read(`${INVOICES}/${mandate.first_invoice_id}`)).body?.data
    if (invoice === undefined) return
    const page = `${town.services.all[process]?.url}${new URL(invoice.payment_url).pathname}`
    await sent(`${page}/mandate/cancel`, { method: 'POST', body: new URLSearchParams() })
    return
  }
  if (shop.mode === 'test')
    return void (await write('POST', `/api/v1/test/mandates/${mandate.id}/cancel`, {}))
  const rec = await recOf(town, mandate)
  if (rec === undefined || rec.status !== 'APROVADA') return
  town.bank.books.mandates.cancel(rec.idRec)
  await tell(life, (url) => town.bank.callBackMandate(url, rec.idRec))
}

/** Lost, once, or repeated. */
async function tell(
  { town, shop, chance, process }: Life,
  call: (url: string) => Promise<unknown>,
): Promise<void> {
  const url = `${town.services.all[process]?.url}${shop.callbacks}`
  for (let times = chance.pick([0, 1, 1, 2]); times > 0; times--) await call(url).catch(() => {})
}
