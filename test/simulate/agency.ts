// An agency in one mode during one burst: its key, webhook, banks and terms, the objects that it knows, and every write
// that it sent.
import type { Offer } from '../../contract/flights.ts'
import type { Role } from '../../contract/roles.ts'
import { insertMembership, insertPerson } from '../../server/features/people/person-store.ts'
import { realClock } from '../../server/kernel/process/clock.ts'
import { makeId } from '../../server/kernel/values/ids.ts'
import { eventually } from '../support/eventually.ts'
import { PROVIDERS, providerBody } from '../support/fakes/connected-bank.ts'
import { RECHARGE } from '../support/wallet.ts'
import type { CardBankName } from './installation/card-banks.ts'
import type { Installation } from './installation/installation.ts'
import type { LateTerms, PriceTerms } from './invariants/arithmetic.ts'
import { type Random, seededRandom } from './random.ts'
import { type ApiRequest, isFinal, isSuccess, sendRequest } from './request.ts'
import type { Write } from './writes.ts'

export interface Agency {
  name: string
  teamId: string
  mode: 'live' | 'test'
  apiKey: string
  /** Gets every event after this number. */
  webhook: { id: string; path: string; after: number; secrets: string[] }
  /** What the agency adds to the carrier's price; one airline has terms of its own. */
  pricing: { usual: PriceTerms; airline: string; special: PriceTerms }
  late: LateTerms
  /** A person whose role changes; live only. */
  person: { id: string; role: Role } | null
  /** The path for callbacks about Pix; live only. */
  pixCallbackPath: string | null
  /** The bank for cards; live only. */
  cards: { bank: CardBankName; callbackPath: string } | null
  /** Events after this number belong to the quiet period; null if something went wrong in it. */
  quietAfter: number | null
  writes: Write[]
  known: Known
}

/** Acknowledged objects, which later steps use. */
export interface Known {
  clients: string[]
  holds: { id: string; total_amount: string; total_currency: string }[]
  bookings: string[]
  /** Offers that were ordered, by their ids. */
  offers: Map<string, Offer>
  recharges: string[]
  invoices: string[]
  /** Invoices of items of trips, including drafts. */
  tripInvoices: string[]
  quotes: string[]
  trips: { id: string; client_id: string }[]
  tripItems: KnownTripItem[]
  keys: { id: string; secret: string; isRevoked: boolean }[]
  /** The txid of each Pix that a bank received, by the id of the recharge or invoice. */
  pixPayments: Map<string, string>
  cardSales: CardSale[]
  /** Clients that may have credit. */
  clientsWithCredit: Set<string>
  /** Invoices to the agency's own Pix key. */
  pixKeyReceipts: { chargeId: string; invoiceId: string }[]
  recurringDebits: RecurringDebit[]
}

/** An invoice that may be paid by card. */
export interface CardSale {
  id: string
  clientId: string
  /** The path of its public page. */
  path: string
  state: 'open' | 'analysed' | 'paid' | 'refunded' | 'disputed' | 'won' | 'lost'
}

/** A recurring invoice that may be debited by Pix Automático. */
export interface RecurringDebit {
  id: string
  /** The date of its next invoice was brought forward, so that the bank debits it now. */
  isBroughtForward: boolean
}

/** An item of a trip that belongs to no booking. */
export interface KnownTripItem {
  id: string
  tripId: string
}

const FUNDS = '50000.00'
/** Pix Automático needs it. */
const ACCOUNT = { receiving_account: '12345678', receiving_branch: '0001' }
const PIX_KEY = 'financeiro@agencia.example'
const PRICING = '/api/v1/team/pricing'
const TEAM = '/api/v1/team'

/** A new agency in both modes. */
export async function createAgency(
  installation: Installation,
  seed: string,
  name: string,
): Promise<Agency[]> {
  const email = `${name}@agencia.example`
  const words = ['team', 'create', '--name', `Agência ${name}`, '--email', email, '--json']
  // The command fails if the machine is too busy to open a database session.
  const { id, live_key, test_key } = await eventually(`team ${name}`, async () => {
    const { out } = await installation.runCommand(...words)
    return out !== '' && JSON.parse(out)
  })
  const agencies: Agency[] = []
  for (const [mode, apiKey] of [
    ['live', live_key],
    ['test', test_key],
  ] as const) {
    const agency = newAgency(seed, { name: `${name}.${mode}`, teamId: id, mode, apiKey })
    const call = (method: ApiRequest['method'], path: string, body?: object) =>
      mustSucceed(installation, agency, method, path, body)
    const url = `${installation.receiver.url}${agency.webhook.path}`
    const before: { sequence: number }[] = await call('GET', '/api/v1/events?after_sequence=0')
    const webhook = await call('POST', '/api/v1/webhooks', { url, events: ['*'] })
    agency.webhook = {
      ...agency.webhook,
      id: webhook.id,
      after: before.at(-1)?.sequence ?? 0,
      secrets: [webhook.secret],
    }
    await setTerms(installation, agency)
    if (mode === 'live') {
      const provider = await call('POST', PROVIDERS, providerBody(installation.bank, ACCOUNT))
      agency.pixCallbackPath = new URL(provider.callback_url).pathname
      agency.cards = await connectCardBank(installation, agency)
      agency.person = await createPerson(installation, agency)
      await fundWallet(installation, agency)
    }
    await call('POST', PROVIDERS, { provider: 'pix-key', settings: { pix_key: PIX_KEY } })
    agencies.push(agency)
  }
  return agencies
}

