// The classes of failures. Made from the table of operations by `npm run sdk`: change the contract, not this file.

import { ApiError } from '../errors.ts'

/** The wallet does not hold enough: recharge it, then ask again. */
export class InsufficientBalanceError extends ApiError {
  override readonly name = 'InsufficientBalanceError'
  declare readonly code:
    | 'insufficient_balance'
}

/** The offer is not to be had any more, or not at this price: search again. */
export class OfferUnavailableError extends ApiError {
  override readonly name = 'OfferUnavailableError'
  declare readonly code:
    | 'offer_not_found'
    | 'offer_expired'
    | 'sold_out'
    | 'price_changed'
}

/** The carrier said no; what was debited for it is returned. */
export class CarrierRejectedError extends ApiError {
  override readonly name = 'CarrierRejectedError'
  declare readonly code:
    | 'carrier_rejected_the_booking'
    | 'carrier_rejected_the_cancellation'
    | 'carrier_rejected_the_acceptance'
}

/** The key is missing, wrong, revoked or expired. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError'
  declare readonly code:
    | 'unauthorized'
    | 'sign_in_failed'
    | 'second_factor_refused'
    | 'passkey_refused'
    | 'identity_refused'
    | 'sign_in_cancelled'
    | 'sign_in_expired'
}

/** The key is known, and may not do this. */
export class PermissionError extends ApiError {
  override readonly name = 'PermissionError'
  declare readonly code:
    | 'forbidden'
    | 'cross_site_request'
    | 'proof_required'
    | 'email_not_verified'
    | 'no_account'
    | 'invitation_for_another_person'
}

/** There is none of this id in the team and mode of the key. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError'
  declare readonly code:
    | 'route_not_found'
    | 'team_not_found'
    | 'link_not_valid'
    | 'session_not_found'
    | 'passkey_not_found'
    | 'identity_provider_not_found'
    | 'identity_not_found'
    | 'person_not_found'
    | 'invitation_not_found'
    | 'work_not_found'
    | 'api_key_not_found'
    | 'webhook_not_found'
    | 'event_not_found'
    | 'delivery_not_found'
    | 'logo_not_found'
    | 'held_payment_not_found'
    | 'recharge_not_found'
    | 'charge_not_found'
    | 'payment_provider_not_found'
    | 'booking_not_found'
    | 'change_not_found'
    | 'client_not_found'
    | 'companion_not_found'
    | 'mandate_not_found'
    | 'invoice_not_found'
    | 'recurring_invoice_not_found'
    | 'quote_not_found'
    | 'payment_not_found'
    | 'dispute_not_found'
    | 'credit_note_not_found'
    | 'trip_not_found'
    | 'trip_item_not_found'
    | 'warning_not_found'
    | 'file_not_found'
    | 'mail_not_found'
    | 'note_not_found'
}

/** It does not go with the state that the object is in. */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError'
  declare readonly code:
    | 'email_already_registered'
    | 'passkey_already_registered'
    | 'totp_not_started'
    | 'no_second_factor'
    | 'last_way_in'
    | 'already_a_member'
    | 'already_invited'
    | 'last_owner'
    | 'request_in_progress'
    | 'precondition_failed'
    | 'url_already_registered'
    | 'held_payment_already_decided'
    | 'recharge_not_pending'
    | 'booking_already_confirmed'
    | 'booking_already_cancelled'
    | 'booking_expired'
    | 'booking_failed'
    | 'change_not_acceptable'
    | 'client_has_open_business'
    | 'client_already_merged'
    | 'client_not_merged'
    | 'merge_not_undoable'
    | 'merge_credit_mixed'
    | 'invoice_is_not_a_draft'
    | 'only_draft_invoices_can_be_deleted'
    | 'bank_received_money_for_this_draft'
    | 'only_draft_quotes_can_be_deleted'
    | 'only_recorded_payments_can_be_removed'
    | 'nothing_to_refund'
    | 'refund_under_way'
    | 'nothing_is_due'
    | 'nothing_is_overpaid'
    | 'invalid_status_transition'
    | 'trip_in_use'
    | 'trip_of_other_client'
    | 'trip_item_follows_booking'
    | 'trip_item_invoiced'
    | 'quote_invoiced_otherwise'
    | 'booking_in_other_trip'
    | 'booking_of_other_client'
}

