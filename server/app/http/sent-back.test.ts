// What GET returns may be sent back: to PATCH or PUT without any change, and to POST for a copy without payments.
// Creating, reading, updating and listing return the same fields.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Operation } from '../../../contract/operation.ts'
import { OPERATIONS } from '../../../contract/operations.ts'
import { BOOKINGS, holdBody, passengersOf, zzOffer } from '../../../test/support/bookings.ts'
import type { Client } from '../../../test/support/client.ts'
import { connectedBank } from '../../../test/support/fakes/connected-bank.ts'
import {
  INVOICES,
  ITEM,
  newClient,
  newInvoice,
  newQuote,
  newRecurring,
  QUOTES,
  RECURRING,
} from '../../../test/support/invoicing.ts'
import type { FieldShape } from '../../kernel/values/input.ts'

const { app } = await connectedBank()
const CLIENTS = '/api/v1/clients'

interface Sample {
  readonly path: string
  readonly method?: 'patch' | 'put'
  readonly client?: Client
}

const LEG = {
  origin: 'GRU',
  destination: 'LIS',
  departing_at: '2026-12-20T06:40',
  arriving_at: '2026-12-20T20:10',
}
const OPTIONS = [
  { title: 'Direto', trip: { legs: [LEG] }, items: [ITEM] },
  { items: [{ ...ITEM, unit_price: 99.5 }] },
]
const full = {
  phone: '(11) 3000-0000',
  cpf: '529.982.247-25',
  company_name: 'Sol',
  notes: 'VIP',
  language: 'en',
}

async function pathOf(list: string, object: Promise<{ id: string }>): Promise<Sample> {
  return { path: `${list}/${(await object).id}` }
}

async function changed(list: string, object: Promise<{ id: string }>, change: object): Promise<Sample> {
  const sample = await pathOf(list, object)
  const { status, text } = await app.test.patch(sample.path, change)
  assert.equal(status, 200, text)
  return sample
}

async function acceptedWithOptions(): Promise<Sample> {
  const quote = await newQuote(app.test, { options: OPTIONS, status: 'sent' })
  const change = { status: 'accepted', chosen_option_id: quote.options[1].id, responded_by: 'Ana' }
  return changed(QUOTES, Promise.resolve(quote), change)
}

const EDITED: Readonly<Record<string, () => Promise<Sample>>> = {
  'a client': () => pathOf(CLIENTS, newClient(app.test)),
  'a client with everything': async () => {
    const sample = await pathOf(CLIENTS, newClient(app.test, full))
    await app.test.put(`${sample.path}/tags`, { tags: ['vip'] })
    return sample
  },
  'a draft invoice': () => pathOf(INVOICES, newInvoice(app.test)),
  'a sent invoice': () => pathOf(INVOICES, newInvoice(app.test, { status: 'sent', notes: 'Obrigado' })),
  'an overdue invoice': () =>
    pathOf(
      INVOICES,
      newInvoice(app.test, { status: 'sent', issue_date: '2026-01-01', due_date: '2026-01-10' }),
    ),
  'a partly paid invoice': () =>
    changed(INVOICES, newInvoice(app.test, { status: 'sent' }), { amount_paid: 50 }),
  'a paid invoice': () =>
    changed(INVOICES, newInvoice(app.test, { status: 'sent' }), {
      payment_status: 'paid',
      paid_at: '2026-11-12',
    }),
  'a cancelled invoice': () => changed(INVOICES, newInvoice(app.test), { status: 'cancelled' }),
  'an invoice with rates': () =>
    pathOf(INVOICES, newInvoice(app.test, { tax_rate: 5, discount_rate: 2.5, due_date: '2026-12-20' })),
  'a quote': () => pathOf(QUOTES, newQuote(app.test)),
  'a quote with options': () =>
    pathOf(QUOTES, newQuote(app.test, { options: OPTIONS, valid_until: '2026-12-01' })),
  'a declined quote': () =>
    changed(QUOTES, newQuote(app.test), { status: 'declined', decline_reason: 'Caro', responded_by: 'Ana' }),
  'an accepted quote with options': acceptedWithOptions,
  'a recurring invoice': () => pathOf(RECURRING, newRecurring(app.test)),
  'a recurring invoice with everything': () =>
    pathOf(
      RECURRING,
      newRecurring(app.test, {
        frequency: 'custom',
        custom_interval_days: 10,
        end_date: '2027-12-01',
        reminder_days_before_due: [3, 1],
        auto_send: true,
        notes: 'Plano',
      }),
    ),
  'a paused recurring invoice': () => changed(RECURRING, newRecurring(app.test), { status: 'paused' }),
  'a cancelled recurring invoice': () => changed(RECURRING, newRecurring(app.test), { status: 'cancelled' }),
  'the team': async () => ({ path: '/api/v1/team', client: app.live }),
  'the pricing': async () => {
    const rules = [{ airlines: ['LA'], markup_percent: 2 }]
    const { status, text } = await app.live.put('/api/v1/team/pricing', {
      markup_percent: 5,
      fee_amount: '10.00',
      rules,
    })
    assert.equal(status, 200, text)
    return { path: '/api/v1/team/pricing', method: 'put', client: app.live }
  },
}

