// The contract's typical flow step by step: the exact events and mails of each step in order, and what time does to
// an unpaid booking.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { MESSAGE_KINDS } from '../../contract/invoicing-states.ts'
import { FAILURES_IN_ROW_MAX } from '../../server/features/webhooks/rules.ts'
import { fixedClock } from '../../server/kernel/process/clock.ts'
import { type Agency, assertError, newAgency, type StoredEvent, untilSettled } from '../support/agency.ts'
import { BOOKINGS, booked, confirm, holdBody, instantBody, zzOffer } from '../support/bookings.ts'
import { eventually } from '../support/eventually.ts'
import { startReceiver } from '../support/fakes/receiver.ts'
import { startSmtpReceiver } from '../support/fakes/smtp-receiver.ts'
import { INVOICES, newInvoice, newQuote, newRecurring } from '../support/invoicing.ts'
import { startApp } from '../support/start-app.ts'
import { newTrip, TRIPS } from '../support/trips.ts'

const receiver = await startSmtpReceiver()
after(() => receiver.stop())
const hook = await startReceiver()
after(() => hook.close())
const NOW = '2026-11-15T12:00:00.000Z'
const app = await startApp({ wall: fixedClock(new Date(NOW)), settings: { SMTP_URL: receiver.url } })

const CLIENT = 'ana@example.com'
const AGENCY = 'sol@agencia.example'
const ABOUT: [RegExp, string][] = [
  [/lembrete/i, 'reminder'],
  [/cancelada/i, 'cancelled'],
  [/feita e bilhetes? emitidos?/i, 'at once'],
  [/bilhetes? emitidos?/i, 'ticketed'],
  [/reserva/i, 'created'],
]

/** What arrived since the last look: for whom, about what, and what is attached. The agency alone is written to. */
function mailbox(locator: string): string[] {
  const mails = receiver.mails.splice(0).map(({ envelope, headers, text, attachments }) => {
    const subject = headers.subject!
    assert.deepEqual(envelope.to, [AGENCY])
    assert.ok(subject.startsWith('[TESTE] ') && subject.includes(locator), subject)
    const about = ABOUT.find(([words]) => words.test(subject))?.[1] ?? subject
    return [
      text.includes(`este iria para ${CLIENT}`) ? CLIENT : AGENCY,
      about,
      ...attachments.map(({ filename }) => filename),
    ].join(', ')
  })
  return mails.sort()
}

const read = async ({ test }: Agency, id: string) => (await test.get(`${BOOKINGS}/${id}`)).body

/** As lists show it: who travels is in the single event. */
function assertEvent(event: StoredEvent | undefined, type: string, booking: object, previous?: object): void {
  const names = (
    'id booking_reference status total_amount currency documents slices changes metadata external_reference ' +
    'created_at updated_at'
  ).split(' ')
  const shown: Record<string, unknown> = { ...booking, total_amount: '513.98', currency: 'BRL' }
  assert.equal(event?.type, type)
  assert.deepEqual(event.data, {
    object: Object.fromEntries(names.map((name) => [name, shown[name]])),
    ...(previous && { previous_attributes: previous }),
  })
}

test('search, hold, confirm, tickets: the events and mails of each step', async () => {
  const agency = await newAgency(app)
  const diary = agency.diary()
  const offer = await zzOffer(agency.test)
  assert.deepEqual([await diary.types(), await diary.mails()], [[], []], 'a search emits no event')

  const held = await booked(agency.test, holdBody(offer))
  const { booking_reference: locator, id } = held
  const made = await diary.events()
  assert.equal(made.length, 1)
  assertEvent(made[0], 'booking.created', held)
  assert.deepEqual(await diary.mails(), ['created client', 'created agency'])
  assert.deepEqual(mailbox(locator), [`${CLIENT}, created`, `${AGENCY}, created`])
  assert.deepEqual([await diary.money(), await diary.orders()], [[], ['held']])

  const confirmed = await confirm(agency.test, id, offer)
  assert.equal(confirmed.body.data.status, 'confirmed')
  const paid = await diary.events()
  const ticketed = await read(agency, id)
  const between = { ...held, status: 'confirmed' }
  assert.equal(paid.length, 5)
  assertEvent(paid[0], 'booking.confirmed', between)
  assert.equal(paid[1]!.type, 'wallet.debit')
  const { type, amount, reference_type, reference_id, balance } = paid[1]!.data.object
  assert.deepEqual(
    [type, amount, reference_type, reference_id, balance],
    ['debit', '513.98', 'booking', id, '5000.00'],
  )
  assertEvent(paid[2], 'booking.updated', between, { status: 'pending' })
  assertEvent(paid[3], 'booking.ticketed', ticketed)
  assertEvent(paid[4], 'booking.updated', ticketed, { status: 'confirmed', documents: [] })
  assert.equal(ticketed.documents.length, 1)
  assert.deepEqual(await diary.mails(), ['ticketed client', 'ticketed agency'])
  const receipt = `recibo-${locator}.pdf`
  assert.deepEqual(mailbox(locator), [`${CLIENT}, ticketed, ${receipt}`, `${AGENCY}, ticketed, ${receipt}`])
  assert.deepEqual([await diary.money(), await diary.orders()], [['debit 513.98 booking'], ['ticketed']])

  await agency.advance('P60D')
  assert.deepEqual([await diary.types(), await diary.mails()], [[], []], 'and nothing more, ever')
})

