// The methods, by resource. Made from the table of operations by `npm run sdk`: change the contract, not this file.

import type { FileInput } from '../request.ts'
import type { Call } from '../call.ts'
import type { Download } from '../download.ts'
import type { CallOptions, WaitOptions } from '../options.ts'
import type { ItemsCall, ListCall } from '../pages.ts'
import type { ListedEvent, ReadEvent } from './events.ts'
import type {
  Airline,
  AirlinesListQuery,
  ApiKey,
  ApiKeyInput,
  AuditEntry,
  AuditListQuery,
  BillableItem,
  BookingChange,
  BookingDetail,
  BookingInput,
  BookingInvoiceInput,
  BookingListItem,
  BookingOfTripInput,
  BookingsDownloadQuery,
  BookingsListQuery,
  BookingsReadQuery,
  BrandPreview,
  BrandPreviewsReadQuery,
  CancelledBooking,
  ChargePayment,
  ChargeReturn,
  ClientBalance,
  ClientChange,
  ClientCreditEntry,
  ClientDetail,
  ClientInput,
  ClientStatement,
  ClientsCreditQuery,
  ClientsDeleteQuery,
  ClientsListQuery,
  ClientsStatementCsvQuery,
  ClientsStatementQuery,
  ClientsTravellersQuery,
  ClockAdvance,
  ClockAdvanceInput,
  Companion,
  CompanionChange,
  CompanionInput,
  ConfirmInput,
  ConfirmedBooking,
  CreditNote,
  CreditNoteChange,
  CreditNoteInput,
  CreditNotePreview,
  CreditNotePreviewInput,
  CreditNotesListQuery,
  CreditNotesReadQuery,
  CurrentOffer,
  Deadlines,
  DeletedClient,
  DeletedCompanion,
  DeletedNote,
  DeletedObject,
  DeletedProvider,
  DeletedWebhook,
  DeliveriesListQuery,
  DeliveriesReadQuery,
  Delivery,
  DeliveryWithAttempts,
  Departure,
  DisputeSnapshot,
  DisputesListQuery,
  DisputesUpdateInput,
  DuplicateGroup,
  Erasure,
  EventsListQuery,
  EventsStreamQuery,
  FlightSearchInput,
  FlightSearchResult,
  Health,
  Invitation,
  InvitationInput,
  Invoice,
  InvoiceChange,
  InvoiceInput,
  InvoicePaymentInput,
  InvoicePreview,
  InvoicesDownloadQuery,
  InvoicesListQuery,
  InvoicesReadQuery,
  KeysListQuery,
  Liveness,
  Logo,
  Mail,
  MailListItem,
  MailsHtmlQuery,
  MailsListQuery,
  MandateSnapshot,
  MandatesListQuery,
  Me,
  MergeInput,
  Message,
  MessagesListQuery,
  NewApiKey,
  NewWebhook,
  Note,
  NoteInput,
  OverpaymentCreditInput,
  PageQuery,
  PaymentProvider,
  PaymentProviderChange,
  PaymentProviderInput,
  PaymentProviderTest,
  PaymentReturn,
  PlaceSuggestion,
  PlacesSuggestQuery,
  Pricing,
  PricingInput,
  PricingPreview,
  PricingPreviewInput,
  ProofMailInput,
  Quote,
  QuoteChange,
  QuoteInput,
  QuoteInvoiceInput,
  QuotesListQuery,
  QuotesReadQuery,
  Readiness,
  ReceiptsConfirmAnswer,
  ReceiptsConfirmInput,
  ReceiptsListAnswer,
  ReceiptsListQuery,
  Receivables,
  Recharge,
  RechargeInput,
  RechargesListQuery,
  RechargesReadQuery,
  RecurringInvoice,
  RecurringInvoiceChange,
  RecurringInvoiceInput,
  RecurringInvoicesListQuery,
  RecurringInvoicesReadQuery,
  RecurringPreview,
  Refund,
  RefundInput,
  ReplayRange,
  Replayed,
  ReportsDeparturesQuery,
  ReportsSalesDownloadQuery,
  ReportsSalesQuery,
  RoleInput,
  RoleTable,
  RotatedSecret,
  Sales,
  SampleEvent,
  SampleEventInput,
  SearchEverythingQuery,
  SearchResult,
  SecretRotation,
  SegmentsRead,
  SegmentsTextInput,
  SendInput,
  Sending,
  SentInvitation,
  Tags,
  TagsInput,
  TeamChange,
  TeamPerson,
  TeamProfile,
  TestCardInput,
  TestClock,
  TestMandatesRefuseDebitInput,
  TestMessage,
  TestWallet,
  TestWalletInput,
  TimelineEntry,
  Traffic,
  Traveller,
  Trip,
  TripChange,
  TripCopyInput,
  TripDetail,
  TripFile,
  TripFilesCreateQuery,
  TripInput,
  TripItem,
  TripItemChange,
  TripItemInput,
  TripMergeInput,
  TripsListQuery,
  TripsReadQuery,
  UseCreditInput,
  WalletBalance,
  WalletDownloadQuery,
  WalletProof,
  WalletReconciliation,
  WalletTransaction,
  WalletTransactions,
  WalletTransactionsQuery,
  WarningsListAnswer,
  WarningsListQuery,
  Webhook,
  WebhookChange,
  WebhookInput,
  WebhookTestInput,
  WebhookTestResult,
  WebhooksListQuery,
} from './types.ts'

export interface ServiceResource {
  /**
   * Health of the service. Needs no key. 503 if the database is unavailable.
   *
   * `GET /api/v1/health`; throws `route_not_found`, what every call can.
   */
  health(options?: CallOptions): Call<Health>
  /**
   * Whether the process responds. Needs no key and asks nothing of the database: a process that does not
   * respond has to be restarted.
   *
   * `GET /health/live`; throws `route_not_found`, what every call can.
   */
  live(options?: CallOptions): Call<Liveness>
  /**
   * Whether requests should be sent here. Needs no key. For load balancers: 503 from the moment the
   * process begins to stop, and while the database is unavailable. Before migrations are done there is
   * no response at all.
   *
   * `GET /health/ready`; throws `route_not_found`, what every call can.
   */
  ready(options?: CallOptions): Call<Traffic>
}

export interface TeamResource {
  /**
   * The caller's team.
   *
   * `GET /api/v1/me`; throws what every call can.
   */
  read(options?: CallOptions): Call<Me>
  /**
   * The agency's profile.
   *
   * `GET /api/v1/team`; throws what every call can.
   */
  profile(options?: CallOptions): Call<TeamProfile>
  /**
   * Change the agency's profile. Fields that are left out stay. In live mode alone: what is changed is
   * shown to real clients.
   *
   * `PATCH /api/v1/team`; throws `brand_colour_hard_to_read`, what every call can.
   */
  update(body: TeamChange, options?: CallOptions): Call<TeamProfile>
  /**
   * The agency's logo.
   *
   * `GET /api/v1/team/logo`; throws `logo_not_found`, what every call can.
   */
  readLogo(options?: CallOptions): Call<Logo>
  /**
   * Set the agency's logo. The body is the bytes of the picture. It is redrawn in the sizes that are
   * needed.
   *
   * `PUT /api/v1/team/logo`; throws `image_not_supported`, `image_too_large`, `image_not_readable`, what
   * every call can.
   */
  setLogo(file: FileInput, options?: CallOptions): Call<TeamProfile>
  /**
   * Remove the agency's logo. Its addresses, and those of logos before it, lead nowhere from now on.
   *
   * `DELETE /api/v1/team/logo`; throws `logo_not_found`, what every call can.
   */
  removeLogo(options?: CallOptions): Call<TeamProfile>
}

export interface BrandPreviewsResource {
  /**
   * Preview the brand. A page, a mail and a PDF of a sample invoice with the logo of the team, and a
   * colour, greeting and closing that need not be saved yet. Their addresses need no key, and end after
   * an hour.
   *
   * `GET /api/v1/team/preview`; throws what every call can.
   */
  read(query?: BrandPreviewsReadQuery, options?: CallOptions): Call<BrandPreview>
}

export interface KeysResource {
  /**
   * List keys. Newest first, revoked ones included.
   *
   * `GET /api/v1/api-keys`; throws what every call can.
   */
  list(query?: KeysListQuery, options?: CallOptions): ListCall<ApiKey>
  /**
   * Create a key. The key is of the caller's mode. It may do no more than the caller and lives no
   * longer. Its secret is shown only in this response.
   *
   * `POST /api/v1/api-keys`; throws `resource_limit_exceeded`, what every call can.
   */
  create(body: ApiKeyInput, options?: CallOptions): Call<NewApiKey>
  /**
   * Revoke a key. Effective at once. Revoking a revoked key changes nothing.
   *
   * `DELETE /api/v1/api-keys/:id`; throws `api_key_not_found`, what every call can.
   */
  revoke(keyId: string, options?: CallOptions): Call<ApiKey>
}

