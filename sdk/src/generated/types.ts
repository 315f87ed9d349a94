// Everything that goes to and comes from the API. Made from the table of operations by `npm run sdk`: change the contract, not this file.

/**
 * - `pix_key`: No Pix key is registered
 * - `commercial_info`: The commercial data are not approved
 * - `bank_account`: No bank account is approved
 * - `documents`: The documents are not approved
 * - `approval`: The account is not approved
 */
export type AccountGap = 'pix_key' | 'commercial_info' | 'bank_account' | 'documents' | 'approval'

/** Who did it */
export interface Actor {
  type: ActorType
  /** Of the key or person; on the command line, the account of its user */
  id: string | null
  name: string | null
}

/**
 * - `key`: A program, by its API key
 * - `person`: A person who was signed in
 * - `command_line`: The operator, by a command
 * - `system`: The service itself, by a job
 */
export type ActorType = 'key' | 'person' | 'command_line' | 'system'

/**
 * - `refund`: A refund that the client no longer owes
 * - `credit_note`: A credit note
 * - `early_payment`: The discount of an invoice that was paid early
 */
export type AdjustmentType = 'refund' | 'credit_note' | 'early_payment'

export interface Airline {
  iata_code: string
  /** null where it is not known */
  icao_code: string | null
  name: string
  /** ISO 3166-1 alpha-2 */
  country_code: string
}

export type AirlinesListQuery = {
  /**
   * A code, or part of a name
   *
   * Example: "azul"
   */
  query?: string | undefined
} & PageQuery

export interface AirportPlace {
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
}

export interface AirportStop {
  /** IATA airport code */
  iata_code: string
  name: string
  /** null where it is not known */
  terminal: string | null
}

export type Amount = string

/**
 * For pix-bacen: client_id, pix_key, certificate, private_key are required For asaas: api_key are
 * required For mercado-pago: access_token are required For pix-key: all are required
 */
export interface AnyBankSettings {
  /** Which bank it is: generic, efi, banco-do-brasil, itau, inter, sicoob, santander; generic if left out */
  profile?: string | undefined
  /** The bank's API; of mercado-pago https://api.mercadopago.com if left out */
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
  /** The key that receives: CPF, CNPJ, e-mail, phone with +55, or a random key */
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
  /** Number of the account that Pix Automático is paid into; without it no mandates are offered */
  receiving_account?: string | undefined
  /** Its branch, where it has one */
  receiving_branch?: string | undefined
  /** checking, savings, payment; checking if left out */
  receiving_account_type?: string | undefined
  /** Never shown again */
  api_key?: string | undefined
  /** One or several of pix, boleto and card; "pix,boleto" if left out. */
  methods?: string | undefined
  /** Whom the bank notifies if it cannot call us */
  alert_email?: string | undefined
  /** Of production, APP_USR-. Never shown again */
  access_token?: string | undefined
  /**
   * Of the webhooks in its panel: with it, only signed notifications count. Without it, each charge
   * names the address of notifications. Never shown again
   */
  webhook_secret?: string | undefined
}

export interface ApiKey {
  /** Key id (key_) */
  id: string
  name: string
  /** live for production keys, test for sandbox keys */
  mode: Mode
  /** It may not change anything */
  read_only: boolean
  /** Each operation says which one it needs; a caller without it is answered 403 */
  permissions: Permission[]
  /** Last four characters of the secret, to recognise it by */
  last_four: string
  created_at: Timestamp
  /** When it was created or revoked; use does not count */
  updated_at: Timestamp
  /** The key or person that made it; null for the command line */
  created_by: string | null
  expires_at: Timestamp | null
  revoked_at: Timestamp | null
  last_used_at: Timestamp | null
}

export interface ApiKeyInput {
  /** What the key is for */
  name: string
  /** Short for all permissions to read; a read-only key may not write */
  read_only?: boolean | undefined
  /** Short for what this role may do now (GET /api/v1/roles), instead of permissions or read_only */
  role?: KeyRole | undefined
  /** What the key may do: nothing that its creator may not. All of that if left out */
  permissions?: Permission[] | undefined
  /** When the key stops working (timestamp): not after its creator's; that if left out */
  expires_at?: string | null | undefined
}

export interface ApiKeySnapshot {
  /** Key id (key_) */
  id: string
  name: string
  /** live for production keys, test for sandbox keys */
  mode: Mode
  /** Last four characters of the secret, to recognise it by */
  last_four: string
  created_at: Timestamp
  revoked_at: Timestamp | null
}

