// The one catalogue of failures. Keys are the public codes; docs/errors.md is generated from it.
// The order is the precedence: when several apply to a request, the earliest one is answered.

import { DESK_ERRORS } from './errors/desk.ts'
import { IDENTITY_ERRORS } from './errors/identities.ts'
import { INVOICING_ERRORS } from './errors/invoicing.ts'
import { PEOPLE_ERRORS } from './errors/people.ts'
import { FACTOR_ERRORS } from './errors/second-factors.ts'
import { TEAM_PEOPLE_ERRORS } from './errors/team-people.ts'
import { TEAM_ERRORS } from './errors/teams.ts'
import { TRAVEL_ERRORS } from './errors/travel.ts'
import { WALLET_ERRORS } from './errors/wallet.ts'

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
    advice: 'use a key of the right mode that has the permission; /openapi.json names it for each operation',
  },
  ...PEOPLE_ERRORS,
  ...FACTOR_ERRORS,
  ...IDENTITY_ERRORS,
  ...TEAM_PEOPLE_ERRORS,
  request_timeout: {
    status: 408,
    text: 'Request timeout',
    advice: 'send the whole request within 30 seconds, its headers within 10',
  },
  payload_too_large: {
    status: 413,
    text: 'Payload too large',
    advice: 'send a smaller body; each operation has its own limit, of 128 KiB at most but for pictures',
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
  idempotency_quota_exceeded: {
    status: 429,
    text: 'Idempotency quota exceeded',
    advice: 'the answers remembered for your keys have 64 MB; wait for the seconds in the Retry-After header',
  },
  storage_quota_exceeded: {
    status: 429,
    text: 'Storage quota exceeded',
    advice:
      'your team has stored as much as it may in a day; wait for the seconds in the Retry-After header, and send less',
  },
  request_in_progress: {
    status: 409,
    text: 'Request in progress',
    advice: 'the same work is still running; send the request again after the seconds in Retry-After',
  },
  precondition_failed: {
    status: 412,
    text: 'Precondition failed',
    advice:
      'it was changed since you read it; look at `current`, and send the change again with its ETag in If-Match',
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
  resource_limit_exceeded: {
    status: 422,
    text: 'Resource limit exceeded',
    advice: 'your team has as many of these as it may have in this mode; remove one that is not needed first',
  },
  url_not_reachable: {
    status: 422,
    text: 'URL not reachable',
    advice: 'the receiver must be on a public address and accept a TLS connection within 5 seconds',
  },
  ...TEAM_ERRORS,
  ...WALLET_ERRORS,
  ...TRAVEL_ERRORS,
  ...INVOICING_ERRORS,
  ...DESK_ERRORS,
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
