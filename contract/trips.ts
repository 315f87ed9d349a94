// Trips: everything that an agency sells to a client for one journey.
import Type from 'typebox'
import { AmountNumber, Brl, Currency } from './amounts.ts'
import { ClientOfDocument } from './clients.ts'
import { CHANGED, Nullable, OptionalBody, PageOf, Timestamp } from './common.ts'
import { Expand } from './expansions.ts'
import { ClientIdInput, DateInput, DateText, Deleted } from './invoicing.ts'
import { FILE_BYTES_MAX } from './limits.ts'
import { SendInput, Sending } from './mails.ts'
import { TagFilter, Tags } from './notes.ts'
import type { Operations } from './operation.ts'
import { References, ReferencesFilter, ReferencesInput } from './references.ts'
import { actOn, changeOne, createOne, deleteOne, listAll, readOf, readOne } from './resource-operations.ts'
import { trips } from './resources.ts'
import { attachment, data, inline } from './responses.ts'

export const TRIP_STATUSES = ['planned', 'travelling', 'finished', 'cancelled'] as const
export type TripStatus = (typeof TRIP_STATUSES)[number]

export const TRIP_ITEM_KINDS = [
  'flight',
  'lodging',
  'package',
  'insurance',
  'car',
  'transfer',
  'cruise',
  'tour',
  'service',
  'fee',
] as const
export type TripItemKind = (typeof TRIP_ITEM_KINDS)[number]

export const TRIP_ITEM_STATUSES = ['quoted', 'confirmed', 'cancelled'] as const
export type TripItemStatus = (typeof TRIP_ITEM_STATUSES)[number]

/** Who takes the client's money for an item. */
export const COLLECTORS = ['agency', 'supplier'] as const
export type Collector = (typeof COLLECTORS)[number]

export const FILE_TYPES = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'] as const
export type FileType = (typeof FILE_TYPES)[number]

const TRAVELLERS_MAX = 99
const SEGMENTS_MAX = 24

const text = (maxLength: number, description: string, ...examples: string[]) =>
  Type.String({ maxLength, description, ...(examples.length > 0 && { examples }) })
const optional = <T extends Parameters<typeof Nullable>[0]>(schema: T) => Type.Optional(Nullable(schema))

/** A day, or a minute by the clock of the place. */
const DayOrMinute = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2})?$',
  description: 'A day, or a day and a time by the clock of the place',
  examples: ['2026-12-20', '2026-12-20T14:00'],
})
const Zone = text(64, 'Time zone of the place (IANA)', 'Europe/Lisbon')

// Travellers.

export const TripTraveller = Type.Object({
  id: Type.String({ description: 'Traveller id (pax_)' }),
  full_name: Type.String(),
  born_on: Nullable(DateText),
  client_id: Nullable(Type.String({ description: 'The client, if the traveller is one' })),
  companion_id: Nullable(Type.String({ description: "The companion (trv_) in the client's file" })),
})
export type TripTraveller = Type.Static<typeof TripTraveller>

export const TripTravellerInput = Type.Object({
  id: Type.Optional(Type.String({ description: 'As you read it; a new traveller if left out' })),
  full_name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', examples: ['Maria Souza'] }),
  born_on: optional(DateInput),
  client_id: optional(ClientIdInput),
  companion_id: optional(Type.String({ description: "In the file of the trip's client" })),
})
export type TripTravellerInput = Type.Static<typeof TripTravellerInput>

// Money.

const Hidden = (description: string) =>
  Nullable(Type.Number({ description: `${description}; null without \`costs.read\`` }))

export const TripMoney = Type.Object(
  {
    price: Type.Number({ description: 'What the client pays, cancelled items at what is kept of them' }),
    cost: Hidden('What the suppliers are paid'),
    earnings: Hidden('`price` less `cost`'),
    collected_by_supplier: Type.Number({
      description: 'The part of `price` that suppliers collect themselves',
    }),
    invoiced: Type.Number({
      description: 'On invoices that are not cancelled, drafts included, less what was credited',
    }),
    paid: Type.Number({ description: 'What was paid of `invoiced`' }),
    due: Type.Number({
      description: 'What issued invoices bill of `invoiced`, less `paid`; a draft is not due',
    }),
    open: Type.Number({
      description:
        '`price` less `collected_by_supplier` and `invoiced`: still to be invoiced; below zero: to be given back',
    }),
  },
  { description: 'In BRL' },
)
export type TripMoney = Type.Static<typeof TripMoney>

