// Everything that goes to and comes from the API. Made from the table of operations by `npm run sdk`: change the contract, not this file.

/** Who did it */
export interface Actor {
  type: 'key' | 'person' | 'command_line' | 'system'
  id: string | null
  name: string | null
}

export interface Airline {
  iata_code: string
  icao_code: string | null
  name: string
  /** ISO 3166-1 alpha-2 */
  country_code: string
}

export interface AirlinesQuery {
  /**
   * A code, or part of a name
   *
   * Example: "azul"
   */
  query?: string | undefined
  /** From 1 on; 1 if left out */
  page?: number | undefined
  /** Items per page; 20 if left out, at most 100 */
  limit?: number | undefined
}

/**
 * For pix-bacen: client_id, pix_key, certificate, private_key are required For asaas: api_key are
 * required
 */
export interface AnyBankSettings {
  /** Which bank it is: generic, efi, banco-do-brasil, itau, inter, sicoob, santander; generic if left out */
  profile?: string | undefined
  /**
   * The bank's API; of asaas https://api.asaas.com/v3 if left out, and its sandbox is
   * https://api-sandbox.asaas.com/v3
   */
  api_url?: string | undefined
  /** Its OAuth2 token endpoint; that of the profile if left out */
  token_url?: string | undefined
  /** Needed unless the certificate is all the proof. Never shown again */
  client_secret?: string | undefined
  client_id?: string | undefined
  /** Banco do Brasil's key of the application (gw-dev-app-key). Never shown again */
  app_key?: string | undefined
  /** Inter's account, where the application has several */
  account?: string | undefined
  /** The key that receives */
  pix_key?: string | undefined
  /** How the secret is sent: basic or body; as the profile has it if left out */
  token_auth?: string | undefined
  /** What is asked for with each token; what is used if left out */
  scopes?: string | undefined
  /** Sent with each call: `Name: value`, one a line. Never shown again */
  headers?: string | undefined
  /** Client certificate, PEM */
  certificate?: string | undefined
  /** Sent with each call: `name=value&name=value`. Never shown again */
  query?: string | undefined
  /** Its key, PEM. Never shown again */
  private_key?: string | undefined
  /** The bank's own certificate authority, PEM */
  authority?: string | undefined
  /** Never shown again */
  api_key?: string | undefined
  /** pix, boleto, or "pix,boleto" as if left out */
  methods?: string | undefined
  /** Whom the bank tells when it cannot call us */
  alert_email?: string | undefined
}

export interface ApiKey {
  /** Key id (key_) */
  id: string
  name: string
  /** live for production keys, test for sandbox keys */
  mode: 'live' | 'test'
  /** It may not change anything */
  read_only: boolean
  /** Each operation says which one it needs; a caller without it is answered 403 */
  permissions: ('team.read' | 'keys.read' | 'providers.read' | 'webhooks.read' | 'events.read' | 'bookings.read' | 'wallet.read' | 'clients.read' | 'invoices.read' | 'quotes.read' | 'recurringInvoices.read' | 'sandbox.read' | 'audit.read' | 'search' | 'documents.read' | 'people.read' | 'reports.read' | 'mails.read' | 'keys.manage' | 'providers.manage' | 'webhooks.write' | 'bookings.write' | 'wallet.recharge' | 'clients.write' | 'invoices.write' | 'invoices.refund' | 'quotes.write' | 'recurringInvoices.write' | 'sandbox.write' | 'clients.erase' | 'team.manage' | 'people.manage' | 'notes.write')[]
  /** Last four characters of the secret, to recognise it by */
  last_four: string
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  created_at: string
  created_by: string | null
  expires_at: string | null
  revoked_at: string | null
  last_used_at: string | null
}

export interface ApiKeyInput {
  /** What the key is for */
  name: string
  /** Short for all permissions to read; a read-only key may not write */
  read_only?: boolean | undefined
  /** Short for what this role may do now (GET /api/v1/roles), instead of permissions or read_only */
  role?: 'owner' | 'agent' | 'finance' | 'developer' | 'viewer' | 'read_only' | 'seller' | 'bookkeeper' | undefined
  /** What the key may do: nothing that its maker may not. All of that if left out */
  permissions?: ('team.read' | 'keys.read' | 'providers.read' | 'webhooks.read' | 'events.read' | 'bookings.read' | 'wallet.read' | 'clients.read' | 'invoices.read' | 'quotes.read' | 'recurringInvoices.read' | 'sandbox.read' | 'audit.read' | 'search' | 'documents.read' | 'people.read' | 'reports.read' | 'mails.read' | 'keys.manage' | 'providers.manage' | 'webhooks.write' | 'bookings.write' | 'wallet.recharge' | 'clients.write' | 'invoices.write' | 'invoices.refund' | 'quotes.write' | 'recurringInvoices.write' | 'sandbox.write' | 'clients.erase' | 'team.manage' | 'people.manage' | 'notes.write')[] | undefined
  expires_at?: string | null | undefined
}

export interface ApiKeySnapshot {
  /** Key id (key_) */
  id: string
  name: string
  /** live for production keys, test for sandbox keys */
  mode: 'live' | 'test'
  /** Last four characters of the secret, to recognise it by */
  last_four: string
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  created_at: string
  revoked_at: string | null
}

export interface AuditEntry {
  /** Grows by one per team and mode */
  sequence: number
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  created_at: string
  topic: 'money' | 'access' | 'settings' | 'records'
  /** The operation, command or piece of due work that did it */
  action: string
  /** Who did it */
  actor: Actor
  address: string | null
  request_id: string | null
  object_id: string | null
  /** The fields that changed, before and after; secrets are never among them */
  changes: {
    /** What kind of thing, such as api_key */
    object: string
    object_id: string
    before: Record<string, unknown> | null
    after: Record<string, unknown> | null
  }[]
  /** SHA-256 of this entry and the hash of the one before it, in hex */
  hash: string
}

export interface AuditQuery {
  /** From 1 on; 1 if left out */
  page?: number | undefined
  /** Items per page; 20 if left out, at most 100 */
  limit?: number | undefined
  /** What it is about */
  topic?: 'money' | 'access' | 'settings' | 'records' | undefined
  /** Such as keys.create */
  action?: string | undefined
  /** What sort of actor did it */
  actor_type?: 'key' | 'person' | 'command_line' | 'system' | undefined
  /** Who did it: a key or a person */
  actor_id?: string | undefined
  /** What kind of thing it is mostly about, such as api_key */
  object?: string | undefined
  /** What it is mostly about */
  object_id?: string | undefined
  /** From: a timestamp with its zone, or a day of the team's time zone (YYYY-MM-DD) */
  start_date?: string | undefined
  /**
   * Until: a day is included, and so is the moment itself: a timestamp with its zone, or a day of the
   * team's time zone (YYYY-MM-DD)
   */
  end_date?: string | undefined
}

export interface Boleto {
  /** 47 digits: what the payer types or pastes */
  digitable_line: string
  /** 44 digits */
  barcode: string
  txid: string
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  expires_at: string
  /** What it asks for; the bank adds fine and interest after due_date */
  amount: number
  /**
   * YYYY-MM-DD
   *
   * Example: "2026-11-30"
   */
  due_date: string
  /** A page for the payer */
  url: string
  pdf_url: string
}

export interface Booking {
  /** Booking id (ord_) */
  id: string
  /** Locator of the carrier; empty until the carrier has answered */
  booking_reference: string
  status: 'pending' | 'confirmed' | 'ticketed' | 'cancelled' | 'expired' | 'failed'
  type: 'hold' | 'instant'
  live_mode: boolean
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  synced_at: string
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  created_at: string
  total_amount: string
  total_currency: string
  tax_amount: string
  tax_currency: string
  base_amount: string
  base_currency: string
  /** What the client pays, in BRL */
  client_amount: string
  client_currency: 'BRL'
  /** What the wallet pays, in BRL, frozen at creation */
  wallet_amount: string
  pricing: OfferPricing | null
  offer_id: string
  client: {
    id: string
    full_name: string
    email: string
  }
  owner: Carrier
  slices: Slice[]
  passengers: BookingPassenger[]
  /** Issued tickets; empty until issued */
  documents: BookingDocument[]
  /** What the carrier changed by itself, the oldest first */
  changes: BookingChange[]
  conditions: Conditions
  payment_status: {
    awaiting_payment: boolean
    payment_required_by: string | null
    price_guarantee_expires_at: string | null
  }
  metadata: Record<string, unknown>
  /** What was accepted but looks wrong; of a new hold also that the wallet could not pay it now */
  warnings?: BookingWarning[] | undefined
  /** Present when a test key was used */
  _meta?: Meta | undefined
}

export interface BookingChange {
  /** Id of the change (bch_) */
  id: string
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  created_at: string
  /** The flights that changed, as they were */
  before: ChangedFlight[]
  /** What they are now; empty where the carrier flies none in their place */
  after: ChangedFlight[]
  /** What the carrier waits for; empty where it only tells */
  available_actions: ('accept' | 'cancel')[]
  action_taken: 'accepted' | 'cancelled' | 'changed' | null
  action_taken_at: string | null
}

export interface BookingDetail {
  /** Booking id (ord_) */
  id: string
  /** Locator of the carrier; empty until the carrier has answered */
  booking_reference: string
  status: 'pending' | 'confirmed' | 'ticketed' | 'cancelled' | 'expired' | 'failed'
  type: 'hold' | 'instant'
  live_mode: boolean
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  synced_at: string
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  created_at: string
  total_amount: string
  total_currency: string
  tax_amount: string
  tax_currency: string
  base_amount: string
  base_currency: string
  /** What the client pays, in BRL */
  client_amount: string
  client_currency: 'BRL'
  /** What the wallet pays, in BRL, frozen at creation */
  wallet_amount: string
  pricing: OfferPricing | null
  offer_id: string
  client: {
    id: string
    full_name: string
    email: string
  }
  owner: Carrier
  slices: Slice[]
  passengers: BookingPassenger[]
  /** Issued tickets; empty until issued */
  documents: BookingDocument[]
  /** What the carrier changed by itself, the oldest first */
  changes: BookingChange[]
  conditions: Conditions
  payment_status: {
    awaiting_payment: boolean
    payment_required_by: string | null
    price_guarantee_expires_at: string | null
  }
  metadata: Record<string, unknown>
  /** What was accepted but looks wrong; of a new hold also that the wallet could not pay it now */
  warnings?: BookingWarning[] | undefined
  /** Present when a test key was used */
  _meta?: Meta | undefined
  /** In the order of the alphabet */
  tags: string[]
}

export interface BookingDocument {
  type: 'electronic_ticket'
  /** Ticket number */
  unique_identifier: string
  passenger_id: string
}

export interface BookingInput {
  /** Offer id (off_) */
  offerId: string
  type: 'hold' | 'instant'
  passengers: PassengerInput[]
  /** Required when type is instant */
  payments?: {
    type: 'balance'
    /** The offer's total_amount */
    amount: string
    /** The offer's total_currency */
    currency: string
  }[] | undefined
  /** Any JSON object up to 16 KiB, echoed back */
  metadata?: Record<string, unknown> | undefined
  /** Not there yet: anything but an empty list is refused */
  services?: unknown[] | undefined
  /** The client it is for; found or made from the first adult if left out */
  client_id?: string | undefined
}

