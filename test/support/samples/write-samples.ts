// A working call of every changing operation, on its own objects; for tests that cover all operations.
import type { Changes } from '../../../contract/operation.ts'
import type { OPERATIONS } from '../../../contract/operations.ts'
import { booked, holdBody, instantBody, paymentOf, zzOffer } from '../bookings.ts'
import type { Client } from '../client.ts'
import { eventually } from '../eventually.ts'
import { INVOICES, ITEM, invoiceBody, newClient, newInvoice, newQuote, newRecurring } from '../invoicing.ts'
import { offeredMandate, play } from '../mandates.ts'
import { newPerson } from '../people.ts'
import { daysAfter } from '../searches.ts'
import type { TestApp } from '../start-app.ts'
import { LODGING, newTrip, newTripItem, TRIPS } from '../trips.ts'
import { boleto, newRecharge, pix } from '../wallet.ts'
import { samplePng } from './sample-picture.ts'

type OperationId = keyof typeof OPERATIONS

/** The operations that change something: one without a sample does not compile. */
export type WriteId = {
  [Id in OperationId]: Changes<(typeof OPERATIONS)[Id]> extends true ? Id : never
}[OperationId]

export interface Call {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  body?: object
  /** A file instead of a JSON body. */
  file?: Buffer
}

/** One or several named samples per operation; every call creates what it needs. */
export type WriteSamples = Readonly<Record<WriteId, Readonly<Record<string, () => Promise<Call>>>>>

interface Receiver {
  readonly url: string
}

export function writeSamples(app: TestApp, receiver: Receiver): WriteSamples {
  return {
    // First, because they move the test clock by days.
    ...mandateSamples(app.test),
    ...peopleSamples(app),
    ...travelSamples(app),
    ...invoicingSamples(app.test),
    ...moneySamples(app.test),
    ...deskSamples(app),
    ...tripSamples(app),
    ...teamSamples(app),
    // Last, because a webhook would receive the events of all others.
    ...integrationSamples(app, receiver),
  }
}

let paths = 0

/** So many days after today, by the test clock; by the wall's where the key is a live one. */
export async function dayOf({ test, service }: TestApp, days: number): Promise<string> {
  const { status, body } = await test.get('/api/v1/test/clock')
  return daysAfter(status === 200 ? new Date(body.data.now) : service.world.wall.now(), days)
}

function integrationSamples(app: TestApp, receiver: Receiver) {
  const client = app.test
  const webhookBody = (event: string) => ({ url: `${receiver.url}/${++paths}`, events: [event] })
  const newWebhook = async (): Promise<string> =>
    (await client.post('/api/v1/webhooks', webhookBody('wallet.credit'))).body.data.id
  const ofWebhook = async () => ({ params: { id: await newWebhook() } })
  return {
    'keys.create': { once: async () => ({ body: { name: 'x' } }) },
    'keys.revoke': {
      once: async () => ({ params: await madeBy(client, '/api/v1/api-keys', { name: 'x' }) }),
    },
    'webhooks.create': { once: async () => ({ body: webhookBody('*') }) },
    'webhooks.update': { once: async () => ({ ...(await ofWebhook()), body: { active: false } }) },
    'webhooks.delete': { once: ofWebhook },
    'webhooks.test': { once: ofWebhook },
    'webhooks.rotateSecret': { once: ofWebhook },
    'deliveries.replayRange': {
      once: async () => ({
        ...(await ofWebhook()),
        body: { from: '2020-01-01T00:00:00Z', to: '2030-01-01T00:00:00Z' },
      }),
    },
    'deliveries.replay': {
      once: async () => {
        const id = await newWebhook()
        await client.post('/api/v1/test/events', { type: 'wallet.credit' })
        const [delivery] = await eventually('there is a delivery', async () => {
          const { data } = (await client.get(`/api/v1/webhooks/${id}/deliveries?status=delivered`)).body
          return data.length > 0 && data
        })
        return { params: { id, delivery_id: delivery.id } }
      },
    },
    'pricing.update': {
      'with rules': async () => {
        const some = { airlines: ['LA'], client_id: (await newClient(client)).id, fee_amount: '10' }
        return { body: { markup_percent: 7.5, fee_amount: '20.00', rules: [some] } }
      },
    },
    'events.emitSample': { once: async () => ({ body: { type: 'wallet.debit' } }) },
    'testClock.advance': { once: async () => ({ body: { by: 'PT1S' } }) },
  } satisfies Partial<WriteSamples>
}