export interface WebhooksResource {
  /**
   * List webhooks.
   *
   * `GET /api/v1/webhooks`; throws what every call can.
   */
  list(query?: WebhooksListQuery, options?: CallOptions): ItemsCall<Webhook[], Webhook>
  /**
   * Create a webhook. Checks the URL, the events, that the key may read what each of them carries (403),
   * that the URL is new, and that it can be reached, in this order.
   *
   * `POST /api/v1/webhooks`; throws `invalid_url`, `invalid_events`, `url_already_registered`,
   * `url_not_reachable`, `resource_limit_exceeded`, what every call can.
   */
  create(body: WebhookInput, options?: CallOptions): Call<NewWebhook>
  /**
   * Read a webhook.
   *
   * `GET /api/v1/webhooks/:id`; throws `webhook_not_found`, what every call can.
   */
  read(webhookId: string, options?: CallOptions): Call<Webhook>
  /**
   * Update a webhook. Any of url, events, active, description and headers. `active: true` reactivates:
   * what waited goes on. Another url needs the permissions to read all that the webhook was sent, as
   * that can be sent again.
   *
   * `PUT /api/v1/webhooks/:id`; throws `webhook_not_found`, `invalid_url`, `invalid_events`,
   * `url_already_registered`, `url_not_reachable`, what every call can.
   */
  update(webhookId: string, body: WebhookChange, options?: CallOptions): Call<Webhook>
  /**
   * Delete a webhook.
   *
   * `DELETE /api/v1/webhooks/:id`; throws `webhook_not_found`, what every call can.
   */
  delete(webhookId: string, options?: CallOptions): Call<DeletedWebhook>
  /**
   * Send a sample event now. Returns the response of the receiver. It is not counted and not kept in the
   * log.
   *
   * `POST /api/v1/webhooks/:id/test`; throws `webhook_not_found`, `invalid_events`, what every call can.
   */
  test(webhookId: string, body?: WebhookTestInput, options?: CallOptions): Call<WebhookTestResult>
  /**
   * Rotate the signing secret. X-Service-Signature is made with the new secret from now on;
   * webhook-signature carries both until the overlap ends.
   *
   * `POST /api/v1/webhooks/:id/rotate-secret`; throws `webhook_not_found`, what every call can.
   */
  rotateSecret(webhookId: string, body?: SecretRotation, options?: CallOptions): Call<RotatedSecret>
}

export interface DeliveriesResource {
  /**
   * List deliveries. Newest first. Dates are days in the team's time zone.
   *
   * `GET /api/v1/webhooks/:id/deliveries`; throws `webhook_not_found`, what every call can.
   */
  list(webhookId: string, query?: DeliveriesListQuery, options?: CallOptions): ListCall<Delivery>
  /**
   * Read a delivery. With every attempt and what the receiver said, for keys that may read the object
   * that the event carries.
   *
   * `GET /api/v1/webhooks/:id/deliveries/:delivery_id`; throws `webhook_not_found`,
   * `delivery_not_found`, what every call can.
   */
  read(webhookId: string, deliveryId: string, query?: DeliveriesReadQuery, options?: CallOptions): Call<DeliveryWithAttempts>
  /**
   * Send a delivery again. Creates a new delivery of the same event. The caller must be allowed to read
   * its object.
   *
   * `POST /api/v1/webhooks/:id/deliveries/:delivery_id/replay`; throws `webhook_not_found`,
   * `delivery_not_found`, what every call can.
   */
  replay(webhookId: string, deliveryId: string, options?: CallOptions): Call<Delivery>
  /**
   * Send a range again. Failed and skipped deliveries of events that happened from `from` on and before
   * `to`. A caller that may not read the objects of all of them is refused, and nothing is sent.
   *
   * `POST /api/v1/webhooks/:id/replay`; throws `webhook_not_found`, what every call can.
   */
  replayRange(webhookId: string, body: ReplayRange, options?: CallOptions): Call<Replayed>
}

export interface EventsResource {
  /**
   * List events. Newest first; with `after_sequence` oldest first, as a cursor that misses nothing. What
   * an event carries is shown to keys that may read the object itself; who travels in a booking is in
   * the single event alone.
   *
   * `GET /api/v1/events`; throws what every call can.
   */
  list(query?: EventsListQuery, options?: CallOptions): ListCall<ListedEvent>
  /**
   * Read an event. As webhooks get it and with who caused it, for keys that may read the object it
   * carries.
   *
   * `GET /api/v1/events/:id`; throws `event_not_found`, what every call can.
   */
  read(eventId: string, options?: CallOptions): Call<ReadEvent>
  /**
   * Listen to events. Server-sent events: each event as it is stored, with its sequence as `id`, its
   * type as `event`, and as `data` what the list shows of it. A `Last-Event-ID` header goes on after
   * that one, without loss; `reset` says that it is too far back. Ends when the caller may listen no
   * longer.
   *
   * `GET /api/v1/stream`; throws what every call can.
   */
  stream(query?: EventsStreamQuery, options?: CallOptions): AsyncGenerator<ListedEvent, void>
  /**
   * Emit a sample event. Goes to the team's test webhooks that are subscribed to its type. Test keys
   * only.
   *
   * `POST /api/v1/test/events`; throws `invalid_events`, what every call can.
   */
  emitSample(body: SampleEventInput, options?: CallOptions): Call<SampleEvent>
}

export interface FlightsResource {
  /**
   * Search flights. Offers with final prices in BRL, the cheapest first. Each can be booked by its id
   * until it expires. Checks the shape, the date format, the airport codes and that no date has passed,
   * in this order.
   *
   * `POST /api/v1/flights/search`; throws `invalid_date_format`, `invalid_airport_code`,
   * `departure_date_in_the_past`, `client_not_found`, what every call can.
   */
  search(body: FlightSearchInput, options?: CallOptions): Call<FlightSearchResult>
}

export interface OffersResource {
  /**
   * Read an offer again. Asks the carrier for the offer as it stands now, priced by the terms of the
   * search. price_changed says whether it still costs what it did; booking it at another price is
   * refused.
   *
   * `GET /api/v1/offers/:id`; throws `offer_not_found`, `offer_expired`, `sold_out`, what every call
   * can.
   */
  read(offerId: string, options?: CallOptions): Call<CurrentOffer>
}

export interface PlacesResource {
  /**
   * Suggest airports and cities. The best first. A city with several airports comes before them and
   * names them. Portuguese and English names are found. Responses use English, or Portuguese if
   * Accept-Language prefers it.
   *
   * `GET /api/v1/places`; throws what every call can.
   */
  suggest(query: PlacesSuggestQuery, options?: CallOptions): ItemsCall<PlaceSuggestion[], PlaceSuggestion>
}

export interface AirlinesResource {
  /**
   * List airlines. By code; with `query`, the one with that code first.
   *
   * `GET /api/v1/airlines`; throws what every call can.
   */
  list(query?: AirlinesListQuery, options?: CallOptions): ListCall<Airline>
}

export interface PricingResource {
  /**
   * Read markup, fee and pricing rules. Of the mode of the caller: test mode has pricing of its own, to
   * try rules in.
   *
   * `GET /api/v1/team/pricing`; throws what every call can.
   */
  read(options?: CallOptions): Call<Pricing>
  /**
   * Set markup, fee and pricing rules. All of them at once, in their order. The first rule whose
   * conditions all fit is applied; what it leaves out, and what no rule fits, is the default. A rule by
   * passenger type is for each passenger of that type, and so is its fee. Searches from now on are
   * priced by it; offers and bookings that are there keep their prices.
   *
   * `PUT /api/v1/team/pricing`; throws `client_not_found`, what every call can.
   */
  update(body: PricingInput, options?: CallOptions): Call<Pricing>
  /**
   * Try the pricing rules. Which rule a trip would be priced by, and what its client would pay. It
   * counts as a search.
   *
   * `POST /api/v1/team/pricing/preview`; throws `client_not_found`, what every call can.
   */
  preview(body: PricingPreviewInput, options?: CallOptions): Call<PricingPreview>
}