// Items.

export const TripSegment = Type.Object({
  flight_number: text(
    100,
    'Airline and number; several, with a comma between them, if only the ends of the leg are known',
    'LA 8084',
  ),
  origin: Type.String({ description: 'IATA code', examples: ['GRU'] }),
  destination: Type.String({ description: 'IATA code', examples: ['LIS'] }),
  departing_at: Type.String({ description: 'By the clock of the airport', examples: ['2026-12-20T18:05'] }),
  arriving_at: Type.String({ description: 'By the clock of the airport', examples: ['2026-12-21T06:40'] }),
})
export type TripSegment = Type.Static<typeof TripSegment>

export const TripFlight = Type.Object({
  airline: Nullable(text(80, 'Name of the airline', 'LATAM')),
  segments: Type.Array(TripSegment),
})
export type TripFlight = Type.Static<typeof TripFlight>

export const TripFile = Type.Object({
  id: Type.String({ description: 'File id (file_)' }),
  name: Type.String(),
  type: Type.Enum([...FILE_TYPES]),
  bytes: Type.Integer(),
  for_travellers: Type.Boolean({ description: "Whether the travellers' page offers it" }),
  created_at: Timestamp,
})
export type TripFile = Type.Static<typeof TripFile>

const ITEM_TEXTS = {
  description: Nullable(text(500, 'What the client gets', 'Hotel Avenida, 5 noites')),
  supplier_name: Nullable(text(200, 'Who is paid', 'Orinter')),
  supplier_phone: Nullable(text(50, 'For the traveller on the way')),
  place: Nullable(text(300, 'Where it is, or from where to where', 'Av. da Liberdade 12, Lisboa')),
  unit: Nullable(text(200, 'Room, vehicle or cabin', 'Quarto duplo')),
  meal_plan: Nullable(text(100, 'Meals', 'Café da manhã')),
  confirmation_number: Nullable(text(60, 'Locator, voucher or policy number', 'XK4T7B')),
  instructions: Nullable(text(2_000, 'For the traveller: where to meet, what to bring')),
  notes: Nullable(text(5_000, 'For the agency alone')),
}

export const TripItem = Type.Object({
  id: Type.String({ description: 'Item id (tri_)' }),
  trip_id: Type.String(),
  kind: Type.Enum([...TRIP_ITEM_KINDS]),
  status: Type.Enum([...TRIP_ITEM_STATUSES]),
  booking_id: Nullable(
    Type.String({ description: 'The booking that the item follows; it is read only then' }),
  ),
  ...ITEM_TEXTS,
  starts_at: Nullable(DayOrMinute),
  starts_zone: Nullable(Zone),
  ends_at: Nullable(DayOrMinute),
  ends_zone: Nullable(Zone),
  traveller_ids: Type.Array(Type.String(), { description: 'Of the trip; none means all' }),
  free_cancellation_until: Nullable(Timestamp),
  flight: Nullable(TripFlight),
  currency: Currency,
  exchange_rate: Type.Number({ description: 'BRL for one unit of currency; 1 for BRL' }),
  cost_amount: Nullable(Type.Number({ description: 'In `currency`; null without `costs.read`' })),
  price_amount: Type.Number({ description: 'In `currency`' }),
  kept_cost_amount: Nullable(
    Type.Number({ description: 'Of a cancelled item: what its supplier keeps; null without `costs.read`' }),
  ),
  kept_price_amount: Type.Number({ description: 'Of a cancelled item: what the client pays all the same' }),
  collected_by: Type.Enum([...COLLECTORS], { description: "Who takes the client's money" }),
  seller_id: Nullable(Type.String({ description: 'Who sold it (usr_)' })),
  money: TripMoney,
  invoice_ids: Type.Array(Type.String(), { description: 'Invoices with this item, cancelled ones left out' }),
  files: Type.Array(TripFile),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type TripItem = Type.Static<typeof TripItem>

const Money = (description: string) => Type.Number({ minimum: 0, maximum: 999_999_999.99, description })

const ITEM_FIELDS = {
  status: Type.Optional(Type.Enum([...TRIP_ITEM_STATUSES], { description: 'quoted if left out' })),
  ...Type.Partial(Type.Object(ITEM_TEXTS)).properties,
  starts_at: optional(DayOrMinute),
  starts_zone: optional(Zone),
  ends_at: optional(DayOrMinute),
  ends_zone: optional(Zone),
  traveller_ids: Type.Optional(Type.Array(Type.String(), { maxItems: TRAVELLERS_MAX })),
  free_cancellation_until: optional(Type.String({ description: 'A timestamp with its zone' })),
  flight: optional(
    Type.Object({
      airline: optional(text(80, 'Name of the airline', 'LATAM')),
      segments: Type.Array(TripSegment, { minItems: 1, maxItems: SEGMENTS_MAX }),
    }),
  ),
  currency: Type.Optional({ ...Currency, description: 'BRL if left out', examples: ['USD'] }),
  exchange_rate: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 1_000_000,
      description: 'BRL for one unit of currency, up to 6 decimals; needed for another currency than BRL',
    }),
  ),
  cost_amount: optional(Money('In `currency`; needs `costs.read`')),
  price_amount: Type.Optional(Money('In `currency`; 0 if left out')),
  kept_cost_amount: optional(Money('Of a cancelled item, 0 counts if left out; needs `costs.read`')),
  kept_price_amount: Type.Optional(Money('Of a cancelled item, at most `price_amount`; 0 if left out')),
  collected_by: Type.Optional(Type.Enum([...COLLECTORS], { description: 'agency if left out' })),
  seller_id: optional(
    Type.String({ description: 'Needs `trips.assign`, except for oneself if no seller is named yet' }),
  ),
}