function teamSamples({ live }: TestApp) {
  const file = samplePng(40, 20)
  return {
    'team.update': { once: async () => ({ body: { legal_name: `Aurora ${++paths} Ltda.` } }) },
    'team.setLogo': { once: async () => ({ file }) },
    'team.removeLogo': {
      once: async () => {
        await live.raw('PUT', '/api/v1/team/logo', file, { 'content-type': 'image/png' })
        return {}
      },
    },
  } satisfies Partial<WriteSamples>
}

/** Of the team of the live key. */
function peopleSamples(app: TestApp) {
  const invite = () => ({ email: `convite${++paths}@agencia.example`, role: 'viewer' })
  const ofPerson = async () => {
    const teamId = (await app.live.get('/api/v1/me')).body.data.id
    return { params: { id: (await newPerson(app, { [teamId]: 'viewer' })).id } }
  }
  const ofInvitation = async () => ({ params: await madeBy(app.live, '/api/v1/invitations', invite()) })
  return {
    'people.update': { once: async () => ({ ...(await ofPerson()), body: { role: 'agent' } }) },
    'people.remove': { once: ofPerson },
    'invitations.create': { once: async () => ({ body: invite() }) },
    'invitations.resend': { once: ofInvitation },
    'invitations.withdraw': { once: ofInvitation },
  } satisfies Partial<WriteSamples>
}

function travelSamples(app: TestApp) {
  const newOffer = async () => zzOffer(app.test, { date: await dayOf(app, 30) })
  const ofBooking = async (body: object) => ({ params: { id: String((await booked(app.test, body)).id) } })
  return {
    // First, because earlier offers expire after an hour.
    'bookings.acceptChange': {
      once: async () => {
        const offer = await zzOffer(app.test, { date: await dayOf(app, 30), family: 'change to accept' })
        const { id } = await booked(app.test, instantBody(offer))
        await app.test.post('/api/v1/test/clock/advance', { by: 'PT1H' })
        const { changes } = (await app.test.get(`/api/v1/bookings/${id}`)).body
        return { params: { id, change_id: changes[0].id } }
      },
    },
    'bookings.create': {
      'a hold': async () => ({ body: holdBody(await newOffer()) }),
      'an instant one': async () => ({ body: instantBody(await newOffer()) }),
    },
    'bookings.confirm': {
      once: async () => {
        const offer = await newOffer()
        return { ...(await ofBooking(holdBody(offer))), body: { payment: paymentOf(offer) } }
      },
    },
    'bookings.invoice': { once: async () => ofBooking({ ...holdBody(await newOffer()), start_trip: true }) },
    'bookings.send': { once: async () => ofBooking(holdBody(await newOffer())) },
    'bookings.cancel': {
      'a pending one': async () => ofBooking(holdBody(await newOffer())),
      'a ticketed one': async () => ofBooking(instantBody(await newOffer())),
    },
  } satisfies Partial<WriteSamples>
}

/** Notes and tags of a booking, and the same of a client. */
function deskSamples(app: TestApp) {
  const client = app.test
  const newBooking = async () => {
    const date = await dayOf(app, 30)
    return String((await booked(client, holdBody(await zzOffer(client, { date })))).id)
  }
  const writing = (path: string, newOne: () => Promise<string>) => {
    const note = { text: 'Prefere janela.' }
    const ofNote = async () => {
      const id = await newOne()
      const { data } = (await client.post(`${path}/${id}/notes`, note)).body
      return { params: { id, note_id: String(data.id) } }
    }
    return {
      create: { once: async () => ({ params: { id: await newOne() }, body: note }) },
      update: { once: async () => ({ ...(await ofNote()), body: { text: 'Prefere corredor.' } }) },
      delete: { once: ofNote },
      tags: { once: async () => ({ params: { id: await newOne() }, body: { tags: ['VIP'] } }) },
    }
  }
  const ofBookings = writing('/api/v1/bookings', newBooking)
  const ofClients = writing('/api/v1/clients', async () => String((await newClient(client)).id))
  const ofTrips = writing(TRIPS, async () => String((await newTrip(client)).id))
  return {
    'readiness.sendMail': {
      once: async () => {
        // Only one per minute is stored, so the earlier one gets another key.
        await app.asOwner("update mails set key = key || id where key like 'test %'")
        return {}
      },
    },
    'readiness.sendMessage': {
      once: async () => {
        await app.live.patch('/api/v1/team', { whatsapp: '+5511988887777' })
        return {}
      },
    },
    'bookingNotes.create': ofBookings.create,
    'bookingNotes.update': ofBookings.update,
    'bookingNotes.delete': ofBookings.delete,
    'bookingTags.set': ofBookings.tags,
    'clientNotes.create': ofClients.create,
    'clientNotes.update': ofClients.update,
    'clientNotes.delete': ofClients.delete,
    'clientTags.set': ofClients.tags,
    'tripNotes.create': ofTrips.create,
    'tripNotes.update': ofTrips.update,
    'tripNotes.delete': ofTrips.delete,
    'tripTags.set': ofTrips.tags,
  } satisfies Partial<WriteSamples>
}