export interface ClientsResource {
  /**
   * List clients. Newest first, active and inactive ones. Numbers of documents and loyalty programmes
   * are masked.
   *
   * `GET /api/v1/clients`; throws what every call can.
   */
  list(query?: ClientsListQuery, options?: CallOptions): ListCall<ClientDetail>
  /**
   * Create a client. Tax ids of the right form with wrong check digits are accepted, and named in
   * `warnings`. Numbers of documents and loyalty programmes are masked.
   *
   * `POST /api/v1/clients`; throws what every call can.
   */
  create(body: ClientInput, options?: CallOptions): Call<ClientDetail>
  /**
   * Read a client. Numbers of documents and loyalty programmes are masked without `documents.read`.
   *
   * `GET /api/v1/clients/:id`; throws `client_not_found`, what every call can.
   */
  read(clientId: string, options?: CallOptions): Call<ClientDetail>
  /**
   * Update a client. Only the fields to change; null clears one that may be left out. Lists and the
   * address are replaced as a whole. A client that was merged into another cannot be changed. Numbers of
   * documents and loyalty programmes are masked.
   *
   * `PATCH /api/v1/clients/:id`; throws `client_not_found`, `client_already_merged`, what every call
   * can.
   */
  update(clientId: string, body: ClientChange, options?: CallOptions): Call<ClientDetail>
  /**
   * List possible duplicates. Clients with the same CPF or CNPJ, e-mail address, or name and date of
   * birth. A value that more than 20 clients have is no sign and left out. Numbers of documents and
   * loyalty programmes are masked.
   *
   * `GET /api/v1/clients/duplicates`; throws what every call can.
   */
  duplicates(query?: PageQuery, options?: CallOptions): ListCall<DuplicateGroup>
  /**
   * Merge a duplicate into a client. Everything that belongs to the duplicate becomes this client's:
   * bookings, invoices, credit, quotes, recurring invoices, trips, notes, tags, companions and pricing
   * rules. Empty fields are filled, others stay. The duplicate becomes inactive. Can be undone for 24
   * hours. Numbers of documents and loyalty programmes are masked.
   *
   * `POST /api/v1/clients/:id/merge`; throws `client_not_found`, `client_already_merged`, what every
   * call can.
   */
  merge(clientId: string, body: MergeInput, options?: CallOptions): Call<ClientDetail>
  /**
   * Undo a merge. Of the duplicate: it gets back what was moved and is still there. What was filled and
   * not changed since is emptied again. Numbers of documents and loyalty programmes are masked.
   *
   * `POST /api/v1/clients/:id/unmerge`; throws `client_not_found`, `client_not_merged`,
   * `merge_not_undoable`, `merge_credit_mixed`, what every call can.
   */
  unmerge(clientId: string, options?: CallOptions): Call<ClientDetail>
  /**
   * Delete or deactivate a client. A client with invoices, quotes, recurring invoices or bookings is
   * kept and becomes inactive. With `erase=true` the client is erased at once; travellers, mails,
   * messages, events and remembered responses follow, until `completed_at` of the erasure is set. Issued
   * invoices keep the name and the tax id.
   *
   * `DELETE /api/v1/clients/:id`; throws `client_not_found`, `client_has_open_business`, what every call
   * can.
   */
  delete(clientId: string, query?: ClientsDeleteQuery, options?: CallOptions): Call<DeletedClient>
  /**
   * List erasures. Who was erased when and by whom, newest first, without anything of the person.
   *
   * `GET /api/v1/erasures`; throws what every call can.
   */
  erasures(query?: KeysListQuery, options?: CallOptions): ListCall<Erasure>
  /**
   * Read a client's balance. Amounts open and overdue today, and the credit that the agency keeps for
   * the client.
   *
   * `GET /api/v1/clients/:id/balance`; throws `client_not_found`, what every call can.
   */
  balance(clientId: string, options?: CallOptions): Call<ClientBalance>
  /**
   * List a client's credit. Every entry, newest first: where credit came from, what used it, and what
   * has expired.
   *
   * `GET /api/v1/clients/:id/credit`; throws `client_not_found`, what every call can.
   */
  credit(clientId: string, query?: ClientsCreditQuery, options?: CallOptions): ListCall<ClientCreditEntry>
  /**
   * Read a client's statement of account. Invoices, credit notes, payments, refunds and expired credit
   * of a period of at most 366 days, with the balance after each. Credit that is used moves nothing: it
   * was paid before.
   *
   * `GET /api/v1/clients/:id/statement`; throws `client_not_found`, what every call can.
   */
  statement(clientId: string, query?: ClientsStatementQuery, options?: CallOptions): Call<ClientStatement>
  /**
   * Download a client's statement as CSV. The lines of the statement (UTF-8, one line of names).
   *
   * `GET /api/v1/clients/:id/statement.csv`; throws `client_not_found`, what every call can.
   */
  statementCsv(clientId: string, query?: ClientsStatementCsvQuery, options?: CallOptions): Promise<Download>
  /**
   * Download a client's statement as PDF. In the language of the client.
   *
   * `GET /api/v1/clients/:id/statement.pdf`; throws `client_not_found`, what every call can.
   */
  statementPdf(clientId: string, query?: ClientsStatementQuery, options?: CallOptions): Promise<Download>
  /**
   * List who can travel. The client, if a person, and the companions, each as a passenger of a booking
   * without its `id`. What a companion lacks is taken from the client that they are, and e-mail and
   * telephone from this client. Numbers of documents and loyalty programmes are masked without
   * `documents.read`.
   *
   * `GET /api/v1/clients/:id/travellers`; throws `client_not_found`, what every call can.
   */
  travellers(clientId: string, query?: ClientsTravellersQuery, options?: CallOptions): ItemsCall<Traveller[], Traveller>
  /**
   * List what can be invoiced to a client. Items of all trips of the client that the agency collects and
   * has not invoiced whole.
   *
   * `GET /api/v1/clients/:id/billable-items`; throws `client_not_found`, what every call can.
   */
  billableItems(clientId: string, options?: CallOptions): ItemsCall<BillableItem[], BillableItem>
}

export interface CompanionsResource {
  /**
   * List the companions of a client. In the order in which they were added. Numbers of documents and
   * loyalty programmes are masked without `documents.read`.
   *
   * `GET /api/v1/clients/:id/companions`; throws `client_not_found`, what every call can.
   */
  list(clientId: string, query?: WebhooksListQuery, options?: CallOptions): ItemsCall<Companion[], Companion>
  /**
   * Add a companion. At most 50. Numbers of documents and loyalty programmes are masked in the response.
   *
   * `POST /api/v1/clients/:id/companions`; throws `client_not_found`, `resource_limit_exceeded`, what
   * every call can.
   */
  create(clientId: string, body: CompanionInput, options?: CallOptions): Call<Companion>
  /**
   * Read a companion. Numbers of documents and loyalty programmes are masked without `documents.read`.
   *
   * `GET /api/v1/clients/:id/companions/:companion_id`; throws `client_not_found`,
   * `companion_not_found`, what every call can.
   */
  read(clientId: string, companionId: string, options?: CallOptions): Call<Companion>
  /**
   * Change a companion. Only the fields to change; null clears one that may be left out. Numbers of
   * documents and loyalty programmes are masked in the response.
   *
   * `PATCH /api/v1/clients/:id/companions/:companion_id`; throws `client_not_found`,
   * `companion_not_found`, what every call can.
   */
  update(clientId: string, companionId: string, body: CompanionChange, options?: CallOptions): Call<Companion>
  /**
   * Remove a companion.
   *
   * `DELETE /api/v1/clients/:id/companions/:companion_id`; throws `client_not_found`,
   * `companion_not_found`, what every call can.
   */
  delete(clientId: string, companionId: string, options?: CallOptions): Call<DeletedCompanion>
}

export interface InvoicesResource {
  /**
   * List invoices. Newest first, or by due date as `sort` says.
   *
   * `GET /api/v1/invoices`; throws what every call can.
   */
  list(query?: InvoicesListQuery, options?: CallOptions): ListCall<Invoice>
  /**
   * Create an invoice. Amounts are computed from items and rates, half-up to the cent. A Pix code is
   * made with it, or a boleto, or both, as `payment_methods` says; where no bank is connected or it does
   * not respond, `warnings` says so, and the code follows by itself. It is a draft unless `status` says
   * otherwise, and the client hears nothing of a draft unless `notify_client` is true. Items may bill
   * items of trips: all of one client, and no more than what is open of each.
   *
   * `POST /api/v1/invoices`; throws `client_not_found`, `payment_provider_not_found`,
   * `trip_item_not_found`, `trip_of_other_client`, `trip_item_over_invoiced`, what every call can.
   */
  create(body: InvoiceInput, options?: CallOptions): Call<Invoice>
  /**
   * Read an invoice. With its client, items and payments.
   *
   * `GET /api/v1/invoices/:id`; throws `invoice_not_found`, what every call can.
   */
  read(invoiceId: string, query?: InvoicesReadQuery, options?: CallOptions): Call<Invoice>
  /**
   * Update an invoice. Status, payment and `payment_methods` at any time; `client_id`, `issue_date`,
   * `due_date`, `early_payment`, `notes`, `items` and rates while it is a draft, `payment_provider_id`
   * never: a field that cannot change is refused unless it says what is there. A supplied
   * `payment_status` stands until money moves again; `amount_paid` is the sum, and the difference
   * becomes a payment.
   *
   * `PATCH /api/v1/invoices/:id`; throws `invoice_not_found`, `client_not_found`,
   * `invoice_is_not_a_draft`, `invalid_status_transition`, `trip_item_not_found`,
   * `trip_of_other_client`, `trip_item_over_invoiced`, what every call can.
   */
  update(invoiceId: string, body: InvoiceChange, options?: CallOptions): Call<Invoice>
  /**
   * Send an invoice again. Writes to the client about an invoice that was sent, once more: with its
   * document, and with the codes to pay it; where it is paid, as a receipt. What was sent is among its
   * mails and messages.
   *
   * `POST /api/v1/invoices/:id/send`; throws `invoice_not_found`, `invalid_status_transition`, what
   * every call can.
   */
  send(invoiceId: string, body?: SendInput, options?: CallOptions): Call<Sending>
  /**
   * Delete a draft. Also one that was noted as paid by hand; not one for which a bank received money.
   *
   * `DELETE /api/v1/invoices/:id`; throws `invoice_not_found`, `only_draft_invoices_can_be_deleted`,
   * `bank_received_money_for_this_draft`, what every call can.
   */
  delete(invoiceId: string, options?: CallOptions): Call<DeletedObject>
  /**
   * Record a payment. For money that came another way than by Pix or boleto; `paid_at` may not be a
   * later day than today, or before 2000. If it is more than is due, fine and interest included,
   * `warnings` says so. Returns the invoice.
   *
   * `POST /api/v1/invoices/:id/payments`; throws `invoice_not_found`, what every call can.
   */
  recordPayment(invoiceId: string, body: InvoicePaymentInput, options?: CallOptions): Call<Invoice>
  /**
   * Remove a recorded payment. For a payment that was recorded by mistake, or credit that was used by
   * mistake, which the client then has again. The amount due, the payment status and the codes to pay
   * are as if it had never been recorded. A payment that a bank reported is refunded instead. Returns
   * the invoice.
   *
   * `DELETE /api/v1/invoices/:id/payments/:payment_id`; throws `invoice_not_found`, `payment_not_found`,
   * `only_recorded_payments_can_be_removed`, what every call can.
   */
  removePayment(invoiceId: string, paymentId: string, options?: CallOptions): Call<Invoice>
  /**
   * Pay with the client's credit. For an invoice that was sent and is not fully paid. The credit that
   * ends first is used first. If the invoice is cancelled later, the client has the credit again.
   * Returns the invoice.
   *
   * `POST /api/v1/invoices/:id/credit`; throws `invoice_not_found`, `invalid_status_transition`,
   * `nothing_is_due`, `insufficient_client_credit`, what every call can.
   */
  useCredit(invoiceId: string, body?: UseCreditInput, options?: CallOptions): Call<Invoice>
  /**
   * Turn an overpayment into the client's credit. For what was paid beyond total, fine and interest; of
   * a cancelled invoice for all that was paid. Returns the invoice.
   *
   * `POST /api/v1/invoices/:id/overpayment-credit`; throws `invoice_not_found`,
   * `invalid_status_transition`, `nothing_is_overpaid`, `refund_under_way`, what every call can.
   */
  creditOverpayment(invoiceId: string, body?: OverpaymentCreditInput, options?: CallOptions): Call<Invoice>
  /**
   * Refund a payment. Gives a Pix payment back to its payer, in full or in part, through the bank that
   * collected it. The bank is asked right after the response; `invoice.refund.succeeded` or
   * `invoice.refund.failed` reports the outcome. What went back is no longer owed, unless
   * `reduces_amount_due` is false.
   *
   * `POST /api/v1/invoices/:id/refunds`; throws `invoice_not_found`, `nothing_to_refund`,
   * `refund_exceeds_payment`, `refund_too_late`, `boleto_cannot_be_refunded`,
   * `payment_cannot_be_refunded`, `refund_must_be_whole`, `payment_provider_not_found`, what every call
   * can.
   */
  refund(invoiceId: string, body?: RefundInput, options?: CallOptions): Call<Refund>
  /**
   * List refunds of an invoice. Newest first.
   *
   * `GET /api/v1/invoices/:id/refunds`; throws `invoice_not_found`, what every call can.
   */
  refunds(invoiceId: string, query?: KeysListQuery, options?: CallOptions): ListCall<Refund>
  /**
   * Download invoices. All that fit the filter, newest first, as CSV (UTF-8, comma, one line of names),
   * with the tax id of the client, the fine and the interest that are owed today, and what was paid of
   * both. In each line total plus late_amount_paid minus waived_amount (what refunds, credit notes and
   * early payment took off) minus amount_paid (less what went back) plus overpaid_amount is amount_due.
   *
   * `GET /api/v1/invoices.csv`; throws what every call can.
   */
  download(query?: InvoicesDownloadQuery, options?: CallOptions): Promise<Download>
  /**
   * What is owed. Sent invoices that are not fully paid, by days since their due date.
   *
   * `GET /api/v1/reports/receivables`; throws what every call can.
   */
  receivables(options?: CallOptions): Call<Receivables>
  /**
   * Preview an invoice. The same input and checks as of a new invoice, with its sums. Stores nothing,
   * and counts as a search.
   *
   * `POST /api/v1/invoices/preview`; throws `client_not_found`, `payment_provider_not_found`,
   * `trip_item_not_found`, `trip_of_other_client`, `trip_item_over_invoiced`, what every call can.
   */
  preview(body: InvoiceInput, options?: CallOptions): Call<InvoicePreview>
}