export const TripItemInput = Type.Object({ kind: Type.Enum([...TRIP_ITEM_KINDS]), ...ITEM_FIELDS })
export type TripItemInput = Type.Static<typeof TripItemInput>
export const TripItemChange = Type.Object({
  kind: Type.Optional(Type.Enum([...TRIP_ITEM_KINDS])),
  ...ITEM_FIELDS,
})
export type TripItemChange = Type.Static<typeof TripItemChange>

// Trips.

export const Trip = Type.Object({
  id: Type.String({ description: 'Trip id (trip_)' }),
  number: Type.String({ examples: ['2026-000012'] }),
  title: Type.String(),
  client_id: Type.String({ description: 'The client, who pays (UUID)' }),
  client: ClientOfDocument,
  seller: Nullable(
    Type.Object(
      { id: Type.String({ description: 'usr_' }), name: Type.String() },
      { description: 'Who sold it' },
    ),
  ),
  status: Type.Enum([...TRIP_STATUSES], {
    description: 'By its dates; cancelled: all of its items are cancelled',
  }),
  starts_on: Nullable(DateText),
  ends_on: Nullable(DateText),
  travellers: Type.Array(TripTraveller),
  currency: Brl,
  money: TripMoney,
  page_url: Nullable(Type.String({ description: "The travellers' page; null until it is shared" })),
  ...References.properties,
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Trip = Type.Static<typeof Trip>

export const TripAcceptance = Type.Object({
  accepted_at: Timestamp,
  name: Type.String({ description: 'As it was typed on the page' }),
  terms_sha256: Type.String({ description: 'SHA-256 of the text that was accepted, in hex' }),
  terms_text: Type.String({ description: 'The text that was accepted' }),
  address: Type.String({ description: 'IP address from which it was accepted' }),
  user_agent: Nullable(Type.String({ description: 'The browser, as it names itself' })),
})
export type TripAcceptance = Type.Static<typeof TripAcceptance>

/** A single trip. */
export const TripDetail = Type.Intersect([
  Trip,
  Tags,
  Type.Object({
    items: Type.Array(TripItem),
    quote_ids: Type.Array(Type.String(), { description: 'The quotes that became this trip' }),
    acceptances: Type.Array(TripAcceptance, {
      description: "Who accepted the agency's terms on the travellers' page, the newest text first",
    }),
  }),
])
export type TripDetail = Type.Static<typeof TripDetail>

export const TripInput = Type.Object({
  client_id: ClientIdInput,
  title: Type.Optional(
    Nullable(
      text(200, 'The places of its items, or else the name of the client, if left out', 'Férias em Lisboa'),
    ),
  ),
  seller_id: optional(
    Type.String({ description: 'The person who calls, if left out. Another one needs `trips.assign`' }),
  ),
  travellers: Type.Optional(Type.Array(TripTravellerInput, { maxItems: TRAVELLERS_MAX })),
  booking_ids: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: 50,
      description: 'Bookings that join it; see POST /trips/:id/bookings',
    }),
  ),
  ...ReferencesInput.properties,
})
export type TripInput = Type.Static<typeof TripInput>