function tripSamples(app: TestApp) {
  const client = app.test
  const ofTrip = async () => ({ params: { id: String((await newTrip(client)).id) } })
  /** Of a trip that begins soon. */
  const ofWarning = async () => {
    const { id } = await newTrip(client)
    await newTripItem(client, id, { starts_at: await dayOf(app, 3), ends_at: await dayOf(app, 9) })
    const { body } = await client.get(`/api/v1/warnings?trip_id=${id}`)
    return { params: { id: String(body.data[0].id) } }
  }
  const ofItem = async () => {
    const { id } = await newTrip(client)
    return { params: { id: String(id), item_id: String((await newTripItem(client, id)).id) } }
  }
  return {
    'trips.create': { once: async () => ({ body: { client_id: (await newClient(client)).id } }) },
    'trips.update': { once: async () => ({ ...(await ofTrip()), body: { title: 'Férias' } }) },
    'trips.delete': { once: ofTrip },
    'trips.duplicate': { once: async () => ({ ...(await ofTrip()), body: { title: 'Outra' } }) },
    'trips.merge': {
      once: async () => {
        const { id, client_id } = await newTrip(client)
        return { params: { id }, body: { trip_id: (await newTrip(client, { client_id })).id } }
      },
    },
    'trips.addBooking': {
      once: async () => {
        const offer = await zzOffer(client, { date: await dayOf(app, 30) })
        const booking = await booked(client, holdBody(offer))
        const { id } = await newTrip(client, { client_id: booking.client.id })
        return { params: { id }, body: { booking_id: String(booking.id) } }
      },
    },
    'trips.send': { once: ofTrip },
    'trips.share': { once: ofTrip },
    'trips.unshare': {
      once: async () => {
        const call = await ofTrip()
        await client.post(`/api/v1/trips/${call.params.id}/page`)
        return call
      },
    },
    'tripFiles.create': {
      once: async () => ({ ...(await ofItem()), query: { name: 'foto.png' }, file: samplePng(8, 8) }),
    },
    'tripFiles.delete': {
      once: async () => {
        const { params } = await ofItem()
        const path = `${TRIPS}/${params.id}/items/${params.item_id}/files?name=foto.png`
        const { body } = await client.raw('POST', path, samplePng(8, 8), { 'content-type': 'image/png' })
        return { params: { ...params, file_id: String(body.data.id) } }
      },
    },
    'tripItems.create': { once: async () => ({ ...(await ofTrip()), body: LODGING }) },
    'tripItems.update': { once: async () => ({ ...(await ofItem()), body: { price_amount: 900 } }) },
    'tripItems.delete': { once: ofItem },
    'warnings.done': { once: ofWarning },
    'warnings.dismiss': { once: ofWarning },
    'warnings.reopen': {
      once: async () => {
        const { params } = await ofWarning()
        await client.post(`/api/v1/warnings/${params.id}/dismiss`, {})
        return { params }
      },
    },
  } satisfies Partial<WriteSamples>
}

function mandateSamples(client: Client) {
  /** Offered with an invoice that is due soon; accepted; and with a debit that awaits its day. */
  const ofMandate = (until: 'offered' | 'accepted' | 'debited') => async () => {
    const { now } = (await client.get('/api/v1/test/clock')).body.data
    const due = daysAfter(new Date(now), 4)
    const { id, starts_on } = await offeredMandate({ test: client }, due)
    if (until !== 'offered') await play(client, id, 'accept')
    if (until === 'debited') {
      const days = Temporal.PlainDate.from(now.slice(0, 10)).until(starts_on, { largestUnit: 'day' }).days - 6
      await client.post('/api/v1/test/clock/advance', { by: `P${days}D` })
      await eventually('a debit awaits its day', async () => {
        const { charges } = (await client.get(`/api/v1/mandates/${id}`)).body.data
        return charges.some(({ attempts }: { attempts: { status: string }[] }) =>
          attempts.some(({ status }) => status === 'scheduled'),
        )
      })
    }
    return { params: { id: String(id) } }
  }
  return {
    'mandates.cancel': { once: ofMandate('offered') },
    'testMandates.accept': { once: ofMandate('offered') },
    'testMandates.refuse': { once: ofMandate('offered') },
    'testMandates.cancel': { once: ofMandate('accepted') },
    'testMandates.refuseDebit': { once: ofMandate('debited') },
  } satisfies Partial<WriteSamples>
}