/** Too much in too short a time: wait for `retryAfterSeconds`. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError'
  declare readonly code:
    | 'rate_limit_exceeded'
    | 'too_many_attempts'
    | 'idempotency_quota_exceeded'
    | 'storage_quota_exceeded'
}

/** The request is well formed, and a rule of the business refuses it. */
export class UnprocessableError extends ApiError {
  override readonly name = 'UnprocessableError'
  declare readonly code:
    | 'passkeys_unavailable'
    | 'idempotency_key_reused'
    | 'resource_limit_exceeded'
    | 'url_not_reachable'
    | 'brand_colour_hard_to_read'
    | 'team_without_whatsapp'
    | 'image_not_supported'
    | 'image_too_large'
    | 'image_not_readable'
    | 'daily_limit_exceeded'
    | 'team_without_tax_id'
    | 'payment_provider_not_connected'
    | 'services_not_available'
    | 'boleto_cannot_be_refunded'
    | 'payment_cannot_be_refunded'
    | 'refund_must_be_whole'
    | 'refund_exceeds_payment'
    | 'refund_too_late'
    | 'credit_exceeds_invoice'
    | 'insufficient_client_credit'
    | 'file_type_not_supported'
    | 'trip_item_over_invoiced'
}

/** The request is wrong: `details` names the fields. */
export class InvalidRequestError extends ApiError {
  override readonly name = 'InvalidRequestError'
  declare readonly code:
    | 'method_not_allowed'
    | 'team_required'
    | 'mode_required'
    | 'payload_too_large'
    | 'unsupported_media_type'
    | 'invalid_request_parameters'
    | 'invalid_url'
    | 'invalid_events'
    | 'invalid_payment_method'
    | 'minimum_amount_is_r_100_00'
    | 'maximum_amount_is_r_50000_00'
    | 'invalid_date_format'
    | 'invalid_airport_code'
    | 'departure_date_in_the_past'
    | 'offer_requires_instant_payment'
    | 'invalid_passenger_data'
    | 'passport_required'
    | 'payment_amount_mismatch'
    | 'credit_note_cannot_be_changed'
}

/** The service, or a part that it depends on, could not respond. */
export class ServiceError extends ApiError {
  override readonly name = 'ServiceError'
  declare readonly code:
    | 'identity_provider_away'
    | 'request_timeout'
    | 'internal_error'
    | 'service_unavailable'
}

const BY_CODE: Readonly<Record<string, typeof ApiError>> = {
  insufficient_balance: InsufficientBalanceError,
  offer_expired: OfferUnavailableError,
  offer_not_found: OfferUnavailableError,
  sold_out: OfferUnavailableError,
  price_changed: OfferUnavailableError,
  carrier_rejected_the_booking: CarrierRejectedError,
  carrier_rejected_the_cancellation: CarrierRejectedError,
  carrier_rejected_the_acceptance: CarrierRejectedError,
}

const BY_STATUS: Readonly<Record<number, typeof ApiError>> = {
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  412: ConflictError,
  429: RateLimitError,
  422: UnprocessableError,
  400: InvalidRequestError,
  405: InvalidRequestError,
  413: InvalidRequestError,
  415: InvalidRequestError,
  408: ServiceError,
  500: ServiceError,
  503: ServiceError,
}

/** Of a code that is newer than this package, what its status says. */
export function classOf(code: string, status: number): typeof ApiError {
  const ofCode = Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined
  return ofCode ?? BY_STATUS[status] ?? (status < 500 ? InvalidRequestError : ServiceError)
}
