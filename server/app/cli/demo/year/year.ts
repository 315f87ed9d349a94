// `npm run demo -- --year`: a sample agency with a year of trips, quotes, invoices and payments in test mode. A test
// clock only moves forward, so the year begins with the next month, and "today" of the agency is at its end.
import type { Booking } from '../../../../../contract/bookings.ts'
import type { Offer, OfferRequestResult } from '../../../../../contract/flights.ts'
import type { Warning } from '../../../../../contract/warnings.ts'
import type { Webhook } from '../../../../../contract/webhooks.ts'
import { readConfig } from '../../../boot/config.ts'
import { hasDatabase } from '../../../boot/database.ts'
import { notUnderstood } from '../../failures.ts'
import { makeService } from '../../remote/call-service.ts'
import { panelUrl } from '../../start.ts'
import { same, type Terminal } from '../../terminal.ts'
import { withWorld } from '../../with-world.ts'
import type { DemoWords, YearCounts } from '../words.ts'
import { AGENCY_NAME, makeAgency } from './agency.ts'
import { makeClients, type SampleClient } from './clients.ts'
import { type Desk, makeDesk, toWorkingDay, ZONE } from './desk.ts'
import { ADVISED, adviseMonthly, recharge } from './invoicing.ts'
import { seededRandom } from './random.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { beginSale, hold, issue, planSale, sendQuote } from './sales.ts'

const SEED = 2_026
const MONTHS = 12
const PRICING = {
  markup_percent: 8,
  fee_amount: '40.00',
  rules: [
    { name: 'Estados Unidos', route: { destination: 'US' }, markup_percent: 10, fee_amount: '90.00' },
    { name: 'França', route: { destination: 'FR' }, markup_percent: 9, fee_amount: '90.00' },
  ],
}

interface Year {
  readonly desk: Desk
  readonly clients: readonly SampleClient[]
  readonly sellers: readonly string[]
  readonly months: number
  readonly end: Temporal.ZonedDateTime
}

interface Wanted {
  readonly url: string
  readonly words: DemoWords
  readonly months?: string | undefined
}

export async function demoYear({ url, words, months: wished }: Wanted, terminal: Terminal): Promise<void> {
  const months = monthsOf(wished)
  const config = readConfig(terminal.settings())
  if (config.environment === 'production' || !hasDatabase(config)) {
    terminal.sayError(same(words.year.notHere(url)))
    return terminal.endWith(1)
  }
  const begun = performance.now()
  await withWorld(terminal, async (world) => {
    const { made, email, password, isFirst, sellers } = await makeAgency(world, url)
    terminal.say(same(words.year.begin(AGENCY_NAME, url)))
    const service = makeService({ url, key: made.secrets.test })
    const desk = await makeDesk(service, seededRandom(SEED))
    const receiver = await startReceiver()
    try {
      const start = firstMorning(desk.now())
      const end = lastAfternoon(start, months)
      await desk.runUntil(start, async () => {})
      await desk.post('/test/wallet', { balance: '48350.00' })
      await desk.put('/team/pricing', PRICING)
      const clients = await makeClients(desk, months / MONTHS)
      const year = { desk, clients, sellers, months, end }
      planSales(year)
      planMoney(year)
      planTrouble(year)
      planWebhooks(desk, receiver, end)
      planLastDays(year)
      await desk.runUntil(end, monthTeller(words, desk, terminal))
    } finally {
      receiver.close()
    }
    const seconds = Math.round((performance.now() - begun) / 1_000)
    terminal.say(same(words.year.done(await countAll(desk), desk.now().toPlainDate(), seconds)))
    terminal.say(same(words.year.signIn(panelUrl(url), email, password)), {
      team_id: made.team.id,
      email,
      password,
    })
    if (isFirst) terminal.say(same(words.year.isFirst))
  })
}

