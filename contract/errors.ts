// The one catalogue of failures. Keys are the public codes; a test holds them equal to docs/errors.md and to the code.
// The order is the precedence: when several apply to a request, the earliest one is answered.

export interface ErrorEntry {
  readonly status: number
  /** The contract's text, word for word. */
  readonly text: string
  /** What a person can do about it. */
  readonly advice: string
}

export const ERRORS = {
  route_not_found: {
    status: 404,
    text: 'Route not found',
    advice: 'check the path; /docs lists every route',
  },
  method_not_allowed: {
    status: 405,
    text: 'Method not allowed',
    advice: 'use one of the methods in the Allow header',
  },
  unauthorized: {
    status: 401,
    text: 'Unauthorized',
    advice: 'send a valid API key in the header "Authorization: Bearer sk_..."',
  },
  rate_limit_exceeded: {
    status: 429,
    text: 'Rate limit exceeded',
    advice: 'wait for the seconds in the Retry-After header, then send the request again',
  },
  forbidden: {
    status: 403,
    text: 'Forbidden',
    advice: 'this key may not do this; use a key with the right mode and full access',
  },
  payload_too_large: {
    status: 413,
    text: 'Payload too large',
    advice: 'send a body of at most 1 MiB',
  },
  unsupported_media_type: {
    status: 415,
    text: 'Unsupported media type',
    advice: 'send JSON with the header "Content-Type: application/json"',
  },
  invalid_request_parameters: {
    status: 400,
    text: 'Invalid request parameters',
    advice: 'correct the fields in details and send the request again',
  },
  idempotency_key_reused: {
    status: 422,
    text: 'Idempotency key reused',
    advice: 'this Idempotency-Key was sent with another request; make a new key for each new request',
  },
  request_in_progress: {
    status: 409,
    text: 'Request in progress',
    advice: 'the same work is still running; send the request again after the seconds in Retry-After',
  },
  api_key_not_found: {
    status: 404,
    text: 'API key not found',
    advice: 'check the id; GET /api/v1/api-keys lists the keys of your team and mode',
  },
  webhook_not_found: {
    status: 404,
    text: 'Webhook not found',
    advice: 'check the id; GET /api/v1/webhooks lists the webhooks of your team and mode',
  },
  event_not_found: {
    status: 404,
    text: 'Event not found',
    advice: 'check the id; GET /api/v1/events lists the events of your team and mode',
  },
  delivery_not_found: {
    status: 404,
    text: 'Delivery not found',
    advice: 'check the id; GET /api/v1/webhooks/:id/deliveries lists the deliveries of a webhook',
  },
  client_not_found: {
    status: 404,
    text: 'Client not found',
    advice: 'check the id; GET /api/v1/clients lists the clients of your team and mode',
  },
  invoice_not_found: {
    status: 404,
    text: 'Invoice not found',
    advice: 'check the id; GET /api/v1/invoices lists the invoices of your team and mode',
  },
  recurring_invoice_not_found: {
    status: 404,
    text: 'Recurring invoice not found',
    advice: 'check the id; GET /api/v1/recurring-invoices lists those of your team and mode',
  },
  quote_not_found: {
    status: 404,
    text: 'Quote not found',
    advice: 'check the id; GET /api/v1/quotes lists the quotes of your team and mode',
  },
  invoice_is_not_a_draft: {
    status: 409,
    text: 'Invoice is not a draft',
    advice: 'an issued invoice stays as it is; cancel it and make a new one',
  },
  only_draft_invoices_can_be_deleted: {
    status: 409,
    text: 'Only draft invoices can be deleted',
    advice: 'cancel it instead, with PATCH {"status": "cancelled"}',
  },
  only_draft_quotes_can_be_deleted: {
    status: 409,
    text: 'Only draft quotes can be deleted',
    advice: 'cancel it instead, with PATCH {"status": "cancelled"}',
  },
  invalid_status_transition: {
    status: 409,
    text: 'Invalid status transition',
    advice: 'read the object again; its status does not allow this',
  },
  invalid_url: {
    status: 400,
    text: 'Invalid URL',
    advice: 'send an https:// address without user name and password',
  },
  invalid_events: {
    status: 400,
    text: 'Invalid events',
    advice: 'send a list of at least one known event type, or ["*"] for all; docs/events.md lists them',
  },
  url_already_registered: {
    status: 409,
    text: 'URL already registered',
    advice: 'a webhook of yours has this URL; change that one, or use another URL',
  },
  url_not_reachable: {
    status: 422,
    text: 'URL not reachable',
    advice: 'the receiver must be on a public address and accept a TLS connection within 5 seconds',
  },
  recharge_not_found: {
    status: 404,
    text: 'Recharge not found',
    advice: 'check the id; GET /api/v1/wallet/recharges lists the recharges of your team and mode',
  },
  charge_not_found: {
    status: 404,
    text: 'Charge not found',
    advice:
      'check the id: a recharge or an invoice of your team and mode with a charge of the simulated bank',
  },
  payment_provider_not_found: {
    status: 404,
    text: 'Payment provider not found',
    advice: 'check the id; GET /api/v1/payment-providers lists the providers of your team and mode',
  },
  invalid_payment_method: {
    status: 400,
    text: 'Invalid payment method',
    advice: 'use pix or boleto',
  },
  minimum_amount_is_r_100_00: {
    status: 400,
    text: 'Minimum amount is R$ 100.00',
    advice: 'ask for 100.00 or more',
  },
  maximum_amount_is_r_50000_00: {
    status: 400,
    text: 'Maximum amount is R$ 50000.00',
    advice: 'ask for 50000.00 or less, or for several recharges',
  },
  daily_limit_exceeded: {
    status: 422,
    text: 'Daily limit exceeded',
    advice: 'recharges of one day may sum up to 100000.00; cancel a pending one, or wait for tomorrow',
  },
  insufficient_balance: {
    status: 422,
    text: 'Insufficient balance',
    advice: 'recharge the wallet with POST /api/v1/wallet/recharge, then send the request again',
  },
  recharge_not_pending: {
    status: 409,
    text: 'Recharge not pending',
    advice:
      'it was paid, or is over and cannot be cancelled; GET /api/v1/wallet/recharge/:id tells what it is',
  },
  payment_provider_not_connected: {
    status: 422,
    text: 'Payment provider not connected',
    advice: 'the bank did not accept the connection; check its addresses and credentials',
  },
  invalid_date_format: {
    status: 400,
    text: 'Invalid date format',
    advice: 'write dates as YYYY-MM-DD, for example 2026-12-01, and only days that exist',
  },
  invalid_airport_code: {
    status: 400,
    text: 'Invalid airport code',
    advice: 'use IATA codes of airports or cities in capital letters; GET /api/v1/places finds them',
  },
  departure_date_in_the_past: {
    status: 400,
    text: 'Departure date in the past',
    advice: 'search for today or a later day, by the clocks at the origin',
  },
  offer_not_found: {
    status: 404,
    text: 'Offer not found',
    advice:
      'check the id; offers are found by POST /api/v1/flights/search with a key of the same team and mode',
  },
  offer_expired: {
    status: 400,
    text: 'Offer expired',
    advice: 'offers live until their expires_at; search again',
  },
  sold_out: {
    status: 409,
    text: 'Sold out',
    advice: 'the carrier has no more seats at this offer; search again',
  },
  internal_error: {
    status: 500,
    text: 'Internal error',
    advice: 'the fault is ours; send the request again later, and quote request_id if it stays',
  },
  service_unavailable: {
    status: 503,
    text: 'Service unavailable',
    advice:
      'a part the service depends on is away; send the request again shortly with the same Idempotency-Key',
  },
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof ERRORS