export interface BookingListItem {
  id: string
  booking_reference: string
  status: 'pending' | 'confirmed' | 'ticketed' | 'cancelled' | 'expired' | 'failed'
  /** In BRL */
  total_amount: string
  currency: 'BRL'
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  created_at: string
  client: {
    /** Client id (cli_) */
    id: string
    full_name: string
    email: string
  }
  flight_summary: {
    /** IATA code */
    origin: string
    /** IATA code */
    destination: string
    /** YYYY-MM-DD at the origin */
    departure_date: string
    /** Name */
    airline: string
  }
}

export interface BookingPassenger {
  id: string
  type: 'adult' | 'child' | 'infant_without_seat'
  given_name: string
  family_name: string
  gender: 'm' | 'f'
  title: 'mr' | 'mrs' | 'ms' | 'miss' | 'dr' | null
  born_on: string
  email: string
  phone_number: string
  identity_documents: IdentityDocument[]
  loyalty_programme_accounts: LoyaltyAccount[]
  infant_passenger_id: string | null
}

export interface BookingSnapshot {
  /** Booking id (ord_) */
  id: string
  /** Locator of the carrier; empty until the carrier has answered */
  booking_reference: string
  status: 'pending' | 'confirmed' | 'ticketed' | 'cancelled' | 'expired' | 'failed'
  /** What the client pays, in BRL */
  total_amount: string
  currency: 'BRL'
  /** Issued tickets; empty until issued */
  documents: BookingDocument[]
  passengers: {
    id: string
    type: 'adult' | 'child' | 'infant_without_seat'
    given_name: string
    family_name: string
    gender: 'm' | 'f'
    title: 'mr' | 'mrs' | 'ms' | 'miss' | 'dr' | null
    born_on: string
    email: string
    phone_number: string
    infant_passenger_id: string | null
  }[]
  slices: Slice[]
  /** What the carrier changed by itself, the oldest first */
  changes: BookingChange[]
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  created_at: string
}

export interface BookingWarning {
  field: string
  issue: string
}

export interface BookingsQuery {
  /** From 1 on; 1 if left out */
  page?: number | undefined
  /** Items per page; 20 if left out, at most 100 */
  limit?: number | undefined
  /** Only those with this tag */
  tag?: string | undefined
  /** Only those in this state */
  status?: 'pending' | 'confirmed' | 'ticketed' | 'cancelled' | 'expired' | 'failed' | undefined
  /** From this day on, in the team's time zone */
  created_after?: string | undefined
  /** Up to this day, included */
  created_before?: string | undefined
  /** In locator, ticket numbers, passenger names and client */
  search?: string | undefined
  /** Only those of this client */
  client_id?: string | undefined
}

export interface BrandPreview {
  brand_colour: string | null
  brand_text_colour: string | null
  contrast: number | null
  nearest_colour: string | null
  page_url: string | null
  mail_url: string | null
  pdf_url: string | null
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  expires_at: string
}

export interface BrandPreviewQuery {
  /**
   * To try, or none; that of the profile if left out
   *
   * Example: "#0a6e5c"
   */
  brand_colour?: string | undefined
}

export interface CancelledBooking {
  id: string
  status: 'cancelled'
  refund: {
    /** What returns to the wallet */
    amount: string
    currency: 'BRL'
    /** What the carrier keeps */
    penalty_amount: string
    penalty_currency: string
  }
}

export interface Carrier {
  /** IATA airline code */
  iata_code: string
  name: string
}

export interface ChangedFlight {
  origin: {
    /** IATA airport code */
    iata_code: string
    name: string
    terminal: string | null
  }
  destination: {
    /** IATA airport code */
    iata_code: string
    name: string
    terminal: string | null
  }
  /** Local time at the airport, without a zone designator */
  departing_at: string
  /** Local time at the airport, without a zone designator */
  arriving_at: string
  marketing_carrier: Carrier
  marketing_carrier_flight_number: string
}

export interface ChargePayment {
  /** What the payer pays or gets back; all of it if left out */
  amount?: string | number | undefined
  /** Which charge of an invoice that has several; the PIX one if left out */
  method?: 'pix' | 'boleto' | undefined
}

export interface ChargeReturn {
  /** What the payer pays or gets back; all of it if left out */
  amount?: string | number | undefined
}

export interface Client {
  /** Client id (UUID); bookings write the same id as cli_ and 32 hex digits */
  id: string
  /** individual or company */
  client_type: 'individual' | 'company'
  /** Full name or legal name of the company */
  full_name: string
  email: string
  phone: string | null
  cpf: string | null
  cnpj: string | null
  company_name: string | null
  notes: string | null
  language: 'pt-BR' | 'en' | null
  /** false after a soft deletion */
  is_active: boolean
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  created_at: string
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  updated_at: string
}

export interface ClientChange {
  /** individual or company */
  client_type?: 'individual' | 'company' | undefined
  /**
   * Full name or legal name of the company
   *
   * Example: "Maria Souza"
   */
  full_name?: string | undefined
  /**
   * A valid e-mail address
   *
   * Example: "maria@example.com"
   */
  email?: string | undefined
  phone?: string | null | undefined
  cpf?: string | null | undefined
  cnpj?: string | null | undefined
  company_name?: string | null | undefined
  notes?: string | null | undefined
  language?: 'pt-BR' | 'en' | null | undefined
  is_active?: boolean | undefined
}

export interface ClientDetail {
  /** Client id (UUID); bookings write the same id as cli_ and 32 hex digits */
  id: string
  /** individual or company */
  client_type: 'individual' | 'company'
  /** Full name or legal name of the company */
  full_name: string
  email: string
  phone: string | null
  cpf: string | null
  cnpj: string | null
  company_name: string | null
  notes: string | null
  language: 'pt-BR' | 'en' | null
  /** false after a soft deletion */
  is_active: boolean
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  created_at: string
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  updated_at: string
  /** In the order of the alphabet */
  tags: string[]
}

export interface ClientInput {
  /** individual or company */
  client_type: 'individual' | 'company'
  /**
   * Full name or legal name of the company
   *
   * Example: "Maria Souza"
   */
  full_name: string
  /**
   * A valid e-mail address
   *
   * Example: "maria@example.com"
   */
  email: string
  phone?: string | null | undefined
  cpf?: string | null | undefined
  cnpj?: string | null | undefined
  company_name?: string | null | undefined
  notes?: string | null | undefined
  language?: 'pt-BR' | 'en' | null | undefined
  is_active?: boolean | undefined
}

export interface ClientsQuery {
  /** From 1 on; 1 if left out */
  page?: number | undefined
  /** Items per page; 20 if left out, at most 100 */
  limit?: number | undefined
  /** individual or company */
  client_type?: 'individual' | 'company' | undefined
  /** Part of a name, e-mail, CPF or CNPJ; case, accents and punctuation do not matter */
  search?: string | undefined
  /** Only active or only inactive ones */
  is_active?: boolean | undefined
  /** Only those with this tag */
  tag?: string | undefined
}

export interface ClockAdvance {
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  now: string
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  target: string
  /** false: the same call goes on towards the target */
  complete: boolean
  /** Pieces of due work done by this call */
  ran: number
  /** Work that failed for technical reasons three times and was put aside */
  failed: {
    id: string
    kind: string
    error: string
  }[]
}

export interface ClockAdvanceInput {
  /** ISO 8601 duration, for example PT30M; at most 2 years */
  by: string
}

export interface Conditions {
  refund_before_departure: {
    allowed: boolean
    penalty_amount: string | null
    penalty_currency: string | null
  }
  change_before_departure: {
    allowed: boolean
    penalty_amount: string | null
    penalty_currency: string | null
  }
}

export interface ConfirmInput {
  payment: {
    type: 'balance'
    /** The offer's total_amount */
    amount: string
    /** The offer's total_currency */
    currency: string
  }
}

export interface ConfirmedBooking {
  id: string
  booking_reference: string
  status: 'pending' | 'confirmed' | 'ticketed' | 'cancelled' | 'expired' | 'failed'
  documents: {
    type: 'electronic_ticket'
    unique_identifier: string
  }[]
}

export interface CurrentOffer {
  /** Offer id (off_): offerId when booking */
  id: string
  /** Original value in the currency of the carrier */
  total_amount: string
  total_currency: string
  /** Of that, the fare */
  base_amount: string
  base_currency: string
  /** Of that, taxes and charges */
  tax_amount: string
  tax_currency: string
  /** Final value in BRL to charge the client */
  client_amount: string
  client_currency: 'BRL'
  /** total_amount as a number */
  original_amount: number
  original_currency: string
  /** BRL for one unit of the original currency */
  exchange_rate_used: number
  /** total_amount converted to BRL */
  base_cost_brl: string
  agency_markup_percent: number
  /** The markup in BRL */
  agency_markup_amount: string
  /** The fixed fee in BRL */
  agency_fee_amount: string
  /** Markup and fee together */
  total_agency_commission: string
  /** The markup again */
  markup_applied: string
  /** The fee again */
  fee_applied: string
  /** By which rule of the agency it was priced */
  pricing: OfferPricing
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  expires_at: string
  owner: Carrier
  slices: Slice[]
  passengers: OfferPassenger[]
  conditions: Conditions
  payment_requirements: {
    /** true: it cannot be held */
    requires_instant_payment: boolean
    /**
     * UTC with milliseconds
     *
     * Example: "2026-11-15T12:00:00.000Z"
     */
    price_guarantee_expires_at: string
    /**
     * UTC with milliseconds
     *
     * Example: "2026-11-15T12:00:00.000Z"
     */
    payment_required_by: string
  }
  /** Whether the carrier asks another price than at the search */
  price_changed: boolean
  /** total_amount at the search */
  previous_total_amount: string
  /** client_amount at the search */
  previous_client_amount: string
  /** Present when a test key was used */
  _meta?: Meta | undefined
}

export interface Deadlines {
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  as_of: string
  currency: 'BRL'
  /** Holds that can still be paid */
  count: number
  /** What the wallet would pay for all of them */
  amount: string
  /**
   * Two decimals, a dot, no thousands separator
   *
   * Example: "1234.50"
   */
  wallet_balance: string
  /** Whether the wallet can pay them all */
  is_covered: boolean
  /** What is missing for that */
  missing_amount: string
  /** By the time that is left */
  buckets: {
    name: 'under_2_hours' | 'under_6_hours' | 'under_24_hours' | 'under_72_hours' | 'later'
    count: number
    /** What the wallet would pay */
    amount: string
  }[]
  /** The fifty that end first */
  holds: {
    /** Booking id (ord_) */
    id: string
    booking_reference: string
    /**
     * UTC with milliseconds
     *
     * Example: "2026-11-15T12:00:00.000Z"
     */
    payment_required_by: string
    /** What the wallet would pay */
    amount: string
    origin: string
    destination: string
    client_name: string | null
  }[]
}

export interface DeleteClientQuery {
  /** Erases the person for good, but for issued invoices; needs `clients.erase` */
  erase?: boolean | undefined
}

export interface Deleted {
  id: string
  deleted: true
}

export interface DeletedClient {
  id: string
  /** false: the client has links, so it was deactivated instead */
  deleted: boolean
  is_active?: false | undefined
  erasure?: Erasure | undefined
}

export interface DeletedNote {
  id: string
  deleted: true
}

export interface DeletedProvider {
  id: string
  deleted: true
}

export interface DeletedWebhook {
  id: string
  deleted: true
}

export interface DeliveriesQuery {
  /** From 1 on; 1 if left out */
  page?: number | undefined
  /** Items per page; 20 if left out, at most 100 */
  limit?: number | undefined
  /** Only deliveries of this status */
  status?: 'waiting' | 'delivered' | 'failed' | 'skipped' | undefined
  /** Only this event type */
  type?: string | undefined
  /** First day, in the team's time zone (YYYY-MM-DD) */
  start_date?: string | undefined
  /** Last day, in the team's time zone (YYYY-MM-DD) */
  end_date?: string | undefined
}

