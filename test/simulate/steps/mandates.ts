// Steps about Pix Automático: a mandate is offered, accepted or rejected, debited, refused and retried, and cancelled by
// either side.
import { setTimeout as pause } from 'node:timers/promises'
import type { FakeMandate } from '../../support/fakes/fake-mandate-books.ts'
import { INVOICES, ITEM, RECURRING } from '../../support/invoicing.ts'
import { MANDATES } from '../../support/mandates.ts'
import { daysAfter } from '../../support/searches.ts'
import type { RecurringDebit } from '../agency.ts'
import type { Installation } from '../installation/installation.ts'
import { acknowledged } from '../writes.ts'
import { sendForm } from './cards.ts'
import type { Context } from './context.ts'
import { cpfOf, nowOf, personOf } from './invoicing.ts'

/** So near that the first invoice is created at once. */
const FIRST_DUE_IN_DAYS = 4
/** A live agency would wait a month for the next invoice. First its date is moved to one after the mandate's start. */
const OFFERED_FOR_DAYS = 9
/** Then to one that is debited now. At the turn of a month the mandate starts later and does not pay this invoice. */
const DEBITED_IN_DAYS = 6
const CREATED_WITHIN_MS = 5_000
const CHECK_EVERY_MS = 150

/** The mandate is offered when the client gets a CPF, because banks require one. */
export async function offerMandate(context: Context): Promise<void> {
  const { agency, random, mark, write } = context
  const now = await nowOf(context)
  const client = acknowledged(await write('POST', '/api/v1/clients', personOf(mark), 'client'))
  if (client === null) return
  const terms = { name: `${mark}.2`, frequency: 'monthly', ...datesAfter(now, FIRST_DUE_IN_DAYS) }
  const price = { items: [{ ...ITEM, unit_price: (20_000 + random.below(50_000)) / 100 }] }
  const body = { client_id: client.id, ...terms, ...price, auto_send: true, payment_methods: METHODS }
  const created = acknowledged(await write('POST', RECURRING, body, 'recurring'))
  if (created === null) return
  const debit: RecurringDebit = { id: created.id, isBroughtForward: true }
  if (agency.mode === 'live' && (await hasInvoice(context, created.id))) {
    const moved = await write('PATCH', `${RECURRING}/${created.id}`, datesAfter(now, OFFERED_FOR_DAYS))
    debit.isBroughtForward = acknowledged(moved) === null
  }
  if (acknowledged(await write('PATCH', `/api/v1/clients/${client.id}`, { cpf: cpfOf(random) })) !== null)
    agency.known.recurringDebits.push(debit)
}

