// An example request of every operation with a body, shown in the document and sent by a test. Dates are
// relative to the document's, so none is past; ids do not exist.

import { API_VERSION } from '../../../contract/common.ts'
import { EVENT_OBJECTS, StoredEvent } from '../../../contract/event-operations.ts'
import { EVENTS, type EventType, isEventType } from '../../../contract/events.ts'
import type { OPERATIONS } from '../../../contract/operations.ts'
import { pascal } from '../../../contract/shapes.ts'
import { SentEvent } from '../../../contract/webhooks.ts'
import { sampleObject, zeros } from '../../features/sandbox/samples.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import type { Schema, SchemaWriter } from './schema-writer.ts'

// Example ids, by the description of the parameter.

const EXAMPLE_UUID = '00000000-0000-4000-8000-000000000000'

/** The example for a description such as `Id of the booking (ord_)`. */
export function exampleFor(description = ''): string | undefined {
  const [, form] = /^Id of the [\w ]+ \((\w+?)_?\W/.exec(`${description} `) ?? []
  if (form === undefined) return undefined
  return form === 'UUID' ? EXAMPLE_UUID : zeros(form)
}

export interface Example {
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}
export type Examples = Readonly<Partial<Record<keyof typeof OPERATIONS, Example>>>

const ITEM = { description: 'Passagem São Paulo – Rio de Janeiro', quantity: 2, unit_price: 640.5 }
const PAYMENT = { type: 'balance', amount: '1281.00', currency: 'BRL' }
const PASSENGER = {
  id: zeros('pas'),
  given_name: 'Ana',
  family_name: 'Souza',
  gender: 'f',
  title: 'mrs',
  born_on: '1990-05-17',
  email: 'ana@example.com',
  phone_number: '+5511987654321',
}

export function examplesOn(today: Temporal.PlainDate): Examples {
  const day = (days: number) => today.add({ days }).toString()
  const ofClient = { client_id: EXAMPLE_UUID }
  return {
    'flights.search': {
      body: {
        type: 'round_trip',
        slices: [
          { origin: 'GRU', destination: 'SDU', departureDate: day(60) },
          { origin: 'SDU', destination: 'GRU', departureDate: day(67) },
        ],
        passengers: [{ type: 'adult', count: 1 }],
        cabinClass: 'economy',
        limit: 10,
      },
    },
    'places.suggest': { query: { query: 'sao' } },
    'search.everything': { query: { q: 'Ana' } },
    'bookings.create': { body: { offerId: zeros('off'), type: 'hold', passengers: [PASSENGER] } },
    'bookings.confirm': { body: { payment: PAYMENT } },
    'bookingNotes.create': { body: { text: 'Prefere janela.' } },
    'bookingNotes.update': { body: { text: 'Prefere corredor.' } },
    'bookingTags.set': { body: { tags: ['vip', 'lua de mel'] } },
    'pricing.preview': {
      body: { base_cost_brl: '1000.00', origin: 'GRU', destination: 'SDU', airline: 'LA' },
    },
    'pricing.update': {
      body: {
        markup_percent: 7.5,
        fee_amount: '35.00',
        rules: [{ name: 'LATAM no Brasil', airlines: ['LA'], markup_percent: 5 }],
      },
    },
    'recharges.create': { body: { amount: '500.00', currency: 'BRL', payment_method: 'pix' } },
    'wallet.mailProof': { body: { daily_mail: true } },
    'clients.create': {
      body: {
        client_type: 'individual',
        full_name: 'Ana Souza',
        email: 'ana@example.com',
        cpf: '529.982.247-25',
      },
    },
    'clients.update': { body: { phone: '+5511987654321', notes: 'Viaja em dezembro.' } },
    'clients.merge': { body: { duplicate_id: EXAMPLE_UUID } },
    'companions.create': {
      body: { relationship: 'child', given_name: 'Pedro', family_name: 'Souza', born_on: '2015-03-09' },
    },
    'companions.update': { body: { email: 'pedro@example.com' } },
    'clientNotes.create': { body: { text: 'Prefere janela.' } },
    'clientNotes.update': { body: { text: 'Prefere corredor.' } },
    'clientTags.set': { body: { tags: ['vip'] } },
    'trips.create': {
      body: { ...ofClient, title: 'Férias em Lisboa', travellers: [{ full_name: 'Ana Souza' }] },
    },
    'trips.update': { body: { title: 'Lisboa e Porto' } },
    'trips.duplicate': { body: { title: 'Lisboa, segundo grupo' } },
    'trips.merge': { body: { trip_id: zeros('trip') } },
    'trips.addBooking': { body: { booking_id: zeros('ord') } },
    'trips.send': { body: { channel: 'email' } },
    'tripItems.create': {
      body: {
        kind: 'lodging',
        status: 'confirmed',
        description: 'Hotel Avenida, 7 noites',
        supplier_name: 'Orinter',
        place: 'Lisboa',
        starts_at: `${day(60)}T14:00`,
        ends_at: `${day(67)}T12:00`,
        starts_zone: 'Europe/Lisbon',
        ends_zone: 'Europe/Lisbon',
        confirmation_number: 'XK4T7B',
        price_amount: 4200,
      },
    },
    'tripItems.update': { body: { price_amount: 3990, instructions: 'Check-in a partir das 14h.' } },
    'tripItems.readSegments': { body: { text: '1 LA8084 Y 20DEC 7 GRULIS HK2 1805 0640+1' } },
    'tripNotes.create': { body: { text: 'Prefere janela.' } },
    'tripNotes.update': { body: { text: 'Prefere corredor.' } },
    'tripTags.set': { body: { tags: ['lua de mel'] } },
    'bookings.invoice': { body: { due_date: day(3) } },
    'invoices.preview': {
      body: { ...ofClient, issue_date: day(0), due_date: day(10), items: [ITEM] },
    },
    'invoices.create': {
      body: { ...ofClient, issue_date: day(0), due_date: day(10), items: [ITEM], status: 'sent' },
    },
    'invoices.update': { body: { notes: 'Obrigado pela preferência.', status: 'sent' } },
    'invoices.recordPayment': { body: { amount: 100 } },
    'invoices.useCredit': { body: { amount: 1 } },
    'invoices.creditOverpayment': { body: { amount: 1 } },
    'creditNotes.preview': { body: { invoice_id: EXAMPLE_UUID, amount: 1 } },
    'creditNotes.create': { body: { invoice_id: EXAMPLE_UUID, amount: 1, reason: 'Passeio cancelado' } },
    'creditNotes.update': { body: { external_reference: 'NC-118' } },
    'disputes.update': { body: { documents_sent: true } },
    'receipts.confirm': { body: { receipts: [{ charge_id: zeros('chg'), paid_at: day(-1) }] } },
    'invoices.send': { body: { channel: 'email' } },
    'quotes.send': { body: { channel: 'email' } },
    'invoices.refund': { body: { amount: 100, reason: 'Passeio cancelado' } },
    'quotes.create': {
      body: { ...ofClient, issue_date: day(0), valid_until: day(15), items: [ITEM], status: 'sent' },
    },
    'quotes.update': { body: { notes: 'Preço sujeito a disponibilidade.' } },
    'quotes.invoice': { body: { due_date: day(10), status: 'sent' } },
    'recurringInvoices.create': {
      body: {
        ...ofClient,
        name: 'Assessoria mensal',
        frequency: 'monthly',
        billing_day: 10,
        start_date: day(0),
        items: [{ description: 'Assessoria de viagens', quantity: 1, unit_price: 350 }],
      },
    },
    'recurringInvoices.update': { body: { status: 'paused' } },
    'paymentProviders.connect': { body: { provider: 'simulated', name: 'Banco de testes' } },
    'paymentProviders.update': { body: { name: 'Banco da agência' } },
    'webhooks.create': {
      body: { url: 'https://example.com/webhooks', events: ['booking.ticketed', 'invoice.paid'] },
    },
    'webhooks.update': { body: { active: true } },
    'webhooks.test': { body: { type: 'booking.ticketed' } },
    'webhooks.rotateSecret': { body: { overlap_hours: 24 } },
    'deliveries.replayRange': { body: { from: `${day(-1)}T00:00:00Z`, to: `${day(1)}T00:00:00Z` } },
    'events.emitSample': { body: { type: 'booking.ticketed' } },
    'testClock.advance': { body: { by: 'PT1H' } },
    'testWallet.set': { body: { balance: '20000.00' } },
    'testCharges.pay': { body: { method: 'pix' } },
    'testCharges.return': { body: {} },
    'testCharges.card': { body: { action: 'approve', instalments: 3 } },
    'testMandates.refuseDebit': { body: { code: 'AM02' } },
    'keys.create': { body: { name: 'Site da agência', role: 'seller' } },
    'team.update': { body: { legal_name: 'Aurora Viagens e Turismo Ltda.', brand_colour: '#0a6e5c' } },
    'people.update': { body: { role: 'agent' } },
    'invitations.create': { body: { email: 'bia@agencia.example', role: 'agent', language: 'pt-BR' } },
  }
}

// The `webhooks` of OpenAPI: every event type with its object, headers and a sample.

const TYPES = Object.keys(EVENTS).filter(isEventType)
const text = { type: 'string' } as const
const seconds = { type: 'string', pattern: '^\\d+$' } as const

const SIGNED: Readonly<Record<string, readonly [schema: object, description: string]>> = {
  'webhook-id': [text, 'Id of the event: the same each time it is sent'],
  'webhook-timestamp': [seconds, 'When it was sent, in seconds since 1970'],
  'webhook-signature': [
    text,
    'Standard Webhooks: `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, one for each valid secret',
  ],
  'X-Service-Signature': [text, 'HMAC-SHA256 of `timestamp.body` with the newest secret, in hex'],
  'X-Service-Timestamp': [seconds, 'The same as webhook-timestamp'],
  'X-Service-Event-Id': [text, 'The same as webhook-id'],
}

export function eventWebhooks(writer: SchemaWriter, now: Date): Record<string, object> {
  writer.call(SentEvent, 'WebhookEvent')
  writer.name('WebhookEvent', () => ({
    description: 'Any event that is sent to a receiver; `type` says which',
    oneOf: TYPES.map((type) => eventOf(type, writer)),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(TYPES.map((type) => [type, `#/components/schemas/${nameOf(type)}`])),
    },
  }))
  return Object.fromEntries(TYPES.map((type) => [type, { post: webhookOf(type, writer, now) }]))
}