function invoicingSamples(client: Client) {
  let known: Promise<{ id: string }> | undefined
  /** The same for all: the client does not matter. */
  const someClient = async () => {
    known ??= newClient(client)
    return { client_id: (await known).id }
  }
  const someInvoice = async (fields = {}) => newInvoice(client, { ...(await someClient()), ...fields })
  const ofClient = async () => ({ params: { id: String((await newClient(client)).id) } })
  const ofInvoice = async () => ({ params: { id: String((await someInvoice()).id) } })
  const ofCreditNote = async () => {
    const { id } = await someInvoice({ status: 'sent' })
    const body = { invoice_id: id, amount: 1, reason: 'x' }
    return { params: await madeBy(client, '/api/v1/credit-notes', body) }
  }
  const ofQuote = async (fields = {}) => {
    const { id } = await newQuote(client, { ...(await someClient()), ...fields })
    return { params: { id: String(id) } }
  }
  const ofRecurring = async () => {
    const { id } = await newRecurring(client, await someClient())
    return { params: { id: String(id) } }
  }
  const person = { client_type: 'individual', full_name: 'Ana', email: 'ana@example.com' }
  const companion = { relationship: 'child', given_name: 'Pedro', family_name: 'Souza' }
  const duplicate = async () => ({ duplicate_id: String((await newClient(client)).id) })
  const ofCompanion = async () => {
    const { id } = await newClient(client)
    const made = await client.post(`/api/v1/clients/${id}/companions`, companion)
    return { params: { id: String(id), companion_id: String(made.body.data.id) } }
  }
  return {
    'clients.create': {
      'nothing to warn of': async () => ({ body: person }),
      'with a warning': async () => ({ body: { ...person, cpf: '123.456.789-00' } }),
    },
    'clients.update': { once: async () => ({ ...(await ofClient()), body: { notes: 'x' } }) },
    'clients.merge': { once: async () => ({ ...(await ofClient()), body: await duplicate() }) },
    'clients.unmerge': {
      once: async () => {
        const { id } = await newClient(client)
        const { duplicate_id } = await duplicate()
        await client.post(`/api/v1/clients/${id}/merge`, { duplicate_id })
        return { params: { id: duplicate_id } }
      },
    },
    'companions.create': { once: async () => ({ ...(await ofClient()), body: companion }) },
    'companions.update': {
      once: async () => ({ ...(await ofCompanion()), body: { email: 'a@example.com' } }),
    },
    'companions.delete': { once: ofCompanion },
    'clients.delete': {
      'nobody needs': ofClient,
      'with an invoice': async () => ({ params: { id: (await newInvoice(client)).client_id } }),
    },
    'invoices.create': {
      once: async () => ({ body: await invoiceBody(client, { ...(await someClient()), status: 'sent' }) }),
    },
    'invoices.update': {
      once: async () => ({ ...(await ofInvoice()), body: { status: 'sent', amount_paid: 10 } }),
    },
    'invoices.send': {
      once: async () => ({ params: { id: (await someInvoice({ status: 'sent' })).id }, body: {} }),
    },
    'invoices.delete': { once: ofInvoice },
    'invoices.recordPayment': { once: async () => ({ ...(await ofInvoice()), body: { amount: 10 } }) },
    'receipts.confirm': {
      once: async () => {
        const settings = { pix_key: 'financeiro@agencia.example' }
        await client.post('/api/v1/payment-providers', { provider: 'pix-key', settings })
        const { charges } = await someInvoice({ status: 'sent', payment_methods: ['pix_key'] })
        return { body: { receipts: [{ charge_id: charges[0].id }] } }
      },
    },
    'invoices.removePayment': {
      once: async () => {
        const { id } = await someInvoice({ status: 'sent', amount_paid: 1 })
        const { payments } = (await client.get(`/api/v1/invoices/${id}`)).body.data
        return { params: { id, payment_id: payments[0].id } }
      },
    },
    'invoices.refund': {
      once: async () => {
        const { id } = await someInvoice({ status: 'sent' })
        await client.post(`/api/v1/test/charges/${id}/pay`)
        return { params: { id }, body: { amount: 1, reason: 'x' } }
      },
    },
    'invoices.creditOverpayment': {
      once: async () => {
        const { id, total } = await someInvoice({ status: 'sent' })
        await client.post(`${INVOICES}/${id}/payments`, { amount: total + 10 })
        return { params: { id }, body: { amount: 1 } }
      },
    },
    'invoices.useCredit': {
      once: async () => {
        const paid = await someInvoice({ status: 'sent' })
        await client.post(`${INVOICES}/${paid.id}/payments`, { amount: paid.total + 10 })
        await client.post(`${INVOICES}/${paid.id}/overpayment-credit`, {})
        const { id } = await newInvoice(client, { client_id: paid.client_id, status: 'sent' })
        return { params: { id }, body: { amount: 1 } }
      },
    },
    'creditNotes.create': {
      once: async () => {
        const { id } = await someInvoice({ status: 'sent' })
        return { body: { invoice_id: id, amount: 1, reason: 'x' } }
      },
    },
    'creditNotes.update': {
      once: async () => ({ ...(await ofCreditNote()), body: { external_reference: 'x' } }),
    },
    'creditNotes.send': { once: ofCreditNote },
    'quotes.create': {
      once: async () => ({ body: { ...(await someClient()), issue_date: '2026-11-10', items: [ITEM] } }),
    },
    'quotes.update': { once: async () => ({ ...(await ofQuote()), body: { status: 'accepted' } }) },
    'quotes.send': { once: async () => ({ ...(await ofQuote({ status: 'sent' })), body: {} }) },
    'quotes.delete': { once: async () => ofQuote() },
    'quotes.invoice': { once: async () => ofQuote({ status: 'accepted' }) },
    'quotes.trip': { once: async () => ofQuote({ status: 'accepted' }) },
    'recurringInvoices.create': {
      once: async () => {
        const rhythm = { frequency: 'monthly', billing_day: 10, start_date: '2026-01-01' }
        return { body: { ...(await someClient()), name: 'x', ...rhythm, items: [ITEM] } }
      },
    },
    'recurringInvoices.update': {
      once: async () => ({ ...(await ofRecurring()), body: { status: 'paused' } }),
    },
    'recurringInvoices.cancel': { once: ofRecurring },
  } satisfies Partial<WriteSamples>
}