/** Otherwise the mandate would be offered with a later invoice. */
async function hasInvoice({ read }: Context, id: string): Promise<boolean> {
  const untilMs = performance.now() + CREATED_WITHIN_MS
  while (performance.now() < untilMs) {
    if ((await read(`${RECURRING}/${id}`)).body?.data?.invoices_generated === 1) return true
    await pause(CHECK_EVERY_MS)
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

/** The next event of a mandate: the payer or the bank decides, or the next invoice is brought forward. */
export async function advanceMandate(context: Context): Promise<void> {
  const { agency, random, read } = context
  const { recurringDebits: debits } = agency.known
  if (debits.length === 0) return offerMandate(context)
  // Only the oldest, so that some mandates are debited several times.
  const debit = random.pick(debits.slice(0, 2))
  const [mandate]: Mandate[] = (await read(`${MANDATES}?recurring_invoice_id=${debit.id}`)).body?.data ?? []
  if (mandate === undefined) return
  if (mandate.status !== 'created' && mandate.status !== 'active' && debits.includes(debit))
    return void debits.splice(debits.indexOf(debit), 1)
  if (mandate.status === 'active' && random.chance(10)) return cancelMandate(context, mandate)
  if (agency.mode === 'test') return simulatePayer(context, mandate)
  if (mandate.status === 'created') return decideOffer(context, mandate)
  if (mandate.status !== 'active') return
  if (debit.isBroughtForward) return debitAccount(context, mandate)
  debit.isBroughtForward = true
  await context.write('PATCH', `${RECURRING}/${debit.id}`, datesAfter(await nowOf(context), DEBITED_IN_DAYS))
}

async function simulatePayer({ random, write }: Context, { id, status }: Mandate): Promise<void> {
  const moves = status === 'created' ? ['accept', 'accept', 'refuse'] : ['refuse-debit']
  if (status !== 'created' && status !== 'active') return
  await write('POST', `/api/v1/test/mandates/${id}/${random.pick(moves)}`, {})
}

/** The bank may have another one too, whose creation had no response. */
async function recOf({ bank, database }: Installation, { id }: Mandate): Promise<FakeMandate | undefined> {
  const [row] = await database.rows('select bank_id from mandates where id = $1', [id])
  return bank.books.mandates.mandates.get(row?.bank_id)
}

/** The payer decides as long as the page shows a code that can be paid. */
async function decideOffer(context: Context, mandate: Mandate): Promise<void> {
  const { bank } = context.installation
  const invoice = (await context.read(`${INVOICES}/${mandate.first_invoice_id}`)).body?.data
  const isShown = (charge: ShownCharge) => charge.method === 'pix_automatic' && charge.instructions !== null
  if (!(invoice?.charges ?? []).some(isShown)) return
  const rec = await recOf(context.installation, mandate)
  if (rec === undefined || rec.status !== 'CRIADA') return
  if (bank.books.charges.get(rec.txid)?.status !== 'ATIVA') return
  const how = context.random.weighted({ accept: 8, refuse: 1, expire: 1 })
  bank.books.mandates[how](rec.idRec)
  await sendCallbacks(context, (url) => bank.callBackMandate(url, rec.idRec))
  if (how === 'accept') await sendCallbacks(context, (url) => bank.callBack(url, [rec.txid]))
}

/** The bank debits the account now, without waiting for the day; a refused debit may be retried. */
async function debitAccount(context: Context, mandate: Mandate): Promise<void> {
  const { bank } = context.installation
  const { mandates } = bank.books
  const rec = await recOf(context.installation, mandate)
  const charge = [...mandates.charges.values()].find(
    ({ idRec, status, tentativas }) =>
      idRec === rec?.idRec && status === 'ATIVA' && tentativas.at(-1)?.status === 'AGENDADA',
  )
  if (charge === undefined) return
  const how = context.random.weighted({ debit: 4, refuse: 2, refuseForGood: 1 })
  if (how === 'debit') mandates.debit(charge.txid)
  else mandates.refuseDebit(charge.txid, how === 'refuseForGood' ? 'AC05' : null)
  await sendCallbacks(context, (url) => bank.callBackDebit(url, charge.txid))
  if (how === 'debit') await sendCallbacks(context, (url) => bank.callBack(url, [charge.txid]))
}

/** By the payer in the bank's app, by the client on the page, or by the agency. */
async function cancelMandate(context: Context, mandate: Mandate): Promise<void> {
  const { installation, agency, random, process, read, write } = context
  const how = random.pick(['payer', 'client', 'agency'] as const)
  if (how === 'agency') return void (await write('POST', `${MANDATES}/${mandate.id}/cancel`, {}))
  if (how === 'client') {
    const invoice = (await read(`${INVOICES}/${mandate.first_invoice_id}`)).body?.data
    if (invoice === undefined) return
    const page = `${installation.services.all[process]?.url}${new URL(invoice.payment_url).pathname}`
    await sendForm(`${page}/mandate/cancel`, { method: 'POST', body: new URLSearchParams() })
    return
  }
  if (agency.mode === 'test')
    return void (await write('POST', `/api/v1/test/mandates/${mandate.id}/cancel`, {}))
  const rec = await recOf(installation, mandate)
  if (rec === undefined || rec.status !== 'APROVADA') return
  installation.bank.books.mandates.cancel(rec.idRec)
  await sendCallbacks(context, (url) => installation.bank.callBackMandate(url, rec.idRec))
}

/** The bank's callbacks are lost, sent once or repeated. */
async function sendCallbacks(
  { installation, agency, random, process }: Context,
  call: (url: string) => Promise<unknown>,
): Promise<void> {
  const url = `${installation.services.all[process]?.url}${agency.pixCallbackPath}`
  for (let times = random.pick([0, 1, 1, 2]); times > 0; times--) await call(url).catch(() => {})
}