export interface MessagesResource {
  /**
   * List messages to clients. Messages about invoices, by WhatsApp or mail, and with the permission
   * quotes.read those about quotes. Newest first.
   *
   * `GET /api/v1/messages`; throws what every call can.
   */
  list(query?: MessagesListQuery, options?: CallOptions): ListCall<Message>
}

export interface BookingsResource {
  /**
   * Invoice a booking. Creates a sent invoice by Pix for what is open of the booking, due in three days
   * unless the input says otherwise. A booking without a trip starts one.
   *
   * `POST /api/v1/bookings/:id/invoice`; throws `booking_not_found`, `payment_provider_not_found`,
   * `trip_item_not_found`, `trip_of_other_client`, `trip_item_over_invoiced`, what every call can.
   */
  invoice(bookingId: string, body?: BookingInvoiceInput, options?: CallOptions): Call<Invoice>
  /**
   * Book an offer. hold reserves it and debits nothing until it is confirmed; instant debits and issues
   * at once. Checks the shape, the offer, its expiry, the passengers, passports, the payment and the
   * balance, in this order. Where the tickets of an instant come later, `Prefer: wait=20` makes the
   * response wait for them.
   *
   * `POST /api/v1/bookings`; throws `offer_not_found`, `client_not_found`, `trip_not_found`,
   * `trip_item_not_found`, `booking_of_other_client`, `trip_item_follows_booking`,
   * `resource_limit_exceeded`, `offer_expired`, `offer_requires_instant_payment`,
   * `invalid_passenger_data`, `passport_required`, `payment_amount_mismatch`, `insufficient_balance`,
   * `price_changed`, `sold_out`, `carrier_rejected_the_booking`, `services_not_available`, what every
   * call can.
   */
  create(body: BookingInput, options?: WaitOptions): Call<BookingDetail>
  /**
   * List bookings. Newest first.
   *
   * `GET /api/v1/bookings`; throws what every call can.
   */
  list(query?: BookingsListQuery, options?: CallOptions): ListCall<BookingListItem>
  /**
   * Download bookings. All that fit the filter, newest first, as CSV (UTF-8, comma, one line of names):
   * client, flights, tickets, what the client pays, what it costs, the commission and what was refunded.
   * Tax ids of clients need `clients.read`.
   *
   * `GET /api/v1/bookings.csv`; throws what every call can.
   */
  download(query?: BookingsDownloadQuery, options?: CallOptions): Promise<Download>
  /**
   * Send the itinerary again. Mails the client the itinerary once more: of a hold with its deadline, of
   * issued tickets with the receipt as a PDF.
   *
   * `POST /api/v1/bookings/:id/send`; throws `booking_not_found`, `booking_already_cancelled`,
   * `booking_expired`, `booking_failed`, what every call can.
   */
  send(bookingId: string, options?: CallOptions): Call<Sending>
  /**
   * Read a booking. Numbers of identity documents and loyalty programmes are masked without
   * `documents.read`.
   *
   * `GET /api/v1/bookings/:id`; throws `booking_not_found`, what every call can.
   */
  read(bookingId: string, query?: BookingsReadQuery, options?: CallOptions): Call<BookingDetail>
  /**
   * Confirm the payment of a held booking. Debits the wallet; the tickets are issued at once in the
   * background. With `Prefer: wait=20` the response waits for them; where the carrier issues none, that
   * is 422 and the debit is returned.
   *
   * `PUT /api/v1/bookings/:id/confirm`; throws `carrier_rejected_the_booking`, `booking_not_found`,
   * `payment_amount_mismatch`, `insufficient_balance`, `booking_already_confirmed`,
   * `booking_already_cancelled`, `booking_expired`, `booking_failed`, what every call can.
   */
  confirm(bookingId: string, body: ConfirmInput, options?: WaitOptions): Call<ConfirmedBooking>
  /**
   * Cancel a booking. Free while it is pending; otherwise by its conditions. What returns is credited to
   * the wallet.
   *
   * `DELETE /api/v1/bookings/:id`; throws `booking_not_found`, `booking_already_cancelled`,
   * `booking_expired`, `booking_failed`, `carrier_rejected_the_cancellation`, what every call can.
   */
  cancel(bookingId: string, options?: CallOptions): Call<CancelledBooking>
  /**
   * Accept a carrier's change. Where the carrier waits for it: `accept` is among the `available_actions`
   * of the change. To refuse it, cancel the booking.
   *
   * `POST /api/v1/bookings/:id/changes/:change_id/accept`; throws `booking_not_found`,
   * `change_not_found`, `change_not_acceptable`, `carrier_rejected_the_acceptance`, what every call can.
   */
  acceptChange(bookingId: string, changeId: string, options?: CallOptions): Call<BookingChange>
  /**
   * Download the e-ticket receipt. Once the tickets are issued.
   *
   * `GET /api/v1/bookings/:id/receipt.pdf`; throws `booking_not_found`, what every call can.
   */
  receipt(bookingId: string, options?: CallOptions): Promise<Download>
  /**
   * Read the history of a booking. Every event, movement of money, e-mail and note, the oldest first.
   *
   * `GET /api/v1/bookings/:id/timeline`; throws `booking_not_found`, what every call can.
   */
  timeline(bookingId: string, options?: CallOptions): ItemsCall<TimelineEntry[], TimelineEntry>
}

export interface ReceiptsResource {
  /**
   * List receipts to confirm. Sent invoices with a code to your own Pix key, due first: no bank reports
   * their payments. Confirm those that you see in your account.
   *
   * `GET /api/v1/receipts`; throws what every call can.
   */
  list(query?: ReceiptsListQuery, options?: CallOptions): ListCall<ReceiptsListAnswer>
  /**
   * Confirm receipts. Records a payment for each, with the method `pix_key`; a charge that was confirmed
   * before stays as it is. If one is not found, none is confirmed. One confirmed by mistake is removed
   * like a payment that was recorded by hand.
   *
   * `POST /api/v1/receipts/confirm`; throws `charge_not_found`, what every call can.
   */
  confirm(body: ReceiptsConfirmInput, options?: CallOptions): Call<ReceiptsConfirmAnswer>
}

