// `npm run demo`: shows the service step by step, from search to ticket and from invoice to payment.

import { styleText } from 'node:util'
import type { Booking, ConfirmedBooking } from '../../../../contract/bookings.ts'
import type { Client } from '../../../../contract/clients.ts'
import type { Offer, OfferRequestResult } from '../../../../contract/flights.ts'
import type { Invoice } from '../../../../contract/invoices.ts'
import type { TestClock } from '../../../../contract/sandbox.ts'
import { TO_SEND } from '../../../features/invoices/states.ts'
import { createApiKey, revokeApiKey } from '../../../features/teams/api-keys.ts'
import { OPERATOR } from '../../../features/teams/caller.ts'
import { oldestTeam } from '../../../features/teams/store.ts'
import { scopeOf } from '../../../features/world.ts'
import { randomToken } from '../../../kernel/crypto/secret-box.ts'
import { fail } from '../../../kernel/values/fail.ts'
import { centsFromNumber, formatAmount } from '../../../kernel/values/money.ts'
import { readConfig } from '../../boot/config.ts'
import { hasDatabase } from '../../boot/database.ts'
import { CommandFailure, notUnderstood } from '../failures.ts'
import { type Login, makeService, type ServiceResponse } from '../remote/call-service.ts'
import { panelUrl } from '../start.ts'
import { same, type Terminal } from '../terminal.ts'
import { withWorld } from '../with-world.ts'
import { DEMO_WORDS, type DemoWords } from './words.ts'
import { demoYear } from './year/year.ts'

// The demo calls the service like the commands for integrators, and waits for later results.

export interface Caller {
  readonly url: string
  /** Throws the service's error sentence unless the response is a success. */
  call<T>(method: string, path: string, body?: object): Promise<ServiceResponse<T>>
}

const UP_MS_MAX = 5_000

export function makeCaller(login: Login): Caller {
  const { url, ask } = makeService(login)
  // Waits for the tickets, if there are any.
  const prefer = { prefer: 'wait=20' }
  const once = () => ({ ...prefer, 'idempotency-key': randomToken(20) })
  return { url, call: (method, path, body) => ask(method, path, body, method === 'GET' ? prefer : once()) }
}