function moneySamples(client: Client) {
  const providers = '/api/v1/payment-providers'
  const ofRecharge = async () => ({ params: { id: String((await newRecharge(client)).id) } })
  const ofProvider = async () => ({ params: await madeBy(client, providers, { provider: 'simulated' }) })
  return {
    'recharges.create': {
      'by Pix': async () => ({ body: pix('100.00') }),
      'by boleto': async () => ({ body: boleto('100.00') }),
    },
    'recharges.cancel': { once: ofRecharge },
    'wallet.mailProof': { once: async () => ({ body: { daily_mail: true } }) },
    'testWallet.set': { once: async () => ({ body: { balance: '9000.00' } }) },
    'testCharges.fail': { once: ofRecharge },
    'testCharges.pay': {
      'a recharge': ofRecharge,
      'an invoice': async () => ({ params: { id: (await newInvoice(client, { status: 'sent' })).id } }),
    },
    'testCharges.card': {
      'an invoice': async () => ({
        params: { id: await newCardInvoice(client) },
        body: { action: 'approve' },
      }),
    },
    'disputes.update': {
      once: async () => {
        const id = await newCardInvoice(client)
        for (const action of ['approve', 'dispute'])
          await client.post(`/api/v1/test/charges/${id}/card`, { action })
        const [dispute] = (await client.get(`/api/v1/disputes?invoice_id=${id}`)).body.data
        return { params: { id: dispute.id }, body: { documents_sent: true } }
      },
    },
    'testCharges.return': {
      'a recharge': async () => {
        const { id } = await newRecharge(client)
        await client.post(`/api/v1/test/charges/${id}/pay`)
        return { params: { id } }
      },
    },
    'paymentProviders.connect': { once: async () => ({ body: { provider: 'simulated' } }) },
    'paymentProviders.update': { once: async () => ({ ...(await ofProvider()), body: { name: 'Sol' } }) },
    'paymentProviders.test': { once: ofProvider },
    'paymentProviders.disconnect': { once: ofProvider },
  } satisfies Partial<WriteSamples>
}

async function newCardInvoice(client: Client): Promise<string> {
  return (await newInvoice(client, { status: 'sent', payment_methods: ['card'] })).id
}

async function madeBy(client: Client, path: string, body: object): Promise<{ id: string }> {
  const { id } = (await client.post(path, body)).body.data
  return { id }
}