export interface CreditNotesResource {
  /**
   * List credit notes. Newest first.
   *
   * `GET /api/v1/credit-notes`; throws what every call can.
   */
  list(query?: CreditNotesListQuery, options?: CallOptions): ListCall<CreditNote>
  /**
   * Create a credit note. Takes the amount off what the invoice asks for; what it bills of items of
   * trips becomes open again. Money that was paid and is no longer owed becomes credit of the client,
   * goes back, or stays on the invoice, as `excess` says. Fine and interest that were paid stay. A
   * credit note cannot be changed or deleted.
   *
   * `POST /api/v1/credit-notes`; throws `invoice_not_found`, `invalid_status_transition`,
   * `credit_exceeds_invoice`, `refund_under_way`, `nothing_to_refund`, `refund_exceeds_payment`,
   * `refund_too_late`, `refund_must_be_whole`, `boleto_cannot_be_refunded`,
   * `payment_provider_not_found`, what every call can.
   */
  create(body: CreditNoteInput, options?: CallOptions): Call<CreditNote>
  /**
   * Read a credit note.
   *
   * `GET /api/v1/credit-notes/:id`; throws `credit_note_not_found`, what every call can.
   */
  read(creditNoteId: string, query?: CreditNotesReadQuery, options?: CallOptions): Call<CreditNote>
  /**
   * Update a credit note. `metadata` and `external_reference`; nothing else of it changes.
   *
   * `PATCH /api/v1/credit-notes/:id`; throws `credit_note_not_found`, `credit_note_cannot_be_changed`,
   * what every call can.
   */
  update(creditNoteId: string, body: CreditNoteChange, options?: CallOptions): Call<CreditNote>
  /**
   * Send a credit note again. Writes to the client about it by mail, with its document.
   *
   * `POST /api/v1/credit-notes/:id/send`; throws `credit_note_not_found`, what every call can.
   */
  send(creditNoteId: string, options?: CallOptions): Call<Sending>
  /**
   * Preview a credit note. Its effect on the invoice. Stores nothing, and counts as a search for every
   * 50 items.
   *
   * `POST /api/v1/credit-notes/preview`; throws `invoice_not_found`, `invalid_status_transition`,
   * `credit_exceeds_invoice`, what every call can.
   */
  preview(body: CreditNotePreviewInput, options?: CallOptions): Call<CreditNotePreview>
}

export interface QuotesResource {
  /**
   * List quotes. Newest first.
   *
   * `GET /api/v1/quotes`; throws what every call can.
   */
  list(query?: QuotesListQuery, options?: CallOptions): ListCall<Quote>
  /**
   * Create a quote.
   *
   * `POST /api/v1/quotes`; throws `client_not_found`, what every call can.
   */
  create(body: QuoteInput, options?: CallOptions): Call<Quote>
  /**
   * Read a quote.
   *
   * `GET /api/v1/quotes/:id`; throws `quote_not_found`, what every call can.
   */
  read(quoteId: string, query?: QuotesReadQuery, options?: CallOptions): Call<Quote>
  /**
   * Update a quote. Its status until it became an invoice or a trip; its content, `client_id` too, while
   * it is a draft or sent.
   *
   * `PATCH /api/v1/quotes/:id`; throws `quote_not_found`, `client_not_found`,
   * `invalid_status_transition`, what every call can.
   */
  update(quoteId: string, body: QuoteChange, options?: CallOptions): Call<Quote>
  /**
   * Send a quote again. Writes to the client about a quote that was sent and waits for an answer, once
   * more, with its document.
   *
   * `POST /api/v1/quotes/:id/send`; throws `quote_not_found`, `invalid_status_transition`, what every
   * call can.
   */
  send(quoteId: string, body?: SendInput, options?: CallOptions): Call<Sending>
  /**
   * Delete a draft quote.
   *
   * `DELETE /api/v1/quotes/:id`; throws `quote_not_found`, `only_draft_quotes_can_be_deleted`, what
   * every call can.
   */
  delete(quoteId: string, options?: CallOptions): Call<DeletedObject>
  /**
   * Turn an accepted quote into an invoice. Once. Issued today and due in seven days by default. If it
   * became a trip before, the invoice bills the items of the trip: each at its price less the discount,
   * and without tax.
   *
   * `POST /api/v1/quotes/:id/invoice`; throws `quote_not_found`, `payment_provider_not_found`,
   * `invalid_status_transition`, `trip_item_not_found`, `trip_of_other_client`,
   * `trip_item_over_invoiced`, what every call can.
   */
  invoice(quoteId: string, body?: QuoteInvoiceInput, options?: CallOptions): Call<Invoice>
  /**
   * Turn an accepted quote into a trip. Once. The items of the chosen option become quoted items of the
   * trip, at their prices less the discount. If it became an invoice before, the invoice bills the items
   * of the trip from then on. Needs `quotes.read` too.
   *
   * `POST /api/v1/quotes/:id/trip`; throws `quote_not_found`, `invalid_status_transition`,
   * `quote_invoiced_otherwise`, `resource_limit_exceeded`, what every call can.
   */
  trip(quoteId: string, options?: CallOptions): Call<TripDetail>
}

export interface RecurringInvoicesResource {
  /**
   * List recurring invoices. Newest first.
   *
   * `GET /api/v1/recurring-invoices`; throws what every call can.
   */
  list(query?: RecurringInvoicesListQuery, options?: CallOptions): ListCall<RecurringInvoice>
  /**
   * Create a recurring invoice. Each invoice is made 5 days before its due date, with `pix_automatic` 7
   * days, at 06:00 in the time zone of the team. Due dates before today are skipped.
   *
   * `POST /api/v1/recurring-invoices`; throws `client_not_found`, `payment_provider_not_found`, what
   * every call can.
   */
  create(body: RecurringInvoiceInput, options?: CallOptions): Call<RecurringInvoice>
  /**
   * Read a recurring invoice.
   *
   * `GET /api/v1/recurring-invoices/:id`; throws `recurring_invoice_not_found`, what every call can.
   */
  read(recurringInvoiceId: string, query?: RecurringInvoicesReadQuery, options?: CallOptions): Call<RecurringInvoice>
  /**
   * What it will make next. The next 12 dates and amounts; of a paused one, as if it went on today.
   *
   * `GET /api/v1/recurring-invoices/:id/preview`; throws `recurring_invoice_not_found`, what every call
   * can.
   */
  preview(recurringInvoiceId: string, options?: CallOptions): ItemsCall<RecurringPreview[], RecurringPreview>
  /**
   * Update a recurring invoice. A changed rhythm counts from the next due date that has no invoice yet.
   * `paused` creates none, and what falls due meanwhile is skipped. Cancelled and expired ones cannot be
   * resumed. Another `client_id` counts for the invoices to come.
   *
   * `PATCH /api/v1/recurring-invoices/:id`; throws `recurring_invoice_not_found`, `client_not_found`,
   * `payment_provider_not_found`, `invalid_status_transition`, what every call can.
   */
  update(recurringInvoiceId: string, body: RecurringInvoiceChange, options?: CallOptions): Call<RecurringInvoice>
  /**
   * Cancel a recurring invoice. The record is kept, with status cancelled.
   *
   * `DELETE /api/v1/recurring-invoices/:id`; throws `recurring_invoice_not_found`, what every call can.
   */
  cancel(recurringInvoiceId: string, options?: CallOptions): Call<RecurringInvoice>
}

export interface MandatesResource {
  /**
   * List mandates of Pix Automático. Newest first.
   *
   * `GET /api/v1/mandates`; throws what every call can.
   */
  list(query?: MandatesListQuery, options?: CallOptions): ListCall<MandateSnapshot>
  /**
   * Read a mandate.
   *
   * `GET /api/v1/mandates/:id`; throws `mandate_not_found`, what every call can.
   */
  read(mandateId: string, options?: CallOptions): Call<MandateSnapshot>
  /**
   * Cancel a mandate. From now on no invoice is debited by it. A debit whose day has not come is
   * withdrawn, and its invoice is paid like any other. The bank is notified. Cancelling one that has
   * ended changes nothing.
   *
   * `POST /api/v1/mandates/:id/cancel`; throws `mandate_not_found`, what every call can.
   */
  cancel(mandateId: string, options?: CallOptions): Call<MandateSnapshot>
}

export interface TestClockResource {
  /**
   * The test clock. The time at which the team's test mode lives.
   *
   * `GET /api/v1/test/clock`; throws `forbidden`, what every call can.
   */
  read(options?: CallOptions): Call<TestClock>
  /**
   * Advance the test clock. Runs all jobs due up to the new time, in order, each at its own moment, then
   * responds. With much to do it returns `complete: false`; the same call then goes on towards the same
   * target.
   *
   * `POST /api/v1/test/clock/advance`; throws what every call can.
   */
  advance(body: ClockAdvanceInput, options?: CallOptions): Call<ClockAdvance>
}

export interface TestWalletResource {
  /**
   * What the test wallet holds.
   *
   * `GET /api/v1/test/wallet`; throws what every call can.
   */
  read(options?: CallOptions): Call<TestWallet>
  /**
   * Set what the test wallet holds. From then on the balance is this, whatever is credited or debited;
   * 5000.00 until it is set. What would debit more is `Insufficient balance`. Transactions that are
   * listed already keep the balance that they had.
   *
   * `POST /api/v1/test/wallet`; throws what every call can.
   */
  set(body: TestWalletInput, options?: CallOptions): Call<TestWallet>
}

export interface TestChargesResource {
  /**
   * Pay a charge of the simulated bank. Also after its deadline or cancellation, as can happen with real
   * banks: the money is credited all the same.
   *
   * `POST /api/v1/test/charges/:id/pay`; throws `charge_not_found`, `recharge_not_pending`, what every
   * call can.
   */
  pay(rechargeId: string, body?: ChargePayment, options?: CallOptions): Call<Recharge | Invoice>
  /**
   * Play the payer by card of the simulated bank. As on the page of the bank. Its instalments arrive 32
   * days after the payment and then each month, by the test clock.
   *
   * `POST /api/v1/test/charges/:id/card`; throws `charge_not_found`, `invoice_not_found`, what every
   * call can.
   */
  card(invoiceId: string, body: TestCardInput, options?: CallOptions): Call<Invoice>
  /**
   * Have a recharge fail at the simulated bank. As where a bank takes its charge away. Who pays it all
   * the same is credited, as with real banks.
   *
   * `POST /api/v1/test/charges/:id/fail`; throws `charge_not_found`, `recharge_not_pending`, what every
   * call can.
   */
  fail(rechargeId: string, options?: CallOptions): Call<Recharge>
  /**
   * Take a payment of the simulated bank back. As a payer's bank does after a claim of fraud: the last
   * payment goes back, in full or in part, and what it brought is taken back, also where it is spent.
   *
   * `POST /api/v1/test/charges/:id/return`; throws `charge_not_found`, what every call can.
   */
  return(rechargeId: string, body?: ChargeReturn, options?: CallOptions): Call<PaymentReturn | Invoice>
}