export interface Delivery {
  /** Delivery id (dlv_) */
  id: string
  webhook_id: string
  event_id: string
  type: string
  status: 'waiting' | 'delivered' | 'failed' | 'skipped'
  /** Attempts made */
  attempts: number
  next_attempt_at: string | null
  last_attempt_at: string | null
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  created_at: string
  replay_of: string | null
}

export interface DeliveryWithAttempts {
  /** Delivery id (dlv_) */
  id: string
  webhook_id: string
  event_id: string
  type: string
  status: 'waiting' | 'delivered' | 'failed' | 'skipped'
  /** Attempts made */
  attempts: number
  next_attempt_at: string | null
  last_attempt_at: string | null
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  created_at: string
  replay_of: string | null
  attempt_log: {
    number: number
    /**
     * UTC with milliseconds
     *
     * Example: "2026-11-15T12:00:00.000Z"
     */
    at: string
    status: number | null
    duration_ms: number
    error: string | null
    body: string | null
  }[]
  /** What is sent; null without the permission to read the object it carries */
  payload: unknown
  /** The permission without which the payload is left out */
  needs?: string | undefined
}

export interface Departure {
  /** Booking id (ord_) */
  id: string
  booking_reference: string
  /** Of the first flight, local time at its airport */
  departing_at: string
  /** IATA code */
  origin: string
  /** IATA code */
  destination: string
  /** Name */
  airline: string
  client_name: string | null
  travellers: string[] | null
}

export interface DeparturesQuery {
  /** From 1 on; 1 if left out */
  page?: number | undefined
  /** Items per page; 20 if left out, at most 100 */
  limit?: number | undefined
  /** Today is the first of them; 7 if left out */
  days?: number | undefined
}

export interface Erasure {
  /** Erasure id (era_) */
  id: string
  /** The client that was erased (UUID) */
  client_id: string
  asked_by: string | null
  /**
   * When it was asked for and begun: the client itself was erased then
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  erased_at: string
  completed_at: string | null
  counts: ErasureCounts
}

export interface ErasureCounts {
  /** The client, emptied or deleted */
  clients: number
  /** Bookings that were about the person */
  bookings: number
  /** Travellers of them who were the person */
  travellers: number
  /** Issued invoices, which keep the name and the tax id */
  invoices: number
  mails: number
  messages: number
  /** Notes about the person, or that named them */
  notes: number
  events: number
  /** What receivers of webhooks answered to those events */
  receiver_answers: number
  /** Answers kept under an Idempotency-Key */
  remembered_answers: number
}

export interface EventsQuery {
  /** From 1 on; 1 if left out */
  page?: number | undefined
  /** Items per page; 20 if left out, at most 100 */
  limit?: number | undefined
  /** Only this event type */
  type?: string | undefined
  /** First day, in the team's time zone (YYYY-MM-DD) */
  start_date?: string | undefined
  /** Last day, in the team's time zone (YYYY-MM-DD) */
  end_date?: string | undefined
  /** Only events after this one, oldest first: a cursor that misses nothing */
  after_sequence?: number | undefined
}

export type FrequencyName = 'monthly' | 'bimonthly' | 'quarterly' | 'semiannual' | 'annual' | 'custom'

export interface Health {
  status: 'ok' | 'degraded' | 'unavailable'
  version: string
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  time: string
  checks: {
    database: 'ok' | 'down'
    jobs: 'ok' | 'stalled' | 'unknown'
  }
}

export interface HeldPayment {
  /** Held payment id (hpm_) */
  id: string
  /** What it was paid for (rch_) */
  recharge_id: string
  /**
   * Two decimals, a dot, no thousands separator
   *
   * Example: "1234.50"
   */
  amount: string
  currency: 'BRL'
  reason: 'exceeds_amount' | 'exceeds_day_limit' | 'untrusted_bank'
  status: 'held' | 'accepted' | 'refused'
  /** The bank's own id of the payment */
  payment_id: string
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  paid_at: string
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  created_at: string
}

export interface IdentityDocument {
  type: 'passport' | 'tax_id' | 'known_traveler_number'
  /** Number of the document */
  unique_identifier: string
  /**
   * ISO 3166-1 alpha-2
   *
   * Example: "BR"
   */
  issuing_country_code: string
  /** YYYY-MM-DD */
  expires_on?: string | undefined
}

export interface IntegrationSnapshot {
  /** UUID */
  id: string
  kind: 'payment_provider'
  provider: 'simulated' | 'pix-bacen' | 'asaas'
  status: 'connected' | 'disconnected'
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  connected_at: string
}

export interface Invitation {
  /** Invitation id (ivt_) */
  id: string
  email: string
  /** GET /api/v1/roles says what each may do */
  role: 'owner' | 'agent' | 'finance' | 'developer' | 'viewer'
  /** Of pages and mails for this person */
  language: Language
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  expires_at: string
  invited_by: string | null
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  created_at: string
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  sent_at: string
}

export interface InvitationInput {
  /** Example: "ana@agencia.example" */
  email: string
  /** GET /api/v1/roles says what each may do */
  role: 'owner' | 'agent' | 'finance' | 'developer' | 'viewer'
  /** Of pages and mails for this person */
  language?: Language | undefined
}

export interface Invoice {
  /** UUID */
  id: string
  number: string | null
  client_id: string
  client: Client
  /**
   * YYYY-MM-DD
   *
   * Example: "2026-11-30"
   */
  issue_date: string
  /**
   * YYYY-MM-DD
   *
   * Example: "2026-11-30"
   */
  due_date: string
  status: InvoiceStatusName
  payment_status: PaymentStatusName
  items: Item[]
  /** BRL, at most two decimals */
  subtotal: number
  /** Percent */
  discount_rate: number
  /** BRL, at most two decimals */
  discount_amount: number
  /** Percent */
  tax_rate: number
  /** BRL, at most two decimals */
  tax_amount: number
  /** BRL, at most two decimals */
  total: number
  /** BRL, at most two decimals */
  amount_paid: number
  /** Without fine and interest; those are in pix and boleto */
  amount_due: number
  /** Paid beyond total, fine and interest */
  amount_overpaid: number
  /** What being late costs, as the team had set it when the invoice was made */
  late_payment: {
    /** Once, after the due date */
    fine_percent: number
    /** A month, day by day */
    interest_percent: number
    /** What was paid of both */
    amount_paid: number
  }
  paid_at: string | null
  notes: string | null
  currency: 'BRL'
  payment_provider_id: string | null
  /** By which it can be paid, each with a charge of its own */
  payment_methods: ('pix' | 'boleto')[]
  pix: Pix | null
  boleto: Boleto | null
  payments: InvoicePayment[]
  /** Public page where the client pays */
  payment_url: string
  pdf_url: string
  recurring_invoice_id: string | null
  quote_id: string | null
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  created_at: string
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  updated_at: string
}

export interface InvoiceChange {
  /** Id of the client (UUID, or cli_ and its digits) */
  client_id?: string | undefined
  /**
   * YYYY-MM-DD
   *
   * Example: "2026-11-30"
   */
  issue_date?: string | undefined
  /**
   * YYYY-MM-DD
   *
   * Example: "2026-11-30"
   */
  due_date?: string | undefined
  items?: ItemInput[] | undefined
  /** Percent, up to 4 decimals */
  tax_rate?: number | undefined
  /** Percent, up to 4 decimals */
  discount_rate?: number | undefined
  notes?: NotesInput | undefined
  payment_provider_id?: ProviderIdInput | undefined
  /** By which it can be paid; by PIX if left out. A boleto needs a client with cpf or cnpj */
  payment_methods?: ('pix' | 'boleto')[] | undefined
  status?: InvoiceStatusName | undefined
  payment_status?: PaymentStatusName | undefined
  /** Sum paid, at most two decimals */
  amount_paid?: number | undefined
  paid_at?: string | null | undefined
}

export interface InvoiceInput {
  /** Id of the client (UUID, or cli_ and its digits) */
  client_id: string
  /**
   * YYYY-MM-DD
   *
   * Example: "2026-11-30"
   */
  issue_date: string
  /**
   * YYYY-MM-DD
   *
   * Example: "2026-11-30"
   */
  due_date: string
  items: ItemInput[]
  /** Percent, up to 4 decimals */
  tax_rate?: number | undefined
  /** Percent, up to 4 decimals */
  discount_rate?: number | undefined
  notes?: NotesInput | undefined
  payment_provider_id?: ProviderIdInput | undefined
  /** By which it can be paid; by PIX if left out. A boleto needs a client with cpf or cnpj */
  payment_methods?: ('pix' | 'boleto')[] | undefined
  status?: InvoiceStatusName | undefined
  payment_status?: PaymentStatusName | undefined
  /** Sum paid, at most two decimals */
  amount_paid?: number | undefined
  paid_at?: string | null | undefined
}

export interface InvoicePayment {
  /** UUID */
  id: string
  /** Negative for a correction, and for what went back to the payer */
  amount: number
  /** What of it is fine and interest for being late */
  late_amount: number
  method: PaymentMethodName
  reference: string | null
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  paid_at: string
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  created_at: string
}

export type InvoiceStatusName = 'draft' | 'sent' | 'cancelled'

export interface InvoicesDownloadQuery {
  /** Only invoices of this status */
  status?: 'draft' | 'sent' | 'cancelled' | undefined
  /** Only those of this payment status */
  payment_status?: 'pending' | 'partial' | 'paid' | 'overdue' | undefined
  /** Only those of this client */
  client_id?: string | undefined
  /**
   * en, the default: commas, 1234.50, 2026-11-15, names of fields. pt-BR, for spreadsheets: semicolons,
   * 1234,50, 15/11/2026, times in the team's zone, Portuguese words, and a byte order mark
   */
  locale?: 'en' | 'pt-BR' | undefined
}

export interface InvoicesQuery {
  /** From 1 on; 1 if left out */
  page?: number | undefined
  /** Items per page; 20 if left out, at most 100 */
  limit?: number | undefined
  /** Only invoices of this status */
  status?: 'draft' | 'sent' | 'cancelled' | undefined
  /** Only those of this payment status */
  payment_status?: 'pending' | 'partial' | 'paid' | 'overdue' | undefined
  /** Only those of this client */
  client_id?: string | undefined
}

export interface Item {
  /** UUID */
  id: string
  description: string
  quantity: number
  unit_price: number
  /** BRL, at most two decimals */
  total: number
}

export interface ItemInput {
  description: string
  /** Up to 4 decimals */
  quantity: number
  /** BRL, up to 4 decimals */
  unit_price: number
}

/** Of pages and mails for this person */
export type Language = 'pt-BR' | 'en'

export interface Logo {
  /** PNG, up to 512 pixels wide and high */
  url: string
  /** PNG of 180 by 180 pixels, on white */
  touch_icon_url: string
  /** PNG of 64 by 64 pixels */
  icon_url: string
  width: number
  height: number
}

export interface LoyaltyAccount {
  /** Example: "LA" */
  airline_iata_code: string
  account_number: string
}