for (const [name, sample] of Object.entries(EDITED))
  test(`${name} can be sent back as it was read, unchanged`, async () => {
    const { path, method = 'patch', client = app.test } = await sample()
    const read = await client.get(path)
    assert.equal(read.status, 200, read.text)
    const again = await client[method](path, read.body.data)
    assert.equal(again.status, 200, again.text)
    assert.deepEqual(again.body.warnings ?? [], [])
    const after = await client.get(path)
    assert.deepEqual(after.body.data, read.body.data)
    assert.equal(after.headers.etag, read.headers.etag)
  })

/** Without ids, times, numbers and addresses, which are those of the object; payments are never copied. */
const ITS_OWN =
  /^(?:id|number|.*_at|.*_url|url|chosen_option_id|payments|paid_at|amount_paid|amount_due|payment_status|pix|boleto|charges|card_refusals|payment_problems|invoices_generated|last_invoice_id|tags|is_expired)$/

function contentOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(contentOf)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !ITS_OWN.test(name))
      .map(([name, inner]) => [name, contentOf(inner)]),
  )
}

for (const [name, sample] of Object.entries(EDITED).filter(([name]) => !name.startsWith('the ')))
  test(`${name} can be created again from a read`, async () => {
    const { path } = await sample()
    const { data } = (await app.test.get(path)).body
    const list = path.slice(0, path.lastIndexOf('/'))
    const copy = await app.test.post(list, data)
    assert.equal(copy.status, 201, copy.text)
    assert.notEqual(copy.body.data.id, data.id)
    assert.deepEqual(contentOf(copy.body.data), contentOf(data))
    const choice = (quote: { chosen_option_id?: string | null; options?: { id: string }[] }) =>
      quote.options?.findIndex(({ id }) => id === quote.chosen_option_id)
    assert.equal(choice(copy.body.data), choice(data))
    if (list !== INVOICES) return
    const { amount_paid, paid_at, payments } = copy.body.data
    assert.deepEqual([amount_paid, paid_at, payments], [0, null, []])
    assert.ok(['pending', 'overdue'].includes(copy.body.data.payment_status))
  })

test('an invoice can still be created as paid', async () => {
  const { payment_status, amount_paid } = await newInvoice(app.test, { status: 'sent', amount_paid: 50 })
  assert.deepEqual([payment_status, amount_paid], ['partial', 50])
})

test('a booking can be created again from a read, while its offer is valid', async () => {
  const offer = await zzOffer(app.test)
  const passengers = passengersOf(offer, { title: 'ms' })
  const made = await app.test.post(
    BOOKINGS,
    holdBody(offer, { passengers, metadata: { client_reference: 'A1' } }),
  )
  assert.equal(made.status, 201, made.text)
  const read = (await app.test.get(`${BOOKINGS}/${made.body.id}`)).body
  assert.deepEqual(Object.keys(made.body).toSorted(), Object.keys(read).toSorted())
  const copy = await app.test.post(BOOKINGS, read)
  assert.equal(copy.status, 201, copy.text)
  const travellers = ({ passengers }: typeof read) => passengers
  assert.deepEqual(travellers(copy.body), travellers(read))
  assert.deepEqual([copy.body.metadata, copy.body.offer_id], [read.metadata, read.offer_id])
  assert.notEqual(copy.body.id, read.id)
})

test('a payment provider can be sent back as listed', async () => {
  const [provider] = (await app.live.get('/api/v1/payment-providers')).body.data
  const again = await app.live.patch(`/api/v1/payment-providers/${provider.id}`, provider)
  assert.equal(again.status, 200, again.text)
  assert.deepEqual(again.body.data, provider)
})

const shapes: Readonly<Record<string, Operation>> = OPERATIONS
/** Shown once, or in full only where one object is read; the list of bookings is the contract's. */
const NOT_EVERYWHERE: Readonly<Record<string, readonly string[]>> = {
  'webhooks.create': ['secret'],
  'keys.create': ['secret'],
  'invitations.create': ['link'],
}

function namesOf(shape: FieldShape): string[] {
  const { properties = {}, allOf = [], items } = shape
  return [...Object.keys(properties), ...allOf.flatMap(namesOf), ...(items ? namesOf(items) : [])]
}

const RESOURCES = {
  clients: ['create', 'read', 'update', 'list'],
  invoices: ['create', 'read', 'update', 'list'],
  quotes: ['create', 'read', 'update', 'list'],
  recurringInvoices: ['create', 'read', 'update', 'list', 'cancel'],
  webhooks: ['create', 'read', 'update', 'list'],
  bookings: ['create', 'read'],
  recharges: ['create', 'read'],
  keys: ['create', 'list'],
  paymentProviders: ['connect', 'update', 'list'],
  people: ['update', 'list'],
  invitations: ['create', 'list'],
  pricing: ['read', 'update'],
  bookingNotes: ['create', 'list'],
  clientNotes: ['create', 'list'],
} as const

for (const [resource, verbs] of Object.entries(RESOURCES))
  test(`${resource}: ${verbs.join(', ')} return the same fields`, () => {
    const fields = verbs.map((verb) => {
      const { response } = shapes[`${resource}.${verb}`]!
      const once = NOT_EVERYWHERE[`${resource}.${verb}`] ?? []
      return 'of' in response
        ? namesOf(response.of)
            .filter((name) => !once.includes(name))
            .toSorted()
        : []
    })
    for (const one of fields) assert.deepEqual(one, fields[0])
    assert.ok(fields[0]!.length > 0)
  })