export const TripChange = Type.Partial(Type.Omit(TripInput, ['booking_ids']))
export type TripChange = Type.Static<typeof TripChange>

const EXPAND = Expand('client')

export const TripsQuery = PageOf({
  client_id: Type.Optional({ ...ClientIdInput, description: 'Only those of this client' }),
  status: Type.Optional(Type.Enum([...TRIP_STATUSES], { description: 'Only those in this state' })),
  seller_id: Type.Optional(Type.String({ description: 'Only those that this person (usr_) sold' })),
  invoice_id: Type.Optional(Type.String({ description: 'Only those with items on this invoice' })),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'In number, title, client, travellers, suppliers and confirmation numbers',
    }),
  ),
  starts_after: Type.Optional(Type.String({ description: 'Begins on this day or later' })),
  starts_before: Type.Optional(Type.String({ description: 'Begins on this day or earlier' })),
  has_open: Type.Optional(
    Type.Boolean({ description: 'Only those with something to be invoiced or given back' }),
  ),
  tag: TagFilter,
  ...ReferencesFilter.properties,
  ...EXPAND,
  ...CHANGED,
})
export type TripsQuery = Type.Static<typeof TripsQuery>

export const TripCopyInput = OptionalBody(
  Type.Object({
    client_id: Type.Optional(ClientIdInput),
    title: Type.Optional(text(200, 'The same if left out')),
    starts_on: Type.Optional({
      ...DateInput,
      description: 'All days move with the first; the same if left out',
    }),
  }),
)
export type TripCopyInput = Type.Static<typeof TripCopyInput>

export const TripMergeInput = Type.Object({
  trip_id: Type.String({ description: 'The trip whose items, travellers, notes and tags join this one' }),
})
export type TripMergeInput = Type.Static<typeof TripMergeInput>

export const BookingOfTripInput = Type.Object({
  booking_id: Type.String({ description: 'Of the same client' }),
  trip_item_id: Type.Optional(
    Type.String({ description: 'A quoted flight of the trip, whose place the booking takes' }),
  ),
})
export type BookingOfTripInput = Type.Static<typeof BookingOfTripInput>

// Flights as text.

export const SegmentsTextInput = Type.Object({
  text: Type.String({
    minLength: 1,
    maxLength: 10_000,
    description: 'Lines as reservation systems write them',
    examples: ['1 LA8084 Y 20DEC 7 GRULIS HK2 1805 0640+1'],
  }),
})
export type SegmentsTextInput = Type.Static<typeof SegmentsTextInput>

export const SegmentsRead = Type.Object({
  segments: Type.Array(TripSegment),
  unread: Type.Array(Type.String(), { description: 'Lines that hold no flight' }),
})
export type SegmentsRead = Type.Static<typeof SegmentsRead>

// Invoicing.

export const BillableItem = Type.Object({
  trip_item_id: Type.String(),
  trip_id: Type.String(),
  trip_number: Type.String(),
  trip_title: Type.String(),
  booking_id: Nullable(Type.String()),
  description: Type.String({ description: 'As the invoice would call it' }),
  status: Type.Enum([...TRIP_ITEM_STATUSES]),
  starts_at: Nullable(DayOrMinute),
  ends_at: Nullable(DayOrMinute),
  open: AmountNumber,
})
export type BillableItem = Type.Static<typeof BillableItem>

// Files.

export const FileQuery = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200, description: 'File name', examples: ['voucher.pdf'] }),
  for_travellers: Type.Optional(
    Type.Boolean({ description: "Whether the travellers' page offers it; true if left out" }),
  ),
})
export type FileQuery = Type.Static<typeof FileQuery>

const onItem = Type.Object({
  ...trips.params.properties,
  item_id: Type.String({ description: 'Id of the item (tri_)' }),
})
const onFile = Type.Object({
  ...onItem.properties,
  file_id: Type.String({ description: 'Id of the file (file_)' }),
})

// Each is a page of the reference.
const ITEMS_TAG = 'Trip items'
const DOCUMENTS_TAG = 'Trip documents'