export interface Mail {
  /** Mail id (mail_) */
  id: string
  /** Whom it went to; empty where they were erased */
  to: string
  meant_for: string | null
  subject: string
  booking_id: string | null
  invoice_id: string | null
  quote_id: string | null
  /** The receipt of the booking goes with it as a PDF */
  has_receipt: boolean
  /** The invoice or the quote goes with it as a PDF */
  has_document: boolean
  /**
   * waiting: not tried yet. sent: the mail server took it. stored: kept and not sent, in test mode or
   * without a mail server. failed: the last try failed; `given_up` says whether there will be another
   */
  status: 'waiting' | 'sent' | 'stored' | 'failed'
  /** How often it was tried to send it */
  attempts: number
  /** It did not go out, and by itself never will */
  given_up: boolean
  sent_at: string | null
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  created_at: string
  error: string | null
  html: string | null
  text: string | null
}

export interface MailListItem {
  /** Mail id (mail_) */
  id: string
  /** Whom it went to; empty where they were erased */
  to: string
  meant_for: string | null
  subject: string
  booking_id: string | null
  invoice_id: string | null
  quote_id: string | null
  /** The receipt of the booking goes with it as a PDF */
  has_receipt: boolean
  /** The invoice or the quote goes with it as a PDF */
  has_document: boolean
  /**
   * waiting: not tried yet. sent: the mail server took it. stored: kept and not sent, in test mode or
   * without a mail server. failed: the last try failed; `given_up` says whether there will be another
   */
  status: 'waiting' | 'sent' | 'stored' | 'failed'
  /** How often it was tried to send it */
  attempts: number
  /** It did not go out, and by itself never will */
  given_up: boolean
  sent_at: string | null
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  created_at: string
  error: string | null
}

export interface MailsQuery {
  /** From 1 on; 1 if left out */
  page?: number | undefined
  /** Items per page; 20 if left out, at most 100 */
  limit?: number | undefined
  /** Only those about this booking */
  booking_id?: string | undefined
  /** Only those about this invoice */
  invoice_id?: string | undefined
  /** Only those about this quote */
  quote_id?: string | undefined
  /** Only those to this client's address of today */
  client_id?: string | undefined
  /** Only those to or for this address, in whatever case */
  to?: string | undefined
  /**
   * waiting: not tried yet. sent: the mail server took it. stored: kept and not sent, in test mode or
   * without a mail server. failed: the last try failed; `given_up` says whether there will be another
   */
  status?: 'waiting' | 'sent' | 'stored' | 'failed' | undefined
}

export interface Me {
  /** Team id (team_) */
  id: string
  name: string
  email: string
  /** IANA zone in which the days of the team begin and end */
  time_zone: string
  currency: 'BRL'
  /** live for production keys, test for sandbox keys */
  mode: 'live' | 'test'
  pricing: {
    /** Agency markup, percent of the base cost */
    markup_percent: number
    /** Fixed agency fee in BRL, as an amount string */
    fee_amount: string
  }
  /** Of invoices that are made now */
  late_payment: {
    /** Once, after the due date */
    fine_percent: number
    /** A month, day by day */
    interest_percent: number
  }
  /** The key that asks; there is none where a person does */
  key?: {
    id: string
    name: string
    last_four: string
  } | undefined
  /** The person who asks, where it is not a key */
  person?: {
    id: string
    name: string
    email: string
    role: 'owner' | 'agent' | 'finance' | 'developer' | 'viewer'
  } | undefined
  /** Each operation says which one it needs; a caller without it is answered 403 */
  permissions: ('team.read' | 'keys.read' | 'providers.read' | 'webhooks.read' | 'events.read' | 'bookings.read' | 'wallet.read' | 'clients.read' | 'invoices.read' | 'quotes.read' | 'recurringInvoices.read' | 'sandbox.read' | 'audit.read' | 'search' | 'documents.read' | 'people.read' | 'reports.read' | 'mails.read' | 'keys.manage' | 'providers.manage' | 'webhooks.write' | 'bookings.write' | 'wallet.recharge' | 'clients.write' | 'invoices.write' | 'invoices.refund' | 'quotes.write' | 'recurringInvoices.write' | 'sandbox.write' | 'clients.erase' | 'team.manage' | 'people.manage' | 'notes.write')[]
}

export interface Message {
  /** Message id (msg_) */
  id: string
  /** What it tells of */
  kind: 'created' | 'sent' | 'paid' | 'generated' | 'reminder' | 'overdue'
  invoice_id: string
  channel: 'whatsapp' | 'email'
  /** Telephone number or e-mail address */
  to: string
  text: string
  /**
   * stored: kept and not sent, in test mode or without a messaging app or mail server. delivered and
   * read: the messaging app says so. failed: not sent yet, or it did not arrive
   */
  status: 'waiting' | 'sent' | 'stored' | 'failed' | 'delivered' | 'read'
  mail_id: string | null
  delivered_at: string | null
  read_at: string | null
  error: string | null
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  created_at: string
  sent_at: string | null
}

export interface MessagesQuery {
  /** From 1 on; 1 if left out */
  page?: number | undefined
  /** Items per page; 20 if left out, at most 100 */
  limit?: number | undefined
  /** Only those about this invoice */
  invoice_id?: string | undefined
}

/** Present when a test key was used */
export interface Meta {
  test_mode: boolean
  message: string
}

export interface NewApiKey {
  /** Key id (key_) */
  id: string
  name: string
  /** live for production keys, test for sandbox keys */
  mode: 'live' | 'test'
  /** It may not change anything */
  read_only: boolean
  /** Each operation says which one it needs; a caller without it is answered 403 */
  permissions: ('team.read' | 'keys.read' | 'providers.read' | 'webhooks.read' | 'events.read' | 'bookings.read' | 'wallet.read' | 'clients.read' | 'invoices.read' | 'quotes.read' | 'recurringInvoices.read' | 'sandbox.read' | 'audit.read' | 'search' | 'documents.read' | 'people.read' | 'reports.read' | 'mails.read' | 'keys.manage' | 'providers.manage' | 'webhooks.write' | 'bookings.write' | 'wallet.recharge' | 'clients.write' | 'invoices.write' | 'invoices.refund' | 'quotes.write' | 'recurringInvoices.write' | 'sandbox.write' | 'clients.erase' | 'team.manage' | 'people.manage' | 'notes.write')[]
  /** Last four characters of the secret, to recognise it by */
  last_four: string
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  created_at: string
  created_by: string | null
  expires_at: string | null
  revoked_at: string | null
  last_used_at: string | null
  /** The key itself. It is shown only in this answer. */
  secret: string
}

export interface NewWebhook {
  id: string
  url: string
  /** Subscribed event types, or "*" for all */
  events: string[]
  active: boolean
  /** Signing secret. It is shown only in this answer. */
  secret: string
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  created_at: string
}

export interface Note {
  /** Note id (note_) */
  id: string
  text: string
  author: {
    type: 'key' | 'person'
    id: string
    /** As it was called then */
    name: string
  }
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  created_at: string
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  updated_at: string
}

export interface NoteInput {
  /** Example: "Prefere janela." */
  text: string
}

export type NotesInput = string | null

export interface Offer {
  /** Offer id (off_): offerId when booking */
  id: string
  /** Original value in the currency of the carrier */
  total_amount: string
  total_currency: string
  /** Of that, the fare */
  base_amount: string
  base_currency: string
  /** Of that, taxes and charges */
  tax_amount: string
  tax_currency: string
  /** Final value in BRL to charge the client */
  client_amount: string
  client_currency: 'BRL'
  /** total_amount as a number */
  original_amount: number
  original_currency: string
  /** BRL for one unit of the original currency */
  exchange_rate_used: number
  /** total_amount converted to BRL */
  base_cost_brl: string
  agency_markup_percent: number
  /** The markup in BRL */
  agency_markup_amount: string
  /** The fixed fee in BRL */
  agency_fee_amount: string
  /** Markup and fee together */
  total_agency_commission: string
  /** The markup again */
  markup_applied: string
  /** The fee again */
  fee_applied: string
  /** By which rule of the agency it was priced */
  pricing: OfferPricing
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  expires_at: string
  owner: Carrier
  slices: Slice[]
  passengers: OfferPassenger[]
  conditions: Conditions
  payment_requirements: {
    /** true: it cannot be held */
    requires_instant_payment: boolean
    /**
     * UTC with milliseconds
     *
     * Example: "2026-11-15T12:00:00.000Z"
     */
    price_guarantee_expires_at: string
    /**
     * UTC with milliseconds
     *
     * Example: "2026-11-15T12:00:00.000Z"
     */
    payment_required_by: string
  }
}

export interface OfferPassenger {
  /** Passenger id (pas_), the same in every offer of the search */
  id: string
  type: 'adult' | 'child' | 'infant_without_seat'
  fare_brand_name: string | null
  loyalty_programme_accounts: unknown[]
}

/** By which rule of the agency it was priced */
export interface OfferPricing {
  rule_id: string | null
  rule_name: string | null
  markup_percent: number
  /** For the whole offer or for each passenger, as `fee_per` says */
  fee_amount: string
  fee_per: 'offer' | 'passenger'
  client_id: string | null
  /**
   * Only where passengers were priced by different rules: each rule with its share, which add up to the
   * offer. `rule_id` is null then, and the terms above are those of the whole
   */
  parts?: PricingPart[] | undefined
}

export interface OfferRequestResult {
  /** Id of the search (orq_) */
  id: string
  offers: Offer[]
  /** How many were found, of which `offers` has the first */
  offers_total: number
  /** The cheapest offer's; without offers the places that were asked for */
  slices: Slice[]
  passengers: OfferPassenger[]
  /** Empty unless part of the answer is missing */
  warnings: Warning[]
  /** Present when a test key was used */
  _meta?: Meta | undefined
}

export interface PageQuery {
  /** From 1 on; 1 if left out */
  page?: number | undefined
  /** Items per page; 20 if left out, at most 100 */
  limit?: number | undefined
}

export interface Pagination {
  page: number
  limit: number
  total: number
  /** 0 when total is 0 */
  pages: number
}

export interface PassengerInput {
  /** Passenger id of the offer (pas_) */
  id: string
  /** As on the document */
  given_name: string
  /** As on the document */
  family_name: string
  gender: 'm' | 'f'
  title?: 'mr' | 'mrs' | 'ms' | 'miss' | 'dr' | undefined
  /** YYYY-MM-DD, today at the latest */
  born_on: string
  email: string
  /**
   * With country code, starting with +
   *
   * Example: "+5511987654321"
   */
  phone_number: string
  /** International flights need a passport */
  identity_documents?: IdentityDocument[] | undefined
  loyalty_programme_accounts?: LoyaltyAccount[] | undefined
  /** For an adult with a lap infant: the id of the infant */
  infant_passenger_id?: string | undefined
}

export interface PaymentInput {
  /** BRL, at most two decimals */
  amount: number
  /** ISO 8601 timestamp with its zone */
  paid_at?: string | undefined
}

export type PaymentMethodName = 'pix' | 'boleto' | 'manual' | 'correction' | 'return'

export interface PaymentProviderChange {
  name?: string | undefined
  /** Of all its methods, from now on; another becomes it by being made so */
  is_default?: true | undefined
}

export interface PaymentProviderInput {
  provider: 'simulated' | 'pix-bacen' | 'asaas'
  name?: string | undefined
  /** The wallet's bank is connected by the operator alone */
  purpose?: 'invoices' | undefined
  /** The first one is the default in any case */
  is_default?: boolean | undefined
  /**
   * For pix-bacen: client_id, pix_key, certificate, private_key are required For asaas: api_key are
   * required
   */
  settings?: AnyBankSettings | undefined
}

export interface PaymentProviderTest {
  /** The bank answered, and takes the credentials */
  works: boolean
  /** What it said where it does not */
  reason: string | null
}