test('search, instant: the same in one step', async () => {
  const agency = await newAgency(app)
  const diary = agency.diary()
  const ticketed = await booked(agency.test, instantBody(await zzOffer(agency.test)))
  const { booking_reference: locator, id } = ticketed
  const events = await diary.events()
  const before = { ...ticketed, status: 'confirmed', documents: [] }
  assert.equal(events.length, 5)
  assert.deepEqual([events[0]!.type, events[0]!.data.object.reference_id], ['wallet.debit', id])
  assertEvent(events[1], 'booking.created', before)
  assertEvent(events[2], 'booking.confirmed', before)
  assertEvent(events[3], 'booking.ticketed', ticketed)
  assertEvent(events[4], 'booking.updated', ticketed, { status: 'confirmed', documents: [] })
  assert.deepEqual((await diary.mails()).sort(), ['ticketed agency', 'ticketed client'], 'one mail says both')
  const receipt = `recibo-${locator}.pdf`
  assert.deepEqual(mailbox(locator), [`${CLIENT}, at once, ${receipt}`, `${AGENCY}, at once, ${receipt}`])
  assert.deepEqual([await diary.money(), await diary.orders()], [['debit 513.98 booking'], ['ticketed']])
})

test('simultaneous instant bookings: each reader gets one mail with both steps, despite refused mails', async () => {
  const agency = await newAgency(app)
  const offer = await zzOffer(agency.test)
  receiver.mails.splice(0)
  receiver.upcoming.push(...Array<number>(5).fill(451))
  const made = await Promise.all(Array.from({ length: 6 }, () => booked(agency.test, instantBody(offer))))
  await untilSettled(app, agency.id, 'test')
  await agency.advance('PT1M')
  assert.equal((await agency.diary().mails()).length, 12)
  for (const { booking_reference } of made) {
    const received = receiver.mails.filter(({ headers }) => headers.subject!.includes(booking_reference))
    const ofClient = received.map(({ text }) => text.includes(`este iria para ${CLIENT}`))
    assert.deepEqual(ofClient.toSorted(), [false, true])
    for (const { headers } of received) assert.match(headers.subject ?? '', /feita e bilhetes? emitidos?: /)
  }
  receiver.mails.splice(0)
})

test('webhooks get an instant booking once its carrier accepts it; of a refused one, its cost', async () => {
  const agency = await newAgency(app)
  const path = `/${agency.id}`
  await agency.test.post('/api/v1/webhooks', { url: `${hook.url}${path}`, events: ['*'] })
  const seen = async (count: number) => {
    await eventually('all arrived', () => hook.requests.filter((one) => one.path === path).length >= count)
    const events = hook.requests.filter((one) => one.path === path).map(({ body }) => JSON.parse(body))
    // They may overtake each other on the way; their ids have the order.
    events.sort((a, b) => (a.id < b.id ? -1 : 1))
    hook.requests.splice(0)
    return events
  }
  const { id, booking_reference } = await booked(agency.test, instantBody(await zzOffer(agency.test)))
  const events = await seen(5)
  assert.deepEqual(
    events.map(({ type, data }) => [type, data.object.booking_reference, data.object.status]),
    [
      ['wallet.debit', undefined, undefined],
      ['booking.created', booking_reference, 'confirmed'],
      ['booking.confirmed', booking_reference, 'confirmed'],
      ['booking.ticketed', booking_reference, 'ticketed'],
      ['booking.updated', booking_reference, 'ticketed'],
    ],
  )
  assert.equal(events[1].data.object.id, id)
  const refused = instantBody(await zzOffer(agency.test, { family: 'rejected' }))
  assertError(await agency.test.post(BOOKINGS, refused), 422, 'Carrier rejected the booking')
  assert.deepEqual(
    (await seen(3)).map(({ type }) => type),
    ['wallet.debit', 'booking.failed', 'wallet.credit'],
  )
  await untilSettled(app, agency.id, 'test')
  receiver.mails.splice(0)
})