export interface TestMandatesResource {
  /**
   * Accept a mandate of the simulated bank. As a payer does in the bank's app: pays the first invoice by
   * the code that accepts the mandate.
   *
   * `POST /api/v1/test/mandates/:id/accept`; throws `mandate_not_found`, `invalid_status_transition`,
   * what every call can.
   */
  accept(mandateId: string, options?: CallOptions): Call<MandateSnapshot>
  /**
   * Refuse a mandate of the simulated bank. As a payer does in the bank's app. The first invoice stays
   * open.
   *
   * `POST /api/v1/test/mandates/:id/refuse`; throws `mandate_not_found`, `invalid_status_transition`,
   * what every call can.
   */
  refuse(mandateId: string, options?: CallOptions): Call<MandateSnapshot>
  /**
   * Cancel a mandate of the simulated bank as its payer. As a payer does in the bank's app. An invoice
   * that awaits its debit is paid like any other.
   *
   * `POST /api/v1/test/mandates/:id/cancel`; throws `mandate_not_found`, `invalid_status_transition`,
   * what every call can.
   */
  cancel(mandateId: string, options?: CallOptions): Call<MandateSnapshot>
  /**
   * Refuse the next debit of a mandate. As the payer's bank does. Without it the debit succeeds on its
   * day, by the test clock. Tried again as the mandate allows.
   *
   * `POST /api/v1/test/mandates/:id/refuse-debit`; throws `mandate_not_found`, `charge_not_found`, what
   * every call can.
   */
  refuseDebit(mandateId: string, body?: TestMandatesRefuseDebitInput, options?: CallOptions): Call<MandateSnapshot>
}

export interface TripsResource {
  /**
   * List trips. Newest first.
   *
   * `GET /api/v1/trips`; throws what every call can.
   */
  list(query?: TripsListQuery, options?: CallOptions): ListCall<Trip>
  /**
   * Create a trip.
   *
   * `POST /api/v1/trips`; throws `client_not_found`, `booking_not_found`, `booking_in_other_trip`,
   * `booking_of_other_client`, what every call can.
   */
  create(body: TripInput, options?: CallOptions): Call<TripDetail>
  /**
   * Read a trip. With its items, in the order of their days.
   *
   * `GET /api/v1/trips/:id`; throws `trip_not_found`, what every call can.
   */
  read(tripId: string, query?: TripsReadQuery, options?: CallOptions): Call<TripDetail>
  /**
   * Update a trip. Title, client, travellers, seller and references. The client changes only while
   * nothing is invoiced, no booking belongs to it and no terms were accepted; the travellers' page is
   * revoked then.
   *
   * `PATCH /api/v1/trips/:id`; throws `trip_not_found`, `client_not_found`, `trip_in_use`, what every
   * call can.
   */
  update(tripId: string, body: TripChange, options?: CallOptions): Call<TripDetail>
  /**
   * Delete a trip. Only one without bookings and without invoices.
   *
   * `DELETE /api/v1/trips/:id`; throws `trip_not_found`, `trip_in_use`, what every call can.
   */
  delete(tripId: string, options?: CallOptions): Call<DeletedObject>
  /**
   * Duplicate a trip. With its items as quoted ones: no bookings, confirmation numbers, files or
   * invoices. Flights that we booked are copied as flights.
   *
   * `POST /api/v1/trips/:id/duplicate`; throws `trip_not_found`, `client_not_found`, what every call
   * can.
   */
  duplicate(tripId: string, body?: TripCopyInput, options?: CallOptions): Call<TripDetail>
  /**
   * Merge another trip into this one. Both are of the same client. The other one is gone afterwards.
   *
   * `POST /api/v1/trips/:id/merge`; throws `trip_not_found`, `trip_of_other_client`,
   * `resource_limit_exceeded`, what every call can.
   */
  merge(tripId: string, body: TripMergeInput, options?: CallOptions): Call<TripDetail>
  /**
   * Add a booking to a trip.
   *
   * `POST /api/v1/trips/:id/bookings`; throws `trip_not_found`, `booking_not_found`,
   * `trip_item_not_found`, `booking_in_other_trip`, `booking_of_other_client`,
   * `trip_item_follows_booking`, `resource_limit_exceeded`, what every call can.
   */
  addBooking(tripId: string, body: BookingOfTripInput, options?: CallOptions): Call<TripDetail>
  /**
   * Send the travellers' page to the client. By WhatsApp or mail, with the itinerary as a PDF. The page
   * is shared by it.
   *
   * `POST /api/v1/trips/:id/send`; throws `trip_not_found`, what every call can.
   */
  send(tripId: string, body?: SendInput, options?: CallOptions): Call<Sending>
  /**
   * Share the travellers' page. Creates its address, or a new one: the former address then stops
   * working.
   *
   * `POST /api/v1/trips/:id/page`; throws `trip_not_found`, what every call can.
   */
  share(tripId: string, options?: CallOptions): Call<Trip>
  /**
   * Revoke the travellers' page.
   *
   * `DELETE /api/v1/trips/:id/page`; throws `trip_not_found`, what every call can.
   */
  unshare(tripId: string, options?: CallOptions): Call<Trip>
  /**
   * The itinerary as a PDF.
   *
   * `GET /api/v1/trips/:id/itinerary.pdf`; throws `trip_not_found`, what every call can.
   */
  itinerary(tripId: string, options?: CallOptions): Promise<Download>
}

export interface TripItemsResource {
  /**
   * Add an item to a trip.
   *
   * `POST /api/v1/trips/:id/items`; throws `trip_not_found`, `resource_limit_exceeded`, what every call
   * can.
   */
  create(tripId: string, body: TripItemInput, options?: CallOptions): Call<TripItem>
  /**
   * Read an item of a trip.
   *
   * `GET /api/v1/trips/:id/items/:item_id`; throws `trip_not_found`, `trip_item_not_found`, what every
   * call can.
   */
  read(tripId: string, itemId: string, options?: CallOptions): Call<TripItem>
  /**
   * Update an item of a trip. An item that follows a booking takes only `notes`, `instructions`,
   * `seller_id`, `traveller_ids` and, if it is cancelled, `kept_price_amount`. The price cannot go below
   * what is invoiced, and neither can an item that was cancelled come back below it. An item with a cost
   * changes its currency or rate only with `costs.read`.
   *
   * `PATCH /api/v1/trips/:id/items/:item_id`; throws `trip_not_found`, `trip_item_not_found`,
   * `trip_item_follows_booking`, `trip_item_invoiced`, what every call can.
   */
  update(tripId: string, itemId: string, body: TripItemChange, options?: CallOptions): Call<TripItem>
  /**
   * Delete an item of a trip. One that is not invoiced. A booking only leaves the trip by it.
   *
   * `DELETE /api/v1/trips/:id/items/:item_id`; throws `trip_not_found`, `trip_item_not_found`,
   * `trip_item_invoiced`, what every call can.
   */
  delete(tripId: string, itemId: string, options?: CallOptions): Call<DeletedObject>
  /**
   * Read flights out of pasted text. Stores nothing. A day without a year is the next one.
   *
   * `POST /api/v1/flights/segments`; throws what every call can.
   */
  readSegments(body: SegmentsTextInput, options?: CallOptions): Call<SegmentsRead>
  /**
   * The voucher of an item as a PDF.
   *
   * `GET /api/v1/trips/:id/items/:item_id/voucher.pdf`; throws `trip_not_found`, `trip_item_not_found`,
   * what every call can.
   */
  voucher(tripId: string, itemId: string, options?: CallOptions): Promise<Download>
}

export interface TripFilesResource {
  /**
   * Attach a file to an item. The body is the bytes of the file, whose type is checked by its content.
   * It is stored encrypted.
   *
   * `POST /api/v1/trips/:id/items/:item_id/files`; throws `trip_not_found`, `trip_item_not_found`,
   * `file_type_not_supported`, `resource_limit_exceeded`, what every call can.
   */
  create(tripId: string, itemId: string, file: FileInput, query: TripFilesCreateQuery, options?: CallOptions): Call<TripFile>
  /**
   * Download a file.
   *
   * `GET /api/v1/trips/:id/items/:item_id/files/:file_id`; throws `trip_not_found`,
   * `trip_item_not_found`, `file_not_found`, what every call can.
   */
  read(tripId: string, itemId: string, fileId: string, options?: CallOptions): Promise<Download>
  /**
   * Delete a file.
   *
   * `DELETE /api/v1/trips/:id/items/:item_id/files/:file_id`; throws `trip_not_found`,
   * `trip_item_not_found`, `file_not_found`, what every call can.
   */
  delete(tripId: string, itemId: string, fileId: string, options?: CallOptions): Call<DeletedObject>
}

export interface WarningsResource {
  /**
   * List warnings. The most urgent first. A trip that begins within 7 days; an international trip that
   * begins within 15 days with a traveller without a passport, or within 180 days with one whose
   * passport expires sooner than six months after the return; free cancellation that ends within 3 days;
   * birthdays of clients and companions within 7 days. A trip is international if one of its flights
   * leaves the country.
   *
   * `GET /api/v1/warnings`; throws what every call can.
   */
  list(query?: WarningsListQuery, options?: CallOptions): ListCall<WarningsListAnswer>
  /**
   * Mark a warning as done.
   *
   * `POST /api/v1/warnings/:id/done`; throws `warning_not_found`, what every call can.
   */
  done(warningId: string, options?: CallOptions): Call<WarningsListAnswer>
  /**
   * Dismiss a warning.
   *
   * `POST /api/v1/warnings/:id/dismiss`; throws `warning_not_found`, what every call can.
   */
  dismiss(warningId: string, options?: CallOptions): Call<WarningsListAnswer>
  /**
   * Open a warning again that was done or dismissed.
   *
   * `DELETE /api/v1/warnings/:id/mark`; throws `warning_not_found`, what every call can.
   */
  reopen(warningId: string, options?: CallOptions): Call<WarningsListAnswer>
}