export interface PaymentProviderView {
  /** UUID */
  id: string
  /** invoices: the team's own bank. The wallet's is the operator's, and not shown here */
  purpose: 'invoices' | 'wallet'
  provider: 'simulated' | 'pix-bacen' | 'asaas'
  name: string
  is_default: boolean
  methods: ('pix' | 'boleto')[]
  status: 'connected' | 'disconnected'
  /** What is not secret of its settings */
  settings: Record<string, unknown>
  /** Where the bank tells of payments; null for the simulated bank */
  callback_url: string | null
  /** Whether the bank agreed to tell; it is asked regularly in any case */
  callbacks: boolean
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  connected_at: string
}

export interface PaymentReturn {
  /** The bank's id of the return, among those of the payment */
  id: string
  /** Recharge id (rch_) */
  recharge_id: string
  /** The bank's own id of the payment (endToEndId) */
  payment_id: string
  /**
   * Two decimals, a dot, no thousands separator
   *
   * Example: "1234.50"
   */
  amount: string
  /** What the payment had credited, taken back */
  debited_amount: string
  currency: 'BRL'
  transaction_id: string | null
  /**
   * Two decimals, a dot, no thousands separator
   *
   * Example: "1234.50"
   */
  balance: string
  reason: string | null
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  returned_at: string
}

export type PaymentStatusName = 'pending' | 'partial' | 'paid' | 'overdue'

export interface Pix {
  /** BR Code, to be pasted into a bank app */
  copy_paste: string
  /** The same as an image */
  qrcode_url: string
  txid: string
  /** What it asks for: after the due date with fine and interest */
  amount: number
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  expires_at: string
}

export interface Place {
  /** IATA code of the airport, or of the city where only that is known */
  iata_code: string
  name: string
  city_name: string
  /** IATA code of the city */
  iata_city_code: string
  /** IANA zone */
  time_zone: string
}

export interface PlaceSuggestion {
  type: 'airport' | 'city'
  /** Code to search flights with; the code of a city means all its airports */
  iata_code: string
  name: string
  city_name: string
  /** The airport's own code, unless IATA gives the city another */
  iata_city_code: string
  /** ISO 3166-1 alpha-2 */
  country_code: string
  country_name: string
  /** IANA zone; a city's is that of its main airport */
  time_zone: string
  latitude: number
  longitude: number
  /** Of a city; the main one first */
  airports?: {
    type: 'airport'
    /** Code to search flights with; the code of a city means all its airports */
    iata_code: string
    name: string
    city_name: string
    /** The airport's own code, unless IATA gives the city another */
    iata_city_code: string
    /** ISO 3166-1 alpha-2 */
    country_code: string
    country_name: string
    /** IANA zone; a city's is that of its main airport */
    time_zone: string
    latitude: number
    longitude: number
  }[] | undefined
}

export interface PlacesQuery {
  /**
   * Start or part of a code, a city or an airport; accents and capitals do not matter
   *
   * Example: "sao"
   */
  query: string
  /** 10 if left out, at most 50 */
  limit?: number | undefined
}

export interface Pricing {
  /** Percent of the base cost, up to 4 decimals */
  markup_percent: number
  /** Once for each offer */
  fee_amount: string
  /** In their order: the first that fits is applied */
  rules: PricingRule[]
  updated_at: string | null
}

export interface PricingInput {
  /** Percent of the base cost, up to 4 decimals */
  markup_percent: number
  /**
   * In BRL
   *
   * Example: "35.00"
   */
  fee_amount: string
  rules: {
    id?: string | null | undefined
    name?: string | null | undefined
    route?: {
      origin?: string | null | undefined
      destination?: string | null | undefined
      /** Trips in the other direction too */
      both_ways?: boolean | undefined
    } | null | undefined
    airlines?: string[] | null | undefined
    cabins?: ('economy' | 'premium_economy' | 'business' | 'first')[] | null | undefined
    passenger_types?: ('adult' | 'child' | 'infant_without_seat')[] | null | undefined
    client_id?: string | null | undefined
    markup_percent?: number | null | undefined
    fee_amount?: string | null | undefined
  }[]
}

export interface PricingPart {
  /** How many of the passengers it is for */
  passengers: number
  /** Of the base cost: 10 for each seat, 1 for each infant on a lap */
  weight: number
  rule_id: string | null
  rule_name: string | null
  markup_percent: number
  /** For the whole offer or for each passenger, as `fee_per` says */
  fee_amount: string
  fee_per: 'offer' | 'passenger'
  /** Their share of the base cost */
  base_cost_brl: string
  markup_amount: string
  fee_total: string
}

export interface PricingPreview {
  base_cost_brl: string
  agency_markup_percent: number
  agency_markup_amount: string
  agency_fee_amount: string
  total_agency_commission: string
  client_amount: string
  /** By which rule of the agency it was priced */
  pricing: OfferPricing
}

export interface PricingPreviewInput {
  /**
   * The carrier's price in BRL
   *
   * Example: "35.00"
   */
  base_cost_brl: string
  /**
   * Of an airport or city (IATA), or of a country (two letters, ISO 3166-1)
   *
   * Example: "GRU"
   */
  origin: string
  /**
   * Of an airport or city (IATA), or of a country (two letters, ISO 3166-1)
   *
   * Example: "GRU"
   */
  destination: string
  /** Example: "LA" */
  airline: string
  /** economy if left out */
  cabin?: 'economy' | 'premium_economy' | 'business' | 'first' | undefined
  passengers?: {
    type: 'adult' | 'child' | 'infant_without_seat'
    count: number
  }[] | undefined
  client_id?: string | null | undefined
}

export interface PricingRule {
  /** Rule id (prl_) */
  id: string
  name: string | null
  route: {
    origin: string | null
    destination: string | null
    /** Trips in the other direction too */
    both_ways: boolean
  } | null
  airlines: string[] | null
  cabins: ('economy' | 'premium_economy' | 'business' | 'first')[] | null
  passenger_types: ('adult' | 'child' | 'infant_without_seat')[] | null
  client_id: string | null
  markup_percent: number | null
  fee_amount: string | null
}

export interface ProofMailInput {
  /** At 8:00 in the team's time zone, to the team's address */
  daily_mail: boolean
}

export type ProviderIdInput = string | null

export interface Quote {
  /** UUID */
  id: string
  client_id: string
  client: Client
  number: string | null
  /**
   * YYYY-MM-DD
   *
   * Example: "2026-11-30"
   */
  issue_date: string
  valid_until: string | null
  /** Not answered yet, and valid_until is past */
  is_expired: boolean
  status: QuoteStatusName
  items: Item[]
  /** BRL, at most two decimals */
  subtotal: number
  /** Percent */
  discount_rate: number
  /** BRL, at most two decimals */
  discount_amount: number
  /** BRL, at most two decimals */
  total: number
  /** What the client chooses from; `items` and sums are those of the chosen one, before that the first */
  options: {
    /** UUID */
    id: string
    title: string | null
    trip: Trip | null
    items: Item[]
    /** BRL, at most two decimals */
    subtotal: number
    /** BRL, at most two decimals */
    discount_amount: number
    /** BRL, at most two decimals */
    total: number
  }[]
  chosen_option_id: string | null
  notes: string | null
  currency: 'BRL'
  responded_at: string | null
  responded_by: string | null
  decline_reason: string | null
  invoice_id: string | null
  /** Public page where the client answers; 404 while it is a draft */
  public_url: string
  pdf_url: string
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  created_at: string
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  updated_at: string
}

export interface QuoteChange {
  /** Id of the client (UUID, or cli_ and its digits) */
  client_id?: string | undefined
  /**
   * YYYY-MM-DD
   *
   * Example: "2026-11-30"
   */
  issue_date?: string | undefined
  /** Or `options` */
  items?: ItemInput[] | undefined
  /** In place of `items`: the client accepts one of them */
  options?: {
    title?: string | null | undefined
    trip?: TripInput | null | undefined
    items: ItemInput[]
  }[] | undefined
  valid_until?: string | null | undefined
  /** Percent, up to 4 decimals */
  discount_rate?: number | undefined
  notes?: NotesInput | undefined
  status?: QuoteStatusName | undefined
  responded_at?: string | null | undefined
  responded_by?: string | null | undefined
  decline_reason?: string | null | undefined
  /** Which option was accepted; to be said where there are several */
  chosen_option_id?: string | undefined
}

export interface QuoteInput {
  /** Id of the client (UUID, or cli_ and its digits) */
  client_id: string
  /**
   * YYYY-MM-DD
   *
   * Example: "2026-11-30"
   */
  issue_date: string
  /** Or `options` */
  items?: ItemInput[] | undefined
  /** In place of `items`: the client accepts one of them */
  options?: {
    title?: string | null | undefined
    trip?: TripInput | null | undefined
    items: ItemInput[]
  }[] | undefined
  valid_until?: string | null | undefined
  /** Percent, up to 4 decimals */
  discount_rate?: number | undefined
  notes?: NotesInput | undefined
  status?: QuoteStatusName | undefined
  responded_at?: string | null | undefined
  responded_by?: string | null | undefined
  decline_reason?: string | null | undefined
  /** Which option was accepted; to be said where there are several */
  chosen_option_id?: string | undefined
}

export interface QuoteInvoiceInput {
  /**
   * YYYY-MM-DD
   *
   * Example: "2026-11-30"
   */
  issue_date?: string | undefined
  /**
   * YYYY-MM-DD
   *
   * Example: "2026-11-30"
   */
  due_date?: string | undefined
  /** Percent, up to 4 decimals */
  tax_rate?: number | undefined
  status?: InvoiceStatusName | undefined
  payment_provider_id?: ProviderIdInput | undefined
  /** By which it can be paid; by PIX if left out. A boleto needs a client with cpf or cnpj */
  payment_methods?: ('pix' | 'boleto')[] | undefined
}

export type QuoteStatusName = 'draft' | 'sent' | 'accepted' | 'declined' | 'cancelled'

export interface QuotesQuery {
  /** From 1 on; 1 if left out */
  page?: number | undefined
  /** Items per page; 20 if left out, at most 100 */
  limit?: number | undefined
  /** Only quotes of this status */
  status?: 'draft' | 'sent' | 'accepted' | 'declined' | 'cancelled' | undefined
  /** Only those of this client */
  client_id?: string | undefined
}

export interface Readiness {
  /** Nothing of what the caller may know is missing */
  ready: boolean
  checks: ReadinessCheck[]
}

export interface ReadinessCheck {
  /**
   * What was looked at
   *
   * Example: "mail"
   */
  name: string
  /** missing: it does not work for real customers until `action` is done */
  status: 'ok' | 'warning' | 'missing'
  /** How it stands */
  message: string
  action: string | null
}

export interface Receivables {
  /**
   * YYYY-MM-DD
   *
   * Example: "2026-11-30"
   */
  as_of: string
  currency: 'BRL'
  /** Sent invoices that are not fully paid */
  count: number
  /** BRL, at most two decimals */
  amount: number
  /** BRL, at most two decimals */
  overdue_amount: number
  /** By days since the due date */
  buckets: {
    name: 'not_due' | '1_30' | '31_60' | '61_90' | 'over_90'
    count: number
    /** BRL, at most two decimals */
    amount: number
  }[]
}