function monthsOf(wished: string | undefined): number {
  if (wished === undefined) return MONTHS
  const months = Number(wished)
  if (!Number.isInteger(months) || months < 1 || months > MONTHS)
    notUnderstood('--months', [
      `must be a whole number from 1 to ${MONTHS}, not "${wished}"`,
      `use um número inteiro de 1 a ${MONTHS}, não "${wished}".`,
    ])
  return months
}

/** Always the first of a month: what is sold then is the same on whichever day the command runs. */
function firstMorning(now: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  return now
    .add({ months: 1 })
    .toPlainDate()
    .with({ day: 1 })
    .toZonedDateTime({ timeZone: ZONE, plainTime: '09:00' })
}

/** On a working day in the second half of the last month, so that this month has figures too. */
function lastAfternoon(start: Temporal.ZonedDateTime, months: number): Temporal.ZonedDateTime {
  const day = start.add({ months }).subtract({ days: 11 })
  return day.subtract({ days: Math.max(0, day.dayOfWeek - 5) }).with({ hour: 16 })
}

const SALES_PER_MONTH = [6, 7, 5, 6, 6, 6, 8, 6, 6, 7, 10, 11] as const

function planSales({ desk, clients, sellers, months }: Year): void {
  const { random } = desk
  let number = 0
  for (let month = 0; month < months; month++)
    for (let sale = 0; sale < (SALES_PER_MONTH[month] ?? 7); sale++) {
      // The last month ends before its last days.
      const days = random.between(0, month === months - 1 ? 17 : 26)
      const moment = toWorkingDay(desk.now().add({ months: month, days }))
      const own = { client: random.pick(clients), sellerId: random.pick(sellers), number: number++ }
      desk.at(moment.with({ hour: random.between(9, 17) }), () => beginSale(desk, planSale(desk, own)))
    }
}

function planMoney({ desk, clients, months }: Year): void {
  const companies = clients.filter(({ isCompany }) => isCompany)
  for (const [place, client] of companies.slice(0, ADVISED).entries())
    desk.inDays(2, 10 + place, () => adviseMonthly(desk, { client, place, months }))
  for (let month = 0; month < months; month++)
    for (const days of [3, 17]) desk.at(desk.now().add({ months: month, days }), () => recharge(desk))
}

/** Holds that lapse, holds and tickets that are cancelled, and a changed timetable. */
function planTrouble(year: Year): void {
  const { desk, months } = year
  for (let month = 0; month < months; month++) {
    const inMonth = (days: number, hour: number) => desk.now().add({ months: month, days }).with({ hour })
    desk.at(inMonth(5, 11), () => holdForSomebody(year))
    desk.at(inMonth(12, 15), async () => {
      const held = await holdForSomebody(year)
      if (held === undefined) return
      if (month % 3 === 1) await issue(desk, held)
      desk.at(desk.now().add({ hours: 20 }), () => desk.remove(`/bookings/${held.id}`))
    })
  }
}

async function holdForSomebody({ desk, clients, sellers }: Year) {
  const client = desk.random.pick(clients)
  // Of what a sale would be, only its flights are held.
  for (;;) {
    const sale = planSale(desk, { client, sellerId: desk.random.pick(sellers), number: 0 })
    if (sale.destination !== null) return hold(desk, sale)
  }
}

/** For start page and lists: holds with a near deadline, sales of today, quotes and a change without an answer, warnings. */
function planLastDays(year: Year): void {
  const { desk, clients, sellers, end } = year
  const people = clients.filter(({ isCompany }) => !isCompany)
  desk.at(end.subtract({ hours: 27 }), () => bookChangedFlight(year))
  for (const hours of [22, 5, 2]) desk.at(end.subtract({ hours }), () => holdForSomebody(year))
  for (const hours of [6, 4, 1])
    desk.at(end.subtract({ hours }), () => {
      const own = { client: desk.random.pick(clients), sellerId: desk.random.pick(sellers), number: 0 }
      return beginSale(desk, planSale(desk, own))
    })
  // Too late for an answer within the year.
  for (const hours of [7, 3])
    desk.at(end.subtract({ hours }), () => {
      const own = { client: desk.random.pick(people), sellerId: desk.random.pick(sellers), number: 0 }
      return sendQuote(desk, planSale(desk, own))
    })
  desk.at(end.subtract({ hours: 1 }), async () => {
    const [, , ...handled] = await desk.get<Warning[]>('/warnings')
    for (const { id } of handled) await desk.post(`/warnings/${id}/done`)
  })
}