/** The agency's number in the burst decides, so that both banks are in every burst. */
async function connectCardBank(installation: Installation, agency: Agency): Promise<Agency['cards']> {
  const { asaas, mercadoPago } = installation
  const [, number] = agency.name.split('-')
  const bank: CardBankName = Number(number) === 1 ? 'mercado-pago' : 'asaas'
  const settings =
    bank === 'asaas'
      ? { ...asaas.settings, methods: 'card' }
      : { ...mercadoPago.settings, webhook_secret: mercadoPago.secret }
  const body = { provider: bank, settings }
  const { callback_url } = await mustSucceed(installation, agency, 'POST', PROVIDERS, body)
  return { bank, callbackPath: new URL(callback_url).pathname }
}

/** Terms of late payment hold for both modes. The live mode sets them, because it is created first. */
async function setTerms(installation: Installation, agency: Agency): Promise<void> {
  const { usual, airline, special } = agency.pricing
  const rules = [{ airlines: [airline], markup_percent: special.markup, fee_amount: special.fee }]
  const body = { markup_percent: usual.markup, fee_amount: usual.fee, rules }
  await mustSucceed(installation, agency, 'PUT', PRICING, body)
  if (agency.mode === 'live')
    await mustSucceed(installation, agency, 'PATCH', TEAM, { late_payment: agency.late })
}

/** Their products must be rounded. */
function drawTerms(random: Random): PriceTerms {
  return { markup: random.pick([3.75, 7.25, 10, 12.3456]), fee: random.pick(['9.99', '19.90', '35.05']) }
}

function newAgency(seed: string, given: Pick<Agency, 'name' | 'teamId' | 'mode' | 'apiKey'>): Agency {
  // Both modes draw the same terms.
  const [name = ''] = given.name.split('.')
  const random = seededRandom(seed, name, 'terms')
  return {
    ...given,
    pricing: {
      usual: drawTerms(random),
      airline: given.mode === 'live' ? 'LA' : 'ZZ',
      special: drawTerms(random),
    },
    late: { fine_percent: random.pick([0, 1.75, 2]), interest_percent: random.pick([0.33, 1]) },
    webhook: { id: '', path: `/${given.name}`, after: 0, secrets: [] },
    person: null,
    pixCallbackPath: null,
    cards: null,
    quietAfter: null,
    writes: [],
    known: {
      clients: [],
      holds: [],
      bookings: [],
      offers: new Map(),
      recharges: [],
      invoices: [],
      tripInvoices: [],
      quotes: [],
      trips: [],
      tripItems: [],
      keys: [],
      pixPayments: new Map(),
      cardSales: [],
      clientsWithCredit: new Set(),
      pixKeyReceipts: [],
      recurringDebits: [],
    },
  }
}

let calls = 0

/** A request that must succeed. The processes take turns, until one responds: a healthy one must succeed alone. */
export async function mustSucceed(
  { services }: Installation,
  { apiKey }: Pick<Agency, 'apiKey'>,
  method: ApiRequest['method'],
  path: string,
  body?: object,
) {
  const url = services.all[calls++ % services.all.length]?.url ?? ''
  return eventually(`${method} ${path}`, async () => {
    const response = await sendRequest(url, { method, path, body, apiKey })
    if (isSuccess(response)) return response.body.data ?? response.body
    if (isFinal(response)) throw new Error(`${method} ${path}: ${response.status} ${response.text}`)
    return undefined
  })
}

async function createPerson({ database }: Installation, { teamId, name }: Agency): Promise<Agency['person']> {
  const created_at = realClock.now()
  const [id, role] = [makeId('person', created_at), 'agent'] as const
  await insertPerson(database.pool, {
    ...{ id, email: `${name}@pessoa.example`, name: 'Ana', created_at },
    ...{ password_hash: 'none', language: 'pt-BR', is_operator: false },
  })
  await insertMembership(database.pool, { person_id: id, team_id: teamId, role, created_at })
  return { id, role }
}

async function fundWallet(installation: Installation, agency: Agency): Promise<void> {
  const body = { amount: FUNDS, currency: 'BRL', payment_method: 'pix' }
  const { id } = await mustSucceed(installation, agency, 'POST', RECHARGE, body)
  await payPix(installation, agency, id)
  await eventually('the wallet is funded', async () => {
    await sendPixCallbacks(installation, agency, [id], 0)
    return (await mustSucceed(installation, agency, 'GET', `${RECHARGE}/${id}`)).status === 'completed'
  })
}

/** The payer pays, and the bank has not reported it yet. False if the bank has no charge to pay. */
export async function payPix(
  { database, bank }: Installation,
  { known }: Agency,
  id: string,
): Promise<boolean> {
  const charges = await database.rows(
    "select txid from charges where reference_id = $1 and method = 'pix' order by created_at desc",
    [id],
  )
  const txid = charges.map((row) => row.txid).find((one) => bank.books.charges.get(one)?.status === 'ATIVA')
  if (txid === undefined || known.pixPayments.has(id)) return false
  bank.pay(txid, {})
  known.pixPayments.set(id, txid)
  return true
}

/** The bank reports payments: of recharges to the operator's path, of invoices to the agency's. */
export async function sendPixCallbacks(
  { services, bank, walletCallbackPath }: Installation,
  { known, pixCallbackPath }: Agency,
  ids: string[],
  process: number,
): Promise<void> {
  for (const id of ids) {
    const txid = known.pixPayments.get(id)
    const path = id.startsWith('rch_') ? walletCallbackPath : pixCallbackPath
    const url = services.all[process]?.url
    if (txid !== undefined && path !== null && url !== undefined)
      await bank.callBack(`${url}${path}`, [txid]).catch(() => {})
  }
}