export interface Recharge {
  /** Recharge id (rch_) */
  id: string
  /**
   * Two decimals, a dot, no thousands separator
   *
   * Example: "1234.50"
   */
  amount: string
  currency: 'BRL'
  status: 'pending' | 'completed' | 'expired' | 'failed' | 'cancelled'
  payment_method: 'pix' | 'boleto'
  /** While it is pending */
  payment?: {
    /** BR Code: what the payer pastes into the bank app */
    pix_copy_paste: string
    /** The same as a QR code (SVG; .png for a bitmap) */
    pix_qrcode_url: string
    /**
     * UTC with milliseconds
     *
     * Example: "2026-11-15T12:00:00.000Z"
     */
    expires_at: string
  } | {
    /** 44 digits */
    boleto_barcode: string
    /** 47 digits: what the payer types or pastes */
    boleto_digitable_line: string
    /** A page for the payer */
    boleto_url: string
    boleto_pdf_url: string
    /**
     * UTC with milliseconds
     *
     * Example: "2026-11-15T12:00:00.000Z"
     */
    expires_at: string
  } | undefined
  /**
   * With live keys, while it is pending: no bank of anybody takes this payment; only `POST
   * /api/v1/test/charges/:id/pay` pays it
   */
  simulated?: true | undefined
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  paid_at?: string | undefined
  /** What was paid and credited, also where it is not the amount asked for */
  paid_amount?: string | undefined
  /** What was paid besides, and is not credited before a person has reviewed it */
  held_amount?: string | undefined
  /** The credit (txn_), once completed */
  transaction_id?: string | undefined
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  created_at: string
}

export interface RechargeInput {
  /**
   * From 100.00 to 50000.00
   *
   * Example: "500.00"
   */
  amount: string
  currency: 'BRL'
  payment_method: 'pix' | 'boleto'
}

export interface RechargesQuery {
  /** From 1 on; 1 if left out */
  page?: number | undefined
  /** Items per page; 20 if left out, at most 100 */
  limit?: number | undefined
  /** Only those in this state */
  status?: 'pending' | 'completed' | 'expired' | 'failed' | 'cancelled' | undefined
}

export interface RecurringInvoice {
  /** UUID */
  id: string
  client_id: string
  client: Client
  name: string
  frequency: FrequencyName
  custom_interval_days: number | null
  billing_day: number
  /**
   * YYYY-MM-DD
   *
   * Example: "2026-11-30"
   */
  start_date: string
  end_date: string | null
  status: RecurringStatusName
  items: Item[]
  /** BRL, at most two decimals */
  subtotal: number
  discount_rate: number
  /** BRL, at most two decimals */
  discount_amount: number
  tax_rate: number
  /** BRL, at most two decimals */
  tax_amount: number
  /** BRL, at most two decimals */
  total: number
  notes: string | null
  currency: 'BRL'
  payment_provider_id: string | null
  /** By which it can be paid, each with a charge of its own */
  payment_methods: ('pix' | 'boleto')[]
  auto_send: boolean
  notify_on_generation: boolean
  notify_client_before_due: boolean
  /** Days before the due date */
  reminder_days_before_due: number[]
  next_due_date: string | null
  next_generation_at: string | null
  last_invoice_id: string | null
  invoices_generated: number
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  created_at: string
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  updated_at: string
}

export interface RecurringInvoiceChange {
  /** Id of the client (UUID, or cli_ and its digits) */
  client_id?: string | undefined
  /** Name of the recurring invoice */
  name?: string | undefined
  frequency?: FrequencyName | undefined
  /** Day of the month */
  billing_day?: number | undefined
  /**
   * YYYY-MM-DD
   *
   * Example: "2026-11-30"
   */
  start_date?: string | undefined
  items?: ItemInput[] | undefined
  custom_interval_days?: number | null | undefined
  end_date?: string | null | undefined
  status?: RecurringStatusName | undefined
  /** Invoices are sent when made; drafts otherwise */
  auto_send?: boolean | undefined
  notify_on_generation?: boolean | undefined
  notify_client_before_due?: boolean | undefined
  /** Days before the due date */
  reminder_days_before_due?: number[] | undefined
  /** Percent, up to 4 decimals */
  tax_rate?: number | undefined
  /** Percent, up to 4 decimals */
  discount_rate?: number | undefined
  notes?: NotesInput | undefined
  payment_provider_id?: ProviderIdInput | undefined
  /** By which it can be paid; by PIX if left out. A boleto needs a client with cpf or cnpj */
  payment_methods?: ('pix' | 'boleto')[] | undefined
}

export interface RecurringInvoiceInput {
  /** Id of the client (UUID, or cli_ and its digits) */
  client_id: string
  /** Name of the recurring invoice */
  name: string
  frequency: FrequencyName
  /** Day of the month */
  billing_day: number
  /**
   * YYYY-MM-DD
   *
   * Example: "2026-11-30"
   */
  start_date: string
  items: ItemInput[]
  custom_interval_days?: number | null | undefined
  end_date?: string | null | undefined
  status?: RecurringStatusName | undefined
  /** Invoices are sent when made; drafts otherwise */
  auto_send?: boolean | undefined
  notify_on_generation?: boolean | undefined
  notify_client_before_due?: boolean | undefined
  /** Days before the due date */
  reminder_days_before_due?: number[] | undefined
  /** Percent, up to 4 decimals */
  tax_rate?: number | undefined
  /** Percent, up to 4 decimals */
  discount_rate?: number | undefined
  notes?: NotesInput | undefined
  payment_provider_id?: ProviderIdInput | undefined
  /** By which it can be paid; by PIX if left out. A boleto needs a client with cpf or cnpj */
  payment_methods?: ('pix' | 'boleto')[] | undefined
}

export interface RecurringInvoicesQuery {
  /** From 1 on; 1 if left out */
  page?: number | undefined
  /** Items per page; 20 if left out, at most 100 */
  limit?: number | undefined
  /** Only those of this status */
  status?: 'active' | 'paused' | 'cancelled' | 'expired' | undefined
  /** Only those of this client */
  client_id?: string | undefined
}

export interface RecurringPreview {
  /**
   * YYYY-MM-DD
   *
   * Example: "2026-11-30"
   */
  due_date: string
  /**
   * YYYY-MM-DD
   *
   * Example: "2026-11-30"
   */
  issue_date: string
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  generation_at: string
  /** BRL, at most two decimals */
  total: number
}

export type RecurringStatusName = 'active' | 'paused' | 'cancelled' | 'expired'

export interface Refund {
  /** Refund id (rfd_) */
  id: string
  invoice_id: string
  /** The payment of the invoice that goes back, in full or in part */
  payment_id: string
  /** BRL, at most two decimals */
  amount: number
  currency: 'BRL'
  /** pending: the bank has not said yet what became of it */
  status: 'pending' | 'succeeded' | 'failed'
  reason: string | null
  failure: string | null
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  created_at: string
  ended_at: string | null
}

export interface RefundInput {
  /** BRL, at most two decimals; all that is left of the payment if left out */
  amount?: number | undefined
  /** Which payment of the invoice; needed where several could be meant */
  payment_id?: string | undefined
  reason?: string | undefined
}

export interface ReplayRange {
  /** Timestamp of the first event */
  from: string
  /** Timestamp after the last event */
  to: string
  /** failed and skipped if left out */
  statuses?: ('waiting' | 'delivered' | 'failed' | 'skipped')[] | undefined
}

export interface Replayed {
  replayed: number
  /** false: there were more than one call replays; send it again */
  complete: boolean
}

export interface ReportsSalesDownloadQuery {
  /** day if left out; weeks begin on Monday */
  group_by?: 'day' | 'week' | 'month' | undefined
  /**
   * First day of booking, 30 days, 12 weeks or 12 months back if left out, in the team's time zone
   * (YYYY-MM-DD)
   */
  start_date?: string | undefined
  /** Last day, today if left out, in the team's time zone (YYYY-MM-DD) */
  end_date?: string | undefined
  /**
   * en, the default: commas, 1234.50, 2026-11-15, names of fields. pt-BR, for spreadsheets: semicolons,
   * 1234,50, 15/11/2026, times in the team's zone, Portuguese words, and a byte order mark
   */
  locale?: 'en' | 'pt-BR' | undefined
}

export interface RoleInput {
  /** GET /api/v1/roles says what each may do */
  role: 'owner' | 'agent' | 'finance' | 'developer' | 'viewer'
}

export interface RoleTable {
  roles: {
    name: 'owner' | 'agent' | 'finance' | 'developer' | 'viewer' | 'read_only' | 'seller' | 'bookkeeper'
    description: string
    /** People may have it; keys may be given any of them */
    for_people: boolean
    permissions: ('team.read' | 'keys.read' | 'providers.read' | 'webhooks.read' | 'events.read' | 'bookings.read' | 'wallet.read' | 'clients.read' | 'invoices.read' | 'quotes.read' | 'recurringInvoices.read' | 'sandbox.read' | 'audit.read' | 'search' | 'documents.read' | 'people.read' | 'reports.read' | 'mails.read' | 'keys.manage' | 'providers.manage' | 'webhooks.write' | 'bookings.write' | 'wallet.recharge' | 'clients.write' | 'invoices.write' | 'invoices.refund' | 'quotes.write' | 'recurringInvoices.write' | 'sandbox.write' | 'clients.erase' | 'team.manage' | 'people.manage' | 'notes.write')[]
  }[]
  permissions: {
    name: 'team.read' | 'keys.read' | 'providers.read' | 'webhooks.read' | 'events.read' | 'bookings.read' | 'wallet.read' | 'clients.read' | 'invoices.read' | 'quotes.read' | 'recurringInvoices.read' | 'sandbox.read' | 'audit.read' | 'search' | 'documents.read' | 'people.read' | 'reports.read' | 'mails.read' | 'keys.manage' | 'providers.manage' | 'webhooks.write' | 'bookings.write' | 'wallet.recharge' | 'clients.write' | 'invoices.write' | 'invoices.refund' | 'quotes.write' | 'recurringInvoices.write' | 'sandbox.write' | 'clients.erase' | 'team.manage' | 'people.manage' | 'notes.write'
    description: string
    /** What needs it, whole or in part */
    operations: string[]
  }[]
}

export interface RotatedSecret {
  id: string
  /** The new secret. It is shown only in this answer. */
  secret: string
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  previous_secret_until: string
}

export interface Sales {
  group_by: 'day' | 'week' | 'month'
  start_date: string
  end_date: string
  /** In which days begin and end */
  time_zone: string
  currency: 'BRL'
  totals: {
    /** Paid from the wallet: confirmed, ticketed, or cancelled after that */
    bookings: number
    /** What their clients pay */
    amount: string
    /** Of that, the carriers' prices */
    base_cost: string
    /** Of that, markup and fee */
    commission: string
    /** Of those bookings: cancelled since */
    cancelled_bookings: number
    /** What their clients were to pay */
    cancelled_amount: string
    /** What came back to the wallet for them */
    refunded_amount: string
    /** Holds that nobody has paid yet */
    open_bookings: number
    /** What their clients would pay */
    open_amount: string
    /** Expired, failed, or cancelled before they were paid */
    lost_bookings: number
  }
  /** All of them in their order, also without bookings */
  periods: {
    start_date: string
    end_date: string
    /** Paid from the wallet: confirmed, ticketed, or cancelled after that */
    bookings: number
    /** What their clients pay */
    amount: string
    /** Of that, the carriers' prices */
    base_cost: string
    /** Of that, markup and fee */
    commission: string
    /** Of those bookings: cancelled since */
    cancelled_bookings: number
    /** What their clients were to pay */
    cancelled_amount: string
    /** What came back to the wallet for them */
    refunded_amount: string
    /** Holds that nobody has paid yet */
    open_bookings: number
    /** What their clients would pay */
    open_amount: string
    /** Expired, failed, or cancelled before they were paid */
    lost_bookings: number
  }[]
  /** Only with `by`: the largest amounts first */
  top?: {
    id: string | null
    /** Of the airline or client; of a route its two codes, such as GRU-SDU */
    name: string
    /** Paid from the wallet: confirmed, ticketed, or cancelled after that */
    bookings: number
    /** What their clients pay */
    amount: string
    /** Of that, the carriers' prices */
    base_cost: string
    /** Of that, markup and fee */
    commission: string
    /** Of those bookings: cancelled since */
    cancelled_bookings: number
    /** What their clients were to pay */
    cancelled_amount: string
    /** What came back to the wallet for them */
    refunded_amount: string
    /** Holds that nobody has paid yet */
    open_bookings: number
    /** What their clients would pay */
    open_amount: string
    /** Expired, failed, or cancelled before they were paid */
    lost_bookings: number
  }[] | undefined
}