/** The simulated airline moves this flight an hour after ticketing, and waits for an answer. */
async function bookChangedFlight({ desk, clients, end }: Year): Promise<void> {
  const client = clients.find(({ isCompany }) => !isCompany)!
  const [traveller] = client.travellers
  const { offers } = await desk.bare<OfferRequestResult>('POST', '/flights/search', {
    type: 'one_way',
    slices: [
      { origin: 'FEN', destination: 'MCP', departureDate: String(end.add({ days: 20 }).toPlainDate()) },
    ],
    passengers: [{ type: 'adult', count: 1 }],
  })
  const offer = offers.find(
    ({ passengers }: Offer) => passengers[0]?.fare_brand_name === 'ZZ change to accept',
  )
  if (offer === undefined || traveller === undefined) return
  const { given_name, family_name, gender, born_on, email, phone } = traveller
  await desk.bare<Booking>('POST', '/bookings', {
    offerId: offer.id,
    type: 'instant',
    client_id: client.id,
    start_trip: true,
    payments: [{ type: 'balance', amount: offer.total_amount, currency: offer.total_currency }],
    passengers: [
      { id: offer.passengers[0]?.id, given_name, family_name, gender, born_on, email, phone_number: phone },
    ],
  })
}

const DOWN_DAYS = 4

/** One receiver gets everything; the one of the accountants is down for some days, then gets what it missed. */
function planWebhooks(desk: Desk, receiver: Receiver, end: Temporal.ZonedDateTime): void {
  const webhooks: string[] = []
  const add = async (path: string, events: readonly string[], description: string) => {
    const { id } = await desk.post<Webhook>('/webhooks', {
      url: `${receiver.url}${path}`,
      events,
      description,
    })
    webhooks.push(id)
    return id
  }
  desk.inDays(1, 9, () => add('/crm', ['*'], 'CRM da agência'))
  desk.inDays(1, 10, async () => {
    const id = await add('/contabilidade', ['invoice.paid', 'invoice.sent'], 'Contabilidade')
    desk.inDays(12, 9, async () => {
      receiver.setDown('/contabilidade', true)
      const from = desk.now().toInstant()
      desk.inDays(DOWN_DAYS, 9, async () => {
        receiver.setDown('/contabilidade', false)
        await desk.put(`/webhooks/${id}`, { active: true })
        await desk.post(`/webhooks/${id}/replay`, { from: String(from), to: String(desk.now().toInstant()) })
      })
    })
  })
  // The receivers end with the command, so nothing is sent to them afterwards.
  desk.at(end, async () => {
    for (const id of webhooks) await desk.put(`/webhooks/${id}`, { active: false })
  })
}

/** Writes a line once a month is over, and one at the end. */
function monthTeller(words: DemoWords, desk: Desk, terminal: Terminal) {
  let shown = desk.today().toPlainYearMonth()
  return async (day: Temporal.PlainDate) => {
    const month = day.toPlainYearMonth()
    if (month.equals(shown)) return
    terminal.say(same(words.year.month(shown, await countAll(desk))))
    shown = month
  }
}

async function countAll(desk: Desk): Promise<YearCounts> {
  return {
    clients: await desk.count('/clients'),
    quotes: await desk.count('/quotes'),
    trips: await desk.count('/trips'),
    bookings: await desk.count('/bookings'),
    invoices: await desk.count('/invoices'),
    recurring: await desk.count('/recurring-invoices'),
    recharges: await desk.count('/wallet/recharges'),
  }
}