export const TRIP_OPERATIONS = {
  'trips.list': { ...listAll(trips, TripsQuery, Trip, 'List trips'), partly: 'costs.read' },
  'trips.create': createOne(trips, {
    version: Trip,
    summary: 'Create a trip',
    body: TripInput,
    partly: ['trips.assign', 'costs.read'],
    response: data(TripDetail),
    errors: ['client_not_found', 'booking_not_found', 'booking_in_other_trip', 'booking_of_other_client'],
  }),
  'trips.read': readOne(trips, {
    version: Trip,
    summary: 'Read a trip',
    partly: 'costs.read',
    description: 'With its items, in the order of their days.',
    query: Type.Object(EXPAND),
    response: data(TripDetail),
  }),
  'trips.update': changeOne(trips, {
    version: Trip,
    summary: 'Update a trip',
    description:
      'Title, client, travellers, seller and references. The client changes only while nothing is invoiced, no ' +
      "booking belongs to it and no terms were accepted; the travellers' page is revoked then.",
    body: TripChange,
    partly: ['trips.assign', 'costs.read'],
    response: data(TripDetail),
    errors: ['client_not_found', 'trip_in_use'],
  }),
  'trips.delete': deleteOne(trips, {
    version: Trip,
    summary: 'Delete a trip',
    description: 'Only one without bookings and without invoices.',
    response: data(Deleted),
    errors: ['trip_in_use'],
  }),
  'trips.duplicate': actOn(trips, 'duplicate', {
    audit: 'records',
    partly: 'costs.read',
    summary: 'Duplicate a trip',
    description:
      'With its items as quoted ones: no bookings, confirmation numbers, files or invoices. Flights that we booked ' +
      'are copied as flights.',
    body: TripCopyInput,
    status: 201,
    response: data(TripDetail),
    errors: ['client_not_found'],
  }),
  'trips.merge': actOn(trips, 'merge', {
    audit: 'records',
    partly: 'costs.read',
    summary: 'Merge another trip into this one',
    description: 'Both are of the same client. The other one is gone afterwards.',
    body: TripMergeInput,
    response: data(TripDetail),
    errors: ['trip_of_other_client', 'resource_limit_exceeded'],
  }),
  'trips.addBooking': {
    ...actOn(trips, 'bookings', {
      audit: 'records',
      partly: 'costs.read',
      summary: 'Add a booking to a trip',
      body: BookingOfTripInput,
      response: data(TripDetail),
      errors: [
        'booking_not_found',
        'trip_item_not_found',
        'booking_in_other_trip',
        'booking_of_other_client',
        'trip_item_follows_booking',
        'resource_limit_exceeded',
      ],
    }),
    tag: ITEMS_TAG,
  },
  'tripItems.create': {
    ...actOn(trips, 'items', {
      audit: 'records',
      summary: 'Add an item to a trip',
      partly: ['trips.assign', 'costs.read'],
      body: TripItemInput,
      status: 201,
      response: data(TripItem),
      errors: ['resource_limit_exceeded'],
    }),
    tag: ITEMS_TAG,
  },
  'tripItems.read': {
    method: 'GET',
    path: `${trips.path}/:id/items/:item_id`,
    access: trips.reading,
    tag: ITEMS_TAG,
    version: TripItem,
    params: onItem,
    summary: 'Read an item of a trip',
    partly: 'costs.read',
    response: data(TripItem),
    errors: ['trip_not_found', 'trip_item_not_found'],
  },
  'tripItems.update': {
    method: 'PATCH',
    path: `${trips.path}/:id/items/:item_id`,
    access: trips.writing,
    tag: ITEMS_TAG,
    audit: 'records',
    version: TripItem,
    params: onItem,
    partly: ['trips.assign', 'costs.read'],
    summary: 'Update an item of a trip',
    description:
      'An item that follows a booking takes only `notes`, `instructions`, `seller_id`, `traveller_ids` and, if it ' +
      'is cancelled, `kept_price_amount`. The price cannot go below what is invoiced, and neither ' +
      'can an item that was cancelled come back below it. An item with a cost changes its currency or rate only ' +
      'with `costs.read`.',
    body: TripItemChange,
    response: data(TripItem),
    errors: ['trip_not_found', 'trip_item_not_found', 'trip_item_follows_booking', 'trip_item_invoiced'],
  },
  'tripItems.delete': {
    method: 'DELETE',
    path: `${trips.path}/:id/items/:item_id`,
    access: trips.writing,
    tag: ITEMS_TAG,
    audit: 'records',
    version: TripItem,
    params: onItem,
    summary: 'Delete an item of a trip',
    description: 'One that is not invoiced. A booking only leaves the trip by it.',
    response: data(Deleted),
    errors: ['trip_not_found', 'trip_item_not_found', 'trip_item_invoiced'],
  },
  'tripItems.readSegments': {
    method: 'POST',
    path: '/api/v1/flights/segments',
    access: 'trips.read',
    tag: ITEMS_TAG,
    isSearch: true,
    summary: 'Read flights out of pasted text',
    description: 'Stores nothing. A day without a year is the next one.',
    body: SegmentsTextInput,
    response: data(SegmentsRead),
  },
  'clients.billableItems': {
    method: 'GET',
    path: '/api/v1/clients/:id/billable-items',
    access: 'trips.read',
    tag: ITEMS_TAG,
    params: Type.Object({ id: ClientIdInput }),
    summary: 'List what can be invoiced to a client',
    description: 'Items of all trips of the client that the agency collects and has not invoiced whole.',
    response: data(Type.Array(BillableItem)),
    errors: ['client_not_found'],
  },
} as const satisfies Operations