export interface ReportsResource {
  /**
   * What was sold. Bookings by the day, week or month on which they were made, in the team's time zone:
   * amounts, commission, cancellations and refunds. `by=client` needs the permission clients.read
   * besides.
   *
   * `GET /api/v1/reports/sales`; throws what every call can.
   */
  sales(query?: ReportsSalesQuery, options?: CallOptions): Call<Sales>
  /**
   * Download what was sold. A line for each day, week or month, as CSV.
   *
   * `GET /api/v1/reports/sales.csv`; throws what every call can.
   */
  salesDownload(query?: ReportsSalesDownloadQuery, options?: CallOptions): Promise<Download>
  /**
   * What must be paid soon. Holds by the time that is left to pay them, and whether the wallet can pay
   * them all.
   *
   * `GET /api/v1/reports/deadlines`; throws what every call can.
   */
  deadlines(options?: CallOptions): Call<Deadlines>
  /**
   * Who leaves next. Ticketed bookings by their first flight, the next first.
   *
   * `GET /api/v1/reports/departures`; throws what every call can.
   */
  departures(query?: ReportsDeparturesQuery, options?: CallOptions): ListCall<Departure>
}

export interface WalletResource {
  /**
   * Read the balance.
   *
   * `GET /api/v1/wallet/balance`; throws what every call can.
   */
  balance(options?: CallOptions): Call<WalletBalance>
  /**
   * List transactions. Newest first. `summary` and `pagination` are about all that fit the filter.
   *
   * `GET /api/v1/wallet/transactions`; throws what every call can.
   */
  transactions(query?: WalletTransactionsQuery, options?: CallOptions): ItemsCall<WalletTransactions, WalletTransaction>
  /**
   * Download transactions. All that fit the filter, newest first, as CSV (UTF-8, comma, one line of
   * names).
   *
   * `GET /api/v1/wallet/transactions.csv`; throws what every call can.
   */
  download(query?: WalletDownloadQuery, options?: CallOptions): Promise<Download>
  /**
   * Read the head of the ledger. Lines are chained by SHA-256. A stored head proves later that no line
   * before it was changed.
   *
   * `GET /api/v1/wallet/proof`; throws what every call can.
   */
  proof(options?: CallOptions): Call<WalletProof>
  /**
   * Download the ledger. All lines, oldest first, in the text that is hashed. `sdk/verify-statement.mjs`
   * checks it. Each line names who moved the money, so it needs the permission to read the audit log.
   *
   * `GET /api/v1/wallet/statement`; throws what every call can.
   */
  statement(options?: CallOptions): Promise<Download>
  /**
   * Have the head mailed every day.
   *
   * `PUT /api/v1/wallet/proof/mail`; throws what every call can.
   */
  mailProof(body: ProofMailInput, options?: CallOptions): Call<WalletProof>
  /**
   * Hold the accounts against payments and orders. The sums of the lines by the account on their other
   * side, beside what payments taken in and orders at carriers add up to.
   *
   * `GET /api/v1/wallet/reconciliation`; throws what every call can.
   */
  reconciliation(options?: CallOptions): Call<WalletReconciliation>
}

export interface RechargesResource {
  /**
   * Recharge the wallet. By Pix (valid 30 minutes) or boleto (3 business days). The wallet is credited
   * once it is paid.
   *
   * `POST /api/v1/wallet/recharge`; throws `invalid_payment_method`, `minimum_amount_is_r_100_00`,
   * `maximum_amount_is_r_50000_00`, `daily_limit_exceeded`, `team_without_tax_id`, what every call can.
   */
  create(body: RechargeInput, options?: CallOptions): Call<Recharge>
  /**
   * Read a recharge.
   *
   * `GET /api/v1/wallet/recharge/:id`; throws `recharge_not_found`, what every call can.
   */
  read(rechargeId: string, query?: RechargesReadQuery, options?: CallOptions): Call<Recharge>
  /**
   * List recharges. Newest first.
   *
   * `GET /api/v1/wallet/recharges`; throws what every call can.
   */
  list(query?: RechargesListQuery, options?: CallOptions): ListCall<Recharge>
  /**
   * Cancel a pending recharge. A payment that is on its way all the same is credited, and the recharge
   * becomes completed.
   *
   * `DELETE /api/v1/wallet/recharge/:id`; throws `recharge_not_found`, `recharge_not_pending`, what
   * every call can.
   */
  cancel(rechargeId: string, options?: CallOptions): Call<Recharge>
}

export interface PaymentProvidersResource {
  /**
   * List payment providers. `created_after` and `created_before` look at `connected_at`.
   *
   * `GET /api/v1/payment-providers`; throws what every call can.
   */
  list(query?: WebhooksListQuery, options?: CallOptions): ItemsCall<PaymentProvider[], PaymentProvider>
  /**
   * Connect a payment provider. The bank is asked at once whether the credentials work. Secrets are
   * encrypted and never shown again. `warnings` say what the account lacks, as far as the bank says so.
   *
   * `POST /api/v1/payment-providers`; throws `payment_provider_not_connected`,
   * `resource_limit_exceeded`, what every call can.
   */
  connect(body: PaymentProviderInput, options?: CallOptions): Call<PaymentProvider>
  /**
   * Rename a payment provider, or make it the default. New credentials are a new connection.
   *
   * `PATCH /api/v1/payment-providers/:id`; throws `payment_provider_not_found`, what every call can.
   */
  update(paymentProviderId: string, body: PaymentProviderChange, options?: CallOptions): Call<PaymentProvider>
  /**
   * Test a payment provider. The bank is asked at once whether it still takes the credentials, and what
   * it offers, which is remembered.
   *
   * `POST /api/v1/payment-providers/:id/test`; throws `payment_provider_not_found`, what every call can.
   */
  test(paymentProviderId: string, options?: CallOptions): Call<PaymentProviderTest>
  /**
   * Disconnect a payment provider. What it was asked to collect before is still looked after. Another
   * becomes the default.
   *
   * `DELETE /api/v1/payment-providers/:id`; throws `payment_provider_not_found`, what every call can.
   */
  disconnect(paymentProviderId: string, options?: CallOptions): Call<DeletedProvider>
}

export interface DisputesResource {
  /**
   * List disputes. Card payments that their holders contest, newest first. The bank decides; documents
   * go to it in its own panel.
   *
   * `GET /api/v1/disputes`; throws what every call can.
   */
  list(query?: DisputesListQuery, options?: CallOptions): ListCall<DisputeSnapshot>
  /**
   * Read a dispute.
   *
   * `GET /api/v1/disputes/:id`; throws `dispute_not_found`, what every call can.
   */
  read(disputeId: string, options?: CallOptions): Call<DisputeSnapshot>
  /**
   * Note that the documents of a dispute were sent. For the team alone: the documents themselves go to
   * the bank in its own panel.
   *
   * `PATCH /api/v1/disputes/:id`; throws `dispute_not_found`, what every call can.
   */
  update(disputeId: string, body: DisputesUpdateInput, options?: CallOptions): Call<DisputeSnapshot>
}

export interface AuditResource {
  /**
   * List the audit log. Newest first: who did what to money, access, settings and records of the
   * caller's team and mode, and from where. Entries are written with the change itself, are never
   * changed, and are chained by SHA-256. Movements of money are listed from the ledger of the wallet.
   *
   * `GET /api/v1/audit`; throws what every call can.
   */
  list(query?: AuditListQuery, options?: CallOptions): ListCall<AuditEntry>
}

export interface SearchResource {
  /**
   * Search everything. What was found whole first, then the newest; of each type only to callers who may
   * read it (`bookings.read`, `clients.read`, `invoices.read`, `quotes.read`, `recurringInvoices.read`,
   * `trips.read`), and by CPF or CNPJ to who has `clients.read`. Counts as 5 requests.
   *
   * `GET /api/v1/search`; throws what every call can.
   */
  everything(query: SearchEverythingQuery, options?: CallOptions): ItemsCall<SearchResult[], SearchResult>
}

export interface ReadinessResource {
  /**
   * What is missing before going live. To a team what concerns it; `doctor` and the start in production
   * show the operator all of it.
   *
   * `GET /api/v1/readiness`; throws what every call can.
   */
  read(options?: CallOptions): Call<Readiness>
  /**
   * Send a test mail. To the caller's own address, or to the team's where a key calls; one in a minute.
   * What became of it is `GET /api/v1/mails/:id`.
   *
   * `POST /api/v1/readiness/mail`; throws what every call can.
   */
  sendMail(options?: CallOptions): Call<MailListItem>
  /**
   * Send a test message. The reminder of a sample invoice, to the team's own WhatsApp number; one in a
   * minute. It returns what the messaging app said.
   *
   * `POST /api/v1/readiness/message`; throws `team_without_whatsapp`, what every call can.
   */
  sendMessage(options?: CallOptions): Call<TestMessage>
}