export interface SalesQuery {
  /** day if left out; weeks begin on Monday */
  group_by?: 'day' | 'week' | 'month' | undefined
  /**
   * First day of booking, 30 days, 12 weeks or 12 months back if left out, in the team's time zone
   * (YYYY-MM-DD)
   */
  start_date?: string | undefined
  /** Last day, today if left out, in the team's time zone (YYYY-MM-DD) */
  end_date?: string | undefined
  /** Adds a list of what sells best */
  by?: 'airline' | 'route' | 'client' | undefined
  /** Of that list; 10 if left out */
  limit?: number | undefined
}

export interface SampleEvent {
  /** Event id (evt_) */
  id: string
  type: string
}

export interface SampleEventInput {
  /** An event type of the catalogue */
  type: string
}

export interface SearchInput {
  /** one_way has 1 slice, round_trip 2 (there and back), multi_city 2 to 6 */
  type: 'one_way' | 'round_trip' | 'multi_city'
  slices: {
    /**
     * IATA airport or city code
     *
     * Example: "GRU"
     */
    origin: string
    /**
     * IATA airport or city code
     *
     * Example: "SDU"
     */
    destination: string
    /** YYYY-MM-DD, today at the origin or later */
    departureDate: string
  }[]
  /** 1 to 9 with a seat, and at most one infant_without_seat for each adult */
  passengers: {
    type: 'adult' | 'child' | 'infant_without_seat'
    count: number
  }[]
  /** economy if left out */
  cabinClass?: 'economy' | 'premium_economy' | 'business' | 'first' | undefined
  /** Changes of plane in each slice at most */
  maxConnections?: number | undefined
  /** Only these marketing carriers */
  airlines?: string[] | undefined
  /**
   * Local times of departure, {"from": "06:00", "to": "12:00"}: one for all slices, or a list with one
   * for each
   */
  departureTime?: {
    from?: string | undefined
    to?: string | undefined
  } | {
    from?: string | undefined
    to?: string | undefined
  } | null[] | undefined
  /** price if left out */
  sort?: 'price' | 'duration' | 'departure' | undefined
  /** For whom: pricing rules for this client apply, and it is who books unless said */
  client_id?: string | undefined
  /** Offers at most, the first by `sort`; if left out, or above 200, all that were found up to 200 */
  limit?: number | undefined
}

export interface SearchQuery {
  /**
   * Locator, ticket number, name of a traveller or client, e-mail, CPF or CNPJ, number of an invoice,
   * name of a recurring invoice, amount (`1.234,56` or `1234.56`) or id. Parts of words are found from
   * three characters on
   */
  q: string
  /** Of each type at most; 5 if left out */
  limit?: number | undefined
}

export interface SearchResult {
  type: 'booking' | 'client' | 'invoice' | 'quote' | 'recurring_invoice'
  /** As the type itself writes it */
  id: string
  /** Locator, name or number; of what has none, the id */
  title: string
  /** Whom and when it is about */
  subtitle: string
  /** Of a client `active` or `inactive`, of an invoice its payment once it is sent */
  status: string
  amount: string | null
  currency: 'BRL'
  /** What of it was found */
  matched: 'id' | 'locator' | 'ticket' | 'number' | 'tax_id' | 'email' | 'name' | 'traveller' | 'client' | 'amount'
  /** It was found whole, and not in part */
  exact: boolean
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  created_at: string
}

export interface SecretRotation {
  /** How long the old secret goes on signing; 24 if left out */
  overlap_hours?: number | undefined
}

export interface Segment {
  /** Segment id (seg_) */
  id: string
  origin: {
    /** IATA airport code */
    iata_code: string
    name: string
    terminal: string | null
  }
  destination: {
    /** IATA airport code */
    iata_code: string
    name: string
    terminal: string | null
  }
  /** Local time at the airport, without a zone designator */
  departing_at: string
  /** Local time at the airport, without a zone designator */
  arriving_at: string
  operating_carrier: {
    /** IATA airline code */
    iata_code: string
    name: string
    logo_symbol_url: string
  }
  marketing_carrier: Carrier
  operating_carrier_flight_number: string
  marketing_carrier_flight_number: string
  aircraft: {
    /** IATA aircraft type */
    iata_code: string
    name: string
  }
  duration: string
  /** Kilometres */
  distance: string
  passengers: SegmentPassenger[]
}

export interface SegmentPassenger {
  passenger_id: string
  cabin_class: 'economy' | 'premium_economy' | 'business' | 'first'
  cabin_class_marketing_name: string
  fare_basis_code: string
  seat: string | null
  baggages: {
    type: 'checked' | 'carry_on'
    quantity: number
  }[]
}

export interface Slice {
  /** Slice id (sli_) */
  id: string
  origin: Place
  destination: Place
  duration: string
  segments: Segment[]
}

export interface StoredEvent {
  /** Event id (evt_) */
  id: string
  type: string
  api_version: string
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  created_at: string
  data: {
    /** null without the permission to read such an object; lists leave the passengers of a booking out */
    object: unknown
    /** The permission without which the object is left out */
    needs?: string | undefined
    previous_attributes?: unknown | undefined
  }
  team_id: string
  /** Grows by one per team and mode */
  sequence: number
  actor: Actor | null
}

export interface StreamQuery {
  /** Goes on after the event with this sequence; the header Last-Event-ID is believed before it */
  last_event_id?: number | undefined
}

export interface Tags {
  /** In the order of the alphabet */
  tags: string[]
}

export interface TagsInput {
  /**
   * All that it shall have: at most 20, of at most 40 characters each. Case, spaces to spare and
   * repetitions do not matter
   *
   * Example: ["vip","lua de mel"]
   */
  tags: string[]
}

export interface TeamChange {
  /**
   * As clients know the agency
   *
   * Example: "Aurora Viagens"
   */
  name?: string | undefined
  legal_name?: string | null | undefined
  tax_id?: string | null | undefined
  /**
   * Where the agency is written to
   *
   * Example: "ola@aurora.example"
   */
  email?: string | undefined
  reply_to?: string | null | undefined
  phone?: string | null | undefined
  whatsapp?: string | null | undefined
  website?: string | null | undefined
  brand_colour?: string | null | undefined
  /**
   * IANA zone in which the days of the team begin and end
   *
   * Example: "America/Sao_Paulo"
   */
  time_zone?: string | undefined
  /** Of mails to the agency, and to clients of whom no language is known */
  language?: 'pt-BR' | 'en' | undefined
  address?: {
    /**
     * Street or avenue
     *
     * Example: "Avenida Paulista"
     */
    street: string
    /**
     * City
     *
     * Example: "São Paulo"
     */
    city: string
    /** Two letters */
    state: 'AC' | 'AL' | 'AP' | 'AM' | 'BA' | 'CE' | 'DF' | 'ES' | 'GO' | 'MA' | 'MT' | 'MS' | 'MG' | 'PA' | 'PB' | 'PR' | 'PE' | 'PI' | 'RJ' | 'RN' | 'RS' | 'RO' | 'RR' | 'SC' | 'SP' | 'SE' | 'TO'
    /**
     * CEP: eight digits
     *
     * Example: "01310-100"
     */
    postal_code: string
    number?: string | null | undefined
    complement?: string | null | undefined
    district?: string | null | undefined
  } | null | undefined
  late_payment?: {
    /** Once, after the due date */
    fine_percent?: number | undefined
    /** A month, day by day */
    interest_percent?: number | undefined
  } | undefined
  invoice_texts?: {
    footer?: string | null | undefined
    payment_instructions?: string | null | undefined
  } | undefined
  notifications?: {
    /** Sent unless switched off */
    booking_created?: boolean | undefined
    /** Sent unless switched off */
    booking_ticketed?: boolean | undefined
    /** Not sent unless switched on */
    booking_reminder?: boolean | undefined
    /** Sent unless switched off */
    booking_changed?: boolean | undefined
    /** Sent unless switched off */
    booking_cancelled?: boolean | undefined
    /** Sent unless switched off */
    booking_cancelled_by_carrier?: boolean | undefined
    /** Sent unless switched off */
    quote_accepted?: boolean | undefined
    /** Sent unless switched off */
    quote_declined?: boolean | undefined
    /** Sent unless switched off */
    invoice_paid?: boolean | undefined
    /** Sent unless switched off */
    invoice_part_paid?: boolean | undefined
    /** Sent unless switched off */
    invoice_overdue?: boolean | undefined
    /** Sent unless switched off */
    payment_returned?: boolean | undefined
    /** Sent unless switched off */
    booking_failed?: boolean | undefined
    /** Sent unless switched off */
    webhook_switched_off?: boolean | undefined
  } | undefined
  payment_reminders?: {
    /**
     * Days before the due date, at 09:00 of the team
     *
     * Example: [3]
     */
    days_before?: number[] | undefined
    /**
     * Days after it, for as long as the invoice is not paid
     *
     * Example: [3,7,15]
     */
    days_after?: number[] | undefined
  } | undefined
  search?: {
    suppliers?: string[] | null | undefined
    /** Airlines whose flights are left out of searches */
    without_airlines?: string[] | undefined
  } | undefined
}

export interface TeamPerson {
  /** Person id (usr_) */
  id: string
  name: string
  email: string
  /** GET /api/v1/roles says what each may do */
  role: 'owner' | 'agent' | 'finance' | 'developer' | 'viewer'
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  joined_at: string
}

