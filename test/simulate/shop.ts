// An agency in one mode during one burst: its key, webhook, money, known objects, and every write it
// requested.

import type { Offer } from '../../contract/flights.ts'
import type { Role } from '../../contract/roles.ts'
import { insertMembership, insertPerson } from '../../server/features/people/person-store.ts'
import { realClock } from '../../server/kernel/process/clock.ts'
import { makeId } from '../../server/kernel/values/ids.ts'
import { eventually } from '../support/eventually.ts'
import { PROVIDERS, providerBody } from '../support/fakes/connected-bank.ts'
import { RECHARGE } from '../support/wallet.ts'
import { ask, isDefinite, isTaken, type Question } from './ask.ts'
import type { CardBankName } from './card-banks.ts'
import type { LateTerms, Terms } from './laws/arithmetic.ts'
import { type Random, random } from './random.ts'
import type { Town } from './town.ts'
import type { Write } from './writes.ts'

export interface Shop {
  name: string
  teamId: string
  mode: 'live' | 'test'
  key: string
  /** What comes after this number is to be delivered. */
  webhook: { id: string; path: string; from: number; secrets: string[] }
  /** What it adds to the price of a carrier; the second, of one airline alone. */
  pricing: { usual: Terms; airline: string; special: Terms }
  late: LateTerms
  /** Somebody of the agency whose role changes; live only. */
  person: { id: string; role: Role } | null
  /** Where its own bank tells of payments of invoices; live only. */
  callbacks: string | null
  /** The bank that takes its cards, and where that notifies it; live only. */
  cards: { bank: CardBankName; callbacks: string } | null
  /** Events after this number were caused while nothing went wrong; null where something did after all. */
  quietFrom: number | null
  writes: Write[]
  known: Known
}

/** What was acknowledged, for later steps to go on with. */
export interface Known {
  clients: string[]
  holds: { id: string; total_amount: string; total_currency: string }[]
  bookings: string[]
  /** Those that were ordered, by their ids. */
  offers: Map<string, Offer>
  recharges: string[]
  invoices: string[]
  /** Of items of trips, drafts included. */
  bills: string[]
  quotes: string[]
  trips: { id: string; client_id: string }[]
  items: KnownItem[]
  keys: { id: string; secret: string; isRevoked: boolean }[]
  /** Payments that a bank took, by the id of what they are for. */
  paid: Map<string, string>
  /** Invoices that may be paid by card. */
  sales: Sale[]
  /** Clients that may have credit. */
  creditors: Set<string>
  /** Invoices to the agency's own Pix key. */
  receipts: { chargeId: string; invoiceId: string }[]
  debits: RecurringDebit[]
}

/** What was done with a sale by card last. */
export interface Sale {
  id: string
  clientId: string
  /** Of its public page. */
  path: string
  state: 'open' | 'checked' | 'paid' | 'refunded' | 'disputed' | 'won' | 'lost'
}

/** A recurring invoice that may be debited by Pix Automático. */
export interface RecurringDebit {
  id: string
  /** Its next invoice was brought forward, so that it is debited now. */
  isHurried: boolean
}

/** An item of a trip that follows no booking. */
export interface KnownItem {
  id: string
  tripId: string
}

const FUNDS = '50000.00'
/** Without it the bank offers no Pix Automático. */
const ACCOUNT = { receiving_account: '12345678', receiving_branch: '0001' }
const PIX_KEY = 'financeiro@agencia.example'
const PRICING = '/api/v1/team/pricing'
const TEAM = '/api/v1/team'

/** Both modes of a new agency. */
export async function openAgency(town: Town, seed: string, name: string): Promise<Shop[]> {
  const email = `${name}@agencia.example`
  const words = ['team', 'create', '--name', `Agência ${name}`, '--email', email, '--json']
  // A machine that has too much to do may refuse a session.
  const { id, live_key, test_key } = await eventually(`team ${name}`, async () => {
    const { out } = await town.command(...words)
    return out !== '' && JSON.parse(out)
  })
  const shops: Shop[] = []
  for (const [mode, key] of [
    ['live', live_key],
    ['test', test_key],
  ] as const) {
    const shop = emptyShop(seed, { name: `${name}.${mode}`, teamId: id, mode, key })
    const url = `${town.receiver.url}${shop.webhook.path}`
    const before: { sequence: number }[] = await must(town, shop, 'GET', '/api/v1/events?after_sequence=0')
    const hook = await must(town, shop, 'POST', '/api/v1/webhooks', { url, events: ['*'] })
    shop.webhook = {
      ...shop.webhook,
      id: hook.id,
      from: before.at(-1)?.sequence ?? 0,
      secrets: [hook.secret],
    }
    await setTerms(town, shop)
    if (mode === 'live') {
      const provider = await must(town, shop, 'POST', PROVIDERS, providerBody(town.bank, ACCOUNT))
      shop.callbacks = new URL(provider.callback_url).pathname
      shop.cards = await connectCards(town, shop)
      shop.person = await newPerson(town, shop)
      await fund(town, shop)
    }
    await must(town, shop, 'POST', PROVIDERS, { provider: 'pix-key', settings: { pix_key: PIX_KEY } })
    shops.push(shop)
  }
  return shops
}