export interface MailsResource {
  /**
   * List mails. Newest first, without what they say.
   *
   * `GET /api/v1/mails`; throws what every call can.
   */
  list(query?: MailsListQuery, options?: CallOptions): ListCall<MailListItem>
  /**
   * Read a mail. With its HTML and its text as they were sent. Mails are kept for `KEEP_MAILS_DAYS`.
   *
   * `GET /api/v1/mails/:id`; throws `mail_not_found`, what every call can.
   */
  read(mailId: string, options?: CallOptions): Call<Mail>
  /**
   * Look at a mail. Its HTML as a page of its own, which runs nothing: for a frame. People who are
   * signed in may say in the query of which team and mode it is.
   *
   * `GET /api/v1/mails/:id.html`; throws `mail_not_found`, what every call can.
   */
  html(mailId: string, query?: MailsHtmlQuery, options?: CallOptions): Call<string>
}

export interface BookingNotesResource {
  /**
   * List its notes. Newest first. They are for the agency alone, and are stored encrypted.
   *
   * `GET /api/v1/bookings/:id/notes`; throws `booking_not_found`, what every call can.
   */
  list(bookingId: string, query?: KeysListQuery, options?: CallOptions): ListCall<Note>
  /**
   * Add a note. At most 500. The caller is its author.
   *
   * `POST /api/v1/bookings/:id/notes`; throws `booking_not_found`, `resource_limit_exceeded`, what every
   * call can.
   */
  create(bookingId: string, body: NoteInput, options?: CallOptions): Call<Note>
  /**
   * Change a note. One's own; those of others need `team.manage`.
   *
   * `PATCH /api/v1/bookings/:id/notes/:note_id`; throws `booking_not_found`, `note_not_found`, what
   * every call can.
   */
  update(bookingId: string, noteId: string, body: NoteInput, options?: CallOptions): Call<Note>
  /**
   * Delete a note. One's own; those of others need `team.manage`.
   *
   * `DELETE /api/v1/bookings/:id/notes/:note_id`; throws `booking_not_found`, `note_not_found`, what
   * every call can.
   */
  delete(bookingId: string, noteId: string, options?: CallOptions): Call<DeletedNote>
}

export interface BookingTagsResource {
  /**
   * Set its tags. Instead of those that it has. Lists are filtered by one with `tag`.
   *
   * `PUT /api/v1/bookings/:id/tags`; throws `booking_not_found`, what every call can.
   */
  set(bookingId: string, body: TagsInput, options?: CallOptions): Call<Tags>
}

export interface ClientNotesResource {
  /**
   * List its notes. Newest first. They are for the agency alone, and are stored encrypted.
   *
   * `GET /api/v1/clients/:id/notes`; throws `client_not_found`, what every call can.
   */
  list(clientId: string, query?: KeysListQuery, options?: CallOptions): ListCall<Note>
  /**
   * Add a note. At most 500. The caller is its author.
   *
   * `POST /api/v1/clients/:id/notes`; throws `client_not_found`, `resource_limit_exceeded`, what every
   * call can.
   */
  create(clientId: string, body: NoteInput, options?: CallOptions): Call<Note>
  /**
   * Change a note. One's own; those of others need `team.manage`.
   *
   * `PATCH /api/v1/clients/:id/notes/:note_id`; throws `client_not_found`, `note_not_found`, what every
   * call can.
   */
  update(clientId: string, noteId: string, body: NoteInput, options?: CallOptions): Call<Note>
  /**
   * Delete a note. One's own; those of others need `team.manage`.
   *
   * `DELETE /api/v1/clients/:id/notes/:note_id`; throws `client_not_found`, `note_not_found`, what every
   * call can.
   */
  delete(clientId: string, noteId: string, options?: CallOptions): Call<DeletedNote>
}

export interface ClientTagsResource {
  /**
   * Set its tags. Instead of those that it has. Lists are filtered by one with `tag`.
   *
   * `PUT /api/v1/clients/:id/tags`; throws `client_not_found`, what every call can.
   */
  set(clientId: string, body: TagsInput, options?: CallOptions): Call<Tags>
}

export interface TripNotesResource {
  /**
   * List its notes. Newest first. They are for the agency alone, and are stored encrypted.
   *
   * `GET /api/v1/trips/:id/notes`; throws `trip_not_found`, what every call can.
   */
  list(tripId: string, query?: KeysListQuery, options?: CallOptions): ListCall<Note>
  /**
   * Add a note. At most 500. The caller is its author.
   *
   * `POST /api/v1/trips/:id/notes`; throws `trip_not_found`, `resource_limit_exceeded`, what every call
   * can.
   */
  create(tripId: string, body: NoteInput, options?: CallOptions): Call<Note>
  /**
   * Change a note. One's own; those of others need `team.manage`.
   *
   * `PATCH /api/v1/trips/:id/notes/:note_id`; throws `trip_not_found`, `note_not_found`, what every call
   * can.
   */
  update(tripId: string, noteId: string, body: NoteInput, options?: CallOptions): Call<Note>
  /**
   * Delete a note. One's own; those of others need `team.manage`.
   *
   * `DELETE /api/v1/trips/:id/notes/:note_id`; throws `trip_not_found`, `note_not_found`, what every
   * call can.
   */
  delete(tripId: string, noteId: string, options?: CallOptions): Call<DeletedNote>
}

export interface TripTagsResource {
  /**
   * Set its tags. Instead of those that it has. Lists are filtered by one with `tag`.
   *
   * `PUT /api/v1/trips/:id/tags`; throws `trip_not_found`, what every call can.
   */
  set(tripId: string, body: TagsInput, options?: CallOptions): Call<Tags>
}

export interface RolesResource {
  /**
   * List roles and permissions. What each role may do, and which operations need which permission. It is
   * the same for every team.
   *
   * `GET /api/v1/roles`; throws what every call can.
   */
  list(options?: CallOptions): Call<RoleTable>
}

export interface PeopleResource {
  /**
   * List the people of the team. By name. `created_after` and `created_before` look at `joined_at`.
   *
   * `GET /api/v1/people`; throws what every call can.
   */
  list(query?: KeysListQuery, options?: CallOptions): ListCall<TeamPerson>
  /**
   * Change the role of a person. Effective at once, in open sessions too. A caller gives no more than it
   * has: only owners make owners, and only owners change what an owner is.
   *
   * `PATCH /api/v1/people/:id`; throws `person_not_found`, `last_owner`, what every call can.
   */
  update(personId: string, body: RoleInput, options?: CallOptions): Call<TeamPerson>
  /**
   * Remove a person from the team. Effective at once, in open sessions too; their unused invitations end
   * with it. The keys that they made stay: revoke those that they know.
   *
   * `DELETE /api/v1/people/:id`; throws `person_not_found`, `last_owner`, what every call can.
   */
  remove(personId: string, options?: CallOptions): Call<TeamPerson>
}

export interface InvitationsResource {
  /**
   * List invitations. Unused ones, expired ones included; newest first.
   *
   * `GET /api/v1/invitations`; throws what every call can.
   */
  list(query?: KeysListQuery, options?: CallOptions): ListCall<Invitation>
  /**
   * Invite a person. Sends a mail with a link that works once, for seven days. The response is the same
   * whether the address has an account here or not. A caller invites to no more than it may do itself.
   *
   * `POST /api/v1/invitations`; throws `already_a_member`, `already_invited`, `resource_limit_exceeded`,
   * what every call can.
   */
  create(body: InvitationInput, options?: CallOptions): Call<SentInvitation>
  /**
   * Send an invitation again. With a new link, for seven days from now; the one before ends.
   *
   * `POST /api/v1/invitations/:id/resend`; throws `invitation_not_found`, `already_a_member`,
   * `resource_limit_exceeded`, what every call can.
   */
  resend(invitationId: string, options?: CallOptions): Call<SentInvitation>
  /**
   * Withdraw an invitation. Its link ends at once.
   *
   * `DELETE /api/v1/invitations/:id`; throws `invitation_not_found`, what every call can.
   */
  withdraw(invitationId: string, options?: CallOptions): Call<Invitation>
}

export interface Resources {
  readonly service: ServiceResource
  readonly team: TeamResource
  readonly brandPreviews: BrandPreviewsResource
  readonly keys: KeysResource
  readonly webhooks: WebhooksResource
  readonly deliveries: DeliveriesResource
  readonly events: EventsResource
  readonly flights: FlightsResource
  readonly offers: OffersResource
  readonly places: PlacesResource
  readonly airlines: AirlinesResource
  readonly pricing: PricingResource
  readonly clients: ClientsResource
  readonly companions: CompanionsResource
  readonly invoices: InvoicesResource
  readonly messages: MessagesResource
  readonly bookings: BookingsResource
  readonly receipts: ReceiptsResource
  readonly creditNotes: CreditNotesResource
  readonly quotes: QuotesResource
  readonly recurringInvoices: RecurringInvoicesResource
  readonly mandates: MandatesResource
  readonly testClock: TestClockResource
  readonly testWallet: TestWalletResource
  readonly testCharges: TestChargesResource
  readonly testMandates: TestMandatesResource
  readonly trips: TripsResource
  readonly tripItems: TripItemsResource
  readonly tripFiles: TripFilesResource
  readonly warnings: WarningsResource
  readonly reports: ReportsResource
  readonly wallet: WalletResource
  readonly recharges: RechargesResource
  readonly paymentProviders: PaymentProvidersResource
  readonly disputes: DisputesResource
  readonly audit: AuditResource
  readonly search: SearchResource
  readonly readiness: ReadinessResource
  readonly mails: MailsResource
  readonly bookingNotes: BookingNotesResource
  readonly bookingTags: BookingTagsResource
  readonly clientNotes: ClientNotesResource
  readonly clientTags: ClientTagsResource
  readonly tripNotes: TripNotesResource
  readonly tripTags: TripTagsResource
  readonly roles: RolesResource
  readonly people: PeopleResource
  readonly invitations: InvitationsResource
}