export interface TeamProfile {
  /** Team id (team_) */
  id: string
  /**
   * As clients know the agency
   *
   * Example: "Aurora Viagens"
   */
  name: string
  legal_name: string | null
  tax_id: string | null
  /**
   * Where the agency is written to
   *
   * Example: "ola@aurora.example"
   */
  email: string
  reply_to: string | null
  phone: string | null
  whatsapp: string | null
  website: string | null
  brand_colour: string | null
  /**
   * IANA zone in which the days of the team begin and end
   *
   * Example: "America/Sao_Paulo"
   */
  time_zone: string
  /** Of mails to the agency, and to clients of whom no language is known */
  language: 'pt-BR' | 'en'
  brand_text_colour: string | null
  address: {
    /**
     * Street or avenue
     *
     * Example: "Avenida Paulista"
     */
    street: string
    /**
     * City
     *
     * Example: "São Paulo"
     */
    city: string
    /** Two letters */
    state: 'AC' | 'AL' | 'AP' | 'AM' | 'BA' | 'CE' | 'DF' | 'ES' | 'GO' | 'MA' | 'MT' | 'MS' | 'MG' | 'PA' | 'PB' | 'PR' | 'PE' | 'PI' | 'RJ' | 'RN' | 'RS' | 'RO' | 'RR' | 'SC' | 'SP' | 'SE' | 'TO'
    /**
     * CEP: eight digits
     *
     * Example: "01310-100"
     */
    postal_code: string
    number: string | null
    complement: string | null
    district: string | null
  } | null
  logo: Logo | null
  currency: 'BRL'
  /** Of invoices that are made from now on */
  late_payment: {
    /** Once, after the due date */
    fine_percent: number
    /** A month, day by day */
    interest_percent: number
  }
  /** Of invoices that are issued from now on */
  invoice_texts: {
    footer: string | null
    payment_instructions: string | null
  }
  /** Which mails the agency itself gets, at `email` */
  notifications: {
    /** Sent unless switched off */
    booking_created: boolean
    /** Sent unless switched off */
    booking_ticketed: boolean
    /** Not sent unless switched on */
    booking_reminder: boolean
    /** Sent unless switched off */
    booking_changed: boolean
    /** Sent unless switched off */
    booking_cancelled: boolean
    /** Sent unless switched off */
    booking_cancelled_by_carrier: boolean
    /** Sent unless switched off */
    quote_accepted: boolean
    /** Sent unless switched off */
    quote_declined: boolean
    /** Sent unless switched off */
    invoice_paid: boolean
    /** Sent unless switched off */
    invoice_part_paid: boolean
    /** Sent unless switched off */
    invoice_overdue: boolean
    /** Sent unless switched off */
    payment_returned: boolean
    /** Sent unless switched off */
    booking_failed: boolean
    /** Sent unless switched off */
    webhook_switched_off: boolean
  }
  /** When clients are reminded of invoices that were sent; never unless days are named */
  payment_reminders: {
    /**
     * Days before the due date, at 09:00 of the team
     *
     * Example: [3]
     */
    days_before: number[]
    /**
     * Days after it, for as long as the invoice is not paid
     *
     * Example: [3,7,15]
     */
    days_after: number[]
  }
  search: {
    suppliers: string[] | null
    /** Airlines whose flights are left out of searches */
    without_airlines: string[]
    /** Those of this installation */
    connected_suppliers: string[]
  }
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  created_at: string
}

export interface TestClock {
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  now: string
  target: string | null
  /** false while an advance has not reached its target */
  complete: boolean
}

export interface TestMessage {
  /** The team's own number */
  to: string
  /** taken, or refused, by the messaging app. kept: nothing went out, in test mode or without one */
  outcome: 'taken' | 'refused' | 'kept'
  error: string | null
}

export interface TestWallet {
  /**
   * Two decimals, a dot, no thousands separator
   *
   * Example: "1234.50"
   */
  balance: string
  currency: 'BRL'
}

export interface TestWalletInput {
  /**
   * From 0.00 to 10000000.00
   *
   * Example: "20000.00"
   */
  balance: string
}

export interface TimelineEntry {
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  at: string
  kind: 'event' | 'transaction' | 'email' | 'note'
  /** Type of the event or transaction, subject of the mail, author of the note */
  name: string
  id: string
  /** Of the booking after an event, or of a mail */
  status?: string | undefined
}

export interface TransactionSnapshot {
  /** Transaction id (txn_) */
  id: string
  type: 'credit' | 'debit'
  /**
   * Two decimals, a dot, no thousands separator
   *
   * Example: "1234.50"
   */
  amount: string
  currency: 'BRL'
  description: string
  reference_type: 'booking' | 'recharge' | 'refund'
  /** ord_ for booking and refund, rch_ for recharge */
  reference_id: string
  /**
   * Two decimals, a dot, no thousands separator
   *
   * Example: "1234.50"
   */
  balance_after: string
  /** Recharges only */
  payment_method?: 'pix' | 'boleto' | undefined
  /** Nobody paid real money: in production the line does not count */
  simulated?: true | undefined
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  created_at: string
  /**
   * Two decimals, a dot, no thousands separator
   *
   * Example: "1234.50"
   */
  balance: string
}

export interface TransactionsQuery {
  /** From 1 on; 1 if left out */
  page?: number | undefined
  /** Items per page; 20 if left out, at most 100 */
  limit?: number | undefined
  /** Only inflows, or only outflows */
  type?: 'credit' | 'debit' | undefined
  /** From this day on, in the team's time zone */
  start_date?: string | undefined
  /** Up to this day, included */
  end_date?: string | undefined
}

export interface Trip {
  legs: {
    /**
     * IATA code
     *
     * Example: "GRU"
     */
    origin: string
    /**
     * IATA code
     *
     * Example: "GRU"
     */
    destination: string
    /**
     * By the clock of the airport, without a zone
     *
     * Example: "2026-12-20T06:40"
     */
    departing_at: string
    /**
     * By the clock of the airport, without a zone
     *
     * Example: "2026-12-20T06:40"
     */
    arriving_at: string
    origin_city: string | null
    destination_city: string | null
    flights: string[]
    /** Where it is changed or stopped */
    stops: string[]
  }[]
  airline: string | null
  fare: string | null
  bags: {
    carry_on: number
    checked: number
  } | null
  refund: {
    allowed: boolean
    fee: number | null
  } | null
  change: {
    allowed: boolean
    fee: number | null
  } | null
  travellers: number | null
}

export interface TripInput {
  legs: {
    /**
     * IATA code
     *
     * Example: "GRU"
     */
    origin: string
    /**
     * IATA code
     *
     * Example: "GRU"
     */
    destination: string
    /**
     * By the clock of the airport, without a zone
     *
     * Example: "2026-12-20T06:40"
     */
    departing_at: string
    /**
     * By the clock of the airport, without a zone
     *
     * Example: "2026-12-20T06:40"
     */
    arriving_at: string
    origin_city?: string | null | undefined
    destination_city?: string | null | undefined
    flights?: string[] | undefined
    /** Where it is changed or stopped */
    stops?: string[] | undefined
  }[]
  airline?: string | null | undefined
  fare?: string | null | undefined
  bags?: {
    carry_on: number
    checked: number
  } | null | undefined
  refund?: {
    allowed: boolean
    fee: number | null
  } | null | undefined
  change?: {
    allowed: boolean
    fee: number | null
  } | null | undefined
  travellers?: number | null | undefined
}

export interface UpdatedWebhook {
  id: string
  url: string
  /** Subscribed event types, or "*" for all */
  events: string[]
  active: boolean
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  updated_at: string
}

export interface WalletAccount {
  /**
   * `bank:` and a provider or `simulated`, `carrier:` and a supplier, or `adjustment`
   *
   * Example: "bank:simulated"
   */
  account: string
  lines: number
  /**
   * Two decimals, a dot, no thousands separator
   *
   * Example: "1234.50"
   */
  credits: string
  /**
   * Two decimals, a dot, no thousands separator
   *
   * Example: "1234.50"
   */
  debits: string
  expected_credits: string | null
  expected_debits: string | null
  agrees: boolean
}

export interface WalletBalance {
  /**
   * Two decimals, a dot, no thousands separator
   *
   * Example: "1234.50"
   */
  balance: string
  currency: 'BRL'
  /** The balance less what pending bookings will take */
  available_credit: string
  /** What pending (hold) bookings will take when confirmed */
  pending_amount: string
  last_transaction_at: string | null
}

export interface WalletDownloadQuery {
  /** Only inflows, or only outflows */
  type?: 'credit' | 'debit' | undefined
  /** From this day on, in the team's time zone */
  start_date?: string | undefined
  /** Up to this day, included */
  end_date?: string | undefined
  /**
   * en, the default: commas, 1234.50, 2026-11-15, names of fields. pt-BR, for spreadsheets: semicolons,
   * 1234,50, 15/11/2026, times in the team's zone, Portuguese words, and a byte order mark
   */
  locale?: 'en' | 'pt-BR' | undefined
}

export interface WalletProof {
  team_id: string
  mode: 'live' | 'test'
  /** How many lines the ledger has */
  lines: number
  last_transaction_id: string | null
  /** SHA-256 over all lines; see docs/ledger.md */
  hash: string
  /** `lines:hash`, as it is mailed and as the verifier takes it */
  head: string
  /**
   * Two decimals, a dot, no thousands separator
   *
   * Example: "1234.50"
   */
  balance: string
  currency: 'BRL'
  /** Whether the head goes to the team by mail every day */
  daily_mail: boolean
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  taken_at: string
}

export interface WalletReconciliation {
  /** Whether every account does */
  agrees: boolean
  accounts: WalletAccount[]
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  checked_at: string
}

export interface WalletTransaction {
  /** Transaction id (txn_) */
  id: string
  type: 'credit' | 'debit'
  /**
   * Two decimals, a dot, no thousands separator
   *
   * Example: "1234.50"
   */
  amount: string
  currency: 'BRL'
  description: string
  reference_type: 'booking' | 'recharge' | 'refund'
  /** ord_ for booking and refund, rch_ for recharge */
  reference_id: string
  /**
   * Two decimals, a dot, no thousands separator
   *
   * Example: "1234.50"
   */
  balance_after: string
  /** Recharges only */
  payment_method?: 'pix' | 'boleto' | undefined
  /** Nobody paid real money: in production the line does not count */
  simulated?: true | undefined
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  created_at: string
}

export interface WalletTransactions {
  transactions: WalletTransaction[]
  pagination: Pagination
  /** Of all transactions that fit the filter, not of the page alone */
  summary: {
    /**
     * Two decimals, a dot, no thousands separator
     *
     * Example: "1234.50"
     */
    total_credits: string
    /**
     * Two decimals, a dot, no thousands separator
     *
     * Example: "1234.50"
     */
    total_debits: string
    /** Example: "2026-11-15" */
    period_start: string
    /** Example: "2026-11-15" */
    period_end: string
  }
}

export interface Warning {
  /** Whose offers may be missing */
  source: string
  issue: string
}

export interface Webhook {
  /** Webhook id (wh_) */
  id: string
  /** HTTPS receiver */
  url: string
  /** Subscribed event types, or "*" for all */
  events: string[]
  /** Whether deliveries are sent */
  active: boolean
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  created_at: string
  /**
   * UTC with milliseconds
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  updated_at: string
  last_triggered_at: string | null
  last_success_at: string | null
  last_error: string | null
  disabled_at: string | null
  disabled_reason: 'failures' | 'request' | null
  /** Percent of successful deliveries, one decimal; 100 when there are none */
  success_rate: number
  total_deliveries: number
  failed_deliveries: number
}

export interface WebhookChange {
  /**
   * HTTPS address of the receiver
   *
   * Example: "https://example.com/webhooks"
   */
  url?: string | undefined
  /**
   * Event types, or "*" for all
   *
   * Example: ["booking.created","booking.ticketed"]
   */
  events?: string[] | undefined
  /** true reactivates; waiting deliveries go on */
  active?: boolean | undefined
}

export interface WebhookInput {
  /**
   * HTTPS address of the receiver
   *
   * Example: "https://example.com/webhooks"
   */
  url: string
  /**
   * Event types, or "*" for all
   *
   * Example: ["booking.created","booking.ticketed"]
   */
  events: string[]
}

export interface WebhookTestInput {
  /** Event type of the sample; the first subscribed one if left out */
  type?: string | undefined
}

export interface WebhookTestResult {
  /** Whether the receiver answered 2xx in time */
  delivered: boolean
  status: number | null
  duration_ms: number
  error: string | null
  body: string
  /** What was sent */
  event: unknown
}