/** Whether a service responds there, healthy or not. */
export async function isUp(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/api/v1/health`, { signal: AbortSignal.timeout(UP_MS_MAX) })
    return (await response.text()).includes('"status"')
  } catch {
    return false
  }
}

// The steps of the demo: a flight from search to ticket, and its invoice from sent to paid.

interface Enveloped<T> {
  readonly data: T
}

const DAY_MS = 86_400_000
const DAYS_AHEAD = 30
const TRAVELLER = {
  given_name: 'Maria',
  family_name: 'Souza',
  gender: 'f',
  born_on: '1990-05-17',
  email: 'maria@example.com',
  phone_number: '+5511987654321',
} as const

export async function showFlight(caller: Caller, words: DemoWords, teller: Teller): Promise<Booking> {
  const day = await dayAhead(caller, DAYS_AHEAD)
  const search = {
    type: 'one_way',
    slices: [{ origin: 'SAO', destination: 'RIO', departureDate: day }],
    passengers: [{ type: 'adult', count: 1 }],
    limit: 20,
  }
  const found = await caller.call<OfferRequestResult>('POST', '/api/v1/flights/search', search)
  const { offers, offers_total = offers.length } = found.body
  const offer = offers.find(
    ({ payment_requirements: { requires_instant_payment } }) => !requires_instant_payment,
  )
  if (offer === undefined) throw new CommandFailure('failed', same(words.noOffer))
  teller.step(words.search.title, 'POST /api/v1/flights/search', found, [
    words.search.found(offers_total, day),
    words.search.offer(
      flightOf(offer),
      offer.client_amount,
      offer.agency_markup_amount,
      offer.agency_fee_amount,
    ),
  ])

  const [passenger] = offer.passengers
  const held = await caller.call<Booking>('POST', '/api/v1/bookings', {
    offerId: offer.id,
    type: 'hold',
    passengers: [{ id: passenger?.id, ...TRAVELLER }],
  })
  const { id, booking_reference: locator, payment_status } = held.body
  teller.step(words.hold.title, 'POST /api/v1/bookings', held, [
    words.hold.held(locator ?? '', payment_status?.payment_required_by ?? ''),
  ])

  const payment = { type: 'balance', amount: offer.total_amount, currency: offer.total_currency }
  const path = `/api/v1/bookings/${id}`
  const paid = await caller.call<Enveloped<ConfirmedBooking>>('PUT', `${path}/confirm`, { payment })
  teller.step(words.confirm.title, 'PUT /api/v1/bookings/:id/confirm', paid, [
    words.confirm.paid(held.body.wallet_amount, paid.body.data.status),
  ])

  const ticketed = await caller.call<Booking>('GET', path)
  const numbers = ticketed.body.documents.map(({ unique_identifier }) => unique_identifier)
  teller.step(words.ticket.title, 'GET /api/v1/bookings/:id', ticketed, [
    words.ticket.issued(ticketed.body.status, numbers.join(', ')),
  ])
  return ticketed.body
}

export async function showInvoice(
  caller: Caller,
  words: DemoWords,
  teller: Teller,
  { client, client_amount, booking_reference }: Booking,
): Promise<Invoice> {
  const known = await caller.call<Enveloped<Client>>('GET', `/api/v1/clients/${client?.id}`)
  const { id, full_name } = known.body.data
  teller.step(words.client.title, 'GET /api/v1/clients/:id', known, [words.client.known(full_name ?? '')])

  const sent = await caller.call<Enveloped<Invoice>>('POST', '/api/v1/invoices', {
    client_id: id,
    issue_date: await dayAhead(caller, 0),
    due_date: await dayAhead(caller, 7),
    ...TO_SEND,
    items: [
      {
        description: words.invoice.item(booking_reference ?? ''),
        quantity: 1,
        unit_price: Number(client_amount),
      },
    ],
  })
  const invoice = sent.body.data
  teller.step(words.invoice.title, 'POST /api/v1/invoices', sent, [
    words.invoice.sent(invoice.number ?? '', amountOf(invoice.total)),
    `Pix  ${(invoice.pix?.copy_paste ?? '').slice(0, 60)}...`,
  ])

  const paid = await caller.call<Enveloped<Invoice>>('POST', `/api/v1/test/charges/${invoice.id}/pay`)
  const { payment_status, amount_paid } = paid.body.data
  teller.step(words.pay.title, 'POST /api/v1/test/charges/:id/pay', paid, [
    words.pay.paid(payment_status, amountOf(amount_paid)),
  ])
  return paid.body.data
}

/** By the test clock of the team, which may have been moved. */
async function dayAhead(caller: Caller, days: number): Promise<string> {
  const { body } = await caller.call<Enveloped<TestClock>>('GET', '/api/v1/test/clock')
  return new Date(Date.parse(body.data.now) + days * DAY_MS).toISOString().slice(0, 10)
}

function flightOf({ owner, slices }: Offer): string {
  const segments = slices[0]?.segments ?? []
  const [first, last] = [segments[0], segments.at(-1)]
  const at = (moment = '') => moment.slice(11, 16)
  const from = `${first?.origin.iata_code} ${at(first?.departing_at)}`
  return `${owner.name}, ${from} → ${last?.destination.iata_code} ${at(last?.arriving_at)}`
}

function amountOf(value: number): string {
  return formatAmount(centsFromNumber(value) ?? 0n)
}

// The output of the demo: eighty columns, colours only in a terminal.

export interface Teller {
  head(title: string, intro: string): void
  /** A completed step: its title, its request and the result. */
  step<T>(title: string, request: string, response: ServiceResponse<T>, lines: readonly string[]): void
  links(title: string, links: readonly (readonly [string, string])[]): void
}

type Style = Parameters<typeof styleText>[0]

const WIDTH = 80
const INDENT = '    '

/** Its texts are of one language already. */
export function makeTeller({ say: sayBoth, settings }: Pick<Terminal, 'say' | 'settings'>): Teller {
  const say = (text: string) => sayBoth(same(text))
  const isSeen = process.stdout.isTTY === true && !settings().NO_COLOR
  const paint = (style: Style, text: string) => (isSeen ? styleText(style, text) : text)
  let steps = 0
  return {
    head: (title, intro) => say(`\n${paint('bold', title)}\n${wrapped(intro, '')}\n`),
    step(title, request, { status, tookMs }, lines) {
      steps += 1
      const outcome = `${status}  ${tookMs} ms`
      const room = WIDTH - INDENT.length - request.length - outcome.length
      say(
        [
          `${paint('yellow', String(steps).padStart(2))}  ${paint('bold', title)}`,
          `${INDENT}${paint('cyan', request)}${' '.repeat(Math.max(room, 2))}${paint('green', outcome)}`,
          ...lines.map((line) => wrapped(line, INDENT)),
          '',
        ].join('\n'),
      )
    },
    links(title, links) {
      const width = Math.max(...links.map(([name]) => name.length)) + 2
      const rows = links.map(([name, url]) => `${INDENT}${name.padEnd(width)}${paint('underline', url)}`)
      say([paint(['bold', 'green'], title), '', ...rows, ''].join('\n'))
    },
  }
}

/** Words longer than a line stay whole. */
function wrapped(text: string, indent: string): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last !== '' && indent.length + last.length + 1 + word.length > WIDTH) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines.map((line) => indent + line).join('\n')
}

/** The demo's key is revoked at its end, or expires after an hour. */
const KEY_MS = 3_600_000
interface Wished {
  lang?: string
  year?: boolean
  months?: string
}

export async function demo({ lang, year, months }: Wished, terminal: Terminal): Promise<void> {
  const settings = terminal.settings()
  const words = DEMO_WORDS[languageOf(lang, terminal)]
  const url = addressOf(settings)
  if (!(await isUp(url))) {
    terminal.sayError(same(words.notRunning(url)))
    return terminal.endWith(1)
  }
  if (year === true) return demoYear({ url, words, months }, terminal)
  const given = settings.EMBARQUE_API_KEY
  if (given) return play(makeCaller({ url, key: given }), words, terminal)
  if (!hasDatabase(readConfig(settings))) {
    terminal.sayError(same(words.noKey(url)))
    return terminal.endWith(1)
  }
  await withOwnKey(terminal, async (key) => play(makeCaller({ url, key }), words, terminal))
}

async function play(caller: Caller, words: DemoWords, terminal: Terminal): Promise<void> {
  const teller = makeTeller(terminal)
  teller.head(words.title, words.intro(caller.url))
  const booking = await showFlight(caller, words, teller)
  const invoice = await showInvoice(caller, words, teller, booking)
  teller.links(words.done, [
    [words.links.invoice, invoice.payment_url ?? ''],
    [words.links.panel, panelUrl(caller.url)],
    [words.links.reference, `${caller.url}/docs`],
    [words.links.guide, `${caller.url}/docs/${words.guide}`],
  ])
}

/** A test key of the first team for this run: read access to the data folder suffices. */
async function withOwnKey(terminal: Terminal, work: (key: string) => Promise<void>): Promise<void> {
  await withWorld(terminal, async (world) => {
    const team = (await oldestTeam(world.pool)) ?? fail('team_not_found')
    const scope = await scopeOf(world, { teamId: team.id, mode: 'test' })
    const expires_at = new Date(world.wall.now().getTime() + KEY_MS).toISOString()
    const key = await createApiKey(world, scope, { name: 'npm run demo', expires_at }, OPERATOR)
    try {
      await work(key.secret)
    } finally {
      await revokeApiKey(world, scope, key.id)
    }
  })
}

function addressOf(settings: Readonly<Record<string, string | undefined>>): string {
  const { host, port } = readConfig(settings)
  const here = `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${port}`
  return (settings.EMBARQUE_URL || here).replace(/\/+$/, '')
}

function languageOf(wished: string | undefined, { language }: Terminal): keyof typeof DEMO_WORDS {
  if (wished !== undefined && !/^(?:en|pt)(?:[-_]\w+)?$/i.test(wished))
    notUnderstood('--lang', [`must be en or pt, not "${wished}"`, `use en ou pt, não "${wished}".`])
  return /^pt/i.test(wished ?? language) ? 'pt' : 'en'
}