/** By its number, so that both banks are in every burst. */
async function connectCards(town: Town, shop: Shop): Promise<Shop['cards']> {
  const [, number] = shop.name.split('-')
  const bank: CardBankName = Number(number) === 1 ? 'mercado-pago' : 'asaas'
  const settings =
    bank === 'asaas'
      ? { ...town.asaas.settings, methods: 'card' }
      : { ...town.pago.settings, webhook_secret: town.pago.secret }
  const body = { provider: bank, settings }
  const { callback_url } = await must(town, shop, 'POST', PROVIDERS, body)
  return { bank, callbacks: new URL(callback_url).pathname }
}

/** Before anything is sold; late payment is set for both modes by the live one, which comes first. */
async function setTerms(town: Town, shop: Shop): Promise<void> {
  const { usual, airline, special } = shop.pricing
  const rules = [{ airlines: [airline], markup_percent: special.markup, fee_amount: special.fee }]
  await must(town, shop, 'PUT', PRICING, { markup_percent: usual.markup, fee_amount: usual.fee, rules })
  if (shop.mode === 'live') await must(town, shop, 'PATCH', TEAM, { late_payment: shop.late })
}

/** With digits that have to be rounded. */
function termsOf(chance: Random): Terms {
  return { markup: chance.pick([3.75, 7.25, 10, 12.3456]), fee: chance.pick(['9.99', '19.90', '35.05']) }
}

function emptyShop(seed: string, shop: Pick<Shop, 'name' | 'teamId' | 'mode' | 'key'>): Shop {
  // Those of late payment are of the whole agency.
  const [agency = ''] = shop.name.split('.')
  const chance = random(seed, agency, 'terms')
  return {
    ...shop,
    pricing: {
      usual: termsOf(chance),
      airline: shop.mode === 'live' ? 'LA' : 'ZZ',
      special: termsOf(chance),
    },
    late: { fine_percent: chance.pick([0, 1.75, 2]), interest_percent: chance.pick([0.33, 1]) },
    webhook: { id: '', path: `/${shop.name}`, from: 0, secrets: [] },
    person: null,
    callbacks: null,
    cards: null,
    quietFrom: null,
    writes: [],
    known: {
      clients: [],
      holds: [],
      bookings: [],
      offers: new Map(),
      recharges: [],
      invoices: [],
      bills: [],
      quotes: [],
      trips: [],
      items: [],
      keys: [],
      paid: new Map(),
      sales: [],
      creditors: new Set(),
      receipts: [],
      debits: [],
    },
  }
}

let turns = 0

/** Without faults every request must succeed. */
export async function must(
  { services }: Town,
  { key }: Pick<Shop, 'key'>,
  method: Question['method'],
  path: string,
  body?: object,
) {
  // Each process in turn, until it responds: a healthy one must do so alone.
  const url = services.all[turns++ % services.all.length]?.url ?? ''
  return eventually(`${method} ${path}`, async () => {
    const answer = await ask(url, { method, path, body, key })
    if (isTaken(answer)) return answer.body.data ?? answer.body
    // Another process takes over after a while.
    if (isDefinite(answer)) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return undefined
  })
}

async function newPerson({ database }: Town, { teamId, name }: Shop): Promise<Shop['person']> {
  const created_at = realClock.now()
  const [id, role] = [makeId('person', created_at), 'agent'] as const
  const rest = { password_hash: 'of nothing', language: 'pt-BR', is_operator: false } as const
  await insertPerson(database.asked, {
    id,
    email: `${name}@pessoa.example`,
    name: 'Ana',
    created_at,
    ...rest,
  })
  await insertMembership(database.asked, { person_id: id, team_id: teamId, role, created_at })
  return { id, role }
}

/** Money that the bank of the operator took. */
async function fund(town: Town, shop: Shop): Promise<void> {
  const body = { amount: FUNDS, currency: 'BRL', payment_method: 'pix' }
  const { id } = await must(town, shop, 'POST', RECHARGE, body)
  await payAtBank(town, shop, id)
  await eventually('the wallet is funded', async () => {
    await callBack(town, shop, [id], 0)
    return (await must(town, shop, 'GET', `${RECHARGE}/${id}`)).status === 'completed'
  })
}

/** The payer pays; the bank has not told yet. False where the bank has no such charge. */
export async function payAtBank(
  { database, bank }: Town,
  { known }: Shop,
  id: string,
  amount?: string,
): Promise<boolean> {
  const charges = await database.rows(
    "select txid from charges where reference_id = $1 and method = 'pix' order by created_at desc",
    [id],
  )
  const txid = charges.map((row) => row.txid).find((one) => bank.books.charges.get(one)?.status === 'ATIVA')
  if (txid === undefined || known.paid.has(id)) return false
  bank.pay(txid, amount === undefined ? {} : { amount })
  known.paid.set(id, txid)
  return true
}

/** The bank tells of payments: of wallets at the operator's address, of invoices at the agency's own. */
export async function callBack(town: Town, shop: Shop, ids: string[], process: number): Promise<void> {
  for (const id of ids) {
    const txid = shop.known.paid.get(id)
    const path = id.startsWith('rch_') ? town.walletCallbacks : shop.callbacks
    const url = town.services.all[process]?.url
    if (txid !== undefined && path !== null && url !== undefined)
      await town.bank.callBack(`${url}${path}`, [txid]).catch(() => {})
  }
}