test("English at the client's request, Portuguese for the agency", async () => {
  const agency = await newAgency(app)
  await booked(agency.test, holdBody(await zzOffer(agency.test), { metadata: { language: 'en' } }))
  await agency.diary().mails()
  const mails = receiver.mails.splice(0)
  const [english, portuguese] = ['TEST BOOKING', 'RESERVA DE TESTE'].map((notice) =>
    mails.find(({ text }) => text.includes(notice)),
  )
  assert.match(english!.headers.subject!, /^\[TESTE\] \w/)
  assert.match(english!.text, /TEST BOOKING: [\s\S]*would go to ana@example\.com[\s\S]*reserved/)
  assert.match(portuguese!.text, /RESERVA DE TESTE: [\s\S]*aguarda pagamento/)
})

test('cancelled before payment: client and agency get a mail that nothing was debited', async () => {
  const agency = await newAgency(app)
  const diary = agency.diary()
  const { id, booking_reference: locator } = await booked(agency.test, holdBody(await zzOffer(agency.test)))
  await diary.events()
  await diary.mails()
  mailbox(locator)
  await agency.test.delete(`${BOOKINGS}/${id}`)
  const cancelled = await read(agency, id)
  const [first, second, ...more] = await diary.events()
  assertEvent(first, 'booking.cancelled', cancelled)
  assertEvent(second, 'booking.updated', cancelled, { status: 'pending' })
  assert.deepEqual([more, await diary.mails()], [[], ['cancelled client', 'cancelled agency']])
  assert.match(receiver.mails.find(({ text }) => !text.includes(CLIENT))!.text, /Nada havia sido debitado/)
  assert.deepEqual(mailbox(locator), [`${CLIENT}, cancelled`, `${AGENCY}, cancelled`])
})

test('12 hours before the deadline only the client is reminded, once', async () => {
  const agency = await newAgency(app)
  const diary = agency.diary()
  const { payment_status, booking_reference: locator } = await booked(
    agency.test,
    holdBody(await zzOffer(agency.test)),
  )
  assert.equal(payment_status.payment_required_by, '2026-11-17T12:00:00.000Z')
  await diary.mails()
  mailbox(locator)
  await agency.advance('PT35H59M59S')
  assert.deepEqual(await diary.mails(), [])
  await agency.advance('PT1S')
  assert.deepEqual(await diary.mails(), ['reminder client'])
  assert.deepEqual(mailbox(locator), [`${CLIENT}, reminder`])
  await agency.advance('PT11H')
  assert.deepEqual(await diary.mails(), [])
})

test('an agency that opts in is reminded of the deadline too', async () => {
  const agency = await newAgency(app)
  await agency.live.patch('/api/v1/team', { notifications: { booking_reminder: true } })
  await booked(agency.test, holdBody(await zzOffer(agency.test)))
  const diary = agency.diary()
  await diary.mails()
  await agency.advance('PT36H')
  assert.deepEqual(await diary.mails(), ['reminder client', 'reminder agency'])
})

for (const [how, move] of [
  [
    'paid',
    (agency: Agency, id: string, offer: Parameters<typeof confirm>[2]) => confirm(agency.test, id, offer),
  ],
  ['cancelled', (agency: Agency, id: string) => agency.test.delete(`${BOOKINGS}/${id}`)],
] as const) {
  test(`a booking that was ${how} is not reminded of, and does not expire`, async () => {
    const agency = await newAgency(app)
    const diary = agency.diary()
    const offer = await zzOffer(agency.test)
    const { id } = await booked(agency.test, holdBody(offer))
    assert.equal((await move(agency, id, offer)).status, 200)
    await diary.types()
    await diary.mails()
    const { status } = await read(agency, id)
    await agency.advance('PT49H')
    assert.deepEqual([await diary.types(), await diary.mails()], [[], []])
    assert.equal((await read(agency, id)).status, status)
  })
}