export interface AuditChange {
  /** What kind of thing, such as api_key */
  object: string
  object_id: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

export interface AuditEntry {
  /** Grows by one per team and mode; a transaction has its number in the wallet's ledger */
  sequence: number
  created_at: Timestamp
  topic: AuditTopic
  /** The operation, command or job that did it */
  action: string
  actor: Actor
  /** IP address that it came from */
  address: string | null
  request_id: string | null
  /** What it is mostly about */
  object_id: string | null
  /** The fields that changed, before and after; secrets are never among them */
  changes: AuditChange[]
  /**
   * SHA-256 of this entry and the hash of the one before it, in hex; of a transaction, that of its
   * ledger line
   */
  hash: string
}

export type AuditListQuery = PageQuery & {
  /** What it is about */
  topic?: AuditTopic | undefined
  /** Such as keys.create */
  action?: string | undefined
  /** What sort of actor did it */
  actor_type?: ActorType | undefined
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
  /**
   * Created at this moment or later. A day, such as 2026-11-15, counts from its beginning, in the team's
   * time zone
   */
  created_after?: string | undefined
  /** Created before this moment. A day counts to its end, in the team's time zone */
  created_before?: string | undefined
}

/**
 * - `money`: Something that moves money or promises to
 * - `access`: Who may do what: keys, people, sessions
 * - `settings`: How the agency or its programs are set up
 * - `records`: What the agency keeps about its clients and trips
 */
export type AuditTopic = 'money' | 'access' | 'settings' | 'records'

/**
 * - `key`: A program, by its API key
 * - `person`: A person of the team
 */
export type AuthorType = 'key' | 'person'

export interface Baggage {
  type: BaggageType
  quantity: number
}

/**
 * - `checked`: Goes into the hold
 * - `carry_on`: Goes into the cabin
 */
export type BaggageType = 'checked' | 'carry_on'

export interface BalancePayment {
  type: 'balance'
  /** The offer's total_amount */
  amount: string
  /** The offer's total_currency */
  currency: string
}

/**
 * - `cobv`: Pix with a due date, of which the bank computes discount, fine and interest
 * - `pix_automatic`: Pix Automático: clients allow recurring invoices to be debited
 */
export type BankCapability = 'cobv' | 'pix_automatic'

/**
 * - `simulated`: The bank of the sandbox: no real money is paid
 * - `pix-bacen`: Any bank that serves the Pix API of the central bank
 * - `asaas`: Asaas, by Pix, boleto and card
 * - `pix-key`: A Pix key without a bank's API: the agency confirms what it received
 * - `mercado-pago`: Mercado Pago, by card
 */
export type BankName = 'simulated' | 'pix-bacen' | 'asaas' | 'pix-key' | 'mercado-pago'

export interface BillableItem {
  trip_item_id: string
  trip_id: string
  trip_number: string
  trip_title: string
  booking_id: string | null
  /** As the invoice would call it */
  description: string
  status: TripItemStatus
  /**
   * A day, or a day and a time by the clock of the place
   *
   * Example: "2026-12-20"
   */
  starts_at: string | null
  /**
   * A day, or a day and a time by the clock of the place
   *
   * Example: "2026-12-20"
   */
  ends_at: string | null
  /** BRL, at most two decimals */
  open: number
}

export interface Booking {
  /** Booking id (ord_) */
  id: string
  /** Locator of the carrier; empty until the carrier has responded */
  booking_reference: string
  status: BookingStatus
  type: BookingType
  live_mode: boolean
  synced_at: Timestamp
  created_at: Timestamp
  updated_at: Timestamp
  total_amount: Amount
  total_currency: Currency
  tax_amount: Amount
  tax_currency: Currency
  base_amount: Amount
  base_currency: Currency
  /** What the client pays, in BRL */
  client_amount: string
  client_currency: 'BRL'
  /** What the wallet pays, in BRL, frozen at creation */
  wallet_amount: string
  /** BRL for one unit of total_currency, on the day of created_at; 1 for BRL */
  exchange_rate_used: number
  /** total_amount converted to BRL */
  base_cost_brl: string
  /** What the agency earns: client_amount less base_cost_brl */
  total_agency_commission: string
  pricing: OfferPricing | null
  offer_id: string
  client: BookingClient
  owner: Carrier
  slices: Slice[]
  passengers: BookingPassenger[]
  /** Issued tickets; empty until issued */
  documents: BookingDocument[]
  /** What the carrier changed by itself, the oldest first */
  changes: BookingChange[]
  conditions: FareConditions
  payment_status: BookingPaymentStatus
  metadata: Record<string, unknown>
  /**
   * Your own id of the object; several may have the same
   *
   * Example: "erp-4711"
   */
  external_reference: string | null
  /** The trip that it belongs to */
  trip_id: string | null
  /** What was accepted but looks wrong; of a new hold also that the wallet could not pay it now */
  warnings?: BookingWarning[] | undefined
  _meta?: Meta | undefined
}

export interface BookingChange {
  /** Id of the change (bch_) */
  id: string
  created_at: Timestamp
  /** The flights that changed, as they were */
  before: BookingChangeFlight[]
  /** What they are now; empty where the carrier flies none in their place */
  after: BookingChangeFlight[]
  /** What the carrier waits for; empty if it only informs */
  available_actions: BookingChangeAction[]
  action_taken: BookingChangeOutcome | null
  action_taken_at: Timestamp | null
}

/**
 * - `accept`: The change can be accepted
 * - `cancel`: The booking can be cancelled because of it
 */
export type BookingChangeAction = 'accept' | 'cancel'

export interface BookingChangeFlight {
  origin: AirportStop
  destination: AirportStop
  departing_at: LocalDateTime
  arriving_at: LocalDateTime
  marketing_carrier: Carrier
  marketing_carrier_flight_number: string
}

/**
 * - `accepted`: A person accepted the change
 * - `cancelled`: The booking was cancelled because of it
 * - `changed`: The carrier replaced it by a later change
 */
export type BookingChangeOutcome = 'accepted' | 'cancelled' | 'changed'

export interface BookingClient {
  id: string
  full_name: string
  email: string
  /** individual or company */
  client_type?: ClientType | undefined
  phone?: string | null | undefined
  /** Tax id of a person, as it was sent */
  cpf?: string | null | undefined
  /** Tax id of a company, as it was sent */
  cnpj?: string | null | undefined
  company_name?: string | null | undefined
  notes?: string | null | undefined
  /** Of what they are shown and sent; that of the agency if null */
  language?: Language | null | undefined
  /** false after a soft deletion */
  is_active?: boolean | undefined
  /** Your own values, by your own keys; the service does not use them */
  metadata?: Record<string, string> | undefined
  /**
   * Your own id of the object; several may have the same
   *
   * Example: "erp-4711"
   */
  external_reference?: string | null | undefined
  created_at?: Timestamp | undefined
  updated_at?: Timestamp | undefined
  /** In the order of the alphabet */
  tags?: string[] | undefined
}

export type BookingDetail = Booking & Tags & {
  /**
   * The places of the response by their Portuguese names, where Accept-Language likes Portuguese best;
   * left out else
   */
  places?: NamedPlace[] | undefined
  refund: BookingDetailRefund | null
}

/** Of a cancelled booking */
export interface BookingDetailRefund {
  /** What returns to the wallet */
  amount: string
  currency: 'BRL'
  /** What the carrier keeps */
  penalty_amount: string
  penalty_currency: string
}

export interface BookingDocument {
  type: 'electronic_ticket'
  /** Ticket number */
  unique_identifier: string
  passenger_id: string
}

/** - `client`: All fields of the client, without the file */
export type BookingExpansion = 'client'

export interface BookingInput {
  /** Offer id (off_); `offer_id` means the same */
  offerId: string
  type: BookingType
  passengers: BookingPassengerInput[]
  /** Required when type is instant */
  payments?: BalancePayment[] | undefined
  /** Any JSON object up to 16 KiB, echoed back */
  metadata?: Record<string, unknown> | undefined
  /**
   * Your own id of the object; several may have the same
   *
   * Example: "erp-4711"
   */
  external_reference?: string | null | undefined
  /** Not there yet: anything but an empty list is refused */
  services?: unknown[] | undefined
  /** The client it is for; found or made from the first adult if left out */
  client_id?: string | undefined
  /** The trip that it joins, of the same client */
  trip_id?: string | undefined
  /** A quoted flight of that trip, whose place the booking takes */
  trip_item_id?: string | undefined
  /** Without trip_id: the booking starts a trip of its own; false if left out */
  start_trip?: boolean | undefined
}

export interface BookingInvoiceInput {
  /**
   * YYYY-MM-DD
   *
   * Example: "2026-11-30"
   */
  due_date?: string | undefined
  /** Payment provider (UUID); the default one of each method if left out */
  payment_provider_id?: string | null | undefined
  /** By which it can be paid; by Pix if left out. A boleto needs a client with cpf or cnpj */
  payment_methods?: PaymentMethod[] | undefined
  status?: InvoiceStatus | undefined
  /**
   * Whether the client is notified of this change by WhatsApp or mail. If left out: of an invoice that
   * is sent or paid, never of a draft
   */
  notify_client?: boolean | undefined
}

/**
 * - `client`: All fields of the client, without the file
 * - `documents`: The issued tickets
 */
export type BookingListExpansion = 'client' | 'documents'

export interface BookingListItem {
  id: string
  booking_reference: string
  status: BookingStatus
  /** In BRL */
  total_amount: string
  currency: 'BRL'
  created_at: Timestamp
  updated_at: Timestamp
  client: BookingListItemClient
  /** Issued tickets, only with `expand[]=documents` */
  documents?: BookingDocument[] | undefined
  flight_summary: BookingListItemFlightSummary
  metadata: Record<string, unknown>
  /**
   * Your own id of the object; several may have the same
   *
   * Example: "erp-4711"
   */
  external_reference: string | null
  /** The trip that it belongs to */
  trip_id: string | null
}

export interface BookingListItemClient {
  /** Client id (cli_) */
  id: string
  full_name: string
  email: string
  /** individual or company */
  client_type?: ClientType | undefined
  phone?: string | null | undefined
  /** Tax id of a person, as it was sent */
  cpf?: string | null | undefined
  /** Tax id of a company, as it was sent */
  cnpj?: string | null | undefined
  company_name?: string | null | undefined
  notes?: string | null | undefined
  /** Of what they are shown and sent; that of the agency if null */
  language?: Language | null | undefined
  /** false after a soft deletion */
  is_active?: boolean | undefined
  /** Your own values, by your own keys; the service does not use them */
  metadata?: Record<string, string> | undefined
  /**
   * Your own id of the object; several may have the same
   *
   * Example: "erp-4711"
   */
  external_reference?: string | null | undefined
  created_at?: Timestamp | undefined
  updated_at?: Timestamp | undefined
  /** In the order of the alphabet */
  tags?: string[] | undefined
}

export interface BookingListItemFlightSummary {
  /** IATA code */
  origin: string
  /** IATA code */
  destination: string
  /** YYYY-MM-DD at the origin */
  departure_date: string
  /** Name */
  airline: string
}

export interface BookingOfTripInput {
  /** Of the same client */
  booking_id: string
  /** A quoted flight of the trip, whose place the booking takes */
  trip_item_id?: string | undefined
}

export interface BookingPassenger {
  id: string
  type: PassengerType
  given_name: string
  family_name: string
  gender: Gender
  title: PassengerTitle | null
  born_on: string
  email: string
  phone_number: string
  identity_documents: IdentityDocument[]
  loyalty_programme_accounts: LoyaltyAccount[]
  infant_passenger_id: string | null
}

export interface BookingPassengerInput {
  /** Passenger id of the offer (pas_) */
  id: string
  /** As on the document */
  given_name: string
  /** As on the document */
  family_name: string
  gender: Gender
  title?: PassengerTitle | undefined
  /** YYYY-MM-DD, today at the latest */
  born_on: string
  email: string
  /**
   * With country code, starting with +; spaces, hyphens, dots and brackets are removed
   *
   * Example: "+5511987654321"
   */
  phone_number: string
  /** International flights need a passport */
  identity_documents?: IdentityDocumentInput[] | undefined
  loyalty_programme_accounts?: LoyaltyAccount[] | undefined
  /** For an adult with a lap infant: the id of the infant */
  infant_passenger_id?: string | undefined
}

export interface BookingPaymentStatus {
  awaiting_payment: boolean
  payment_required_by: Timestamp | null
  price_guarantee_expires_at: Timestamp | null
}

export interface BookingSnapshot {
  /** Booking id (ord_) */
  id: string
  /** Locator of the carrier; empty until the carrier has responded */
  booking_reference: string
  status: BookingStatus
  /** What the client pays, in BRL */
  total_amount: string
  currency: 'BRL'
  /** Issued tickets; empty until issued */
  documents: BookingDocument[]
  passengers: BookingSnapshotPassenger[]
  slices: Slice[]
  /** What the carrier changed by itself, the oldest first */
  changes: BookingChange[]
  metadata: Record<string, unknown>
  /**
   * Your own id of the object; several may have the same
   *
   * Example: "erp-4711"
   */
  external_reference: string | null
  created_at: Timestamp
  updated_at: Timestamp
}

export interface BookingSnapshotPassenger {
  id: string
  type: PassengerType
  given_name: string
  family_name: string
  gender: Gender
  title: PassengerTitle | null
  born_on: string
  email: string
  phone_number: string
  infant_passenger_id: string | null
}

/**
 * - `pending`: Held: the carrier keeps the seats until the deadline, and nothing is paid yet
 * - `confirmed`: Paid from the wallet; the tickets are on their way
 * - `ticketed`: The carrier issued the tickets
 * - `cancelled`: Cancelled by the agency or the carrier
 * - `expired`: The deadline passed before it was paid
 * - `failed`: The carrier issued no tickets; what was debited went back to the wallet
 */
export type BookingStatus = 'pending' | 'confirmed' | 'ticketed' | 'cancelled' | 'expired' | 'failed'

/**
 * - `hold`: Reserves now and is paid by confirming it before the deadline
 * - `instant`: Debits the wallet and issues the tickets at once
 */
export type BookingType = 'hold' | 'instant'

export interface BookingWarning {
  field: string
  issue: string
  user_message?: string | undefined
}

export interface BookingsDownloadQuery {
  /** Only those with this tag */
  tag?: string | undefined
  /** Only those in this state */
  status?: BookingStatus | undefined
  /**
   * Created at this moment or later. A day, such as 2026-11-15, counts from its beginning, in the team's
   * time zone
   */
  created_after?: string | undefined
  /** Created before this moment. A day counts to its end, in the team's time zone */
  created_before?: string | undefined
  /**
   * Changed or created at this moment or later. A day, such as 2026-11-15, counts from its beginning, in
   * the team's time zone
   */
  updated_after?: string | undefined
  /** Not changed since, and created, before this moment. A day counts to its end, in the team's time zone */
  updated_before?: string | undefined
  /** In locator, ticket numbers, passenger names and client */
  search?: string | undefined
  /** Only those of this client */
  client_id?: string | undefined
  /** Only those with this value: `metadata[crm_id]=4711`; of several keys, all must match */
  metadata?: Record<string, string> | undefined
  /** Only those with this external reference */
  external_reference?: string | undefined
  /**
   * en, the default: commas, 1234.50, 2026-11-15, names of fields. pt-BR, for spreadsheets: semicolons,
   * 1234,50, 15/11/2026, times in the team's zone, Portuguese words, and a byte order mark
   */
  locale?: Language | undefined
}

export interface BookingsListQuery {
  /** From 1 on; 1 if left out */
  page?: number | undefined
  /** Items per page; 20 if left out, at most 100 */
  limit?: number | undefined
  /**
   * A `next_cursor`: the items after that page, however many were added, changed or removed since. With
   * the same filters, without `page`; `total` and `pages` are those of the first page
   */
  starting_after?: string | undefined
  /** A `previous_cursor`: the items before that page. Without `page` and `starting_after` */
  ending_before?: string | undefined
  /** Only those with this tag */
  tag?: string | undefined
  /** Only those in this state */
  status?: BookingStatus | undefined
  /**
   * Created at this moment or later. A day, such as 2026-11-15, counts from its beginning, in the team's
   * time zone
   */
  created_after?: string | undefined
  /** Created before this moment. A day counts to its end, in the team's time zone */
  created_before?: string | undefined
  /**
   * Changed or created at this moment or later. A day, such as 2026-11-15, counts from its beginning, in
   * the team's time zone
   */
  updated_after?: string | undefined
  /** Not changed since, and created, before this moment. A day counts to its end, in the team's time zone */
  updated_before?: string | undefined
  /** In locator, ticket numbers, passenger names and client */
  search?: string | undefined
  /** Only those of this client */
  client_id?: string | undefined
  /** Only those with this value: `metadata[crm_id]=4711`; of several keys, all must match */
  metadata?: Record<string, string> | undefined
  /** Only those with this external reference */
  external_reference?: string | undefined
  /** Includes `client` (needs `clients.read`), `documents` (needs `bookings.read`) */
  expand?: BookingListExpansion[] | undefined
}

export interface BookingsReadQuery {
  /** Includes `client` (needs `clients.read`) */
  expand?: BookingExpansion[] | undefined
}

export interface BrandPreview {
  brand_colour: string | null
  /** Readable on it; null where none is */
  brand_text_colour: string | null
  /** Of white or dark text on it, whichever is read better: from 1 to 21 */
  contrast: number | null
  /** The nearest that can be used; null where this one can */
  nearest_colour: string | null
  /** The page of a sample invoice; null where the colour cannot be used */
  page_url: string | null
  /** The mail that announces it; null where the colour cannot be used */
  mail_url: string | null
  /** The same invoice on paper; null where the colour cannot be used */
  pdf_url: string | null
  expires_at: Timestamp
}

export interface BrandPreviewsReadQuery {
  /**
   * To try, or none; that of the profile if left out
   *
   * Example: "#0a6e5c"
   */
  brand_colour?: string | undefined
  /** Of the samples; that of the profile if left out */
  language?: Language | undefined
  /** Of the mail, to try; the product's own if empty, that of `message_texts` of the profile if left out */
  greeting?: string | undefined
  /** Of the mail, to try; the product's own if empty, that of `message_texts` of the profile if left out */
  closing?: string | undefined
}

/**
 * - `AC`: Acre
 * - `AL`: Alagoas
 * - `AP`: Amapá
 * - `AM`: Amazonas
 * - `BA`: Bahia
 * - `CE`: Ceará
 * - `DF`: Distrito Federal
 * - `ES`: Espírito Santo
 * - `GO`: Goiás
 * - `MA`: Maranhão
 * - `MT`: Mato Grosso
 * - `MS`: Mato Grosso do Sul
 * - `MG`: Minas Gerais
 * - `PA`: Pará
 * - `PB`: Paraíba
 * - `PR`: Paraná
 * - `PE`: Pernambuco
 * - `PI`: Piauí
 * - `RJ`: Rio de Janeiro
 * - `RN`: Rio Grande do Norte
 * - `RS`: Rio Grande do Sul
 * - `RO`: Rondônia
 * - `RR`: Roraima
 * - `SC`: Santa Catarina
 * - `SP`: São Paulo
 * - `SE`: Sergipe
 * - `TO`: Tocantins
 */
export type BrazilianState = 'AC' | 'AL' | 'AP' | 'AM' | 'BA' | 'CE' | 'DF' | 'ES' | 'GO' | 'MA' | 'MT' | 'MS' | 'MG' | 'PA' | 'PB' | 'PR' | 'PE' | 'PI' | 'RJ' | 'RN' | 'RS' | 'RO' | 'RR' | 'SC' | 'SP' | 'SE' | 'TO'

/**
 * - `economy`: Economy
 * - `premium_economy`: More room than economy
 * - `business`: Business
 * - `first`: First class
 */
export type CabinClass = 'economy' | 'premium_economy' | 'business' | 'first'

/**
 * YYYY-MM-DD
 *
 * Example: "2026-11-30"
 */
export type CalendarDate = string

export interface CancelledBooking {
  id: string
  status: 'cancelled'
  refund: BookingDetailRefund
}

/**
 * - `agency`: The agency receives less
 * - `payer`: It is added to what the client pays
 */
export type CardFeeBearer = 'agency' | 'payer'

export interface CardRefusal {
  at: Timestamp
  reason: string
  /** The charge (chg_), which may have ended since */
  charge_id: string
  /** BRL, at most two decimals */
  amount: number
  /** The payer's choice; null if it was made on the page of the bank */
  instalment_count: number | null
}

export interface Carrier {
  /** IATA airline code */
  iata_code: string
  name: string
}

export interface ChargeInstalment {
  number: number
  /** BRL, at most two decimals */
  amount: number
  /** BRL, at most two decimals */
  net_amount: number
  settles_on: CalendarDate | null
  settled_at: Timestamp | null
}

export interface ChargeInstructions {
  /** BR Code, to be pasted into a bank app */
  code: string | null
  /** The code as an image */
  qrcode_url: string | null
  /** 47 digits of a boleto */
  line: string | null
  /** A page for the payer */
  page_url: string | null
}

export interface ChargePayment {
  /** What the payer pays or gets back; all of it if left out */
  amount?: string | number | undefined
  /** Which charge of an invoice that has several; the Pix one if left out */
  method?: PaymentMethod | undefined
}

export interface ChargeRefusal {
  at: Timestamp
  reason: string
}

export interface ChargeReturn {
  /** What the payer pays or gets back; all of it if left out */
  amount?: string | number | undefined
}

/**
 * - `requested`: The bank has not responded yet
 * - `open`: It can be paid
 * - `authorised`: A payment is under way: the payer's bank checks it
 * - `paid`: Paid; the money may still be on its way
 * - `settled`: Paid, and all of the money has reached the agency
 * - `refunded`: All of it went back to the payer
 * - `disputed`: The payer claims the payment back
 * - `lost`: The payer claimed the payment back, and got it
 */
export type ChargeStatus = 'requested' | 'open' | 'authorised' | 'paid' | 'settled' | 'refunded' | 'disputed' | 'lost'

export interface Client {
  /** Client id (UUID); bookings write the same id as cli_ and 32 hex digits */
  id: string
  /** individual or company */
  client_type: ClientType
  /** Full name or legal name of the company */
  full_name: string
  /** E-mail address; empty if the person was erased */
  email: string
  phone: string | null
  /** Tax id of a person, as it was sent */
  cpf: string | null
  /** Tax id of a company, as it was sent */
  cnpj: string | null
  company_name: string | null
  notes: string | null
  /** Of what they are shown and sent; that of the agency if null */
  language: Language | null
  /** false after a soft deletion */
  is_active: boolean
  /** Your own values, by your own keys; the service does not use them */
  metadata: Record<string, string>
  /**
   * Your own id of the object; several may have the same
   *
   * Example: "erp-4711"
   */
  external_reference: string | null
  created_at: Timestamp
  updated_at: Timestamp
}

export interface ClientAddress {
  /** CEP such as 50050-000; of other countries as it was sent */
  postal_code: string | null
  /**
   * Street or avenue
   *
   * Example: "Rua da Aurora"
   */
  street: string | null
  /**
   * House number
   *
   * Example: "325"
   */
  number: string | null
  /**
   * Floor, flat
   *
   * Example: "Apto. 12"
   */
  complement: string | null
  /**
   * District
   *
   * Example: "Boa Vista"
   */
  district: string | null
  /**
   * City
   *
   * Example: "Recife"
   */
  city: string | null
  /** Two letters in Brazil */
  state: string | null
  /** ISO 3166-1 alpha-2 */
  country: string
  /** Code of the city at IBGE, seven digits */
  ibge_code: string | null
}

export interface ClientAddressInput {
  /**
   * In Brazil a CEP: eight digits
   *
   * Example: "50050-000"
   */
  postal_code?: string | null | undefined
  /**
   * Street or avenue
   *
   * Example: "Rua da Aurora"
   */
  street?: string | null | undefined
  /**
   * House number
   *
   * Example: "325"
   */
  number?: string | null | undefined
  /**
   * Floor, flat
   *
   * Example: "Apto. 12"
   */
  complement?: string | null | undefined
  /**
   * District
   *
   * Example: "Boa Vista"
   */
  district?: string | null | undefined
  /**
   * City
   *
   * Example: "Recife"
   */
  city?: string | null | undefined
  /**
   * In Brazil the two letters of the state
   *
   * Example: "PE"
   */
  state?: string | null | undefined
  /**
   * ISO 3166-1 alpha-2; BR if left out
   *
   * Example: "BR"
   */
  country?: string | null | undefined
  /**
   * Code of the city at IBGE: seven digits, the first two those of the state
   *
   * Example: "2611606"
   */
  ibge_code?: string | null | undefined
}

export interface ClientBalance {
  client_id: string
  as_of: CalendarDate
  currency: 'BRL'
  /** The unpaid part of sent invoices, without fine and interest */
  open: number
  /** How many invoices that are */
  open_count: number
  /** The part of `open` whose due date is past */
  overdue: number
  overdue_count: number
  /** Paid beyond what invoices ask for, and for invoices that are cancelled or still drafts */
  overpaid: number
  /** The client's credit that can be used today */
  credit: number
  /** The day on which the first part of it ends */
  credit_expires_on: CalendarDate | null
  /** The part that ends on that day */
  credit_expiring: number
  /**
   * Money of invoices that went back or is disputed today, though it had become credit that is used; no
   * part of the balance
   */
  uncovered: number
  /** The whole debt of the client: `open` minus `overpaid` minus `credit`; negative if the agency does */
  balance: number
}

export interface ClientChange {
  /** individual or company */
  client_type?: ClientType | undefined
  /**
   * Full name or legal name of the company
   *
   * Example: "Maria Souza"
   */
  full_name?: string | undefined
  /** A valid e-mail address */
  email?: FileEmail | undefined
  /** Messages to the client go here; with the country code, or a Brazilian number */
  phone?: string | null | undefined
  /** 11 digits, with or without punctuation */
  cpf?: string | null | undefined
  /** 14 characters, with or without punctuation; letters are allowed */
  cnpj?: string | null | undefined
  /** Name under which a company trades */
  company_name?: string | null | undefined
  /** For the agency alone */
  notes?: string | null | undefined
  /** Of what they are shown and sent; that of the agency if null */
  language?: Language | null | undefined
  is_active?: boolean | undefined
  /**
   * At most 50 keys of 40 characters, with texts of 500. A change sets the keys that are sent and keeps
   * the others; null or "" removes a key, and null instead of the object removes all
   *
   * Example: {"crm_id":"4711"}
   */
  metadata?: Record<string, string | null> | null | undefined
  /**
   * Your own id of the object; several may have the same
   *
   * Example: "erp-4711"
   */
  external_reference?: string | null | undefined
  /**
   * As in the documents, for bookings; `full_name` is used if null
   *
   * Example: "Maria"
   */
  given_name?: string | null | undefined
  /**
   * As in the documents, for bookings; `full_name` is used if null
   *
   * Example: "Maria"
   */
  family_name?: string | null | undefined
  /**
   * Date of birth (YYYY-MM-DD)
   *
   * Example: "1990-05-17"
   */
  born_on?: string | null | undefined
  gender?: Gender | null | undefined
  /** All that there shall be. They are stored encrypted */
  identity_documents?: FileDocumentInput[] | null | undefined
  /** All that there shall be. They are stored encrypted; a masked number keeps the one it stands for */
  loyalty_programme_accounts?: ClientInputLoyaltyProgrammeAccount[] | null | undefined
  address?: ClientAddressInput | null | undefined
  /** All that there shall be */
  contacts?: ClientInputContact[] | null | undefined
  preferences?: ClientInputPreferences | null | undefined
}

export interface ClientContact {
  name: string
  role: string | null
  email: string | null
  phone: string | null
}

export interface ClientCreditEntry {
  /** Entry id (cre_) */
  id: string
  client_id: string
  type: CreditEntryType
  /** Negative where credit was used, was reclaimed or has expired */
  amount: number
  /** Of credit that was added: the last day on which it can be used */
  expires_on: CalendarDate | null
  /** Of credit that was added: what is not used yet */
  amount_left: number | null
  /** Of credit that was used, was reclaimed or has expired: the entry that had added it */
  source_id: string | null
  /** The invoice that it came from or was used on */
  invoice_id: string | null
  /** The credit note (crn_) that it came from */
  credit_note_id: string | null
  currency: 'BRL'
  created_at: Timestamp
}

export type ClientDetail = Client & Tags & ClientFile

export interface ClientFile {
  /**
   * As in the documents, for bookings; `full_name` is used if null
   *
   * Example: "Maria"
   */
  given_name: string | null
  /**
   * As in the documents, for bookings; `full_name` is used if null
   *
   * Example: "Maria"
   */
  family_name: string | null
  /** Date of birth (YYYY-MM-DD) */
  born_on: string | null
  gender: Gender | null
  /** Numbers are masked without `documents.read` */
  identity_documents: FileDocument[]
  /** Numbers are masked without `documents.read` */
  loyalty_programme_accounts: LoyaltyAccount[]
  address: ClientAddress | null
  /** Others to speak to */
  contacts: ClientContact[]
  preferences: ClientPreferences | null
  /** The client that this one was merged into, as it was a duplicate (UUID) */
  merged_into_id: string | null
  /** Until when the merge can be undone */
  unmerge_until: Timestamp | null
}

export interface ClientInput {
  /** individual or company */
  client_type: ClientType
  /**
   * Full name or legal name of the company
   *
   * Example: "Maria Souza"
   */
  full_name: string
  /** A valid e-mail address */
  email: FileEmail
  /** Messages to the client go here; with the country code, or a Brazilian number */
  phone?: string | null | undefined
  /** 11 digits, with or without punctuation */
  cpf?: string | null | undefined
  /** 14 characters, with or without punctuation; letters are allowed */
  cnpj?: string | null | undefined
  /** Name under which a company trades */
  company_name?: string | null | undefined
  /** For the agency alone */
  notes?: string | null | undefined
  /** Of what they are shown and sent; that of the agency if null */
  language?: Language | null | undefined
  is_active?: boolean | undefined
  /**
   * At most 50 keys of 40 characters, with texts of 500. A change sets the keys that are sent and keeps
   * the others; null or "" removes a key, and null instead of the object removes all
   *
   * Example: {"crm_id":"4711"}
   */
  metadata?: Record<string, string | null> | null | undefined
  /**
   * Your own id of the object; several may have the same
   *
   * Example: "erp-4711"
   */
  external_reference?: string | null | undefined
  /**
   * As in the documents, for bookings; `full_name` is used if null
   *
   * Example: "Maria"
   */
  given_name?: string | null | undefined
  /**
   * As in the documents, for bookings; `full_name` is used if null
   *
   * Example: "Maria"
   */
  family_name?: string | null | undefined
  /**
   * Date of birth (YYYY-MM-DD)
   *
   * Example: "1990-05-17"
   */
  born_on?: string | null | undefined
  gender?: Gender | null | undefined
  /** All that there shall be. They are stored encrypted */
  identity_documents?: FileDocumentInput[] | null | undefined
  /** All that there shall be. They are stored encrypted; a masked number keeps the one it stands for */
  loyalty_programme_accounts?: ClientInputLoyaltyProgrammeAccount[] | null | undefined
  address?: ClientAddressInput | null | undefined
  /** All that there shall be */
  contacts?: ClientInputContact[] | null | undefined
  preferences?: ClientInputPreferences | null | undefined
}

export interface ClientInputContact {
  /** Example: "Paulo Lima" */
  name: string
  /**
   * What they do for the client
   *
   * Example: "Financeiro"
   */
  role?: string | null | undefined
  email?: FileEmail | null | undefined
  /**
   * Telephone
   *
   * Example: "+55 81 98888-7777"
   */
  phone?: string | null | undefined
}

export interface ClientInputLoyaltyProgrammeAccount {
  /** Example: "LA" */
  airline_iata_code: string
  /** Example: "12345678901" */
  account_number: string
}

export interface ClientInputPreferences {
  /**
   * Which seats they like
   *
   * Example: "Corredor, nas primeiras fileiras"
   */
  seat?: string | null | undefined
  /**
   * What they eat
   *
   * Example: "Vegetariana"
   */
  meal?: string | null | undefined
  /**
   * What else they wish or need
   *
   * Example: "Cadeira de rodas até o portão"
   */
  notes?: string | null | undefined
}

export interface ClientOfDocument {
  /** Client id (UUID); bookings write the same id as cli_ and 32 hex digits */
  id: string
  /** individual or company */
  client_type: ClientType
  /** Full name or legal name of the company */
  full_name: string
  /** E-mail address; empty if the person was erased */
  email: string
  phone: string | null
  /** Tax id of a person, as it was sent */
  cpf: string | null
  /** Tax id of a company, as it was sent */
  cnpj: string | null
  company_name: string | null
  notes: string | null
  /** Of what they are shown and sent; that of the agency if null */
  language: Language | null
  /** false after a soft deletion */
  is_active: boolean
  /** Your own values, by your own keys; the service does not use them */
  metadata: Record<string, string>
  /**
   * Your own id of the object; several may have the same
   *
   * Example: "erp-4711"
   */
  external_reference: string | null
  created_at: Timestamp
  updated_at: Timestamp
  /** In the order of the alphabet */
  tags?: string[] | undefined
}

export interface ClientPreferences {
  seat: string | null
  meal: string | null
  notes: string | null
}

export interface ClientStatement {
  client_id: string
  start_date: CalendarDate
  end_date: CalendarDate
  currency: 'BRL'
  /** Before the first day */
  opening_balance: number
  /** The sum of amounts above zero */
  debits: number
  /** The sum of amounts below zero, as a positive number */
  credits: number
  /** BRL, at most two decimals */
  closing_balance: number
  /**
   * Money of invoices that went back or is disputed today, though it had become credit that is used; no
   * part of the balance
   */
  uncovered: number
  /** Oldest first */
  lines: StatementLine[]
}

/**
 * - `individual`: A person, with a CPF
 * - `company`: A company, with a CNPJ
 */
export type ClientType = 'individual' | 'company'

export type ClientsCreditQuery = PageQuery & {
  /** Only entries of this type */
  type?: CreditEntryType | undefined
  /**
   * Created at this moment or later. A day, such as 2026-11-15, counts from its beginning, in the team's
   * time zone
   */
  created_after?: string | undefined
  /** Created before this moment. A day counts to its end, in the team's time zone */
  created_before?: string | undefined
}

export interface ClientsDeleteQuery {
  /** Erases the person for good, but for issued invoices; needs `clients.erase` */
  erase?: boolean | undefined
}

export type ClientsListQuery = PageQuery & {
  /** individual or company */
  client_type?: ClientType | undefined
  /** Part of a name, e-mail, CPF or CNPJ; case, accents and punctuation do not matter */
  search?: string | undefined
  /** Only active or only inactive ones */
  is_active?: boolean | undefined
  /** Only those with this tag */
  tag?: string | undefined
  /** Only the duplicates that were merged into this client */
  merged_into_id?: string | undefined
  /** Only those with this value: `metadata[crm_id]=4711`; of several keys, all must match */
  metadata?: Record<string, string> | undefined
  /** Only those with this external reference */
  external_reference?: string | undefined
  /**
   * Created at this moment or later. A day, such as 2026-11-15, counts from its beginning, in the team's
   * time zone
   */
  created_after?: string | undefined
  /** Created before this moment. A day counts to its end, in the team's time zone */
  created_before?: string | undefined
  /**
   * Changed or created at this moment or later. A day, such as 2026-11-15, counts from its beginning, in
   * the team's time zone
   */
  updated_after?: string | undefined
  /** Not changed since, and created, before this moment. A day counts to its end, in the team's time zone */
  updated_before?: string | undefined
}

export interface ClientsStatementCsvQuery {
  /** First day; 90 days before the last if left out, in the team's time zone (YYYY-MM-DD) */
  start_date?: string | undefined
  /** Last day; today if left out, in the team's time zone (YYYY-MM-DD) */
  end_date?: string | undefined
  /**
   * en, the default: commas, 1234.50, 2026-11-15, names of fields. pt-BR, for spreadsheets: semicolons,
   * 1234,50, 15/11/2026, times in the team's zone, Portuguese words, and a byte order mark
   */
  locale?: Language | undefined
}

export interface ClientsStatementQuery {
  /** First day; 90 days before the last if left out, in the team's time zone (YYYY-MM-DD) */
  start_date?: string | undefined
  /** Last day; today if left out, in the team's time zone (YYYY-MM-DD) */
  end_date?: string | undefined
}

export interface ClientsTravellersQuery {
  /** Items per page; all if left out, else at most 100 */
  limit?: number | undefined
  /**
   * A `next_cursor`: the items after that page, however many were added, changed or removed since. With
   * the same filters, without `page`; `total` and `pages` are those of the first page
   */
  starting_after?: string | undefined
  /** A `previous_cursor`: the items before that page. Without `page` and `starting_after` */
  ending_before?: string | undefined
}

export interface ClockAdvance {
  now: Timestamp
  target: Timestamp
  /** false: the same call goes on towards the target */
  complete: boolean
  /** Jobs run by this call */
  ran: number
  /** Work that failed for technical reasons three times and was put aside */
  failed: ClockAdvanceFailed[]
}

export interface ClockAdvanceFailed {
  id: string
  kind: string
  error: string
}

export interface ClockAdvanceInput {
  /** ISO 8601 duration, for example PT30M; at most 2 years */
  by: string
}

export interface Companion {
  /** Companion id (trv_) */
  id: string
  /** The client in whose file they are (UUID) */
  client_id: string
  /** What they are to the client */
  relationship: Relationship
  given_name: string
  family_name: string
  full_name: string
  email: string | null
  phone: string | null
  /** Date of birth (YYYY-MM-DD) */
  born_on: string | null
  gender: Gender | null
  /** Numbers are masked without `documents.read` */
  identity_documents: FileDocument[]
  /** Numbers are masked without `documents.read` */
  loyalty_programme_accounts: LoyaltyAccount[]
  /** The client that they are themselves (UUID) */
  linked_client_id: string | null
  created_at: Timestamp
  updated_at: Timestamp
}

export interface CompanionChange {
  /** What they are to the client */
  relationship?: Relationship | undefined
  /**
   * As in the document
   *
   * Example: "Pedro"
   */
  given_name?: string | undefined
  /**
   * As in the document
   *
   * Example: "Souza"
   */
  family_name?: string | undefined
  email?: FileEmail | null | undefined
  /** With the country code, or a Brazilian number */
  phone?: string | null | undefined
  /**
   * Date of birth (YYYY-MM-DD)
   *
   * Example: "1990-05-17"
   */
  born_on?: string | null | undefined
  gender?: Gender | null | undefined
  /** All that there shall be. They are stored encrypted */
  identity_documents?: FileDocumentInput[] | null | undefined
  /** All that there shall be. They are stored encrypted; a masked number keeps the one it stands for */
  loyalty_programme_accounts?: ClientInputLoyaltyProgrammeAccount[] | null | undefined
  /** If they are a client too: what lacks here is taken from there */
  linked_client_id?: string | null | undefined
}

export interface CompanionInput {
  /** What they are to the client */
  relationship: Relationship
  /**
   * As in the document
   *
   * Example: "Pedro"
   */
  given_name: string
  /**
   * As in the document
   *
   * Example: "Souza"
   */
  family_name: string
  email?: FileEmail | null | undefined
  /** With the country code, or a Brazilian number */
  phone?: string | null | undefined
  /**
   * Date of birth (YYYY-MM-DD)
   *
   * Example: "1990-05-17"
   */
  born_on?: string | null | undefined
  gender?: Gender | null | undefined
  /** All that there shall be. They are stored encrypted */
  identity_documents?: FileDocumentInput[] | null | undefined
  /** All that there shall be. They are stored encrypted; a masked number keeps the one it stands for */
  loyalty_programme_accounts?: ClientInputLoyaltyProgrammeAccount[] | null | undefined
  /** If they are a client too: what lacks here is taken from there */
  linked_client_id?: string | null | undefined
}

export interface ConfirmInput {
  payment: BalancePayment
}

export interface ConfirmedBooking {
  id: string
  booking_reference: string
  status: BookingStatus
  documents: ConfirmedBookingDocument[]
}

export interface ConfirmedBookingDocument {
  type: 'electronic_ticket'
  unique_identifier: string
}

/**
 * - `real`: Real flights are sold, or real money is collected
 * - `simulated`: Outside production: flights or money are invented
 * - `none`: Nothing is connected, so it does not work
 */
export type ConnectionState = 'real' | 'simulated' | 'none'

/** What live keys are connected with */
export interface Connections {
  /** Where live searches find flights */
  flights: ConnectionState
  /** Who collects live recharges */
  wallet_bank: ConnectionState
  /** Who collects live invoices of this team */
  invoice_bank: ConnectionState
}

/**
 * - `credit_note`: From a credit note
 * - `overpayment`: From an overpayment of an invoice
 * - `given_back`: Was used on an invoice that was cancelled, or by mistake, or reclaimed in a dispute
 * that was won
 * - `used`: Paid an invoice
 * - `reclaimed`: Was taken back, because the money that it came of went back to its payer or is
 * disputed
 * - `expired`: Ended without being used
 */
export type CreditEntryType = 'credit_note' | 'overpayment' | 'given_back' | 'used' | 'reclaimed' | 'expired'

export interface CreditNote {
  /** Credit note id (crn_) */
  id: string
  /**
   * In a series of its own
   *
   * Example: "2026-000007"
   */
  number: string
  /** The invoice (UUID) that it credits */
  invoice_id: string
  /** Number of that invoice */
  invoice_number: string
  /** Only with `expand[]=invoice` */
  invoice?: Invoice | null | undefined
  client_id: string
  client: ClientOfDocument
  issue_date: CalendarDate
  reason: string
  /** Empty: it credits the invoice as a whole */
  items: CreditNoteItem[]
  /** BRL, at most two decimals */
  amount: number
  /**
   * The use of money that was paid and is no longer owed. credit: credit of the client. refund: goes
   * back to the payer by the bank that collected it. none: stays overpaid on the invoice
   */
  excess: ExcessUse | null
  /** The part that was paid and is no longer owed */
  excess_amount: number
  /** The last day on which new credit can be used; what is given back ends when it would have ended */
  credit_expires_on: CalendarDate | null
  /** The refunds (rfd_) that it asked for */
  refund_ids: string[]
  currency: 'BRL'
  /** Public page for the client */
  page_url: string
  pdf_url: string
  /** Your own values, by your own keys; the service does not use them */
  metadata: Record<string, string>
  /**
   * Your own id of the object; several may have the same
   *
   * Example: "erp-4711"
   */
  external_reference: string | null
  created_at: Timestamp
  updated_at: Timestamp
}

export interface CreditNoteChange {
  /**
   * At most 50 keys of 40 characters, with texts of 500. A change sets the keys that are sent and keeps
   * the others; null or "" removes a key, and null instead of the object removes all
   *
   * Example: {"crm_id":"4711"}
   */
  metadata?: Record<string, string | null> | null | undefined
  /**
   * Your own id of the object; several may have the same
   *
   * Example: "erp-4711"
   */
  external_reference?: string | null | undefined
  /** Cannot be changed: anything but its present value is refused */
  invoice_id?: unknown | undefined
  /** Cannot be changed: anything but its present value is refused */
  client_id?: unknown | undefined
  /** Cannot be changed: anything but its present value is refused */
  issue_date?: unknown | undefined
  /** Cannot be changed: anything but its present value is refused */
  reason?: unknown | undefined
  /** Cannot be changed: anything but its present value is refused */
  items?: unknown | undefined
  /** Cannot be changed: anything but its present value is refused */
  amount?: unknown | undefined
  /** Cannot be changed: anything but its present value is refused */
  excess?: unknown | undefined
  /** Cannot be changed: anything but its present value is refused */
  credit_expires_on?: unknown | undefined
}

export interface CreditNoteInput {
  /** The invoice (UUID) to credit; it was sent */
  invoice_id: string
  /** BRL, at most two decimals; the sum of `items`, or else all that can be credited if left out */
  amount?: number | undefined
  /** Which items of the invoice are credited; of the invoice as a whole if left out */
  items?: CreditNoteItemInput[] | undefined
  /**
   * The use of money that was paid and is no longer owed. credit: credit of the client. refund: goes
   * back to the payer by the bank that collected it. none: stays overpaid on the invoice. Required if
   * there is such money
   */
  excess?: ExcessUse | undefined
  /**
   * With `excess` credit: the last day on which it can be used; it never ends if left out
   *
   * Example: "2026-11-30"
   */
  credit_expires_on?: string | null | undefined
  /**
   * The client sees it
   *
   * Example: "Hospedagem cancelada"
   */
  reason: string
  /** Whether the client gets it by mail; true if left out */
  notify_client?: boolean | undefined
  /**
   * At most 50 keys of 40 characters, with texts of 500. A change sets the keys that are sent and keeps
   * the others; null or "" removes a key, and null instead of the object removes all
   *
   * Example: {"crm_id":"4711"}
   */
  metadata?: Record<string, string | null> | null | undefined
  /**
   * Your own id of the object; several may have the same
   *
   * Example: "erp-4711"
   */
  external_reference?: string | null | undefined
}

export interface CreditNoteItem {
  /** The item of the invoice that it credits */
  invoice_item_id: string | null
  /** The item of a trip (tri_) that it credits */
  trip_item_id: string | null
  description: string
  /** BRL, at most two decimals */
  amount: number
}

export interface CreditNoteItemInput {
  /** Id of an item of the invoice (UUID); or `trip_item_id` */
  invoice_item_id?: string | null | undefined
  /** Id of an item of a trip (tri_) that the invoice bills */
  trip_item_id?: string | null | undefined
  /** BRL, at most two decimals; after discount and tax */
  amount: number
}

export interface CreditNotePreview {
  /** BRL, at most two decimals */
  amount: number
  items: CreditNoteItem[]
  /** The most that can be credited of the invoice now */
  creditable_amount: number
  /** BRL, at most two decimals */
  amount_due_before: number
  /** BRL, at most two decimals */
  amount_due_after: number
  /** Money that was paid and would no longer be owed */
  excess_amount: number
  /** The part of it that the bank can send back; the rest cannot */
  refundable_amount: number
  /**
   * With `excess` credit: the part of it that the client's credit had paid. It comes back until the day
   * on which it would have ended; only the rest is new credit, until `credit_expires_on`
   */
  credit_given_back_amount: number
  /**
   * With `excess` credit: the part of it that covers `uncovered_amount` of invoices at once, and cannot
   * be used
   */
  credit_covering_amount: number
}

export interface CreditNotePreviewInput {
  /** The invoice (UUID) to credit; it was sent */
  invoice_id: string
  /** BRL, at most two decimals; the sum of `items`, or else all that can be credited if left out */
  amount?: number | undefined
  /** Which items of the invoice are credited; of the invoice as a whole if left out */
  items?: CreditNoteItemInput[] | undefined
  /**
   * The use of money that was paid and is no longer owed. credit: credit of the client. refund: goes
   * back to the payer by the bank that collected it. none: stays overpaid on the invoice. Required if
   * there is such money
   */
  excess?: ExcessUse | undefined
  /**
   * With `excess` credit: the last day on which it can be used; it never ends if left out
   *
   * Example: "2026-11-30"
   */
  credit_expires_on?: string | null | undefined
}

export type CreditNotesListQuery = PageQuery & {
  /** Only those of this invoice */
  invoice_id?: string | undefined
  /** Only those of this client */
  client_id?: string | undefined
  /** Only those with this value: `metadata[crm_id]=4711`; of several keys, all must match */
  metadata?: Record<string, string> | undefined
  /** Only those with this external reference */
  external_reference?: string | undefined
  /** Includes `client` (needs `clients.read`), `invoice` (needs `invoices.read`) */
  expand?: QuoteExpansion[] | undefined
  /**
   * Created at this moment or later. A day, such as 2026-11-15, counts from its beginning, in the team's
   * time zone
   */
  created_after?: string | undefined
  /** Created before this moment. A day counts to its end, in the team's time zone */
  created_before?: string | undefined
  /**
   * Changed or created at this moment or later. A day, such as 2026-11-15, counts from its beginning, in
   * the team's time zone
   */
  updated_after?: string | undefined
  /** Not changed since, and created, before this moment. A day counts to its end, in the team's time zone */
  updated_before?: string | undefined
}

export interface CreditNotesReadQuery {
  /** Includes `client` (needs `clients.read`), `invoice` (needs `invoices.read`) */
  expand?: QuoteExpansion[] | undefined
}

export type Currency = string

export type CurrentOffer = Offer & {
  /** Whether the carrier asks another price than at the search */
  price_changed: boolean
  /** total_amount at the search */
  previous_total_amount: Amount
  /** client_amount at the search */
  previous_client_amount: Amount
  /**
   * The places of the response by their Portuguese names, where Accept-Language likes Portuguese best;
   * left out else
   */
  places?: NamedPlace[] | undefined
  _meta?: Meta | undefined
}

/**
 * - `ok`: The database responds
 * - `read_only`: It responds, but takes no changes: a standby, a fail-over, a full disk
 * - `down`: The database is unavailable
 */
export type DatabaseHealth = 'ok' | 'read_only' | 'down'

export interface Deadline {
  /** Booking id (ord_) */
  id: string
  booking_reference: string
  payment_required_by: Timestamp
  /** What the wallet would pay */
  amount: Amount
  origin: string
  destination: string
  /** Full name; null without the permission bookings.read */
  client_name: string | null
}

/**
 * - `under_2_hours`: Less than two hours are left
 * - `under_6_hours`: Two to six hours are left
 * - `under_24_hours`: Six hours to a day are left
 * - `under_72_hours`: One to three days are left
 * - `later`: More than three days are left
 */
export type DeadlineBucket = 'under_2_hours' | 'under_6_hours' | 'under_24_hours' | 'under_72_hours' | 'later'

export interface Deadlines {
  as_of: Timestamp
  currency: 'BRL'
  /** Holds that can still be paid */
  count: number
  /** What the wallet would pay for all of them */
  amount: Amount
  wallet_balance: SignedAmount
  /** Whether the wallet can pay them all */
  is_covered: boolean
  /** What is missing for that */
  missing_amount: Amount
  /** By the time that is left */
  buckets: DeadlinesBucket[]
  /** The fifty that end first */
  holds: Deadline[]
}

export interface DeadlinesBucket {
  name: DeadlineBucket
  count: number
  /** What the wallet would pay */
  amount: Amount
}

/**
 * - `scheduled`: The account is debited on that day
 * - `paid`: The account was debited
 * - `refused`: The bank of the client did not debit the account
 * - `cancelled`: Withdrawn before its day
 */
export type DebitAttemptStatus = 'scheduled' | 'paid' | 'refused' | 'cancelled'

export interface DeletedClient {
  id: string
  /** false: the client has links, so it was deactivated instead */
  deleted: boolean
  is_active?: false | undefined
  erasure?: Erasure | undefined
}

export interface DeletedCompanion {
  id: string
  deleted: true
}

export interface DeletedNote {
  id: string
  deleted: true
}

export interface DeletedObject {
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

export type DeliveriesListQuery = PageQuery & {
  /** Only deliveries of this status */
  status?: DeliveryStatus | undefined
  /** true: those whose last attempt failed, given up or to be tried again; false: the others */
  has_failed?: boolean | undefined
  /** Only this event type */
  type?: string | undefined
  /** First day, in the team's time zone (YYYY-MM-DD) */
  start_date?: string | undefined
  /** Last day, in the team's time zone (YYYY-MM-DD) */
  end_date?: string | undefined
  /** Includes `event` (needs `events.read`) */
  expand?: DeliveryExpansion[] | undefined
  /**
   * Created at this moment or later. A day, such as 2026-11-15, counts from its beginning, in the team's
   * time zone
   */
  created_after?: string | undefined
  /** Created before this moment. A day counts to its end, in the team's time zone */
  created_before?: string | undefined
  /**
   * Changed or created at this moment or later. A day, such as 2026-11-15, counts from its beginning, in
   * the team's time zone
   */
  updated_after?: string | undefined
  /** Not changed since, and created, before this moment. A day counts to its end, in the team's time zone */
  updated_before?: string | undefined
}

export interface DeliveriesReadQuery {
  /** Includes `event` (needs `events.read`) */
  expand?: DeliveryExpansion[] | undefined
}

export interface Delivery {
  /** Delivery id (dlv_) */
  id: string
  webhook_id: string
  event_id: string
  /** Only with `expand[]=event` */
  event?: StoredEvent | null | undefined
  type: string
  status: DeliveryStatus
  /** Attempts made */
  attempts: number
  next_attempt_at: Timestamp | null
  last_attempt_at: Timestamp | null
  created_at: Timestamp
  updated_at: Timestamp
  /** The delivery this one repeats */
  replay_of: string | null
}

export interface DeliveryAttempt {
  number: number
  at: Timestamp
  /** HTTP status of the response; null if there was none */
  status: number | null
  duration_ms: number
  error: string | null
  /** The first 16 KiB of the response; null where the payload is left out */
  body: string | null
}

/** - `event`: The event that is delivered */
export type DeliveryExpansion = 'event'

/**
 * - `waiting`: Not sent yet, or to be sent again
 * - `delivered`: The receiver answered 2xx in time
 * - `failed`: Every attempt failed; it can be replayed
 * - `skipped`: Not sent, as the webhook was off; it can be replayed
 */
export type DeliveryStatus = 'waiting' | 'delivered' | 'failed' | 'skipped'

export type DeliveryWithAttempts = Delivery & {
  attempt_log: DeliveryAttempt[]
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
  /** Full name; null without the permission bookings.read */
  client_name: string | null
  /** Full names; null without the permission bookings.read */
  travellers: string[] | null
}

/**
 * - `invoice`: The invoice and the proof of payment
 * - `contract`: The contract or quote that the client accepted
 * - `vouchers`: Vouchers, tickets and other proofs of the trip
 * - `identity`: Identity documents of the holder and the travellers
 * - `messages`: Conversations with the client
 * - `cancellation_terms`: The terms of cancellation that the client accepted
 */
export type DisputeEvidence = 'invoice' | 'contract' | 'vouchers' | 'identity' | 'messages' | 'cancellation_terms'

export interface DisputeSnapshot {
  /** Dispute id (dsp_) */
  id: string
  /** UUID; what is contested is owed again until the dispute is won */
  invoice_id: string
  /** Charge id (chg_) */
  charge_id: string
  /** open: the bank of the card decides. won: the money stays. lost: it went back to the holder */
  status: DisputeStatus
  /** The contested amount, with a card's fee that the payer bore */
  amount: number
  /** The part of it that the invoice does not count as paid any more; 0 once the dispute is won */
  taken_amount: number
  /**
   * The part of it that could not be taken back, because it had become credit of the client that is used
   * or has expired: neither the invoice nor the credit has it
   */
  uncovered_amount: number
  currency: 'BRL'
  /** The bank's own word */
  reason: string | null
  /** Evidence to send to the bank, in the bank's own panel */
  evidence: DisputeEvidence[]
  /** The last day for documents; null if the bank names none */
  answer_by: CalendarDate | null
  /** When the agency noted that it sent them */
  documents_sent_at: Timestamp | null
  opened_at: Timestamp
  ended_at: Timestamp | null
  created_at: Timestamp
  updated_at: Timestamp
}

/**
 * - `open`: The bank of the card decides; what is contested is owed again
 * - `won`: The payment counts
 * - `lost`: The payment went back to the holder of the card
 */
export type DisputeStatus = 'open' | 'won' | 'lost'

export type DisputesListQuery = PageQuery & {
  /** Only those in this state */
  status?: DisputeStatus | undefined
  /** Only those of this invoice */
  invoice_id?: string | undefined
  /**
   * Created at this moment or later. A day, such as 2026-11-15, counts from its beginning, in the team's
   * time zone
   */
  created_after?: string | undefined
  /** Created before this moment. A day counts to its end, in the team's time zone */
  created_before?: string | undefined
  /**
   * Changed or created at this moment or later. A day, such as 2026-11-15, counts from its beginning, in
   * the team's time zone
   */
  updated_after?: string | undefined
  /** Not changed since, and created, before this moment. A day counts to its end, in the team's time zone */
  updated_before?: string | undefined
}

export interface DisputesUpdateInput {
  /** Notes that the documents were sent, or takes the note back */
  documents_sent?: boolean | undefined
}

export interface DocumentItem {
  /** UUID */
  id: string
  description: string
  quantity: number
  unit_price: number
  /** BRL, at most two decimals */
  total: number
}

export interface DocumentItemInput {
  description: string
  /** Up to 4 decimals */
  quantity: number
  /** BRL, up to 4 decimals */
  unit_price: number
}

export interface DuplicateGroup {
  /** What they have in common */
  sign: DuplicateSign
  /** The common value, without punctuation, case and accents */
  value: string
  /** The oldest first, 2 to 20 */
  clients: ClientDetail[]
}

/**
 * - `cpf`: The same CPF
 * - `cnpj`: The same CNPJ
 * - `email`: The same e-mail address
 * - `name_and_birth_date`: The same name and date of birth
 */
export type DuplicateSign = 'cpf' | 'cnpj' | 'email' | 'name_and_birth_date'

export type Duration = string

/** Example: "ana@agencia.example" */
export type EmailAddress = string

export interface Erasure {
  /** Erasure id (era_) */
  id: string
  /** The client that was erased (UUID) */
  client_id: string
  /** The key that asked for it; null for the command line */
  asked_by: string | null
  /** When it was asked for and begun: the client itself was erased then */
  erased_at: Timestamp
  /** When nothing was left; null while bookings, events, mails and messages follow */
  completed_at: Timestamp | null
  updated_at: Timestamp
  counts: ErasureCounts
  /**
   * Free texts that were left as they are because they hold the given name alone, or stand in a
   * document: read each, and change it if it is about the person. At most 100.
   */
  to_confirm: TextToConfirm[]
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
  /** Responses of webhook receivers to those events */
  receiver_answers: number
  /** Files of trips */
  trip_files: number
  /** Responses kept under an Idempotency-Key */
  remembered_answers: number
}

export type EventsListQuery = PageQuery & {
  /** Only this event type */
  type?: string | undefined
  /** First day, in the team's time zone (YYYY-MM-DD) */
  start_date?: string | undefined
  /** Last day, in the team's time zone (YYYY-MM-DD) */
  end_date?: string | undefined
  /**
   * Created at this moment or later. A day, such as 2026-11-15, counts from its beginning, in the team's
   * time zone
   */
  created_after?: string | undefined
  /** Created before this moment. A day counts to its end, in the team's time zone */
  created_before?: string | undefined
  /** Only events after this one, oldest first: a cursor that misses nothing */
  after_sequence?: number | undefined
}

export interface EventsStreamQuery {
  /** Goes on after the event with this sequence; the header Last-Event-ID is believed before it */
  last_event_id?: number | undefined
}

/**
 * - `credit`: It becomes credit of the client
 * - `refund`: It goes back to the payer by the bank that collected it
 * - `none`: It stays overpaid on the invoice
 */
export type ExcessUse = 'credit' | 'refund' | 'none'

export interface FareCondition {
  allowed: boolean
  /** What it costs; null where it is not allowed or not known */
  penalty_amount: Amount | null
  penalty_currency: Currency | null
}

export interface FareConditions {
  refund_before_departure: FareCondition
  change_before_departure: FareCondition
}

/**
 * - `offer`: Once for the whole offer
 * - `passenger`: For each passenger
 */
export type FeeScope = 'offer' | 'passenger'

export interface FileDocument {
  /** Document id (doc_) */
  id: string
  type: FileDocumentType
  /** Number of the document, masked without `documents.read` */
  number: string
  /** ISO 3166-1 alpha-2 */
  issuing_country_code: string
  /** YYYY-MM-DD */
  issued_on: string | null
  /** YYYY-MM-DD */
  expires_on: string | null
}

export interface FileDocumentInput {
  /** Of a document that is there already (doc_) */
  id?: string | undefined
  type: FileDocumentType
  /**
   * Required for a new document; left out or masked, that of the same `id` stays
   *
   * Example: "FZ123456"
   */
  number?: string | undefined
  /**
   * ISO 3166-1 alpha-2; BR if left out
   *
   * Example: "BR"
   */
  issuing_country_code?: string | null | undefined
  /**
   * YYYY-MM-DD
   *
   * Example: "2024-03-10"
   */
  issued_on?: string | null | undefined
  /**
   * YYYY-MM-DD
   *
   * Example: "2034-03-09"
   */
  expires_on?: string | null | undefined
}

/**
 * - `passport`: A passport
 * - `rg`: The Brazilian identity card
 * - `cpf_card`: The CPF, the Brazilian tax id of a person
 * - `visa`: A visa
 * - `driver_licence`: A driver's licence
 * - `vaccine`: A certificate of vaccination
 */
export type FileDocumentType = 'passport' | 'rg' | 'cpf_card' | 'visa' | 'driver_licence' | 'vaccine'

/**
 * E-mail address
 *
 * Example: "paulo@example.com"
 */
export type FileEmail = string

/**
 * - `application/pdf`: A PDF
 * - `image/jpeg`: A JPEG
 * - `image/png`: A PNG
 * - `image/webp`: A WebP
 */
export type FileType = 'application/pdf' | 'image/jpeg' | 'image/png' | 'image/webp'

export interface FlightSearchInput {
  /** one_way has 1 slice, round_trip 2 (there and back), multi_city 2 to 6 */
  type: TripType
  slices: FlightSearchInputSlice[]
  /** 1 to 9 with a seat, and at most one infant_without_seat for each adult */
  passengers: FlightSearchInputPassenger[]
  /** economy if left out; `cabin_class` means the same */
  cabinClass?: CabinClass | undefined
  /** Changes of plane in each slice at most; `max_connections` means the same */
  maxConnections?: number | undefined
  /** Only these marketing carriers */
  airlines?: string[] | undefined
  /**
   * Local times of departure, {"from": "06:00", "to": "12:00"}: one for all slices, or a list with one
   * for each; `departure_time` means the same
   */
  departureTime?: TimeWindow | Array<TimeWindow | null> | undefined
  /** price if left out */
  sort?: SortOrder | undefined
  /** For whom: pricing rules for this client apply, and it is who books unless said */
  client_id?: string | undefined
  /** Offers at most, the first by `sort`; if left out, or above 200, all that were found up to 200 */
  limit?: number | undefined
}

export interface FlightSearchInputPassenger {
  type: PassengerType
  count: number
}

export interface FlightSearchInputSlice {
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
  /** YYYY-MM-DD, today at the origin or later; `departure_date` means the same */
  departureDate: string
}

export interface FlightSearchResult {
  /** Id of the search (orq_) */
  id: string
  offers: Offer[]
  /** How many were found, of which `offers` has the first */
  offers_total: number
  /** The cheapest offer's; without offers the places that were asked for */
  slices: Slice[]
  passengers: OfferPassenger[]
  /** Empty unless part of the response is missing, or a field that was sent is not known */
  warnings: SearchWarning[]
  /**
   * The places of the response by their Portuguese names, where Accept-Language likes Portuguese best;
   * left out else
   */
  places?: NamedPlace[] | undefined
  _meta?: Meta | undefined
}

/**
 * - `booking`: A booking
 * - `client`: A client
 * - `invoice`: An invoice
 * - `quote`: A quote
 * - `recurring_invoice`: A recurring invoice
 * - `trip`: A trip
 */
export type FoundType = 'booking' | 'client' | 'invoice' | 'quote' | 'recurring_invoice' | 'trip'

/**
 * - `m`: Male
 * - `f`: Female
 */
export type Gender = 'm' | 'f'

export interface Health {
  status: HealthStatus
  version: string
  time: Timestamp
  checks: HealthChecks
  _meta?: Meta | undefined
}

export interface HealthChecks {
  database: DatabaseHealth
  jobs: JobsHealth
  /** Only where this machine's clock is seconds off the database's */
  clock?: 'off' | undefined
}

/**
 * - `ok`: All is well
 * - `degraded`: Requests are served, but jobs are late or changes are refused for now
 * - `unavailable`: The database is unavailable
 */
export type HealthStatus = 'ok' | 'degraded' | 'unavailable'

export interface HeldPayment {
  /** Held payment id (hpm_) */
  id: string
  /** What it was paid for (rch_) */
  recharge_id: string
  amount: SignedAmount
  currency: 'BRL'
  reason: HeldPaymentReason
  status: HeldPaymentStatus
  /** The bank's own id of the payment */
  payment_id: string
  paid_at: Timestamp
  created_at: Timestamp
}

/**
 * - `exceeds_amount`: More was paid than was asked for
 * - `exceeds_day_limit`: More was paid than the limit of the day allows
 * - `untrusted_bank`: It came through a bank that may not credit this wallet
 */
export type HeldPaymentReason = 'exceeds_amount' | 'exceeds_day_limit' | 'untrusted_bank'

/**
 * - `held`: Waits for a review
 * - `accepted`: Reviewed, and credited to the wallet
 * - `refused`: Reviewed, and not credited
 */
export type HeldPaymentStatus = 'held' | 'accepted' | 'refused'

export interface IdentityDocument {
  type: IdentityDocumentType
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

export interface IdentityDocumentInput {
  type: IdentityDocumentType
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

/**
 * - `passport`: A passport
 * - `tax_id`: CPF, or the tax number of another country
 * - `known_traveler_number`: Number of a programme of known travellers
 */
export type IdentityDocumentType = 'passport' | 'tax_id' | 'known_traveler_number'

export interface IntegrationSnapshot {
  /** UUID */
  id: string
  kind: 'payment_provider'
  provider: BankName
  status: ProviderStatus
  connected_at: Timestamp
}

export interface Invitation {
  /** Invitation id (ivt_) */
  id: string
  email: string
  /** GET /api/v1/roles says what each may do */
  role: Role
  /** Of pages and mails for this person */
  language: Language
  expires_at: Timestamp
  /** The person (usr_) or key (key_); null for the command line */
  invited_by: string | null
  created_at: Timestamp
  updated_at: Timestamp
  sent_at: Timestamp
}

export interface InvitationInput {
  email: EmailAddress
  /** GET /api/v1/roles says what each may do */
  role: Role
  /** Of pages and mails for this person */
  language?: Language | undefined
}

export interface Invoice {
  /** UUID */
  id: string
  /**
   * Given when it leaves draft
   *
   * Example: "2026-000123"
   */
  number: string | null
  client_id: string
  client: ClientOfDocument
  issue_date: CalendarDate
  due_date: CalendarDate
  status: InvoiceStatus
  payment_status: PaymentStatus
  items: InvoiceItem[]
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
  /** Without fine, interest and discount for early payment; those are in pix and boleto */
  amount_due: number
  /** Paid beyond total, fine and interest */
  amount_overpaid: number
  /**
   * The sum of the refunds that the bank has made, with the fee of a card that the client bore and got
   * back; amount_paid has no such fee
   */
  refunded_amount: number
  /**
   * Money that went back to payers or is disputed, and could not be taken back, because it had become
   * credit of the client that is used or has expired
   */
  uncovered_amount: number
  /** Lower the amount due: total, plus adjustments, minus amount_paid */
  adjustments: InvoiceAdjustment[]
  late_payment: InvoiceLatePayment
  early_payment: InvoiceEarlyPayment | null
  paid_at: Timestamp | null
  notes: string | null
  currency: 'BRL'
  payment_provider_id: string | null
  /** By which it can be paid, each with a charge of its own */
  payment_methods: PaymentMethod[]
  card_payment: OwnCardPayment
  pix: InvoicePix | null
  boleto: InvoiceBoleto | null
  /** Charges that banks may still collect, and those that they have collected; oldest first */
  charges: InvoiceCharge[]
  /** Each card that was refused, also for charges that were replaced or withdrawn; oldest first */
  card_refusals: CardRefusal[]
  payment_problems: PaymentProblem[]
  payments: InvoicePayment[]
  /** Public page where the client pays */
  payment_url: string
  pdf_url: string
  recurring_invoice_id: string | null
  /** Only with `expand[]=recurring_invoice` */
  recurring_invoice?: RecurringInvoice | null | undefined
  /** The mandate of Pix Automático that pays it; null if it is paid like any other */
  mandate_id: string | null
  quote_id: string | null
  /** Only with `expand[]=quote` */
  quote?: Quote | null | undefined
  /** Your own values, by your own keys; the service does not use them */
  metadata: Record<string, string>
  /**
   * Your own id of the object; several may have the same
   *
   * Example: "erp-4711"
   */
  external_reference: string | null
  created_at: Timestamp
  updated_at: Timestamp
}

export interface InvoiceAdjustment {
  /** UUID */
  id: string
  type: AdjustmentType
  /** Negative: it lowers the amount due */
  amount: number
  /** The refund (rfd_) that caused it */
  refund_id: string | null
  /** The credit note (crn_) that caused it */
  credit_note_id: string | null
  /** The item of a trip that it credits, if one was named */
  trip_item_id: string | null
  created_at: Timestamp
}

export interface InvoiceBoleto {
  /** 47 digits: what the payer types or pastes */
  digitable_line: string
  /** 44 digits */
  barcode: string
  txid: string
  expires_at: Timestamp
  /** The amount of the charge; the bank computes discount, fine and interest */
  amount: number
  due_date: CalendarDate
  /** A page for the payer */
  url: string
  pdf_url: string
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
  items?: InvoiceItemInput[] | undefined
  /** Percent, up to 4 decimals */
  tax_rate?: number | undefined
  /** Percent, up to 4 decimals */
  discount_rate?: number | undefined
  early_payment?: InvoiceInputEarlyPayment | null | undefined
  /** Free text; the client sees it */
  notes?: string | null | undefined
  /** Payment provider (UUID); the default one of each method if left out */
  payment_provider_id?: string | null | undefined
  /** By which it can be paid; by Pix if left out. A boleto needs a client with cpf or cnpj */
  payment_methods?: PaymentMethod[] | undefined
  card_payment?: InvoiceInputCardPayment | undefined
  status?: InvoiceStatus | undefined
  payment_status?: PaymentStatus | undefined
  /** Sum paid, at most two decimals */
  amount_paid?: number | undefined
  /**
   * A timestamp with its zone, or a day in the team's time zone
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  paid_at?: string | null | undefined
  /**
   * Whether the client is notified of this change by WhatsApp or mail. If left out: of an invoice that
   * is sent or paid, never of a draft
   */
  notify_client?: boolean | undefined
  /**
   * At most 50 keys of 40 characters, with texts of 500. A change sets the keys that are sent and keeps
   * the others; null or "" removes a key, and null instead of the object removes all
   *
   * Example: {"crm_id":"4711"}
   */
  metadata?: Record<string, string | null> | null | undefined
  /**
   * Your own id of the object; several may have the same
   *
   * Example: "erp-4711"
   */
  external_reference?: string | null | undefined
}

export interface InvoiceCharge {
  /** Charge id (chg_) */
  id: string
  method: PaymentMethod
  status: ChargeStatus
  /** BRL, at most two decimals */
  amount: number
  /** The fee of the bank, once the bank reports it */
  fee_amount: number | null
  /** The amount that reaches the agency, once the bank reports it */
  net_amount: number | null
  /** How it is paid; null unless it can be paid now */
  instructions: ChargeInstructions | null
  /** When the money of a card reaches the agency; empty if the bank does not say */
  instalments: ChargeInstalment[]
  /** In how many instalments the payer pays; null until that is known */
  instalment_count: number | null
  /** The fee of a card that the payer bears, part of `amount` */
  surcharge_amount: number
  card: InvoiceChargeCard | null
  /** Attempts to pay that the payer's bank refused; the charge stays open */
  refusals: ChargeRefusal[]
  expires_at: Timestamp
  created_at: Timestamp
  updated_at: Timestamp
}

/** For receipts */
export interface InvoiceChargeCard {
  brand: string | null
  last_digits: string | null
}

export interface InvoiceEarlyPayment {
  /** Of the total; null if it is an amount */
  discount_percent: number | null
  /** BRL; null if it is a percentage */
  discount_amount: number | null
  /** The last day; if banks are closed on it, the next business day */
  until: CalendarDate
  /** The amount due until then: amount_due less the discount */
  amount_due: number
  /** The discount that the payer took by paying early; it is among the adjustments */
  amount_taken: number
}

/**
 * - `client`: All fields of the client, with its tags and without the file
 * - `quote`: The quote that became the invoice
 * - `recurring_invoice`: The recurring invoice that generated it
 */
export type InvoiceExpansion = 'client' | 'quote' | 'recurring_invoice'

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
  items: InvoiceItemInput[]
  /** Percent, up to 4 decimals */
  tax_rate?: number | undefined
  /** Percent, up to 4 decimals */
  discount_rate?: number | undefined
  early_payment?: InvoiceInputEarlyPayment | null | undefined
  /** Free text; the client sees it */
  notes?: string | null | undefined
  /** Payment provider (UUID); the default one of each method if left out */
  payment_provider_id?: string | null | undefined
  /** By which it can be paid; by Pix if left out. A boleto needs a client with cpf or cnpj */
  payment_methods?: PaymentMethod[] | undefined
  card_payment?: InvoiceInputCardPayment | undefined
  status?: InvoiceStatus | undefined
  payment_status?: PaymentStatus | undefined
  /** Sum paid, at most two decimals */
  amount_paid?: number | undefined
  /**
   * A timestamp with its zone, or a day in the team's time zone
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  paid_at?: string | null | undefined
  /**
   * Whether the client is notified of this change by WhatsApp or mail. If left out: of an invoice that
   * is sent or paid, never of a draft
   */
  notify_client?: boolean | undefined
  /**
   * At most 50 keys of 40 characters, with texts of 500. A change sets the keys that are sent and keeps
   * the others; null or "" removes a key, and null instead of the object removes all
   *
   * Example: {"crm_id":"4711"}
   */
  metadata?: Record<string, string | null> | null | undefined
  /**
   * Your own id of the object; several may have the same
   *
   * Example: "erp-4711"
   */
  external_reference?: string | null | undefined
}

export interface InvoiceInputCardPayment {
  /** The most instalments; the team's if null */
  instalments_max?: number | null | undefined
  /** The bearer of the fee of the card; the setting of the team if null */
  fee_bearer?: CardFeeBearer | null | undefined
}

/**
 * A discount for payment on or before a day, not after the due date. That of the team if left out,
 * none if null
 */
export interface InvoiceInputEarlyPayment {
  /** Of the total, at most four decimals. Either this or discount_amount */
  discount_percent?: number | null | undefined
  /** BRL, at most two decimals; below the total */
  discount_amount?: number | null | undefined
  /**
   * YYYY-MM-DD
   *
   * Example: "2026-11-30"
   */
  until: string
}

export interface InvoiceItem {
  /** UUID */
  id: string
  description: string
  quantity: number
  unit_price: number
  /** BRL, at most two decimals */
  total: number
  /** The item of a trip that it bills */
  trip_item_id: string | null
  /** The booking that the item of the trip follows */
  booking_id: string | null
}

export interface InvoiceItemInput {
  description: string
  /** Up to 4 decimals */
  quantity: number
  /** BRL, up to 4 decimals */
  unit_price: number
  /**
   * The item of a trip (tri_) of the same client that it bills, in full or in part. Such an invoice has
   * neither tax_rate nor discount_rate
   */
  trip_item_id?: string | null | undefined
}

/** What being late costs, as the team had set it when the invoice was made */
export interface InvoiceLatePayment {
  /** Once, after the due date */
  fine_percent: number
  /** A month, day by day */
  interest_percent: number
  /**
   * How long after the due date a boleto, or a Pix of which the bank computes fine and interest, can be
   * paid. Then another is made
   */
  payable_days: number
  /** What was paid of both */
  amount_paid: number
}

export interface InvoicePayment {
  /** UUID */
  id: string
  /** Negative for a correction, for what went back to the payer, and for what became the client's credit */
  amount: number
  /** What of it is fine and interest for being late; negative where that went back */
  late_amount: number
  /** The fee of a card that the payer bore beside it */
  surcharge_amount: number
  method: InvoicePaymentMethod
  /** How the money came, where a person recorded it */
  manual_method: ManualMethod | null
  /**
   * The bank's own id of the payment (endToEndId), for a return with its id behind it; what the agency
   * noted of a payment that it recorded
   */
  reference: string | null
  /** The charge (chg_) that it came by, or from which it went back; disputes name it too */
  charge_id: string | null
  paid_at: Timestamp
  created_at: Timestamp
}

export interface InvoicePaymentInput {
  /** BRL, at most two decimals */
  amount: number
  /**
   * A timestamp with its zone, or a day in the team's time zone
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  paid_at?: string | undefined
  /** How the money came */
  manual_method?: ManualMethod | null | undefined
  /**
   * By which it is found again: number of a cheque, a receipt or a transfer
   *
   * Example: "NSU 004711"
   */
  reference?: string | null | undefined
}

/**
 * - `pix`: Paid by Pix
 * - `boleto`: Paid by boleto
 * - `card`: Paid by card
 * - `pix_automatic`: Paid by Pix Automático
 * - `pix_key`: Paid to the Pix key of the agency, which confirmed it
 * - `manual`: Recorded by the agency
 * - `credit`: The client's credit; negative where an overpayment became credit
 * - `correction`: The agency corrected the sum
 * - `return`: Went back to the payer
 * - `dispute`: The holder of a card contests a payment, or a dispute was won
 */
export type InvoicePaymentMethod = 'pix' | 'boleto' | 'card' | 'pix_automatic' | 'pix_key' | 'manual' | 'credit' | 'correction' | 'return' | 'dispute'

export interface InvoicePix {
  /** BR Code, to be pasted into a bank app */
  copy_paste: string
  /** The same as an image */
  qrcode_url: string
  txid: string
  /**
   * The amount of the code: less the discount for early payment, after the due date with fine and
   * interest. With a due_date the bank computes those
   */
  amount: number
  /** Of a Pix with a due date, of which the bank computes discount, fine and interest */
  due_date: CalendarDate | null
  expires_at: Timestamp
}

export interface InvoicePreview {
  items: InvoiceItem[]
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
}

/**
 * - `draft`: Not sent yet, without a number
 * - `sent`: Issued to the client, with its number
 * - `cancelled`: No longer to be paid
 */
export type InvoiceStatus = 'draft' | 'sent' | 'cancelled'

export interface InvoicesDownloadQuery {
  /** Only invoices of this status */
  status?: InvoiceStatus | undefined
  /** Only those of this payment status */
  payment_status?: PaymentStatus | undefined
  /** Only those of this client */
  client_id?: string | undefined
  /** Only those with this value: `metadata[crm_id]=4711`; of several keys, all must match */
  metadata?: Record<string, string> | undefined
  /** Only those with this external reference */
  external_reference?: string | undefined
  /**
   * Created at this moment or later. A day, such as 2026-11-15, counts from its beginning, in the team's
   * time zone
   */
  created_after?: string | undefined
  /** Created before this moment. A day counts to its end, in the team's time zone */
  created_before?: string | undefined
  /**
   * Changed or created at this moment or later. A day, such as 2026-11-15, counts from its beginning, in
   * the team's time zone
   */
  updated_after?: string | undefined
  /** Not changed since, and created, before this moment. A day counts to its end, in the team's time zone */
  updated_before?: string | undefined
  /**
   * Issued at this moment or later. A day, such as 2026-11-15, counts from its beginning, in the team's
   * time zone
   */
  issued_after?: string | undefined
  /** Issued before this moment. A day counts to its end, in the team's time zone */
  issued_before?: string | undefined
  /**
   * Due at this moment or later. A day, such as 2026-11-15, counts from its beginning, in the team's
   * time zone
   */
  due_after?: string | undefined
  /** Due before this moment. A day counts to its end, in the team's time zone */
  due_before?: string | undefined
  /**
   * Paid in full at this moment or later. A day, such as 2026-11-15, counts from its beginning, in the
   * team's time zone
   */
  paid_after?: string | undefined
  /** Paid in full before this moment. A day counts to its end, in the team's time zone */
  paid_before?: string | undefined
  /**
   * en, the default: commas, 1234.50, 2026-11-15, names of fields. pt-BR, for spreadsheets: semicolons,
   * 1234,50, 15/11/2026, times in the team's zone, Portuguese words, and a byte order mark
   */
  locale?: Language | undefined
}

export type InvoicesListQuery = PageQuery & {
  /** Only invoices of this status */
  status?: InvoiceStatus | undefined
  /** Only those of this payment status */
  payment_status?: PaymentStatus | undefined
  /** Only those of this client */
  client_id?: string | undefined
  /** Only those with this value: `metadata[crm_id]=4711`; of several keys, all must match */
  metadata?: Record<string, string> | undefined
  /** Only those with this external reference */
  external_reference?: string | undefined
  /**
   * Created at this moment or later. A day, such as 2026-11-15, counts from its beginning, in the team's
   * time zone
   */
  created_after?: string | undefined
  /** Created before this moment. A day counts to its end, in the team's time zone */
  created_before?: string | undefined
  /**
   * Changed or created at this moment or later. A day, such as 2026-11-15, counts from its beginning, in
   * the team's time zone
   */
  updated_after?: string | undefined
  /** Not changed since, and created, before this moment. A day counts to its end, in the team's time zone */
  updated_before?: string | undefined
  /**
   * Issued at this moment or later. A day, such as 2026-11-15, counts from its beginning, in the team's
   * time zone
   */
  issued_after?: string | undefined
  /** Issued before this moment. A day counts to its end, in the team's time zone */
  issued_before?: string | undefined
  /**
   * Due at this moment or later. A day, such as 2026-11-15, counts from its beginning, in the team's
   * time zone
   */
  due_after?: string | undefined
  /** Due before this moment. A day counts to its end, in the team's time zone */
  due_before?: string | undefined
  /**
   * Paid in full at this moment or later. A day, such as 2026-11-15, counts from its beginning, in the
   * team's time zone
   */
  paid_after?: string | undefined
  /** Paid in full before this moment. A day counts to its end, in the team's time zone */
  paid_before?: string | undefined
} & {
  /** Those due first come first; the newest if left out */
  sort?: 'due_date' | undefined
  /**
   * Includes `client` (needs `clients.read`), `quote` (needs `quotes.read`), `recurring_invoice` (needs
   * `recurringInvoices.read`)
   */
  expand?: InvoiceExpansion[] | undefined
}

export interface InvoicesReadQuery {
  /**
   * Includes `client` (needs `clients.read`), `quote` (needs `quotes.read`), `recurring_invoice` (needs
   * `recurringInvoices.read`)
   */
  expand?: InvoiceExpansion[] | undefined
}

/**
 * - `ok`: Jobs run in time
 * - `stalled`: Jobs are late
 * - `unknown`: Unknown while the database is unavailable
 */
export type JobsHealth = 'ok' | 'stalled' | 'unknown'

/**
 * - `owner`: Everything, people and banks included; a team always has at least one
 * - `agent`: Sells: searches, books, and looks after clients, quotes and invoices
 * - `finance`: Handles the money: wallet, invoices, refunds and reports, without booking or passports
 * - `developer`: Connects programs: keys, webhooks and the sandbox, with what those programs need for
 * selling
 * - `viewer`: Sees bookings, clients and money, and changes nothing
 * - `read_only`: For a key: all reading, with the numbers of identity documents masked
 * - `seller`: For the key of a website or an app: searches, books and keeps clients
 * - `bookkeeper`: For the key of an accounting program: reads money, invoices and who paid
 */
export type KeyRole = 'owner' | 'agent' | 'finance' | 'developer' | 'viewer' | 'read_only' | 'seller' | 'bookkeeper'

export interface KeysListQuery {
  /** From 1 on; 1 if left out */
  page?: number | undefined
  /** Items per page; 20 if left out, at most 100 */
  limit?: number | undefined
  /**
   * A `next_cursor`: the items after that page, however many were added, changed or removed since. With
   * the same filters, without `page`; `total` and `pages` are those of the first page
   */
  starting_after?: string | undefined
  /** A `previous_cursor`: the items before that page. Without `page` and `starting_after` */
  ending_before?: string | undefined
  /**
   * Created at this moment or later. A day, such as 2026-11-15, counts from its beginning, in the team's
   * time zone
   */
  created_after?: string | undefined
  /** Created before this moment. A day counts to its end, in the team's time zone */
  created_before?: string | undefined
  /**
   * Changed or created at this moment or later. A day, such as 2026-11-15, counts from its beginning, in
   * the team's time zone
   */
  updated_after?: string | undefined
  /** Not changed since, and created, before this moment. A day counts to its end, in the team's time zone */
  updated_before?: string | undefined
}

/**
 * - `pt-BR`: Portuguese of Brazil
 * - `en`: English
 */
export type Language = 'pt-BR' | 'en'

export interface LatePaymentRates {
  /** Once, after the due date */
  fine_percent: number
  /** A month, day by day */
  interest_percent: number
}

export interface Liveness {
  status: 'ok'
  version: string
  time: Timestamp
  _meta?: Meta | undefined
}

/** Local time at the airport, without a zone designator */
export type LocalDateTime = string

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

export type Mail = MailListItem & {
  /** As it was sent; null where it holds a link for its receiver alone */
  html: string | null
  /** The same as plain text */
  text: string | null
}

export interface MailListItem {
  /** Mail id (mail_) */
  id: string
  /** Whom it went to; empty where they were erased */
  to: string
  /** Of test mode, whose mails go to the team's own address: who would have got it */
  meant_for: string | null
  subject: string
  /** The booking that it is about */
  booking_id: string | null
  /** The invoice that it is about */
  invoice_id: string | null
  /** The quote that it is about */
  quote_id: string | null
  /** The trip that it is about */
  trip_id: string | null
  /** The receipt of the booking goes with it as a PDF */
  has_receipt: boolean
  /** The invoice, the quote or the itinerary goes with it as a PDF */
  has_document: boolean
  /**
   * waiting: not tried yet. sent: the mail server accepted it. stored: kept and not sent, in test mode
   * or without a mail server. failed: the last try failed; `given_up` says whether there will be another
   */
  status: MailStatus
  /** How often it was tried to send it */
  attempts: number
  /** It did not go out, and by itself never will */
  given_up: boolean
  sent_at: Timestamp | null
  /** When it was reported as not delivered, after the mail server had taken it; `error` says why */
  bounced_at: Timestamp | null
  created_at: Timestamp
  updated_at: Timestamp
  /** Why the last try failed */
  error: string | null
}

/**
 * - `waiting`: Not tried yet
 * - `sent`: The mail server accepted it
 * - `stored`: Kept and not sent, in test mode or without a mail server
 * - `failed`: The last try failed
 */
export type MailStatus = 'waiting' | 'sent' | 'stored' | 'failed'

export interface MailsHtmlQuery {
  /** In place of the header Embarque-Team, which a frame cannot send */
  embarque_team?: string | undefined
  /** In place of the header Embarque-Mode */
  embarque_mode?: Mode | undefined
}

export type MailsListQuery = PageQuery & {
  /** Only those about this booking */
  booking_id?: string | undefined
  /** Only those about this invoice */
  invoice_id?: string | undefined
  /** Only those about this quote */
  quote_id?: string | undefined
  /** Only those about this trip */
  trip_id?: string | undefined
  /** Only those to this client's address of today */
  client_id?: string | undefined
  /** Only those to or for this address, in whatever case */
  to?: string | undefined
  /**
   * waiting: not tried yet. sent: the mail server accepted it. stored: kept and not sent, in test mode
   * or without a mail server. failed: the last try failed; `given_up` says whether there will be another
   */
  status?: MailStatus | undefined
  /**
   * Created at this moment or later. A day, such as 2026-11-15, counts from its beginning, in the team's
   * time zone
   */
  created_after?: string | undefined
  /** Created before this moment. A day counts to its end, in the team's time zone */
  created_before?: string | undefined
  /**
   * Changed or created at this moment or later. A day, such as 2026-11-15, counts from its beginning, in
   * the team's time zone
   */
  updated_after?: string | undefined
  /** Not changed since, and created, before this moment. A day counts to its end, in the team's time zone */
  updated_before?: string | undefined
}

/**
 * - `requested`: The bank has not confirmed it yet
 * - `scheduled`: The account is debited on the due date
 * - `retrying`: The account is debited again after a refusal
 * - `paid`: The account was debited
 * - `failed`: The invoice is paid like any other; `obstacle` says why
 * - `cancelled`: The invoice was paid otherwise, or cancelled
 */
export type MandateChargeStatus = 'requested' | 'scheduled' | 'retrying' | 'paid' | 'failed' | 'cancelled'

/**
 * - `agency`: The agency, in the API or the panel
 * - `client`: The client, on the page of an invoice
 * - `payer`: The client, in the app of the bank
 * - `payer_bank`: The bank of the client
 * - `receiver_bank`: The bank of the agency
 */
export type MandateEnder = 'agency' | 'client' | 'payer' | 'payer_bank' | 'receiver_bank'

/**
 * - `monthly`: Every month
 * - `quarterly`: Every three months
 * - `semiannual`: Every six months
 * - `annual`: Every year
 */
export type MandateFrequency = 'monthly' | 'quarterly' | 'semiannual' | 'annual'

/**
 * - `amount_differs`: The invoice asks for another amount than the mandate
 * - `too_late`: Fewer than 3 days were left before the due date
 * - `cycle_used`: Another invoice of the same period is debited
 * - `outside_mandate`: The due date lies before or after the mandate
 * - `bank_refused`: The bank of the agency refused the request
 * - `debit_refused`: The bank of the client refused to debit the account
 * - `mandate_ended`: The mandate ended before the due date
 * - `provider_disconnected`: The bank is not connected any more
 */
export type MandateObstacle = 'amount_differs' | 'too_late' | 'cycle_used' | 'outside_mandate' | 'bank_refused' | 'debit_refused' | 'mandate_ended' | 'provider_disconnected'

/**
 * - `none`: A refused debit is not tried again
 * - `three_in_seven_days`: A refused debit is tried up to three times within seven days
 */
export type MandateRetries = 'none' | 'three_in_seven_days'

export interface MandateSnapshot {
  /** Mandate id (mdt_) */
  id: string
  recurring_invoice_id: string
  client_id: string
  client: ClientOfDocument
  status: MandateStatus
  /** Each invoice must ask for exactly this */
  amount: number
  currency: 'BRL'
  frequency: MandateFrequency
  retries: MandateRetries
  /** The first due date that is debited */
  starts_on: CalendarDate
  ends_on: CalendarDate | null
  /** The invoice on whose page it was offered */
  first_invoice_id: string
  payment_provider_id: string | null
  /** The last 12, newest first */
  charges: MandateSnapshotCharge[]
  ended_by: MandateEnder | null
  /** As the bank words it */
  end_reason: string | null
  accepted_at: Timestamp | null
  ended_at: Timestamp | null
  created_at: Timestamp
  updated_at: Timestamp
}

export interface MandateSnapshotCharge {
  invoice_id: string
  status: MandateChargeStatus
  /** BRL, at most two decimals */
  amount: number
  due_date: CalendarDate
  attempts: MandateSnapshotChargeAttempt[]
  /** Why the invoice is paid like any other instead; null while nothing stands in the way */
  obstacle: MandateObstacle | null
  /** The invoice was sent, and is still to be paid */
  is_owed: boolean
}

export interface MandateSnapshotChargeAttempt {
  /** The day on which the account is debited */
  on: CalendarDate
  status: DebitAttemptStatus
  /** Of the payer's bank, where it refused; null if it sent none */
  code: string | null
  /** The refusal in words */
  reason: string | null
}

/**
 * - `created`: Offered to the client, who has not answered
 * - `active`: Accepted: invoices are debited
 * - `rejected`: Refused by the client
 * - `expired`: Not answered in time, or past its end
 * - `cancelled`: Ended by the agency, the client or a bank
 */
export type MandateStatus = 'created' | 'active' | 'rejected' | 'expired' | 'cancelled'

export type MandatesListQuery = PageQuery & {
  /** Only those of this status */
  status?: MandateStatus | undefined
  /** Only those of this client */
  client_id?: string | undefined
  /** Only those of this recurring invoice */
  recurring_invoice_id?: string | undefined
  /**
   * true: only those that another than the agency cancelled while their recurring invoice goes on
   * without one and still offers Pix Automático, and those with a failed debit whose invoice is still to
   * be paid
   */
  needs_attention?: boolean | undefined
  /**
   * Created at this moment or later. A day, such as 2026-11-15, counts from its beginning, in the team's
   * time zone
   */
  created_after?: string | undefined
  /** Created before this moment. A day counts to its end, in the team's time zone */
  created_before?: string | undefined
  /**
   * Changed or created at this moment or later. A day, such as 2026-11-15, counts from its beginning, in
   * the team's time zone
   */
  updated_after?: string | undefined
  /** Not changed since, and created, before this moment. A day counts to its end, in the team's time zone */
  updated_before?: string | undefined
}

/**
 * - `cash`: Cash
 * - `transfer`: A transfer between accounts
 * - `pix`: Pix to a key of the agency, outside its connected banks
 * - `deposit`: A deposit at a bank
 * - `card_machine`: A card at the agency's own machine
 * - `cheque`: A cheque
 * - `other`: Another way
 */
export type ManualMethod = 'cash' | 'transfer' | 'pix' | 'deposit' | 'card_machine' | 'cheque' | 'other'

export interface Me {
  /** Team id (team_) */
  id: string
  name: string
  email: string
  /** IANA zone in which the days of the team begin and end */
  time_zone: string
  currency: 'BRL'
  /** live for production keys, test for sandbox keys */
  mode: Mode
  pricing: MePricing
  /** Of invoices that are made now */
  late_payment: LatePaymentRates
  key?: MeKey | undefined
  person?: MePerson | undefined
  /** Each operation says which one it needs; a caller without it is answered 403 */
  permissions: Permission[]
}

/** The key that asks; there is none where a person does */
export interface MeKey {
  id: string
  name: string
  last_four: string
}

/** The calling person, if the caller is not a key */
export interface MePerson {
  id: string
  name: string
  email: string
  role: Role
}

export interface MePricing {
  /** Agency markup, percent of the base cost */
  markup_percent: number
  /** Fixed agency fee in BRL, as an amount string */
  fee_amount: string
}

export interface MergeInput {
  /** The client that is the same one, and ends (UUID, or cli_ and its digits) */
  duplicate_id: string
}

export interface Message {
  /** Message id (msg_) */
  id: string
  /** What it is about */
  kind: MessageKind
  /** The invoice that it is about */
  invoice_id: string | null
  /** The quote that it is about */
  quote_id: string | null
  /** The trip that it is about */
  trip_id: string | null
  channel: MessageChannel
  /** Telephone number or e-mail address */
  to: string
  text: string
  /**
   * stored: kept and not sent, in test mode or without a messaging app or mail server. delivered and
   * read: the messaging app says so. failed: not sent yet, or it did not arrive
   */
  status: MessageStatus
  /** The mail, if it was sent by mail */
  mail_id: string | null
  /** When it arrived on the phone, if reported */
  delivered_at: Timestamp | null
  /** When it was opened, if reported */
  read_at: Timestamp | null
  /** Why it failed */
  error: string | null
  created_at: Timestamp
  updated_at: Timestamp
  sent_at: Timestamp | null
}

/**
 * - `whatsapp`: By WhatsApp
 * - `email`: By e-mail
 */
export type MessageChannel = 'whatsapp' | 'email'

/**
 * - `created`: The invoice was made
 * - `sent`: The invoice was sent
 * - `paid`: The invoice was paid
 * - `generated`: A recurring invoice made the invoice
 * - `reminder`: It is to be paid soon
 * - `overdue`: It is past its due date
 * - `refunded`: A payment was refunded
 * - `quote_sent`: The quote was sent
 * - `trip_shared`: The page of a trip
 * - `credit_note_sent`: A credit note was sent
 */
export type MessageKind = 'created' | 'sent' | 'paid' | 'generated' | 'reminder' | 'overdue' | 'refunded' | 'quote_sent' | 'trip_shared' | 'credit_note_sent'

/**
 * - `waiting`: Not tried yet
 * - `sent`: The messaging app or mail server accepted it
 * - `stored`: Kept and not sent, in test mode or without one
 * - `failed`: Not sent yet, or it did not arrive
 * - `delivered`: It arrived, the messaging app says
 * - `read`: It was opened, the messaging app says
 */
export type MessageStatus = 'waiting' | 'sent' | 'stored' | 'failed' | 'delivered' | 'read'

export type MessagesListQuery = PageQuery & {
  /** Only those about this invoice */
  invoice_id?: string | undefined
  /** Only those about this quote */
  quote_id?: string | undefined
  /** Only those about this trip */
  trip_id?: string | undefined
  /**
   * Created at this moment or later. A day, such as 2026-11-15, counts from its beginning, in the team's
   * time zone
   */
  created_after?: string | undefined
  /** Created before this moment. A day counts to its end, in the team's time zone */
  created_before?: string | undefined
  /**
   * Changed or created at this moment or later. A day, such as 2026-11-15, counts from its beginning, in
   * the team's time zone
   */
  updated_after?: string | undefined
  /** Not changed since, and created, before this moment. A day counts to its end, in the team's time zone */
  updated_before?: string | undefined
}

/** Present when a test key was used */
export interface Meta {
  test_mode: boolean
  message: string
}

/**
 * - `live`: Production: real money, real tickets
 * - `test`: The sandbox
 */
export type Mode = 'live' | 'test'

export interface NamedPlace {
  /** IATA code of an airport or city of the response */
  iata_code: string
  name: string
  city_name: string
}

export type NewApiKey = ApiKey & {
  /** The key itself. It is shown only in this response. */
  secret: string
}

export interface NewWebhook {
  /** Webhook id (wh_) */
  id: string
  /** HTTPS receiver */
  url: string
  /** Subscribed event types, or "*" for all */
  events: string[]
  /** Whether deliveries are sent */
  active: boolean
  /** What it is for, in your words */
  description: string | null
  /** The headers of yours that deliveries carry; their values are not shown */
  header_names: string[]
  created_at: Timestamp
  updated_at: Timestamp
  last_triggered_at: Timestamp | null
  last_success_at: Timestamp | null
  /** Why the last delivery failed; null if it did not */
  last_error: string | null
  /** Since when it is off; null while it is active */
  disabled_at: Timestamp | null
  /** failures: six or more deliveries in a row failed. request: a person or key switched it off */
  disabled_reason: WebhookDisabledReason | null
  /** Percent of successful deliveries, one decimal; 100 when there are none */
  success_rate: number
  total_deliveries: number
  failed_deliveries: number
  /** Signing secret. It is shown only in this response. */
  secret: string
}

export interface Note {
  /** Note id (note_) */
  id: string
  text: string
  author: NoteAuthor
  created_at: Timestamp
  updated_at: Timestamp
}

export interface NoteAuthor {
  type: AuthorType
  id: string
  /** As it was called then */
  name: string
}

export interface NoteInput {
  /** Example: "Prefere janela." */
  text: string
}

/** Which mails the agency itself gets, at `email` */
export interface Notifications {
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
  payment_disputed: boolean
  /** Sent unless switched off */
  mandate_ended: boolean
  /** Sent unless switched off */
  debit_failed: boolean
  /** Sent unless switched off */
  booking_failed: boolean
  /** Sent unless switched off */
  webhook_switched_off: boolean
  /** Not sent unless switched on */
  daily_warnings_mail: boolean
}

export interface Offer {
  /** Offer id (off_): offerId when booking */
  id: string
  /** Original value in the currency of the carrier */
  total_amount: Amount
  total_currency: Currency
  /** Of that, the fare */
  base_amount: Amount
  base_currency: Currency
  /** Of that, taxes and charges */
  tax_amount: Amount
  tax_currency: Currency
  /** Final value in BRL to charge the client */
  client_amount: Amount
  client_currency: 'BRL'
  /** total_amount as a number */
  original_amount: number
  original_currency: Currency
  /** BRL for one unit of the original currency */
  exchange_rate_used: number
  /** total_amount converted to BRL */
  base_cost_brl: Amount
  agency_markup_percent: number
  /** The markup in BRL */
  agency_markup_amount: Amount
  /** The fixed fee in BRL */
  agency_fee_amount: Amount
  /** Markup and fee together */
  total_agency_commission: Amount
  /** The markup again */
  markup_applied: Amount
  /** The fee again */
  fee_applied: Amount
  pricing: OfferPricing
  expires_at: Timestamp
  owner: Carrier
  slices: Slice[]
  passengers: OfferPassenger[]
  conditions: FareConditions
  payment_requirements: OfferPaymentRequirements
}

export interface OfferPassenger {
  /** Passenger id (pas_), the same in every offer of the search */
  id: string
  type: PassengerType
  fare_brand_name: string | null
  loyalty_programme_accounts: unknown[]
}

export interface OfferPaymentRequirements {
  /** true: it cannot be held */
  requires_instant_payment: boolean
  price_guarantee_expires_at: Timestamp
  payment_required_by: Timestamp
}

/** By which rule of the agency it was priced */
export interface OfferPricing {
  /** The rule that was applied (prl_); null for the default */
  rule_id: string | null
  /** As it was called then */
  rule_name: string | null
  markup_percent: number
  /** For the whole offer or for each passenger, as `fee_per` says */
  fee_amount: Amount
  fee_per: FeeScope
  /** The client whom the search was for */
  client_id: string | null
  /**
   * Only where passengers were priced by different rules: each rule with its share, which add up to the
   * offer. `rule_id` is null then, and the terms above are those of the whole
   */
  parts?: PricingPart[] | undefined
}

export interface OverpaymentCreditInput {
  /** BRL, at most two decimals; all that is overpaid if left out */
  amount?: number | undefined
  /**
   * The last day on which the credit can be used; it never ends if left out
   *
   * Example: "2026-11-30"
   */
  expires_on?: string | null | undefined
}

/** Differences from the terms of the team */
export interface OwnCardPayment {
  /** The most instalments; the team's if null */
  instalments_max: number | null
  /** The bearer of the fee of the card; the setting of the team if null */
  fee_bearer: CardFeeBearer | null
}

export interface PageQuery {
  /** From 1 on; 1 if left out */
  page?: number | undefined
  /** Items per page; 20 if left out, at most 100 */
  limit?: number | undefined
  /**
   * A `next_cursor`: the items after that page, however many were added, changed or removed since. With
   * the same filters, without `page`; `total` and `pages` are those of the first page
   */
  starting_after?: string | undefined
  /** A `previous_cursor`: the items before that page. Without `page` and `starting_after` */
  ending_before?: string | undefined
}

export interface Pagination {
  page: number
  limit: number
  total: number
  /** 0 when total is 0 */
  pages: number
  /** Whether items follow the last one of this page */
  has_more: boolean
  /** `starting_after` of the next page; null after the last one */
  next_cursor: string | null
  /** `ending_before` of the page before; null before the first one */
  previous_cursor: string | null
}

/**
 * - `mr`: Mr
 * - `mrs`: Mrs
 * - `ms`: Ms
 * - `miss`: Miss
 * - `dr`: Dr
 */
export type PassengerTitle = 'mr' | 'mrs' | 'ms' | 'miss' | 'dr'

/**
 * - `adult`: Twelve years or older on the last flight
 * - `child`: Two to eleven years old
 * - `infant_without_seat`: Under two, on the lap of an adult
 */
export type PassengerType = 'adult' | 'child' | 'infant_without_seat'

/**
 * - `pix`: Pix, paid within seconds
 * - `boleto`: A slip that is paid at any bank
 * - `card`: A card, on a page of the bank
 * - `pix_automatic`: Pix Automático: the client's bank pays again and again, as the client allowed
 * once
 * - `pix_key`: A Pix code with the agency's own key, without a bank's API: the agency confirms the
 * payment
 */
export type PaymentMethod = 'pix' | 'boleto' | 'card' | 'pix_automatic' | 'pix_key'

/** Why the invoice cannot be paid by one of its payment_methods now */
export interface PaymentProblem {
  method: PaymentMethod
  /**
   * client_tax_id_*: the CPF or CNPJ of the client is missing, has wrong check digits, or was refused by
   * the bank; when the client is corrected, it is asked for again. bank_pending: the bank has not
   * responded yet. not_available: no connected bank takes the method, or not this amount or date
   */
  reason: PaymentProblemReason
}

/**
 * - `client_tax_id_missing`: The client has no CPF or CNPJ
 * - `client_tax_id_invalid`: The CPF or CNPJ of the client has wrong check digits
 * - `client_tax_id_refused`: The bank refused the CPF or CNPJ of the client
 * - `bank_refused`: The bank refused the charge for another reason; the request is repeated
 * - `bank_pending`: The bank has not responded yet; the request is repeated
 * - `recurring_only`: The method pays only invoices of recurring invoices, and no other was chosen
 * - `not_available`: No connected bank takes the method, this amount or this date
 */
export type PaymentProblemReason = 'client_tax_id_missing' | 'client_tax_id_invalid' | 'client_tax_id_refused' | 'bank_refused' | 'bank_pending' | 'recurring_only' | 'not_available'

export interface PaymentProvider {
  /** UUID */
  id: string
  /** invoices: the team's own bank. The wallet's is the operator's, and not shown here */
  purpose: ProviderPurpose
  provider: BankName
  name: string
  is_default: boolean
  methods: PaymentMethod[]
  status: ProviderStatus
  /** What is not secret of its settings */
  settings: Record<string, unknown>
  /** Where the bank sends notifications of payments; null for the simulated bank */
  callback_url: string | null
  /** Whether the bank sends notifications; payments are read regularly in any case */
  callbacks: boolean
  /**
   * The offers of the bank to this account, as reported when it was connected or tested last. cobv: Pix
   * with a due date, of which the bank computes discount, fine and interest. pix_automatic: recurring
   * invoices that are debited
   */
  capabilities: BankCapability[]
  connected_at: Timestamp
  updated_at: Timestamp
}

export interface PaymentProviderChange {
  name?: string | undefined
  /** Of all its methods, from now on; another becomes it by being made so */
  is_default?: true | undefined
}

export interface PaymentProviderInput {
  provider: BankName
  name?: string | undefined
  /** The wallet's bank is connected by the operator alone */
  purpose?: 'invoices' | undefined
  /** The first one is the default in any case */
  is_default?: boolean | undefined
  settings?: AnyBankSettings | undefined
}

export interface PaymentProviderTest {
  /** The bank responded, and accepts the credentials */
  works: boolean
  /** What it said where it does not */
  reason: string | null
  /** Requirements that the account lacks to collect by its methods, as far as the bank reports them */
  missing: AccountGap[]
}

export interface PaymentReturn {
  /** The bank's id of the return, among those of the payment */
  id: string
  /** Recharge id (rch_) */
  recharge_id: string
  /** The bank's own id of the payment (endToEndId) */
  payment_id: string
  amount: SignedAmount
  /** What the payment had credited, taken back */
  debited_amount: string
  currency: 'BRL'
  /** The debit (txn_); null where nothing was credited */
  transaction_id: string | null
  balance: SignedAmount
  /** In the bank's words */
  reason: string | null
  returned_at: Timestamp
}

/**
 * - `pending`: Nothing was paid yet
 * - `partial`: A part was paid
 * - `paid`: Paid in full
 * - `overdue`: The due date passed and something is left to pay
 */
export type PaymentStatus = 'pending' | 'partial' | 'paid' | 'overdue'

/**
 * - `team.read`: See the agency and who is calling
 * - `keys.read`: See the API keys, without their secrets
 * - `providers.read`: See which banks are connected
 * - `webhooks.read`: See webhooks and what was delivered to them
 * - `events.read`: See that something happened; what it was needs the permission to read the thing
 * itself
 * - `bookings.read`: See bookings, with the numbers of documents masked
 * - `wallet.read`: See the balance of the wallet, its lines, its recharges and their proof
 * - `clients.read`: See clients, their tax ids included
 * - `invoices.read`: See invoices, their payments and refunds, and what is owed
 * - `quotes.read`: See quotes
 * - `recurringInvoices.read`: See recurring invoices
 * - `sandbox.read`: See the test clock and the test wallet
 * - `audit.read`: See who did what to money, access, settings and records
 * - `search`: Search for flights and look at offers
 * - `documents.read`: See the numbers of passports, tax ids and loyalty programmes of travellers whole
 * - `people.read`: See who belongs to the team, and what each role may do
 * - `reports.read`: See figures, deadlines and departures
 * - `mails.read`: See the mails and messages that were sent, as their readers got them
 * - `trips.read`: See trips, their items and what clients pay for them
 * - `costs.read`: See what the items of trips cost and what the agency earns by them
 * - `keys.manage`: Create API keys that may do no more than their creator, and revoke keys
 * - `providers.manage`: Connect and disconnect banks, which decides where the money of the agency goes
 * - `webhooks.write`: Create, change, test and delete webhooks
 * - `bookings.write`: Book, confirm and cancel flights, paid from the wallet
 * - `wallet.recharge`: Ask for a Pix or boleto that fills the wallet
 * - `clients.write`: Create, change and delete clients
 * - `invoices.write`: Create, change and send invoices, also out of quotes, and record what was paid
 * by other ways
 * - `invoices.refund`: Give paid money back to a client, credit invoices, and turn overpayments into
 * credit
 * - `quotes.write`: Create and change quotes
 * - `recurringInvoices.write`: Create, change, pause and cancel recurring invoices
 * - `sandbox.write`: Move the test clock, fill the test wallet and play the bank, in test mode alone
 * - `clients.erase`: Erase a person for good, as the law demands
 * - `team.manage`: Change the profile, the prices and the settings of the agency
 * - `people.manage`: Invite people, change their roles and remove them
 * - `notes.write`: Write notes and tags on bookings and clients
 * - `trips.write`: Create, change, merge and share trips and their items
 * - `trips.assign`: Assign a trip or an item to another seller
 */
export type Permission = 'team.read' | 'keys.read' | 'providers.read' | 'webhooks.read' | 'events.read' | 'bookings.read' | 'wallet.read' | 'clients.read' | 'invoices.read' | 'quotes.read' | 'recurringInvoices.read' | 'sandbox.read' | 'audit.read' | 'search' | 'documents.read' | 'people.read' | 'reports.read' | 'mails.read' | 'trips.read' | 'costs.read' | 'keys.manage' | 'providers.manage' | 'webhooks.write' | 'bookings.write' | 'wallet.recharge' | 'clients.write' | 'invoices.write' | 'invoices.refund' | 'quotes.write' | 'recurringInvoices.write' | 'sandbox.write' | 'clients.erase' | 'team.manage' | 'people.manage' | 'notes.write' | 'trips.write' | 'trips.assign'

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
  type: PlaceType
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
  airports?: AirportPlace[] | undefined
}

/**
 * - `airport`: An airport
 * - `city`: A city, with its airports
 */
export type PlaceType = 'airport' | 'city'

export interface PlacesSuggestQuery {
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
  fee_amount: Amount
  /** In their order: the first that fits is applied */
  rules: PricingRule[]
  updated_at: Timestamp | null
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
  rules: PricingRuleInput[]
}

export interface PricingPart {
  /** How many of the passengers it is for */
  passengers: number
  /** Of the base cost: 10 for each seat, 1 for each infant on a lap */
  weight: number
  /** The rule that was applied (prl_); null for the default */
  rule_id: string | null
  /** As it was called then */
  rule_name: string | null
  markup_percent: number
  /** For the whole offer or for each passenger, as `fee_per` says */
  fee_amount: Amount
  fee_per: FeeScope
  /** Their share of the base cost */
  base_cost_brl: Amount
  markup_amount: Amount
  fee_total: Amount
}

export interface PricingPreview {
  base_cost_brl: Amount
  agency_markup_percent: number
  agency_markup_amount: Amount
  agency_fee_amount: Amount
  total_agency_commission: Amount
  client_amount: Amount
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
  cabin?: CabinClass | undefined
  passengers?: PricingPreviewInputPassenger[] | undefined
  client_id?: string | null | undefined
}

export interface PricingPreviewInputPassenger {
  type: PassengerType
  count: number
}

export interface PricingRule {
  /** Rule id (prl_) */
  id: string
  name: string | null
  route: PricingRuleRoute | null
  airlines: string[] | null
  cabins: CabinClass[] | null
  passenger_types: PassengerType[] | null
  /** Client id (cli_) */
  client_id: string | null
  /** Percent of the base cost, up to 4 decimals */
  markup_percent: number | null
  fee_amount: Amount | null
}

export interface PricingRuleInput {
  /** Of a rule that is there, to keep its id; a new one if left out */
  id?: string | null | undefined
  /** What the agency calls it */
  name?: string | null | undefined
  route?: PricingRuleInputRoute | null | undefined
  airlines?: string[] | null | undefined
  cabins?: CabinClass[] | null | undefined
  passenger_types?: PassengerType[] | null | undefined
  /** Searches for this client (`client_id` of the search) */
  client_id?: string | null | undefined
  /** Percent of the base cost, up to 4 decimals */
  markup_percent?: number | null | undefined
  /**
   * In BRL
   *
   * Example: "35.00"
   */
  fee_amount?: string | null | undefined
}

/** Where the trip begins and where it leads; what is left out is anywhere */
export interface PricingRuleInputRoute {
  /**
   * Of an airport or city (IATA), or of a country (two letters, ISO 3166-1)
   *
   * Example: "GRU"
   */
  origin?: string | null | undefined
  /**
   * Of an airport or city (IATA), or of a country (two letters, ISO 3166-1)
   *
   * Example: "GRU"
   */
  destination?: string | null | undefined
  /** Trips in the other direction too */
  both_ways?: boolean | undefined
}

export interface PricingRuleRoute {
  /**
   * Of an airport or city (IATA), or of a country (two letters, ISO 3166-1)
   *
   * Example: "GRU"
   */
  origin: string | null
  /**
   * Of an airport or city (IATA), or of a country (two letters, ISO 3166-1)
   *
   * Example: "GRU"
   */
  destination: string | null
  /** Trips in the other direction too */
  both_ways: boolean
}

export interface ProofMailInput {
  /** At 8:00 in the team's time zone, to the team's address */
  daily_mail: boolean
}

/**
 * - `invoices`: What clients pay to the agency
 * - `wallet`: What the agency pays into its wallet
 */
export type ProviderPurpose = 'invoices' | 'wallet'

/**
 * - `connected`: It is used
 * - `disconnected`: It is used no more
 */
export type ProviderStatus = 'connected' | 'disconnected'

export interface Quote {
  /** UUID */
  id: string
  client_id: string
  client: ClientOfDocument
  /**
   * Given when it leaves draft
   *
   * Example: "2026-000012"
   */
  number: string | null
  issue_date: CalendarDate
  valid_until: CalendarDate | null
  /** Not answered yet, and valid_until is past */
  is_expired: boolean
  status: QuoteStatus
  items: QuoteItem[]
  /** BRL, at most two decimals */
  subtotal: number
  /** Percent */
  discount_rate: number
  /** BRL, at most two decimals */
  discount_amount: number
  /** BRL, at most two decimals */
  total: number
  /** What the client chooses from; `items` and sums are those of the chosen one, before that the first */
  options: QuoteOption[]
  chosen_option_id: string | null
  notes: string | null
  currency: 'BRL'
  responded_at: Timestamp | null
  /** The name that was given with the response */
  responded_by: string | null
  /** Why it was declined, if they said so */
  decline_reason: string | null
  /** The invoice it became */
  invoice_id: string | null
  /** Only with `expand[]=invoice` */
  invoice?: Invoice | null | undefined
  /** The trip (trip_) it became */
  trip_id: string | null
  /** Your own values, by your own keys; the service does not use them */
  metadata: Record<string, string>
  /**
   * Your own id of the object; several may have the same
   *
   * Example: "erp-4711"
   */
  external_reference: string | null
  /** Public page where the client answers; 404 while it is a draft */
  public_url: string
  pdf_url: string
  created_at: Timestamp
  updated_at: Timestamp
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
  items?: QuoteItemInput[] | undefined
  /**
   * In place of `items`: the client accepts one of them. An empty list means none; `items` may repeat
   * those of one
   */
  options?: QuoteOptionInput[] | undefined
  /**
   * YYYY-MM-DD
   *
   * Example: "2026-11-30"
   */
  valid_until?: string | null | undefined
  /** Percent, up to 4 decimals */
  discount_rate?: number | undefined
  /** Free text; the client sees it */
  notes?: string | null | undefined
  status?: QuoteStatus | undefined
  /** ISO 8601 timestamp with its zone */
  responded_at?: string | null | undefined
  responded_by?: string | null | undefined
  decline_reason?: string | null | undefined
  /** Which option was accepted; to be said where there are several */
  chosen_option_id?: string | null | undefined
  /**
   * At most 50 keys of 40 characters, with texts of 500. A change sets the keys that are sent and keeps
   * the others; null or "" removes a key, and null instead of the object removes all
   *
   * Example: {"crm_id":"4711"}
   */
  metadata?: Record<string, string | null> | null | undefined
  /**
   * Your own id of the object; several may have the same
   *
   * Example: "erp-4711"
   */
  external_reference?: string | null | undefined
}

/**
 * - `client`: All fields of the client, with its tags and without the file
 * - `invoice`: The invoice that a quote became, or that a credit note credits
 */
export type QuoteExpansion = 'client' | 'invoice'

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
  items?: QuoteItemInput[] | undefined
  /**
   * In place of `items`: the client accepts one of them. An empty list means none; `items` may repeat
   * those of one
   */
  options?: QuoteOptionInput[] | undefined
  /**
   * YYYY-MM-DD
   *
   * Example: "2026-11-30"
   */
  valid_until?: string | null | undefined
  /** Percent, up to 4 decimals */
  discount_rate?: number | undefined
  /** Free text; the client sees it */
  notes?: string | null | undefined
  status?: QuoteStatus | undefined
  /** ISO 8601 timestamp with its zone */
  responded_at?: string | null | undefined
  responded_by?: string | null | undefined
  decline_reason?: string | null | undefined
  /** Which option was accepted; to be said where there are several */
  chosen_option_id?: string | null | undefined
  /**
   * At most 50 keys of 40 characters, with texts of 500. A change sets the keys that are sent and keeps
   * the others; null or "" removes a key, and null instead of the object removes all
   *
   * Example: {"crm_id":"4711"}
   */
  metadata?: Record<string, string | null> | null | undefined
  /**
   * Your own id of the object; several may have the same
   *
   * Example: "erp-4711"
   */
  external_reference?: string | null | undefined
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
  status?: InvoiceStatus | undefined
  /** Payment provider (UUID); the default one of each method if left out */
  payment_provider_id?: string | null | undefined
  /** By which it can be paid; by Pix if left out. A boleto needs a client with cpf or cnpj */
  payment_methods?: PaymentMethod[] | undefined
  /**
   * Whether the client is notified of this change by WhatsApp or mail. If left out: of an invoice that
   * is sent or paid, never of a draft
   */
  notify_client?: boolean | undefined
}

export interface QuoteItem {
  /** UUID */
  id: string
  description: string
  quantity: number
  unit_price: number
  /** BRL, at most two decimals */
  total: number
  /** Kind of the item of the trip that it becomes */
  kind: TripItemKind | null
}

export interface QuoteItemInput {
  description: string
  /** Up to 4 decimals */
  quantity: number
  /** BRL, up to 4 decimals */
  unit_price: number
  /**
   * Kind of the item of the trip that it becomes. If left out, the first item of an option with `trip`
   * is its flight, any other a service
   */
  kind?: TripItemKind | null | undefined
}

export interface QuoteOption {
  /** UUID */
  id: string
  title: string | null
  trip: QuoteTrip | null
  items: QuoteItem[]
  /** BRL, at most two decimals */
  subtotal: number
  /** BRL, at most two decimals */
  discount_amount: number
  /** BRL, at most two decimals */
  total: number
}

export interface QuoteOptionInput {
  /** As you read it; `chosen_option_id` of the same request may name it */
  id?: string | undefined
  title?: string | null | undefined
  trip?: QuoteTripInput | null | undefined
  items: QuoteItemInput[]
}

/**
 * - `draft`: Not sent yet
 * - `sent`: Waits for the client's answer
 * - `accepted`: The client accepted it
 * - `declined`: The client declined it
 * - `cancelled`: Withdrawn by the agency
 */
export type QuoteStatus = 'draft' | 'sent' | 'accepted' | 'declined' | 'cancelled'

export interface QuoteTrip {
  legs: QuoteTripLeg[]
  /**
   * Who flies
   *
   * Example: "LATAM"
   */
  airline: string | null
  /**
   * Name of the fare
   *
   * Example: "Light"
   */
  fare: string | null
  bags: TripBags | null
  refund: TripRule | null
  change: TripRule | null
  travellers: number | null
}

export interface QuoteTripInput {
  legs: QuoteTripInputLeg[]
  /**
   * Who flies
   *
   * Example: "LATAM"
   */
  airline?: string | null | undefined
  /**
   * Name of the fare
   *
   * Example: "Light"
   */
  fare?: string | null | undefined
  bags?: TripBags | null | undefined
  refund?: TripRuleInput | null | undefined
  change?: TripRuleInput | null | undefined
  travellers?: number | null | undefined
}

export interface QuoteTripInputLeg {
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
  /**
   * City of departure
   *
   * Example: "São Paulo"
   */
  origin_city?: string | null | undefined
  /**
   * City of arrival
   *
   * Example: "Lisboa"
   */
  destination_city?: string | null | undefined
  flights?: string[] | undefined
  /** Where it is changed or stopped */
  stops?: string[] | undefined
}

export interface QuoteTripLeg {
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
  /**
   * City of departure
   *
   * Example: "São Paulo"
   */
  origin_city: string | null
  /**
   * City of arrival
   *
   * Example: "Lisboa"
   */
  destination_city: string | null
  flights: string[]
  /** Where it is changed or stopped */
  stops: string[]
}

export type QuotesListQuery = PageQuery & {
  /** Only quotes of this status */
  status?: QuoteStatus | undefined
  /** Only those of this client */
  client_id?: string | undefined
  /** Only those with this value: `metadata[crm_id]=4711`; of several keys, all must match */
  metadata?: Record<string, string> | undefined
  /** Only those with this external reference */
  external_reference?: string | undefined
  /** Includes `client` (needs `clients.read`), `invoice` (needs `invoices.read`) */
  expand?: QuoteExpansion[] | undefined
  /**
   * Created at this moment or later. A day, such as 2026-11-15, counts from its beginning, in the team's
   * time zone
   */
  created_after?: string | undefined
  /** Created before this moment. A day counts to its end, in the team's time zone */
  created_before?: string | undefined
  /**
   * Changed or created at this moment or later. A day, such as 2026-11-15, counts from its beginning, in
   * the team's time zone
   */
  updated_after?: string | undefined
  /** Not changed since, and created, before this moment. A day counts to its end, in the team's time zone */
  updated_before?: string | undefined
}

export interface QuotesReadQuery {
  /** Includes `client` (needs `clients.read`), `invoice` (needs `invoices.read`) */
  expand?: QuoteExpansion[] | undefined
}

export interface Readiness {
  /** Nothing of what the caller may know is missing */
  ready: boolean
  checks: ReadinessCheck[]
  connections: Connections
}

export interface ReadinessCheck {
  /**
   * What was looked at
   *
   * Example: "mail"
   */
  name: string
  /** missing: it does not work for real customers until `action` is done */
  status: ReadinessStatus
  /** How it stands */
  message: string
  /** What to do about it; null where nothing is to be done */
  action: string | null
  /**
   * How it stands, for people, in Portuguese or English: as Accept-Language says, or else in the
   * language of the team
   */
  user_message: string
  /** What to do about it, in the same language */
  user_action: string | null
}

/**
 * - `ok`: Ready for real customers
 * - `warning`: Works, and should be looked at
 * - `missing`: Does not work for real customers yet
 */
export type ReadinessStatus = 'ok' | 'warning' | 'missing'

/**
 * - `confirmed`: The payment is recorded
 * - `confirmed_before`: It was confirmed before, and nothing changed
 */
export type ReceiptOutcome = 'confirmed' | 'confirmed_before'

export interface ReceiptsConfirmAnswer {
  receipts: ReceiptsConfirmAnswerReceipt[]
}

export interface ReceiptsConfirmAnswerReceipt {
  charge_id: string
  outcome: ReceiptOutcome
  invoice_id: string
  payment_status: PaymentStatus
  /** BRL, at most two decimals */
  amount_due: number
}

export interface ReceiptsConfirmInput {
  receipts: ReceiptsConfirmInputReceipt[]
}

export interface ReceiptsConfirmInputReceipt {
  charge_id: string
  /** BRL, at most two decimals; what the code asks for if left out */
  amount?: number | undefined
  /**
   * A timestamp with its zone, or a day in the team's time zone
   *
   * Example: "2026-11-15T12:00:00.000Z"
   */
  paid_at?: string | undefined
}

/** A charge of a sent invoice that is paid once the agency says so */
export interface ReceiptsListAnswer {
  /** Charge id (chg_) */
  charge_id: string
  method: PaymentMethod
  /** UUID */
  invoice_id: string
  invoice_number: string | null
  client: ClientOfDocument
  due_date: CalendarDate
  /** The amount of the code: after the due date with fine and interest */
  amount: number
  currency: 'BRL'
  /** Of the code: the statement of your bank shows it with the payment */
  identifier: string
  created_at: Timestamp
  updated_at: Timestamp
}

export interface ReceiptsListQuery {
  /** From 1 on; 1 if left out */
  page?: number | undefined
  /** Items per page; 20 if left out, at most 100 */
  limit?: number | undefined
  /**
   * A `next_cursor`: the items after that page, however many were added, changed or removed since. With
   * the same filters, without `page`; `total` and `pages` are those of the first page
   */
  starting_after?: string | undefined
  /** A `previous_cursor`: the items before that page. Without `page` and `starting_after` */
  ending_before?: string | undefined
  /**
   * Created at this moment or later. A day, such as 2026-11-15, counts from its beginning, in the team's
   * time zone
   */
  created_after?: string | undefined
  /** Created before this moment. A day counts to its end, in the team's time zone */
  created_before?: string | undefined
  /**
   * Changed or created at this moment or later. A day, such as 2026-11-15, counts from its beginning, in
   * the team's time zone
   */
  updated_after?: string | undefined
  /** Not changed since, and created, before this moment. A day counts to its end, in the team's time zone */
  updated_before?: string | undefined
}

export interface Receivables {
  as_of: CalendarDate
  currency: 'BRL'
  /** Sent invoices that are not fully paid */
  count: number
  /** BRL, at most two decimals */
  amount: number
  /** BRL, at most two decimals */
  overdue_amount: number
  /** By days since the due date */
  buckets: ReceivablesBucket[]
}

/**
 * - `not_due`: Not due yet
 * - `1_30`: Up to 30 days late
 * - `31_60`: 31 to 60 days late
 * - `61_90`: 61 to 90 days late
 * - `over_90`: More than 90 days late
 */
export type ReceivablesAge = 'not_due' | '1_30' | '31_60' | '61_90' | 'over_90'

export interface ReceivablesBucket {
  name: ReceivablesAge
  count: number
  /** BRL, at most two decimals */
  amount: number
}

export interface Recharge {
  /** Recharge id (rch_) */
  id: string
  amount: SignedAmount
  currency: 'BRL'
  status: RechargeStatus
  payment_method: RechargeMethod
  /** While it is pending */
  payment?: RechargePix | RechargeBoleto | undefined
  /**
   * With live keys, while it is pending: no bank of anybody takes this payment; only `POST
   * /api/v1/test/charges/:id/pay` pays it
   */
  simulated?: true | undefined
  paid_at?: Timestamp | undefined
  /** What was paid and credited, also where it is not the amount asked for */
  paid_amount?: string | undefined
  /** What was paid besides, and is not credited before a person has reviewed it */
  held_amount?: string | undefined
  /** The credit (txn_), once completed */
  transaction_id?: string | undefined
  /** Only with `expand[]=transaction` */
  transaction?: WalletTransaction | null | undefined
  /** Your own values, by your own keys; the service does not use them */
  metadata: Record<string, string>
  /**
   * Your own id of the object; several may have the same
   *
   * Example: "erp-4711"
   */
  external_reference: string | null
  created_at: Timestamp
  updated_at: Timestamp
}

export interface RechargeBoleto {
  /** 44 digits */
  boleto_barcode: string
  /** 47 digits: what the payer types or pastes */
  boleto_digitable_line: string
  /** A page for the payer */
  boleto_url: string
  boleto_pdf_url: string
  expires_at: Timestamp
}

/** - `transaction`: The credit of the wallet */
export type RechargeExpansion = 'transaction'

export interface RechargeInput {
  /**
   * From 100.00 to 50000.00
   *
   * Example: "500.00"
   */
  amount: string
  currency: 'BRL'
  payment_method: RechargeMethod
  /**
   * At most 50 keys of 40 characters, with texts of 500. A change sets the keys that are sent and keeps
   * the others; null or "" removes a key, and null instead of the object removes all
   *
   * Example: {"crm_id":"4711"}
   */
  metadata?: Record<string, string | null> | null | undefined
  /**
   * Your own id of the object; several may have the same
   *
   * Example: "erp-4711"
   */
  external_reference?: string | null | undefined
}

/**
 * - `pix`: Pix, paid within seconds
 * - `boleto`: A slip that is paid at any bank
 */
export type RechargeMethod = 'pix' | 'boleto'

export interface RechargePix {
  /** BR Code: what the payer pastes into the bank app */
  pix_copy_paste: string
  /** The same as a QR code (SVG; .png for a bitmap) */
  pix_qrcode_url: string
  expires_at: Timestamp
}

/**
 * - `pending`: Asked for, and not paid yet
 * - `completed`: Paid, and credited to the wallet
 * - `expired`: The deadline passed unpaid
 * - `failed`: The bank could not make it
 * - `cancelled`: Cancelled before it was paid
 */
export type RechargeStatus = 'pending' | 'completed' | 'expired' | 'failed' | 'cancelled'

export interface RechargesListQuery {
  /** From 1 on; 1 if left out */
  page?: number | undefined
  /** Items per page; 20 if left out, at most 100 */
  limit?: number | undefined
  /**
   * A `next_cursor`: the items after that page, however many were added, changed or removed since. With
   * the same filters, without `page`; `total` and `pages` are those of the first page
   */
  starting_after?: string | undefined
  /** A `previous_cursor`: the items before that page. Without `page` and `starting_after` */
  ending_before?: string | undefined
  /** Only those in this state */
  status?: RechargeStatus | undefined
  /** Only those with this value: `metadata[crm_id]=4711`; of several keys, all must match */
  metadata?: Record<string, string> | undefined
  /** Only those with this external reference */
  external_reference?: string | undefined
  /** Includes `transaction` (needs `wallet.read`) */
  expand?: RechargeExpansion[] | undefined
  /**
   * Created at this moment or later. A day, such as 2026-11-15, counts from its beginning, in the team's
   * time zone
   */
  created_after?: string | undefined
  /** Created before this moment. A day counts to its end, in the team's time zone */
  created_before?: string | undefined
  /**
   * Changed or created at this moment or later. A day, such as 2026-11-15, counts from its beginning, in
   * the team's time zone
   */
  updated_after?: string | undefined
  /** Not changed since, and created, before this moment. A day counts to its end, in the team's time zone */
  updated_before?: string | undefined
}

export interface RechargesReadQuery {
  /** Includes `transaction` (needs `wallet.read`) */
  expand?: RechargeExpansion[] | undefined
}

/**
 * - `monthly`: Every month
 * - `bimonthly`: Every two months
 * - `quarterly`: Every three months
 * - `semiannual`: Every six months
 * - `annual`: Every year
 * - `custom`: Every `custom_interval_days` days
 */
export type RecurringFrequency = 'monthly' | 'bimonthly' | 'quarterly' | 'semiannual' | 'annual' | 'custom'

export interface RecurringInvoice {
  /** UUID */
  id: string
  client_id: string
  client: ClientOfDocument
  name: string
  frequency: RecurringFrequency
  custom_interval_days: number | null
  billing_day: number
  start_date: CalendarDate
  end_date: CalendarDate | null
  status: RecurringStatus
  items: DocumentItem[]
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
  early_payment: TeamProfileEarlyPayment | null
  notes: string | null
  currency: 'BRL'
  payment_provider_id: string | null
  /** By which it can be paid, each with a charge of its own */
  payment_methods: PaymentMethod[]
  /** Of Pix Automático: whether a refused debit is tried again; three_in_seven_days if left out */
  mandate_retries: MandateRetries
  auto_send: boolean
  notify_on_generation: boolean
  notify_client_before_due: boolean
  /** Days before the due date */
  reminder_days_before_due: number[]
  /** Of the next invoice; null when there will be none */
  next_due_date: CalendarDate | null
  next_generation_at: Timestamp | null
  last_invoice_id: string | null
  /** Only with `expand[]=last_invoice` */
  last_invoice?: Invoice | null | undefined
  invoices_generated: number
  /** Your own values, by your own keys; the service does not use them */
  metadata: Record<string, string>
  /**
   * Your own id of the object; several may have the same
   *
   * Example: "erp-4711"
   */
  external_reference: string | null
  created_at: Timestamp
  updated_at: Timestamp
}

export interface RecurringInvoiceChange {
  /** Id of the client (UUID, or cli_ and its digits) */
  client_id?: string | undefined
  /** Name of the recurring invoice */
  name?: string | undefined
  frequency?: RecurringFrequency | undefined
  /** Day of the month */
  billing_day?: number | undefined
  /**
   * YYYY-MM-DD
   *
   * Example: "2026-11-30"
   */
  start_date?: string | undefined
  items?: DocumentItemInput[] | undefined
  /** Only for custom */
  custom_interval_days?: number | null | undefined
  /**
   * YYYY-MM-DD
   *
   * Example: "2026-11-30"
   */
  end_date?: string | null | undefined
  status?: RecurringStatus | undefined
  /** Invoices are sent when made; drafts otherwise */
  auto_send?: boolean | undefined
  /** The client is notified of each invoice when it is generated as sent; of a draft only when it is sent */
  notify_on_generation?: boolean | undefined
  notify_client_before_due?: boolean | undefined
  /** Days before the due date */
  reminder_days_before_due?: number[] | undefined
  /** Percent, up to 4 decimals */
  tax_rate?: number | undefined
  /** Percent, up to 4 decimals */
  discount_rate?: number | undefined
  /** A discount for early payment of its invoices. That of the team if left out, none if null */
  early_payment?: TeamChangeEarlyPayment | null | undefined
  /** Free text; the client sees it */
  notes?: string | null | undefined
  /** Payment provider (UUID); the default one of each method if left out */
  payment_provider_id?: string | null | undefined
  /** By which it can be paid; by Pix if left out. A boleto needs a client with cpf or cnpj */
  payment_methods?: PaymentMethod[] | undefined
  /** Of Pix Automático: whether a refused debit is tried again; three_in_seven_days if left out */
  mandate_retries?: MandateRetries | undefined
  /**
   * At most 50 keys of 40 characters, with texts of 500. A change sets the keys that are sent and keeps
   * the others; null or "" removes a key, and null instead of the object removes all
   *
   * Example: {"crm_id":"4711"}
   */
  metadata?: Record<string, string | null> | null | undefined
  /**
   * Your own id of the object; several may have the same
   *
   * Example: "erp-4711"
   */
  external_reference?: string | null | undefined
}

/**
 * - `client`: All fields of the client, with its tags and without the file
 * - `last_invoice`: The invoice that it generated last
 */
export type RecurringInvoiceExpansion = 'client' | 'last_invoice'

export interface RecurringInvoiceInput {
  /** Id of the client (UUID, or cli_ and its digits) */
  client_id: string
  /** Name of the recurring invoice */
  name: string
  frequency: RecurringFrequency
  /** Day of the month */
  billing_day: number
  /**
   * YYYY-MM-DD
   *
   * Example: "2026-11-30"
   */
  start_date: string
  items: DocumentItemInput[]
  /** Only for custom */
  custom_interval_days?: number | null | undefined
  /**
   * YYYY-MM-DD
   *
   * Example: "2026-11-30"
   */
  end_date?: string | null | undefined
  status?: RecurringStatus | undefined
  /** Invoices are sent when made; drafts otherwise */
  auto_send?: boolean | undefined
  /** The client is notified of each invoice when it is generated as sent; of a draft only when it is sent */
  notify_on_generation?: boolean | undefined
  notify_client_before_due?: boolean | undefined
  /** Days before the due date */
  reminder_days_before_due?: number[] | undefined
  /** Percent, up to 4 decimals */
  tax_rate?: number | undefined
  /** Percent, up to 4 decimals */
  discount_rate?: number | undefined
  /** A discount for early payment of its invoices. That of the team if left out, none if null */
  early_payment?: TeamChangeEarlyPayment | null | undefined
  /** Free text; the client sees it */
  notes?: string | null | undefined
  /** Payment provider (UUID); the default one of each method if left out */
  payment_provider_id?: string | null | undefined
  /** By which it can be paid; by Pix if left out. A boleto needs a client with cpf or cnpj */
  payment_methods?: PaymentMethod[] | undefined
  /** Of Pix Automático: whether a refused debit is tried again; three_in_seven_days if left out */
  mandate_retries?: MandateRetries | undefined
  /**
   * At most 50 keys of 40 characters, with texts of 500. A change sets the keys that are sent and keeps
   * the others; null or "" removes a key, and null instead of the object removes all
   *
   * Example: {"crm_id":"4711"}
   */
  metadata?: Record<string, string | null> | null | undefined
  /**
   * Your own id of the object; several may have the same
   *
   * Example: "erp-4711"
   */
  external_reference?: string | null | undefined
}

export type RecurringInvoicesListQuery = PageQuery & {
  /** Only those of this status */
  status?: RecurringStatus | undefined
  /** Only those of this client */
  client_id?: string | undefined
  /** Only those with this value: `metadata[crm_id]=4711`; of several keys, all must match */
  metadata?: Record<string, string> | undefined
  /** Only those with this external reference */
  external_reference?: string | undefined
  /** Includes `client` (needs `clients.read`), `last_invoice` (needs `invoices.read`) */
  expand?: RecurringInvoiceExpansion[] | undefined
  /**
   * Created at this moment or later. A day, such as 2026-11-15, counts from its beginning, in the team's
   * time zone
   */
  created_after?: string | undefined
  /** Created before this moment. A day counts to its end, in the team's time zone */
  created_before?: string | undefined
  /**
   * Changed or created at this moment or later. A day, such as 2026-11-15, counts from its beginning, in
   * the team's time zone
   */
  updated_after?: string | undefined
  /** Not changed since, and created, before this moment. A day counts to its end, in the team's time zone */
  updated_before?: string | undefined
}

export interface RecurringInvoicesReadQuery {
  /** Includes `client` (needs `clients.read`), `last_invoice` (needs `invoices.read`) */
  expand?: RecurringInvoiceExpansion[] | undefined
}

export interface RecurringPreview {
  due_date: CalendarDate
  issue_date: CalendarDate
  generation_at: Timestamp
  /** BRL, at most two decimals */
  total: number
}

/**
 * - `active`: Creates an invoice for each due date
 * - `paused`: Creates none until it is active again
 * - `cancelled`: Creates no more invoices
 * - `expired`: Its end date passed
 */
export type RecurringStatus = 'active' | 'paused' | 'cancelled' | 'expired'

export interface Refund {
  /** Refund id (rfd_) */
  id: string
  invoice_id: string
  /** The payment of the invoice that goes back, in full or in part */
  payment_id: string
  /** BRL, at most two decimals */
  amount: number
  currency: 'BRL'
  /** true: the client no longer owes the amount; false: the client owes it again */
  reduces_amount_due: boolean
  /** The item of a trip that it credits, if one was named */
  trip_item_id: string | null
  /** The credit note (crn_) that asked for it */
  credit_note_id: string | null
  /** pending: the bank has not said yet what became of it */
  status: RefundStatus
  reason: string | null
  /** Why the bank did not give it back */
  failure: string | null
  created_at: Timestamp
  updated_at: Timestamp
  ended_at: Timestamp | null
}

export interface RefundInput {
  /** BRL, at most two decimals; all that is left of the payment if left out */
  amount?: number | undefined
  /** Which payment of the invoice; needed where several could be meant */
  payment_id?: string | undefined
  /** true, the default: the client no longer owes the amount; false: the client owes it again */
  reduces_amount_due?: boolean | undefined
  /**
   * The item of a trip that the refund credits; cancelled ones first, then all in proportion, if left
   * out
   */
  trip_item_id?: string | undefined
  reason?: string | undefined
}

/**
 * - `pending`: The bank has not said yet what became of it
 * - `succeeded`: The money went back to the payer
 * - `failed`: The bank did not give it back
 */
export type RefundStatus = 'pending' | 'succeeded' | 'failed'

/**
 * - `refused`: Not authorised, for a reason that the bank keeps
 * - `insufficient_funds`: The limit is not sufficient
 * - `call_the_bank`: The holder must call the bank
 * - `wrong_details`: Number, date or code is wrong
 * - `expired_card`: The card has expired
 * - `blocked_card`: The card is blocked or not active
 * - `limit_of_attempts`: Too many attempts
 * - `risk`: Refused by the security check
 */
export type RefusalReason = 'refused' | 'insufficient_funds' | 'call_the_bank' | 'wrong_details' | 'expired_card' | 'blocked_card' | 'limit_of_attempts' | 'risk'

/**
 * - `spouse`: Married to the client, or living with them
 * - `child`: A child of the client
 * - `parent`: A parent of the client
 * - `sibling`: A sibling of the client
 * - `relative`: Another relative
 * - `friend`: A friend
 * - `employee`: Works for the client
 * - `other`: Something else
 */
export type Relationship = 'spouse' | 'child' | 'parent' | 'sibling' | 'relative' | 'friend' | 'employee' | 'other'

export interface ReplayRange {
  /** Timestamp of the first event */
  from: string
  /** Timestamp after the last event */
  to: string
  /** failed and skipped if left out */
  statuses?: DeliveryStatus[] | undefined
}

export interface Replayed {
  replayed: number
  /** false: there were more than one call replays; send it again */
  complete: boolean
}

export type ReportsDeparturesQuery = PageQuery & {
  /** Today is the first of them; 7 if left out */
  days?: number | undefined
}

export interface ReportsSalesDownloadQuery {
  /** day if left out; weeks begin on Monday */
  group_by?: SalesPeriod | undefined
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
  locale?: Language | undefined
}

export interface ReportsSalesQuery {
  /** day if left out; weeks begin on Monday */
  group_by?: SalesPeriod | undefined
  /**
   * First day of booking, 30 days, 12 weeks or 12 months back if left out, in the team's time zone
   * (YYYY-MM-DD)
   */
  start_date?: string | undefined
  /** Last day, today if left out, in the team's time zone (YYYY-MM-DD) */
  end_date?: string | undefined
  /** Adds a list of what sells best */
  by?: SalesTop | undefined
  /** Of that list; 10 if left out */
  limit?: number | undefined
}

/**
 * - `owner`: Everything, people and banks included; a team always has at least one
 * - `agent`: Sells: searches, books, and looks after clients, quotes and invoices
 * - `finance`: Handles the money: wallet, invoices, refunds and reports, without booking or passports
 * - `developer`: Connects programs: keys, webhooks and the sandbox, with what those programs need for
 * selling
 * - `viewer`: Sees bookings, clients and money, and changes nothing
 */
export type Role = 'owner' | 'agent' | 'finance' | 'developer' | 'viewer'

export interface RoleInput {
  /** GET /api/v1/roles says what each may do */
  role: Role
}

export interface RoleTable {
  roles: RoleTableRole[]
  permissions: RoleTablePermission[]
}

export interface RoleTablePermission {
  name: Permission
  description: string
  /** What needs it, whole or in part */
  operations: string[]
}

export interface RoleTableRole {
  name: KeyRole
  description: string
  /** People may have it; keys may be given any of them */
  for_people: boolean
  permissions: Permission[]
}

export interface RotatedSecret {
  id: string
  /** The new secret. It is shown only in this response. */
  secret: string
  previous_secret_until: Timestamp
}

export interface Sales {
  group_by: SalesPeriod
  start_date: CalendarDate
  end_date: CalendarDate
  /** In which days begin and end */
  time_zone: string
  currency: 'BRL'
  totals: SalesFigures
  /** All of them in their order, also without bookings */
  periods: SalesPeriodFigures[]
  /** Only with `by`: the largest amounts first */
  top?: SalesTopFigures[] | undefined
}

export interface SalesFigures {
  /** Paid from the wallet: confirmed, ticketed, or cancelled after that */
  bookings: number
  /** What their clients pay */
  amount: Amount
  /** Of that, the carriers' prices */
  base_cost: Amount
  /** Of that, markup and fee */
  commission: Amount
  /** Of those bookings: cancelled since */
  cancelled_bookings: number
  /** What their clients were to pay */
  cancelled_amount: Amount
  /** What came back to the wallet for them */
  refunded_amount: Amount
  /** Holds that are not paid yet */
  open_bookings: number
  /** What their clients would pay */
  open_amount: Amount
  /** Expired, failed, or cancelled before they were paid */
  lost_bookings: number
}

/**
 * - `day`: Days
 * - `week`: Weeks, from Monday
 * - `month`: Months
 */
export type SalesPeriod = 'day' | 'week' | 'month'

export interface SalesPeriodFigures {
  start_date: CalendarDate
  end_date: CalendarDate
  /** Paid from the wallet: confirmed, ticketed, or cancelled after that */
  bookings: number
  /** What their clients pay */
  amount: Amount
  /** Of that, the carriers' prices */
  base_cost: Amount
  /** Of that, markup and fee */
  commission: Amount
  /** Of those bookings: cancelled since */
  cancelled_bookings: number
  /** What their clients were to pay */
  cancelled_amount: Amount
  /** What came back to the wallet for them */
  refunded_amount: Amount
  /** Holds that are not paid yet */
  open_bookings: number
  /** What their clients would pay */
  open_amount: Amount
  /** Expired, failed, or cancelled before they were paid */
  lost_bookings: number
}

/**
 * - `airline`: The airlines that sell best
 * - `route`: The routes that sell best
 * - `client`: The clients who spend most
 */
export type SalesTop = 'airline' | 'route' | 'client'

export interface SalesTopFigures {
  /** Of the client */
  id: string | null
  /** Of the airline or client; of a route its two codes, such as GRU-SDU */
  name: string
  /** Paid from the wallet: confirmed, ticketed, or cancelled after that */
  bookings: number
  /** What their clients pay */
  amount: Amount
  /** Of that, the carriers' prices */
  base_cost: Amount
  /** Of that, markup and fee */
  commission: Amount
  /** Of those bookings: cancelled since */
  cancelled_bookings: number
  /** What their clients were to pay */
  cancelled_amount: Amount
  /** What came back to the wallet for them */
  refunded_amount: Amount
  /** Holds that are not paid yet */
  open_bookings: number
  /** What their clients would pay */
  open_amount: Amount
  /** Expired, failed, or cancelled before they were paid */
  lost_bookings: number
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

export interface SearchEverythingQuery {
  /**
   * Locator, ticket number, name of a traveller or client, e-mail, CPF or CNPJ, number of an invoice or
   * trip, name of a recurring invoice or trip, amount (`1.234,56` or `1234.56`) or id. Parts of words
   * are found from three characters on
   */
  q: string
  /** Of each type at most; 5 if left out */
  limit?: number | undefined
}

/**
 * - `id`: Its id
 * - `locator`: The locator of the carrier
 * - `ticket`: A ticket number
 * - `number`: The number of an invoice or quote
 * - `tax_id`: CPF or CNPJ
 * - `email`: An e-mail address
 * - `name`: A name
 * - `traveller`: The name of a traveller
 * - `client`: The name of its client
 * - `amount`: What the client pays
 */
export type SearchMatch = 'id' | 'locator' | 'ticket' | 'number' | 'tax_id' | 'email' | 'name' | 'traveller' | 'client' | 'amount'

export interface SearchResult {
  type: FoundType
  /** As the type itself writes it */
  id: string
  /** Locator, name or number; of what has none, the id */
  title: string
  /** Whom and when it is about */
  subtitle: string
  /** Of a client `active` or `inactive`, of an invoice its payment once it is sent */
  status: string
  /** What the client pays; null for clients and trips */
  amount: string | null
  currency: 'BRL'
  /** What of it was found */
  matched: SearchMatch
  /** It was found whole, and not in part */
  exact: boolean
  created_at: Timestamp
}

export interface SearchWarning {
  /** Whose offers may be missing; `request` where it is about what was sent */
  source: string
  issue: string
}

export interface SecretRotation {
  /** How long the old secret goes on signing; 24 if left out */
  overlap_hours?: number | undefined
}

export interface Segment {
  /** Segment id (seg_) */
  id: string
  origin: AirportStop
  destination: AirportStop
  departing_at: LocalDateTime
  arriving_at: LocalDateTime
  operating_carrier: SegmentOperatingCarrier
  marketing_carrier: Carrier
  operating_carrier_flight_number: string
  marketing_carrier_flight_number: string
  aircraft: SegmentAircraft
  duration: Duration
  /** Kilometres */
  distance: string
  passengers: SegmentPassenger[]
}

export interface SegmentAircraft {
  /** IATA aircraft type */
  iata_code: string
  name: string
}

export type SegmentOperatingCarrier = Carrier & {
  logo_symbol_url: string
}

export interface SegmentPassenger {
  passenger_id: string
  cabin_class: CabinClass
  cabin_class_marketing_name: string
  fare_basis_code: string
  seat: string | null
  baggages: Baggage[]
}

export interface SegmentsRead {
  segments: TripSegment[]
  /** Lines that hold no flight */
  unread: string[]
}

export interface SegmentsTextInput {
  /**
   * Lines as reservation systems write them
   *
   * Example: "1 LA8084 Y 20DEC 7 GRULIS HK2 1805 0640+1"
   */
  text: string
}

export interface SendInput {
  /** email if left out. whatsapp needs a telephone number and a messaging app */
  channel?: MessageChannel | undefined
}

export interface Sending {
  channel: MessageChannel
  /** The address or telephone number of the client */
  to: string
  /** The mail, where it is one: GET /api/v1/mails/:id follows it */
  mail_id: string | null
}

export type SentInvitation = Invitation & {
  /**
   * Where no mail server is set up: the link to hand over to the person, shown only in this response.
   * Null where it is mailed
   */
  link: string | null
}

/**
 * Two decimals, a dot, no thousands separator
 *
 * Example: "1234.50"
 */
export type SignedAmount = string

export interface Slice {
  /** Slice id (sli_) */
  id: string
  origin: Place
  destination: Place
  duration: Duration
  segments: Segment[]
}

/**
 * - `price`: The cheapest first
 * - `duration`: The shortest first
 * - `departure`: The earliest first
 */
export type SortOrder = 'price' | 'duration' | 'departure'

export interface StatementLine {
  date: CalendarDate
  type: StatementLineType
  /** The increase of the debt; negative: a decrease */
  amount: number
  /** After it: what the client owes; negative: what the agency owes */
  balance: number
  invoice_id: string | null
  invoice_number: string | null
  /** Of an invoice */
  due_date: CalendarDate | null
  credit_note_id: string | null
  credit_note_number: string | null
  payment_method: InvoicePaymentMethod | null
  manual_method: ManualMethod | null
  /** Of a payment */
  reference: string | null
}

/**
 * - `invoice`: An invoice
 * - `cancellation`: An invoice was cancelled, with all that it asked for
 * - `late_charges`: Fine and interest that were paid
 * - `payment`: A payment
 * - `correction`: The agency corrected what was paid
 * - `refund`: A payment went back
 * - `dispute`: The holder of the card contests a payment, and the bank took it back
 * - `dispute_won`: The agency won the dispute, and the payment counts again
 * - `waiver`: A refund that is no longer owed
 * - `credit_note`: A credit note
 * - `credit_expired`: Credit that ended without being used
 */
export type StatementLineType = 'invoice' | 'cancellation' | 'late_charges' | 'payment' | 'correction' | 'refund' | 'dispute' | 'dispute_won' | 'waiver' | 'credit_note' | 'credit_expired'

export interface StoredEvent {
  /** Event id (evt_) */
  id: string
  type: string
  api_version: string
  created_at: Timestamp
  data: StoredEventData
  team_id: string
  /** Grows by one per team and mode */
  sequence: number
  actor: Actor | null
}

export interface StoredEventData {
  /** null without the permission to read such an object; lists leave the passengers of a booking out */
  object: unknown
  /** The permission without which the object is left out */
  needs?: string | undefined
  previous_attributes?: unknown | undefined
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

export interface TeamAddress {
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
  state: BrazilianState
  /**
   * CEP: eight digits
   *
   * Example: "01310-100"
   */
  postal_code: string
  /**
   * House number
   *
   * Example: "1000"
   */
  number: string | null
  /**
   * Floor, room
   *
   * Example: "Sala 12"
   */
  complement: string | null
  /**
   * District
   *
   * Example: "Bela Vista"
   */
  district: string | null
}

export interface TeamAddressInput {
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
  state: BrazilianState
  /**
   * CEP: eight digits
   *
   * Example: "01310-100"
   */
  postal_code: string
  /**
   * House number
   *
   * Example: "1000"
   */
  number?: string | null | undefined
  /**
   * Floor, room
   *
   * Example: "Sala 12"
   */
  complement?: string | null | undefined
  /**
   * District
   *
   * Example: "Bela Vista"
   */
  district?: string | null | undefined
}

export interface TeamChange {
  /**
   * As clients know the agency
   *
   * Example: "Aurora Viagens"
   */
  name?: string | undefined
  /**
   * Registered name of the company
   *
   * Example: "Aurora Viagens e Turismo Ltda."
   */
  legal_name?: string | null | undefined
  /**
   * CNPJ, or CPF, with or without punctuation
   *
   * Example: "12.345.678/0001-95"
   */
  tax_id?: string | null | undefined
  /**
   * Where the agency is written to
   *
   * Example: "ola@aurora.example"
   */
  email?: string | undefined
  /**
   * Where replies to its mails go; `email` if null
   *
   * Example: "vendas@aurora.example"
   */
  reply_to?: string | null | undefined
  /**
   * With the country code, or a Brazilian number; shown as E.164
   *
   * Example: "+551130000000"
   */
  phone?: string | null | undefined
  /**
   * The same, of WhatsApp
   *
   * Example: "+5511988887777"
   */
  whatsapp?: string | null | undefined
  /**
   * Address that begins with https:// or http://
   *
   * Example: "https://aurora.example"
   */
  website?: string | null | undefined
  /**
   * Of buttons and rules. White or dark text must be readable on it (4.5:1)
   *
   * Example: "#0a6e5c"
   */
  brand_colour?: string | null | undefined
  /**
   * IANA zone in which the days of the team begin and end
   *
   * Example: "America/Sao_Paulo"
   */
  time_zone?: string | undefined
  /** Of mails to the agency, and to clients of whom no language is known */
  language?: Language | undefined
  address?: TeamAddressInput | null | undefined
  late_payment?: TeamChangeLatePayment | undefined
  early_payment?: TeamChangeEarlyPayment | null | undefined
  invoice_texts?: TeamChangeInvoiceTexts | undefined
  trip_terms?: TeamChangeTripTerms | undefined
  message_texts?: TeamChangeMessageTexts | undefined
  notifications?: TeamChangeNotifications | undefined
  payment_methods?: PaymentMethod[] | undefined
  card_payment?: TeamChangeCardPayment | undefined
  payment_reminders?: TeamChangePaymentReminders | undefined
  search?: TeamChangeSearch | undefined
}

export interface TeamChangeCardPayment {
  /**
   * The most instalments of a card; more than 12 only with Visa and Mastercard, and never at Mercado
   * Pago
   */
  instalments_max?: number | undefined
  /**
   * payer: the fee of the table is added to the amount. At Mercado Pago the settings of its account
   * decide
   */
  fee_bearer?: CardFeeBearer | undefined
  /**
   * The addition from so many instalments on, if the payer bears the fee
   *
   * Example: [{"from_instalments":1,"percent":3.49},{"from_instalments":2,"percent":4.29}]
   */
  fees?: TeamProfileCardPaymentFee[] | undefined
}

export interface TeamChangeEarlyPayment {
  /** Of the total, at most four decimals. Either this or discount_amount */
  discount_percent?: number | null | undefined
  /** BRL, at most two decimals; below the total */
  discount_amount?: number | null | undefined
  /** The discount ends so many days before the due date */
  days_before_due: number
}

export interface TeamChangeInvoiceTexts {
  /** Below every invoice and quote */
  footer?: string | null | undefined
  /** On invoices that are to be paid */
  payment_instructions?: string | null | undefined
}

export interface TeamChangeLatePayment {
  /** Once, after the due date */
  fine_percent?: number | undefined
  /** A month, day by day */
  interest_percent?: number | undefined
  /**
   * How long after the due date a boleto, or a Pix of which the bank computes fine and interest, can be
   * paid. Then another is made
   */
  payable_days?: number | undefined
}

export interface TeamChangeMessageTexts {
  'pt-BR'?: TeamChangeMessageTextsPtBR | undefined
  en?: TeamChangeMessageTextsEn | undefined
}

export interface TeamChangeMessageTextsEn {
  /** First line; the usual greeting if null. May have {client_name}, {first_name}, {agency_name} */
  greeting?: string | null | undefined
  /** Last lines, above the signature; none if null. May have {client_name}, {first_name}, {agency_name} */
  closing?: string | null | undefined
}

export interface TeamChangeMessageTextsPtBR {
  /** First line; the usual greeting if null. May have {client_name}, {first_name}, {agency_name} */
  greeting?: string | null | undefined
  /** Last lines, above the signature; none if null. May have {client_name}, {first_name}, {agency_name} */
  closing?: string | null | undefined
}

export interface TeamChangeNotifications {
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
  payment_disputed?: boolean | undefined
  /** Sent unless switched off */
  mandate_ended?: boolean | undefined
  /** Sent unless switched off */
  debit_failed?: boolean | undefined
  /** Sent unless switched off */
  booking_failed?: boolean | undefined
  /** Sent unless switched off */
  webhook_switched_off?: boolean | undefined
  /** Not sent unless switched on */
  daily_warnings_mail?: boolean | undefined
}

export interface TeamChangePaymentReminders {
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
}

export interface TeamChangeSearch {
  /** Whom live searches ask; all if null. Test searches ask all */
  suppliers?: string[] | null | undefined
  /** Airlines whose flights are left out of searches */
  without_airlines?: string[] | undefined
}

export interface TeamChangeTripTerms {
  /** In Portuguese; travellers who read English see it too if there is no other */
  'pt-BR'?: string | null | undefined
  /** In English; travellers who read Portuguese see it too if there is no other */
  en?: string | null | undefined
}

export interface TeamPerson {
  /** Person id (usr_) */
  id: string
  name: string
  email: string
  /** GET /api/v1/roles says what each may do */
  role: Role
  joined_at: Timestamp
  /** When the person or their role changed last */
  updated_at: Timestamp
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
  /**
   * Registered name of the company
   *
   * Example: "Aurora Viagens e Turismo Ltda."
   */
  legal_name: string | null
  /**
   * CNPJ, or CPF, with or without punctuation
   *
   * Example: "12.345.678/0001-95"
   */
  tax_id: string | null
  /**
   * Where the agency is written to
   *
   * Example: "ola@aurora.example"
   */
  email: string
  /**
   * Where replies to its mails go; `email` if null
   *
   * Example: "vendas@aurora.example"
   */
  reply_to: string | null
  /**
   * With the country code, or a Brazilian number; shown as E.164
   *
   * Example: "+551130000000"
   */
  phone: string | null
  /**
   * The same, of WhatsApp
   *
   * Example: "+5511988887777"
   */
  whatsapp: string | null
  /**
   * Address that begins with https:// or http://
   *
   * Example: "https://aurora.example"
   */
  website: string | null
  /**
   * Of buttons and rules. White or dark text must be readable on it (4.5:1)
   *
   * Example: "#0a6e5c"
   */
  brand_colour: string | null
  /**
   * IANA zone in which the days of the team begin and end
   *
   * Example: "America/Sao_Paulo"
   */
  time_zone: string
  /** Of mails to the agency, and to clients of whom no language is known */
  language: Language
  /** Readable on the brand colour */
  brand_text_colour: string | null
  address: TeamAddress | null
  logo: Logo | null
  currency: 'BRL'
  late_payment: TeamProfileLatePayment
  /** A discount for early payment of invoices that are made from now on, unless they name one */
  early_payment: TeamProfileEarlyPayment | null
  invoice_texts: TeamProfileInvoiceTexts
  trip_terms: TeamProfileTripTerms
  message_texts: TeamProfileMessageTexts
  notifications: Notifications
  /** Of invoices that name none */
  payment_methods: PaymentMethod[]
  card_payment: TeamProfileCardPayment
  payment_reminders: TeamProfilePaymentReminders
  search: TeamProfileSearch
  created_at: Timestamp
  updated_at: Timestamp
}

/** Of invoices that say nothing else */
export interface TeamProfileCardPayment {
  /**
   * The most instalments of a card; more than 12 only with Visa and Mastercard, and never at Mercado
   * Pago
   */
  instalments_max: number
  /**
   * payer: the fee of the table is added to the amount. At Mercado Pago the settings of its account
   * decide
   */
  fee_bearer: CardFeeBearer
  /**
   * The addition from so many instalments on, if the payer bears the fee
   *
   * Example: [{"from_instalments":1,"percent":3.49},{"from_instalments":2,"percent":4.29}]
   */
  fees: TeamProfileCardPaymentFee[]
}

export interface TeamProfileCardPaymentFee {
  from_instalments: number
  /** Of the amount */
  percent: number
}

export interface TeamProfileEarlyPayment {
  /** Of the total; null if it is an amount */
  discount_percent: number | null
  /** BRL; null if it is a percentage */
  discount_amount: number | null
  /** The discount ends so many days before the due date */
  days_before_due: number
}

/** Of invoices that are issued from now on */
export interface TeamProfileInvoiceTexts {
  /** Below every invoice and quote */
  footer: string | null
  /** On invoices that are to be paid */
  payment_instructions: string | null
}

/** Of invoices that are made from now on */
export interface TeamProfileLatePayment {
  /** Once, after the due date */
  fine_percent: number
  /** A month, day by day */
  interest_percent: number
  /**
   * How long after the due date a boleto, or a Pix of which the bank computes fine and interest, can be
   * paid. Then another is made
   */
  payable_days: number
}

/** Greeting and closing of mails and messages to clients, by the language of the message */
export interface TeamProfileMessageTexts {
  'pt-BR': TeamProfileMessageTextsPtBR
  en: TeamProfileMessageTextsPtBR
}

export interface TeamProfileMessageTextsPtBR {
  /** First line; the usual greeting if null. May have {client_name}, {first_name}, {agency_name} */
  greeting: string | null
  /** Last lines, above the signature; none if null. May have {client_name}, {first_name}, {agency_name} */
  closing: string | null
}

/** When clients are reminded of invoices that were sent; never unless days are named */
export interface TeamProfilePaymentReminders {
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

export interface TeamProfileSearch {
  /** Whom live searches ask; all if null. Test searches ask all */
  suppliers: string[] | null
  /** Airlines whose flights are left out of searches */
  without_airlines: string[]
  /** Those of this installation */
  connected_suppliers: string[]
}

/** Terms that travellers accept on the page of a trip; none if null */
export interface TeamProfileTripTerms {
  /** In Portuguese; travellers who read English see it too if there is no other */
  'pt-BR': string | null
  /** In English; travellers who read Portuguese see it too if there is no other */
  en: string | null
}

/**
 * - `approve`: The card pays
 * - `refuse`: The card is refused
 * - `analyse`: The bank checks the payment first
 * - `dispute`: The holder contests the payment
 * - `win`: The dispute ends for the agency
 * - `lose`: The dispute ends for the holder
 */
export type TestCardAction = 'approve' | 'refuse' | 'analyse' | 'dispute' | 'win' | 'lose'

export interface TestCardInput {
  /**
   * approve, refuse or analyse a card; the holder disputes a payment, and the agency wins or loses the
   * dispute
   */
  action: TestCardAction
  /**
   * The number that the payer chooses; 1 if left out. While a card is being checked: its number, or left
   * out
   */
  instalments?: number | undefined
  /** Of a refusal; refused if left out */
  reason?: RefusalReason | undefined
}

export interface TestClock {
  now: Timestamp
  target: Timestamp | null
  /** false while an advance has not reached its target */
  complete: boolean
}

export interface TestMandatesRefuseDebitInput {
  /** Such as AM02; a lack of balance, which has no code, if left out */
  code?: string | undefined
}

export interface TestMessage {
  /** The team's own number */
  to: string
  /** taken, or refused, by the messaging app. kept: nothing went out, in test mode or without one */
  outcome: TestMessageOutcome
  /** What the messaging app said where it did not take it */
  error: string | null
}

/**
 * - `taken`: The messaging app accepted it
 * - `refused`: The messaging app refused it
 * - `kept`: Nothing went out, in test mode or without a messaging app
 */
export type TestMessageOutcome = 'taken' | 'refused' | 'kept'

export interface TestWallet {
  balance: SignedAmount
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

/**
 * - `booking`: A note on a booking
 * - `invoice`: An invoice
 * - `quote`: A quote
 * - `recurring_invoice`: A recurring invoice
 * - `trip`: A trip, its items or travellers
 */
export type TextPlace = 'booking' | 'invoice' | 'quote' | 'recurring_invoice' | 'trip'

export interface TextToConfirm {
  /** Where it stands */
  object: TextPlace
  /** Id of that object */
  id: string
  /**
   * Which text of it: `notes`, `items`, `options`, `name`, `refunds`, `credit_notes`, `title` or
   * `travellers`
   */
  field: string
}

export interface TimeWindow {
  from?: string | undefined
  to?: string | undefined
}

export interface TimelineEntry {
  at: Timestamp
  kind: TimelineKind
  /** Type of the event or transaction, subject of the mail, author of the note */
  name: string
  id: string
  /** Of the booking after an event, or of a mail */
  status?: string | undefined
}

/**
 * - `event`: Something happened to the booking
 * - `transaction`: Money moved in the wallet
 * - `email`: A mail was sent
 * - `note`: A person wrote a note
 */
export type TimelineKind = 'event' | 'transaction' | 'email' | 'note'

/**
 * UTC with milliseconds
 *
 * Example: "2026-11-15T12:00:00.000Z"
 */
export type Timestamp = string

export interface Traffic {
  status: TrafficStatus
  version: string
  time: Timestamp
  _meta?: Meta | undefined
}

/**
 * - `ready`: Requests should be sent here
 * - `draining`: The process is about to stop, and still serves requests
 * - `unavailable`: The database is unavailable
 */
export type TrafficStatus = 'ready' | 'draining' | 'unavailable'

/**
 * - `booking`: The debit of a booking
 * - `recharge`: The credit of a recharge
 * - `refund`: What came back of a booking
 */
export type TransactionReference = 'booking' | 'recharge' | 'refund'

export interface TransactionSnapshot {
  /** Transaction id (txn_) */
  id: string
  type: TransactionType
  amount: SignedAmount
  currency: 'BRL'
  /** As it is stored and hashed */
  description: string
  /**
   * The description for people, in Portuguese or English: as Accept-Language says, or else in the
   * language of the team
   */
  display_description?: string | undefined
  reference_type: TransactionReference
  /** ord_ for booking and refund, rch_ for recharge */
  reference_id: string
  balance_after: SignedAmount
  /** Recharges only */
  payment_method?: RechargeMethod | undefined
  /** No real money was paid: in production the line does not count */
  simulated?: true | undefined
  created_at: Timestamp
  balance: SignedAmount
}

/**
 * - `credit`: Money in
 * - `debit`: Money out
 */
export type TransactionType = 'credit' | 'debit'

export interface Traveller {
  /** Whose data it is */
  person: TravellerPerson
  /** Id of the client (UUID) or companion (trv_) */
  person_id: string
  full_name: string
  /** What they are to the client */
  relationship: Relationship | null
  passenger: TravellerPassenger
  /** The fields that a booking needs besides */
  missing: string[]
}

/** What is known of a passenger of a booking; expired documents are left out */
export interface TravellerPassenger {
  /** As on the document */
  given_name?: string | undefined
  /** As on the document */
  family_name?: string | undefined
  gender?: Gender | undefined
  /** YYYY-MM-DD, today at the latest */
  born_on?: string | undefined
  email?: string | undefined
  /**
   * With country code, starting with +; spaces, hyphens, dots and brackets are removed
   *
   * Example: "+5511987654321"
   */
  phone_number?: string | undefined
  identity_documents: IdentityDocument[]
  loyalty_programme_accounts: LoyaltyAccount[]
}

/**
 * - `client`: The client
 * - `companion`: A companion in the client's file
 */
export type TravellerPerson = 'client' | 'companion'

export interface Trip {
  /** Trip id (trip_) */
  id: string
  /** Example: "2026-000012" */
  number: string
  title: string
  /** The client, who pays (UUID) */
  client_id: string
  client: ClientOfDocument
  seller: TripSeller | null
  /** By its dates; cancelled: all of its items are cancelled */
  status: TripStatus
  starts_on: CalendarDate | null
  ends_on: CalendarDate | null
  travellers: TripTraveller[]
  currency: 'BRL'
  money: TripMoney
  /** The travellers' page; null until it is shared */
  page_url: string | null
  /** Your own values, by your own keys; the service does not use them */
  metadata: Record<string, string>
  /**
   * Your own id of the object; several may have the same
   *
   * Example: "erp-4711"
   */
  external_reference: string | null
  created_at: Timestamp
  updated_at: Timestamp
}

export interface TripAcceptance {
  accepted_at: Timestamp
  /** As it was typed on the page */
  name: string
  /** SHA-256 of the text that was accepted, in hex */
  terms_sha256: string
  /** The text that was accepted */
  terms_text: string
  /** IP address from which it was accepted */
  address: string
  /** The browser, as it names itself */
  user_agent: string | null
}

export interface TripBags {
  carry_on: number
  checked: number
}

export interface TripChange {
  /** Id of the client (UUID, or cli_ and its digits) */
  client_id?: string | undefined
  /**
   * The places of its items, or else the name of the client, if left out
   *
   * Example: "Férias em Lisboa"
   */
  title?: string | null | undefined
  /** The person who calls, if left out. Another one needs `trips.assign` */
  seller_id?: string | null | undefined
  travellers?: TripTravellerInput[] | undefined
  /**
   * At most 50 keys of 40 characters, with texts of 500. A change sets the keys that are sent and keeps
   * the others; null or "" removes a key, and null instead of the object removes all
   *
   * Example: {"crm_id":"4711"}
   */
  metadata?: Record<string, string | null> | null | undefined
  /**
   * Your own id of the object; several may have the same
   *
   * Example: "erp-4711"
   */
  external_reference?: string | null | undefined
}

/**
 * - `agency`: The client pays the agency
 * - `supplier`: The client pays the supplier
 */
export type TripCollector = 'agency' | 'supplier'

export interface TripCopyInput {
  /** Id of the client (UUID, or cli_ and its digits) */
  client_id?: string | undefined
  /** The same if left out */
  title?: string | undefined
  /**
   * All days move with the first; the same if left out
   *
   * Example: "2026-11-30"
   */
  starts_on?: string | undefined
}

export type TripDetail = Trip & Tags & {
  items: TripItem[]
  /** The quotes that became this trip */
  quote_ids: string[]
  /** Who accepted the agency's terms on the travellers' page, the newest text first */
  acceptances: TripAcceptance[]
}

export interface TripFile {
  /** File id (file_) */
  id: string
  name: string
  type: FileType
  bytes: number
  /** Whether the travellers' page offers it */
  for_travellers: boolean
  created_at: Timestamp
}

export interface TripFilesCreateQuery {
  /**
   * File name
   *
   * Example: "voucher.pdf"
   */
  name: string
  /** Whether the travellers' page offers it; true if left out */
  for_travellers?: boolean | undefined
}

export interface TripFlight {
  /**
   * Name of the airline
   *
   * Example: "LATAM"
   */
  airline: string | null
  segments: TripSegment[]
}

export interface TripInput {
  /** Id of the client (UUID, or cli_ and its digits) */
  client_id: string
  /**
   * The places of its items, or else the name of the client, if left out
   *
   * Example: "Férias em Lisboa"
   */
  title?: string | null | undefined
  /** The person who calls, if left out. Another one needs `trips.assign` */
  seller_id?: string | null | undefined
  travellers?: TripTravellerInput[] | undefined
  /** Bookings that join it; see POST /trips/:id/bookings */
  booking_ids?: string[] | undefined
  /**
   * At most 50 keys of 40 characters, with texts of 500. A change sets the keys that are sent and keeps
   * the others; null or "" removes a key, and null instead of the object removes all
   *
   * Example: {"crm_id":"4711"}
   */
  metadata?: Record<string, string | null> | null | undefined
  /**
   * Your own id of the object; several may have the same
   *
   * Example: "erp-4711"
   */
  external_reference?: string | null | undefined
}

export interface TripItem {
  /** Item id (tri_) */
  id: string
  trip_id: string
  kind: TripItemKind
  status: TripItemStatus
  /** The booking that the item follows; it is read only then */
  booking_id: string | null
  /**
   * What the client gets
   *
   * Example: "Hotel Avenida, 5 noites"
   */
  description: string | null
  /**
   * Who is paid
   *
   * Example: "Orinter"
   */
  supplier_name: string | null
  /** For the traveller on the way */
  supplier_phone: string | null
  /**
   * Where it is, or from where to where
   *
   * Example: "Av. da Liberdade 12, Lisboa"
   */
  place: string | null
  /**
   * Room, vehicle or cabin
   *
   * Example: "Quarto duplo"
   */
  unit: string | null
  /**
   * Meals
   *
   * Example: "Café da manhã"
   */
  meal_plan: string | null
  /**
   * Locator, voucher or policy number
   *
   * Example: "XK4T7B"
   */
  confirmation_number: string | null
  /** For the traveller: where to meet, what to bring */
  instructions: string | null
  /** For the agency alone */
  notes: string | null
  /**
   * A day, or a day and a time by the clock of the place
   *
   * Example: "2026-12-20"
   */
  starts_at: string | null
  /**
   * Time zone of the place (IANA)
   *
   * Example: "Europe/Lisbon"
   */
  starts_zone: string | null
  /**
   * A day, or a day and a time by the clock of the place
   *
   * Example: "2026-12-20"
   */
  ends_at: string | null
  /**
   * Time zone of the place (IANA)
   *
   * Example: "Europe/Lisbon"
   */
  ends_zone: string | null
  /** Of the trip; none means all */
  traveller_ids: string[]
  free_cancellation_until: Timestamp | null
  flight: TripFlight | null
  currency: Currency
  /** BRL for one unit of currency; 1 for BRL */
  exchange_rate: number
  /** In `currency`; null without `costs.read` */
  cost_amount: number | null
  /** In `currency` */
  price_amount: number
  /** Of a cancelled item: what its supplier keeps; null without `costs.read` */
  kept_cost_amount: number | null
  /** Of a cancelled item: what the client pays all the same */
  kept_price_amount: number
  /** Who takes the client's money */
  collected_by: TripCollector
  /** Who sold it (usr_) */
  seller_id: string | null
  money: TripMoney
  /** Invoices with this item, cancelled ones left out */
  invoice_ids: string[]
  files: TripFile[]
  created_at: Timestamp
  updated_at: Timestamp
}

export interface TripItemChange {
  kind?: TripItemKind | undefined
  /** quoted if left out */
  status?: TripItemStatus | undefined
  /**
   * What the client gets
   *
   * Example: "Hotel Avenida, 5 noites"
   */
  description?: string | null | undefined
  /**
   * Who is paid
   *
   * Example: "Orinter"
   */
  supplier_name?: string | null | undefined
  /** For the traveller on the way */
  supplier_phone?: string | null | undefined
  /**
   * Where it is, or from where to where
   *
   * Example: "Av. da Liberdade 12, Lisboa"
   */
  place?: string | null | undefined
  /**
   * Room, vehicle or cabin
   *
   * Example: "Quarto duplo"
   */
  unit?: string | null | undefined
  /**
   * Meals
   *
   * Example: "Café da manhã"
   */
  meal_plan?: string | null | undefined
  /**
   * Locator, voucher or policy number
   *
   * Example: "XK4T7B"
   */
  confirmation_number?: string | null | undefined
  /** For the traveller: where to meet, what to bring */
  instructions?: string | null | undefined
  /** For the agency alone */
  notes?: string | null | undefined
  /**
   * A day, or a day and a time by the clock of the place
   *
   * Example: "2026-12-20"
   */
  starts_at?: string | null | undefined
  /**
   * Time zone of the place (IANA)
   *
   * Example: "Europe/Lisbon"
   */
  starts_zone?: string | null | undefined
  /**
   * A day, or a day and a time by the clock of the place
   *
   * Example: "2026-12-20"
   */
  ends_at?: string | null | undefined
  /**
   * Time zone of the place (IANA)
   *
   * Example: "Europe/Lisbon"
   */
  ends_zone?: string | null | undefined
  traveller_ids?: string[] | undefined
  /** A timestamp with its zone */
  free_cancellation_until?: string | null | undefined
  flight?: TripItemInputFlight | null | undefined
  /** BRL if left out */
  currency?: Currency | undefined
  /** BRL for one unit of currency, up to 6 decimals; needed for another currency than BRL */
  exchange_rate?: number | undefined
  /** In `currency`; needs `costs.read` */
  cost_amount?: number | null | undefined
  /** In `currency`; 0 if left out */
  price_amount?: number | undefined
  /** Of a cancelled item, 0 counts if left out; needs `costs.read` */
  kept_cost_amount?: number | null | undefined
  /** Of a cancelled item, at most `price_amount`; 0 if left out */
  kept_price_amount?: number | undefined
  /** agency if left out */
  collected_by?: TripCollector | undefined
  /** Needs `trips.assign`, except for oneself if no seller is named yet */
  seller_id?: string | null | undefined
}

export interface TripItemInput {
  kind: TripItemKind
  /** quoted if left out */
  status?: TripItemStatus | undefined
  /**
   * What the client gets
   *
   * Example: "Hotel Avenida, 5 noites"
   */
  description?: string | null | undefined
  /**
   * Who is paid
   *
   * Example: "Orinter"
   */
  supplier_name?: string | null | undefined
  /** For the traveller on the way */
  supplier_phone?: string | null | undefined
  /**
   * Where it is, or from where to where
   *
   * Example: "Av. da Liberdade 12, Lisboa"
   */
  place?: string | null | undefined
  /**
   * Room, vehicle or cabin
   *
   * Example: "Quarto duplo"
   */
  unit?: string | null | undefined
  /**
   * Meals
   *
   * Example: "Café da manhã"
   */
  meal_plan?: string | null | undefined
  /**
   * Locator, voucher or policy number
   *
   * Example: "XK4T7B"
   */
  confirmation_number?: string | null | undefined
  /** For the traveller: where to meet, what to bring */
  instructions?: string | null | undefined
  /** For the agency alone */
  notes?: string | null | undefined
  /**
   * A day, or a day and a time by the clock of the place
   *
   * Example: "2026-12-20"
   */
  starts_at?: string | null | undefined
  /**
   * Time zone of the place (IANA)
   *
   * Example: "Europe/Lisbon"
   */
  starts_zone?: string | null | undefined
  /**
   * A day, or a day and a time by the clock of the place
   *
   * Example: "2026-12-20"
   */
  ends_at?: string | null | undefined
  /**
   * Time zone of the place (IANA)
   *
   * Example: "Europe/Lisbon"
   */
  ends_zone?: string | null | undefined
  traveller_ids?: string[] | undefined
  /** A timestamp with its zone */
  free_cancellation_until?: string | null | undefined
  flight?: TripItemInputFlight | null | undefined
  /** BRL if left out */
  currency?: Currency | undefined
  /** BRL for one unit of currency, up to 6 decimals; needed for another currency than BRL */
  exchange_rate?: number | undefined
  /** In `currency`; needs `costs.read` */
  cost_amount?: number | null | undefined
  /** In `currency`; 0 if left out */
  price_amount?: number | undefined
  /** Of a cancelled item, 0 counts if left out; needs `costs.read` */
  kept_cost_amount?: number | null | undefined
  /** Of a cancelled item, at most `price_amount`; 0 if left out */
  kept_price_amount?: number | undefined
  /** agency if left out */
  collected_by?: TripCollector | undefined
  /** Needs `trips.assign`, except for oneself if no seller is named yet */
  seller_id?: string | null | undefined
}

export interface TripItemInputFlight {
  /**
   * Name of the airline
   *
   * Example: "LATAM"
   */
  airline?: string | null | undefined
  segments: TripSegment[]
}

/**
 * - `flight`: A flight, booked here or elsewhere
 * - `lodging`: A hotel or another place to sleep
 * - `package`: Several services sold as one
 * - `insurance`: Travel insurance
 * - `car`: A rented car
 * - `transfer`: A ride from one place to another
 * - `cruise`: A cruise
 * - `tour`: A tour or a ticket
 * - `service`: Any other service, such as a visa
 * - `fee`: A fee of the agency
 */
export type TripItemKind = 'flight' | 'lodging' | 'package' | 'insurance' | 'car' | 'transfer' | 'cruise' | 'tour' | 'service' | 'fee'

/**
 * - `quoted`: Offered to the client; not bought yet
 * - `confirmed`: Bought from the supplier
 * - `cancelled`: Cancelled; what is kept of it still counts
 */
export type TripItemStatus = 'quoted' | 'confirmed' | 'cancelled'

export interface TripMergeInput {
  /** The trip whose items, travellers, notes and tags join this one */
  trip_id: string
}

/** In BRL */
export interface TripMoney {
  /** What the client pays, cancelled items at what is kept of them */
  price: number
  /** What the suppliers are paid; null without `costs.read` */
  cost: number | null
  /** `price` less `cost`; null without `costs.read` */
  earnings: number | null
  /** The part of `price` that suppliers collect themselves */
  collected_by_supplier: number
  /** On invoices that are not cancelled, drafts included, less what was credited */
  invoiced: number
  /** What was paid of `invoiced` */
  paid: number
  /** What issued invoices bill of `invoiced`, less `paid`; a draft is not due */
  due: number
  /**
   * `price` less `collected_by_supplier` and `invoiced`: still to be invoiced; below zero: to be given
   * back
   */
  open: number
}

export interface TripRule {
  allowed: boolean
  /** In `fee_currency`; null where it is not known */
  fee: number | null
  /** BRL if left out */
  fee_currency?: Currency | undefined
}

export interface TripRuleInput {
  allowed: boolean
  /** In `fee_currency`; null where it is not known */
  fee: number | null
  /** BRL if left out */
  fee_currency?: Currency | undefined
}

export interface TripSegment {
  /**
   * Airline and number; several, with a comma between them, if only the ends of the leg are known
   *
   * Example: "LA 8084"
   */
  flight_number: string
  /**
   * IATA code
   *
   * Example: "GRU"
   */
  origin: string
  /**
   * IATA code
   *
   * Example: "LIS"
   */
  destination: string
  /**
   * By the clock of the airport
   *
   * Example: "2026-12-20T18:05"
   */
  departing_at: string
  /**
   * By the clock of the airport
   *
   * Example: "2026-12-21T06:40"
   */
  arriving_at: string
}

/** Who sold it */
export interface TripSeller {
  /** usr_ */
  id: string
  name: string
}

export interface TripSnapshot {
  /** Trip id (trip_) */
  id: string
  /** Example: "2026-000012" */
  number: string
  title: string
  /** The client, who pays (UUID) */
  client_id: string
  client: ClientOfDocument
  seller: TripSeller | null
  /** By its dates; cancelled: all of its items are cancelled */
  status: TripStatus
  starts_on: CalendarDate | null
  ends_on: CalendarDate | null
  travellers: TripTraveller[]
  currency: 'BRL'
  /** Your own values, by your own keys; the service does not use them */
  metadata: Record<string, string>
  /**
   * Your own id of the object; several may have the same
   *
   * Example: "erp-4711"
   */
  external_reference: string | null
  created_at: Timestamp
  updated_at: Timestamp
  money: TripSnapshotMoney
}

export interface TripSnapshotMoney {
  /** What the client pays, cancelled items at what is kept of them */
  price: number
  /** The part of `price` that suppliers collect themselves */
  collected_by_supplier: number
  /** On invoices that are not cancelled, drafts included, less what was credited */
  invoiced: number
  /** What was paid of `invoiced` */
  paid: number
  /** What issued invoices bill of `invoiced`, less `paid`; a draft is not due */
  due: number
  /**
   * `price` less `collected_by_supplier` and `invoiced`: still to be invoiced; below zero: to be given
   * back
   */
  open: number
}

/**
 * - `planned`: Begins later, or has no day yet
 * - `travelling`: Has begun and is not over
 * - `finished`: Its last day is over
 * - `cancelled`: All of its items are cancelled
 */
export type TripStatus = 'planned' | 'travelling' | 'finished' | 'cancelled'

export interface TripTraveller {
  /** Traveller id (pax_) */
  id: string
  full_name: string
  born_on: CalendarDate | null
  /** The client, if the traveller is one */
  client_id: string | null
  /** The companion (trv_) in the client's file */
  companion_id: string | null
}

export interface TripTravellerInput {
  /** As you read it; a new traveller if left out */
  id?: string | undefined
  /** Example: "Maria Souza" */
  full_name: string
  /**
   * YYYY-MM-DD
   *
   * Example: "2026-11-30"
   */
  born_on?: string | null | undefined
  /** Id of the client (UUID, or cli_ and its digits) */
  client_id?: string | null | undefined
  /** In the file of the trip's client */
  companion_id?: string | null | undefined
}

/**
 * - `one_way`: One slice
 * - `round_trip`: There and back
 * - `multi_city`: Two to six slices
 */
export type TripType = 'one_way' | 'round_trip' | 'multi_city'

export type TripsListQuery = PageQuery & {
  /** Only those of this client */
  client_id?: string | undefined
  /** Only those in this state */
  status?: TripStatus | undefined
  /** Only those that this person (usr_) sold */
  seller_id?: string | undefined
  /** Only those with items on this invoice */
  invoice_id?: string | undefined
  /** In number, title, client, travellers, suppliers and confirmation numbers */
  search?: string | undefined
  /** Begins on this day or later */
  starts_after?: string | undefined
  /** Begins on this day or earlier */
  starts_before?: string | undefined
  /** Only those with something to be invoiced or given back */
  has_open?: boolean | undefined
  /** Only those with this tag */
  tag?: string | undefined
  /** Only those with this value: `metadata[crm_id]=4711`; of several keys, all must match */
  metadata?: Record<string, string> | undefined
  /** Only those with this external reference */
  external_reference?: string | undefined
  /** Includes `client` (needs `clients.read`) */
  expand?: BookingExpansion[] | undefined
  /**
   * Created at this moment or later. A day, such as 2026-11-15, counts from its beginning, in the team's
   * time zone
   */
  created_after?: string | undefined
  /** Created before this moment. A day counts to its end, in the team's time zone */
  created_before?: string | undefined
  /**
   * Changed or created at this moment or later. A day, such as 2026-11-15, counts from its beginning, in
   * the team's time zone
   */
  updated_after?: string | undefined
  /** Not changed since, and created, before this moment. A day counts to its end, in the team's time zone */
  updated_before?: string | undefined
}

export interface TripsReadQuery {
  /** Includes `client` (needs `clients.read`) */
  expand?: BookingExpansion[] | undefined
}

export interface UseCreditInput {
  /**
   * BRL, at most two decimals; as much as is due today, less a discount for early payment, and the
   * credit covers if left out
   */
  amount?: number | undefined
}

export interface WalletAccount {
  /**
   * `bank:` and a provider or `simulated`, `carrier:` and a supplier, or `adjustment`
   *
   * Example: "bank:simulated"
   */
  account: string
  lines: number
  credits: SignedAmount
  debits: SignedAmount
  /** By the payments taken in, or the refunds of bookings; null for adjustments */
  expected_credits: string | null
  /** By the orders at carriers, or the payments that banks returned; null for adjustments */
  expected_debits: string | null
  agrees: boolean
}

export interface WalletBalance {
  balance: SignedAmount
  currency: 'BRL'
  /** The balance less what pending bookings will take */
  available_credit: string
  /** What pending (hold) bookings will take when confirmed */
  pending_amount: string
  last_transaction_at: Timestamp | null
}

export interface WalletDownloadQuery {
  /** Only inflows, or only outflows */
  type?: TransactionType | undefined
  /** From this day on, in the team's time zone */
  start_date?: string | undefined
  /** Up to this day, included */
  end_date?: string | undefined
  /**
   * Created at this moment or later. A day, such as 2026-11-15, counts from its beginning, in the team's
   * time zone
   */
  created_after?: string | undefined
  /** Created before this moment. A day counts to its end, in the team's time zone */
  created_before?: string | undefined
  /**
   * en, the default: commas, 1234.50, 2026-11-15, names of fields. pt-BR, for spreadsheets: semicolons,
   * 1234,50, 15/11/2026, times in the team's zone, Portuguese words, and a byte order mark
   */
  locale?: Language | undefined
}

export interface WalletProof {
  team_id: string
  mode: Mode
  /** How many lines the ledger has */
  lines: number
  /** Of the last line (txn_) */
  last_transaction_id: string | null
  /** SHA-256 over all lines; see docs/ledger.md */
  hash: string
  /** `lines:hash`, as it is mailed and as the verifier takes it */
  head: string
  balance: SignedAmount
  currency: 'BRL'
  /** Whether the head goes to the team by mail every day */
  daily_mail: boolean
  taken_at: Timestamp
}

export interface WalletReconciliation {
  /** Whether every account does */
  agrees: boolean
  accounts: WalletAccount[]
  checked_at: Timestamp
}

export interface WalletTransaction {
  /** Transaction id (txn_) */
  id: string
  type: TransactionType
  amount: SignedAmount
  currency: 'BRL'
  /** As it is stored and hashed */
  description: string
  /**
   * The description for people, in Portuguese or English: as Accept-Language says, or else in the
   * language of the team
   */
  display_description?: string | undefined
  reference_type: TransactionReference
  /** ord_ for booking and refund, rch_ for recharge */
  reference_id: string
  balance_after: SignedAmount
  /** Recharges only */
  payment_method?: RechargeMethod | undefined
  /** No real money was paid: in production the line does not count */
  simulated?: true | undefined
  created_at: Timestamp
}

export interface WalletTransactions {
  transactions: WalletTransaction[]
  pagination: Pagination
  summary: WalletTransactionsSummary
}

export interface WalletTransactionsQuery {
  /** From 1 on; 1 if left out */
  page?: number | undefined
  /** Items per page; 20 if left out, at most 100 */
  limit?: number | undefined
  /**
   * A `next_cursor`: the items after that page, however many were added, changed or removed since. With
   * the same filters, without `page`; `total` and `pages` are those of the first page
   */
  starting_after?: string | undefined
  /** A `previous_cursor`: the items before that page. Without `page` and `starting_after` */
  ending_before?: string | undefined
  /** Only inflows, or only outflows */
  type?: TransactionType | undefined
  /** From this day on, in the team's time zone */
  start_date?: string | undefined
  /** Up to this day, included */
  end_date?: string | undefined
  /**
   * Created at this moment or later. A day, such as 2026-11-15, counts from its beginning, in the team's
   * time zone
   */
  created_after?: string | undefined
  /** Created before this moment. A day counts to its end, in the team's time zone */
  created_before?: string | undefined
}

/** Of all transactions that fit the filter, not of the page alone */
export interface WalletTransactionsSummary {
  total_credits: SignedAmount
  total_debits: SignedAmount
  period_start: CalendarDate
  period_end: CalendarDate
  /** Payments of any day that are not credited before a person has reviewed them */
  held_amount?: string | undefined
}

/**
 * - `departure`: A trip begins within 7 days
 * - `documents_missing`: A traveller abroad has no passport, 15 days before the trip
 * - `passport_expiring`: A passport expires sooner than six months after the return
 * - `free_cancellation_ending`: Free cancellation ends within 3 days
 * - `birthday`: A client or companion has a birthday within 7 days
 */
export type WarningKind = 'departure' | 'documents_missing' | 'passport_expiring' | 'free_cancellation_ending' | 'birthday'

/**
 * - `open`: Not done or dismissed, or opened again
 * - `done`: A person marked it as done
 * - `dismissed`: Not needed
 */
export type WarningStatus = 'open' | 'done' | 'dismissed'

export interface WarningsListAnswer {
  /** Warning id (wrn_); another one if its facts change */
  id: string
  kind: WarningKind
  /** Null for birthdays */
  trip_id: string | null
  trip_title: string | null
  /** The client of the trip, or whose birthday or companion it is (UUID) */
  client_id: string
  client_name: string
  /** The person, the item or the trip that it is about */
  subject: string
  /** Departure, deadline or birthday, in the time zone of the team */
  due_on: CalendarDate
  /** When free cancellation ends; null for others */
  due_at: Timestamp | null
  /** Of the passport; null for others */
  expires_on: CalendarDate | null
  /** Until `due_on`; 0 is today */
  days_left: number
  status: WarningStatus
  /** Since when it is listed */
  created_at: Timestamp
  updated_at: Timestamp
}

export type WarningsListQuery = PageQuery & {
  /** Only those of this trip */
  trip_id?: string | undefined
  /** Only those of this client */
  client_id?: string | undefined
  /** Only those of this kind */
  kind?: WarningKind | undefined
  /** open if left out */
  status?: WarningStatus | undefined
  /**
   * Created at this moment or later. A day, such as 2026-11-15, counts from its beginning, in the team's
   * time zone
   */
  created_after?: string | undefined
  /** Created before this moment. A day counts to its end, in the team's time zone */
  created_before?: string | undefined
  /**
   * Changed or created at this moment or later. A day, such as 2026-11-15, counts from its beginning, in
   * the team's time zone
   */
  updated_after?: string | undefined
  /** Not changed since, and created, before this moment. A day counts to its end, in the team's time zone */
  updated_before?: string | undefined
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
  /** What it is for, in your words */
  description: string | null
  /** The headers of yours that deliveries carry; their values are not shown */
  header_names: string[]
  created_at: Timestamp
  updated_at: Timestamp
  last_triggered_at: Timestamp | null
  last_success_at: Timestamp | null
  /** Why the last delivery failed; null if it did not */
  last_error: string | null
  /** Since when it is off; null while it is active */
  disabled_at: Timestamp | null
  /** failures: six or more deliveries in a row failed. request: a person or key switched it off */
  disabled_reason: WebhookDisabledReason | null
  /** Percent of successful deliveries, one decimal; 100 when there are none */
  success_rate: number
  total_deliveries: number
  failed_deliveries: number
}

/** At least one field */
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
  /** What it is for, in your words */
  description?: string | null | undefined
  /**
   * Headers of yours for every delivery, such as Authorization: at most 10, values of printable ASCII up
   * to 500 characters. They replace those set before, and are never shown again
   *
   * Example: {"Authorization":"Bearer abc"}
   */
  headers?: Record<string, string> | undefined
  /** false skips the connection to the receiver; in development only */
  verify?: boolean | undefined
}

/**
 * - `failures`: Six or more deliveries in a row failed
 * - `request`: A person or key switched it off
 */
export type WebhookDisabledReason = 'failures' | 'request'

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
  /**
   * A signing secret of your own: 16 to 200 printable ASCII characters, with an optional `whsec_` in
   * front; one is made if left out
   *
   * Example: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
   */
  secret?: string | undefined
  /** false creates it switched off */
  active?: boolean | undefined
  /** What it is for, in your words */
  description?: string | null | undefined
  /**
   * Headers of yours for every delivery, such as Authorization: at most 10, values of printable ASCII up
   * to 500 characters. They replace those set before, and are never shown again
   *
   * Example: {"Authorization":"Bearer abc"}
   */
  headers?: Record<string, string> | undefined
  /** false skips the connection to the receiver; in development only */
  verify?: boolean | undefined
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

export interface WebhooksListQuery {
  /** Items per page; all if left out, else at most 100 */
  limit?: number | undefined
  /**
   * A `next_cursor`: the items after that page, however many were added, changed or removed since. With
   * the same filters, without `page`; `total` and `pages` are those of the first page
   */
  starting_after?: string | undefined
  /** A `previous_cursor`: the items before that page. Without `page` and `starting_after` */
  ending_before?: string | undefined
  /**
   * Created at this moment or later. A day, such as 2026-11-15, counts from its beginning, in the team's
   * time zone
   */
  created_after?: string | undefined
  /** Created before this moment. A day counts to its end, in the team's time zone */
  created_before?: string | undefined
  /**
   * Changed or created at this moment or later. A day, such as 2026-11-15, counts from its beginning, in
   * the team's time zone
   */
  updated_after?: string | undefined
  /** Not changed since, and created, before this moment. A day counts to its end, in the team's time zone */
  updated_before?: string | undefined
}