// Files of items, and what travellers get.

export const TRIP_DOCUMENT_OPERATIONS = {
  'trips.send': {
    ...actOn(trips, 'send', {
      audit: 'records',
      summary: "Send the travellers' page to the client",
      description: 'By WhatsApp or mail, with the itinerary as a PDF. The page is shared by it.',
      body: OptionalBody(SendInput),
      response: data(Sending),
    }),
    tag: DOCUMENTS_TAG,
  },
  'trips.share': {
    ...actOn(trips, 'page', {
      audit: 'records',
      partly: 'costs.read',
      summary: "Share the travellers' page",
      description: 'Creates its address, or a new one: the former address then stops working.',
      response: data(Trip),
    }),
    tag: DOCUMENTS_TAG,
  },
  'trips.unshare': {
    ...deleteOne(trips, {
      partly: 'costs.read',
      summary: "Revoke the travellers' page",
      response: data(Trip),
    }),
    tag: DOCUMENTS_TAG,
    path: `${trips.path}/:id/page`,
  },
  'trips.itinerary': {
    ...readOf(trips, 'itinerary.pdf', {
      summary: 'The itinerary as a PDF',
      response: inline('application/pdf'),
    }),
    tag: DOCUMENTS_TAG,
  },
  'tripItems.voucher': {
    method: 'GET',
    path: `${trips.path}/:id/items/:item_id/voucher.pdf`,
    access: trips.reading,
    tag: DOCUMENTS_TAG,
    params: onItem,
    summary: 'The voucher of an item as a PDF',
    response: inline('application/pdf'),
    errors: ['trip_not_found', 'trip_item_not_found'],
  },
  'tripFiles.create': {
    method: 'POST',
    path: `${trips.path}/:id/items/:item_id/files`,
    access: trips.writing,
    tag: DOCUMENTS_TAG,
    audit: 'records',
    params: onItem,
    query: FileQuery,
    summary: 'Attach a file to an item',
    description:
      'The body is the bytes of the file, whose type is checked by its content. It is stored encrypted.',
    takes: [...FILE_TYPES],
    bodyBytesMax: FILE_BYTES_MAX,
    status: 201,
    response: data(TripFile),
    errors: ['trip_not_found', 'trip_item_not_found', 'file_type_not_supported', 'resource_limit_exceeded'],
  },
  'tripFiles.read': {
    method: 'GET',
    path: `${trips.path}/:id/items/:item_id/files/:file_id`,
    access: trips.reading,
    tag: DOCUMENTS_TAG,
    params: onFile,
    summary: 'Download a file',
    response: attachment('application/octet-stream'),
    errors: ['trip_not_found', 'trip_item_not_found', 'file_not_found'],
  },
  'tripFiles.delete': {
    method: 'DELETE',
    path: `${trips.path}/:id/items/:item_id/files/:file_id`,
    access: trips.writing,
    tag: DOCUMENTS_TAG,
    audit: 'records',
    params: onFile,
    summary: 'Delete a file',
    response: data(Deleted),
    errors: ['trip_not_found', 'trip_item_not_found', 'file_not_found'],
  },
} as const satisfies Operations