const nameOf = (type: EventType) => `${pascal(type)}Event`

function webhookOf(type: EventType, writer: SchemaWriter, now: Date): object {
  return {
    operationId: `on${pascal(type)}`,
    summary: EVENTS[type].meaning,
    description: `${EVENTS[type].meaning}. Sent to every webhook that is subscribed to \`${type}\`.`,
    tags: ['Webhooks'],
    security: [],
    parameters: Object.entries(SIGNED).map(([name, [schema, description]]) => ({
      name,
      in: 'header',
      required: true,
      schema,
      description,
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: eventOf(type, writer), example: sampleOf(type, now) } },
    },
    responses: {
      '2XX': { description: 'It was taken; whatever the body says' },
      '4XX': { description: 'Refused: it is sent again, until the attempts are used up' },
    },
  }
}

function eventOf(type: EventType, writer: SchemaWriter): Schema {
  const { id, created_at, team_id, sequence } = StoredEvent.properties
  return writer.name(nameOf(type), () => {
    const object = writer.write(EVENT_OBJECTS[EVENTS[type].object], pascal(EVENTS[type].object))
    const fields: Record<string, Schema> = {
      id: writer.write(id, ''),
      type: { type: 'string', const: type },
      api_version: text,
      created_at: writer.write(created_at, ''),
      data: {
        type: 'object',
        required: ['object'],
        properties: {
          object,
          previous_attributes: {
            type: 'object',
            description: 'What changed, as it was before; if it is known',
          },
        },
      },
      team_id: writer.write(team_id, ''),
      sequence: writer.write(sequence, ''),
      webhook_id: { type: 'string', description: 'The webhook it is sent to (wh_)' },
    }
    return {
      type: 'object',
      description: EVENTS[type].meaning,
      required: Object.keys(fields),
      properties: fields,
    }
  })
}

function sampleOf(type: EventType, now: Date): object {
  return {
    id: zeros('evt'),
    type,
    api_version: API_VERSION,
    created_at: isoTimestamp(now),
    data: { object: sampleObject(type, now) },
    team_id: zeros('team'),
    sequence: 1,
    webhook_id: zeros('wh'),
  }
}