test('an unpaid hold expires exactly at its deadline, with its events and no mail', async () => {
  const agency = await newAgency(app)
  const diary = agency.diary()
  const offer = await zzOffer(agency.test)
  const held = await booked(agency.test, holdBody(offer))
  await agency.advance('PT47H59M59S')
  await diary.types()
  await diary.mails()
  assert.equal((await read(agency, held.id)).status, 'pending')
  await agency.advance('PT1S')
  const expired = await read(agency, held.id)
  assert.deepEqual([expired.status, expired.payment_status.awaiting_payment], ['expired', false])
  const [first, second, ...more] = await diary.events()
  assertEvent(first, 'booking.expired', expired)
  assertEvent(second, 'booking.updated', expired, { status: 'pending' })
  assert.deepEqual([more, await diary.mails(), await diary.money()], [[], [], []])
  assert.equal(first!.created_at, held.payment_status.payment_required_by, 'at its own moment')
  assert.equal((await agency.test.get('/api/v1/wallet/balance')).body.data.pending_amount, '0.00')
})

test('a long advance runs everything at its own time: reminder, expiry', async () => {
  const agency = await newAgency(app)
  const diary = agency.diary()
  const { id } = await booked(agency.test, holdBody(await zzOffer(agency.test)))
  await agency.advance('P10D')
  const { data } = (await agency.test.get(`${BOOKINGS}/${id}/timeline`)).body
  assert.deepEqual(
    data.map(({ at, kind, status }: Record<string, string>) => [at, kind, status]),
    [
      [NOW, 'event', 'pending'],
      [NOW, 'email', 'sent'],
      [NOW, 'email', 'sent'],
      ['2026-11-17T00:00:00.000Z', 'email', 'sent'],
      ['2026-11-17T12:00:00.000Z', 'event', 'expired'],
      ['2026-11-17T12:00:00.000Z', 'event', 'expired'],
    ],
  )
  await diary.types()
})

test('a hold confirmed a moment before its deadline is issued', async () => {
  const agency = await newAgency(app)
  const offer = await zzOffer(agency.test)
  const { id } = await booked(agency.test, holdBody(offer))
  await agency.advance('PT47H59M59.999S')
  assert.equal((await confirm(agency.test, id, offer)).status, 200)
  await agency.diary().types()
  assert.equal((await read(agency, id)).status, 'ticketed')
  await agency.advance('PT1H')
  assert.equal((await read(agency, id)).status, 'ticketed')
  assertError(await confirm(agency.test, id, offer), 409, 'Booking already confirmed')
})

const AUTOMATIC = {
  billing_day: 25,
  auto_send: true,
  notify_on_generation: true,
  notify_client_before_due: true,
}

test('every mail of test mode has [TESTE] before its subject', async () => {
  const agency = await newAgency(app)
  const { test: own } = agency
  const diary = agency.diary()
  await own.put('/api/v1/wallet/proof/mail', { daily_mail: true })
  const provider = await own.post('/api/v1/payment-providers', { provider: 'simulated' })
  await own.delete(`/api/v1/payment-providers/${provider.body.data.id}`)
  const broken = await startReceiver()
  after(() => broken.close())
  broken.answer = () => ({ status: 500 })
  const hook = { url: broken.url, events: ['invoice.created'] }
  assert.equal((await own.post('/api/v1/webhooks', hook)).status, 201)
  await newRecurring(own, AUTOMATIC)
  await agency.live.patch('/api/v1/team', { payment_reminders: { days_after: [1] } })
  await newQuote(own, { status: 'sent' })
  await own.post(`${TRIPS}/${(await newTrip(own)).id}/send`)
  const { id } = await newInvoice(own, { notify_client: true })
  await diary.mails()
  await own.patch(`${INVOICES}/${id}`, { status: 'sent' })
  await diary.mails()
  await own.post(`/api/v1/test/charges/${id}/pay`)
  await own.post(`${INVOICES}/${id}/refunds`, { amount: 1 })
  const note = { invoice_id: id, amount: 1, reason: 'Passeio cancelado', excess: 'none' }
  assert.equal((await own.post('/api/v1/credit-notes', note)).status, 201)
  for (let count = 0; count < FAILURES_IN_ROW_MAX; count++) await newInvoice(own)
  await agency.advance('P11D')
  // The diary looks at each subject.
  const queued = await agency.diary().mails()
  const about = new Set(queued.map((key) => key.split(' ', 1)[0]))
  assert.deepEqual([...about].sort(), [
    'credit-note',
    'invoice',
    'proof',
    'provider',
    'quote',
    'trip',
    'webhook-off',
  ])
  const messages: { kind: string }[] = (await own.get('/api/v1/messages?limit=100')).body.data
  const kinds = new Set(messages.map(({ kind }) => kind))
  assert.deepEqual([...kinds].sort(), MESSAGE_KINDS.toSorted())
})
