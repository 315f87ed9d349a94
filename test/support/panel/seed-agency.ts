// An agency with test-mode data for every screen of the panel.
import { anyOffer, booked, holdBody, instantBody, zzOffer } from '../bookings.ts'
import { newClient, newInvoice, newQuote, newRecurring, read } from '../invoicing.ts'
import type { TestApp } from '../start-app.ts'
import { newRecharge, payCharge } from '../wallet.ts'

/** The id of one object of each type. */
export type Ids = Readonly<Record<(typeof KINDS)[number], string>>
const KINDS = [
  'offer',
  'booking',
  'client',
  'recharge',
  'invoice',
  'draft',
  'recurring',
  'quote',
  'webhook',
  'event',
] as const

const NAMES = [
  'Ana Clara Lima',
  'Camila Duarte',
  'Maria Aparecida dos Santos Albuquerque de Oliveira Filha',
  'Rafael Monteiro',
]

/** A job type without a handler, so that the job stays. */
const DEAD_WORK = `
  insert into due_work (kind, key, lane, clock, run_at, payload, state, attempts, last_error, created_at)
  select 'no-such-kind', 'ord_' || number, 'no-such-lane', '', now(), 'null', 'dead', 9,
    'the bank answered 503 Service Unavailable and said nothing of when it will be back', now()
  from generate_series(1, 3) number`

export async function seedAgency({ test, asOwner }: TestApp): Promise<Ids> {
  const clients = []
  for (const full_name of NAMES) clients.push(await newClient(test, { full_name }))
  const held = await anyOffer(test)
  for (const { id } of clients) await booked(test, holdBody(held, { client_id: id }))
  const ticketed = await booked(test, instantBody(await zzOffer(test)))
  const client_id = clients[0]?.id
  const invoice = await newInvoice(test, { client_id, status: 'sent', due_date: '2099-12-01' })
  await newInvoice(test, { client_id, status: 'sent', due_date: '2026-10-20', issue_date: '2026-10-10' })
  const draft = await newInvoice(test, { client_id })
  const quote = await newQuote(test, { client_id, status: 'sent' })
  const recurring = await newRecurring(test, { client_id })
  const recharge = await newRecharge(test)
  await payCharge(test, (await newRecharge(test)).id, { amount: '7777.00' })
  await asOwner(DEAD_WORK)
  const webhook = await test.post('/api/v1/webhooks', { url: 'https://exemplo.com.br/hooks', events: ['*'] })
  const [event] = await read(test, '/api/v1/events')
  const found = {
    offer: held,
    booking: ticketed,
    client: clients[0],
    recharge,
    invoice,
    draft,
    recurring,
    quote,
    event,
  }
  const ids = Object.entries(found).map(([name, one]) => [name, String(one.id)])
  return { ...Object.fromEntries(ids), webhook: String(webhook.body.data?.id) }
}
