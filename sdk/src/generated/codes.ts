// The codes of failures. Made from the table of operations by `npm run sdk`: change the contract, not this file.

/** Every code that the service can answer with, and what to do about it. */
export type ErrorCode =
  /** 404: check the path; /docs lists every route. */
  | 'route_not_found'
  /** 405: use one of the methods in the Allow header. */
  | 'method_not_allowed'
  /** 401: send a valid API key in the header "Authorization: Bearer sk_...". */
  | 'unauthorized'
  /** 429: wait for the seconds in the Retry-After header, then send the request again. */
  | 'rate_limit_exceeded'
  /** 403: use a key of the right mode that has the permission; /openapi.json names it for each operation. */
  | 'forbidden'
  /** 401: the e-mail address or the password is wrong. */
  | 'sign_in_failed'
  /** 429: wait for the seconds in the Retry-After header, then try again. */
  | 'too_many_attempts'
  /** 403: what changes something with a session must come from a page of this service itself. */
  | 'cross_site_request'
  /** 400: you belong to several teams; send the header "Embarque-Team" with the id of one of them. */
  | 'team_required'
  /** 404: check the id in the header "Embarque-Team"; GET /api/v1/profile lists your teams. */
  | 'team_not_found'
  /** 400: send the header "Embarque-Mode: live" or "Embarque-Mode: test" with what changes something. */
  | 'mode_required'
  /** 404: it was used, replaced or has expired; ask for a new one. */
  | 'link_not_valid'
  /** 409: an account has this address; sign in, or use another address. */
  | 'email_already_registered'
  /** 404: check the id; GET /api/v1/sessions lists your sessions. */
  | 'session_not_found'
  /** 401: the code is wrong, too old or was used before; wait for the next one, or use a recovery code. */
  | 'second_factor_refused'
  /** 401: ask for new options and let the browser use them; each challenge works once, for 5 minutes. */
  | 'passkey_refused'
  /**
   * 403: send your password or a factor to POST /api/v1/sessions/proof, then this again within 10
   * minutes.
   */
  | 'proof_required'
  /**
   * 422: browsers allow passkeys on https with a host name, or on localhost; the operator sets
   * PUBLIC_URL to such one.
   */
  | 'passkeys_unavailable'
  /** 404: check the id; GET /api/v1/profile/passkeys lists your passkeys. */
  | 'passkey_not_found'
  /** 409: this passkey is known already; use it, or create another one. */
  | 'passkey_already_registered'
  /** 409: ask for a secret with POST /api/v1/profile/totp, and confirm it within an hour. */
  | 'totp_not_started'
  /** 409: recovery codes stand in for a factor; add an authenticator app or a passkey first. */
  | 'no_second_factor'
  /** 409: without it you could no longer sign in; set a password or add another passkey first. */
  | 'last_way_in'
  /** 404: GET /api/v1/sign-in lists those that this installation offers. */
  | 'identity_provider_not_found'
  /** 404: GET /api/v1/profile/identities lists those of your account. */
  | 'identity_not_found'
  /**
   * 503: it could not be reached, or its settings here are wrong; sign in another way, or try again
   * later.
   */
  | 'identity_provider_away'
  /** 401: what the provider sent could not be verified; begin the sign-in again. */
  | 'identity_refused'
  /** 401: the provider says that it was not allowed there; begin again, and agree. */
  | 'sign_in_cancelled'
  /** 401: it was begun more than 10 minutes ago, in another browser, or is over; begin it again. */
  | 'sign_in_expired'
  /** 403: the provider has not checked your e-mail address; verify it there, or sign in another way. */
  | 'email_not_verified'
  /** 403: no account has this e-mail address; ask the owner of your team to invite you. */
  | 'no_account'
  /** 404: check the id; GET /api/v1/people lists the people of your team. */
  | 'person_not_found'
  /** 404: check the id; GET /api/v1/invitations lists the unused ones. */
  | 'invitation_not_found'
  /** 403: sign in with the address that the invitation was sent to, or ask for one to yours. */
  | 'invitation_for_another_person'
  /** 409: this address belongs to the team; PATCH /api/v1/people/:id changes what it may do. */
  | 'already_a_member'
  /** 409: this address has an open invitation; send that again, or withdraw it first. */
  | 'already_invited'
  /** 409: a team always has an owner; give another person the role first. */
  | 'last_owner'
  /** 404: check the number; GET /api/v1/installation/work?dead=true lists what failed for good. */
  | 'work_not_found'
  /** 408: send the whole request within 30 seconds, its headers within 10. */
  | 'request_timeout'
  /** 413: send a smaller body; each operation has its own limit, of 128 KiB at most but for pictures. */
  | 'payload_too_large'
  /** 415: send JSON with the header "Content-Type: application/json". */
  | 'unsupported_media_type'
  /** 400: correct the fields in details and send the request again. */
  | 'invalid_request_parameters'
  /** 422: this Idempotency-Key was sent with another request; create a new key for each new request. */
  | 'idempotency_key_reused'
  /** 429: the responses stored for your keys have 64 MB; wait for the seconds in the Retry-After header. */
  | 'idempotency_quota_exceeded'
  /**
   * 429: your team has stored as much as it may in a day; wait for the seconds in the Retry-After
   * header, and send less.
   */
  | 'storage_quota_exceeded'
  /** 409: the same work is still running; send the request again after the seconds in Retry-After. */
  | 'request_in_progress'
  /**
   * 412: it was changed since you read it; look at `current`, and send the change again with its ETag in
   * If-Match.
   */
  | 'precondition_failed'
  /** 404: check the id; GET /api/v1/api-keys lists the keys of your team and mode. */
  | 'api_key_not_found'
  /** 404: check the id; GET /api/v1/webhooks lists the webhooks of your team and mode. */
  | 'webhook_not_found'
  /** 404: check the id; GET /api/v1/events lists the events of your team and mode. */
  | 'event_not_found'
  /** 404: check the id; GET /api/v1/webhooks/:id/deliveries lists the deliveries of a webhook. */
  | 'delivery_not_found'
  /** 400: send an https:// address without user name and password. */
  | 'invalid_url'
  /** 400: send a list of at least one known event type, or ["*"] for all; /docs/events lists them. */
  | 'invalid_events'
  /** 409: a webhook of yours has this URL; change that one, or use another URL. */
  | 'url_already_registered'
  /**
   * 422: your team has as many of these as it may have in this mode; remove one that is not needed
   * first.
   */
  | 'resource_limit_exceeded'
  /** 422: the receiver must be on a public address and accept a TLS connection within 5 seconds. */
  | 'url_not_reachable'
  /** 422: neither white nor dark text can be read on it; use the colour in details, or another. */
  | 'brand_colour_hard_to_read'
  /** 422: the team has no number that can be written to; set whatsapp with PATCH /api/v1/team. */
  | 'team_without_whatsapp'
  /** 404: the team has no such logo; PUT /api/v1/team/logo sets one. */
  | 'logo_not_found'
  /** 422: send the bytes of a PNG, JPEG or WebP file; SVG and other forms are not taken. */
  | 'image_not_supported'
  /** 422: send a picture of at most 25 million pixels, and 10,000 on a side. */
  | 'image_too_large'
  /** 422: the file is damaged or cut off; save the picture again and send that. */
  | 'image_not_readable'
  /** 404: check the id; GET /api/v1/installation/held-payments lists them. */
  | 'held_payment_not_found'
  /** 409: it was decided otherwise before; nothing was changed. */
  | 'held_payment_already_decided'
  /** 404: check the id; GET /api/v1/wallet/recharges lists the recharges of your team and mode. */
  | 'recharge_not_found'
  /**
   * 404: check the id: a recharge or an invoice of your team and mode with a charge of the simulated
   * bank.
   */
  | 'charge_not_found'
  /** 404: check the id; GET /api/v1/payment-providers lists the providers of your team and mode. */
  | 'payment_provider_not_found'
  /** 400: use pix or boleto. */
  | 'invalid_payment_method'
  /** 400: ask for 100.00 or more. */
  | 'minimum_amount_is_r_100_00'
  /** 400: ask for 50000.00 or less, or for several recharges. */
  | 'maximum_amount_is_r_50000_00'
  /** 422: recharges of one day may sum up to 100000.00; cancel a pending one, or wait for tomorrow. */
  | 'daily_limit_exceeded'
  /**
   * 422: the bank wants the CPF or CNPJ of who pays: the operator sets it with "npx embarque team set
   * --tax-id".
   */
  | 'team_without_tax_id'
  /**
   * 409: it was paid, or is over and cannot be cancelled; GET /api/v1/wallet/recharge/:id shows its
   * status.
   */
  | 'recharge_not_pending'
  /** 422: the bank did not accept the connection; check its addresses and credentials. */
  | 'payment_provider_not_connected'
  /** 400: write dates as YYYY-MM-DD, for example 2026-12-01, and only days that exist. */
  | 'invalid_date_format'
  /** 400: use IATA codes of airports or cities, such as GRU or SAO; GET /api/v1/places finds them. */
  | 'invalid_airport_code'
  /** 400: search for today or a later day, by the clocks at the origin. */
  | 'departure_date_in_the_past'
  /**
   * 404: check the id; offers are found by POST /api/v1/flights/search with a key of the same team and
   * mode.
   */
  | 'offer_not_found'
  /** 404: check the id; GET /api/v1/bookings lists the bookings of your team and mode. */
  | 'booking_not_found'
  /** 404: check the id; GET /api/v1/bookings/:id lists the changes of a booking. */
  | 'change_not_found'
  /** 422: extra bags and seats cannot be ordered yet; leave services out, and ask the carrier for them. */
  | 'services_not_available'
  /** 400: offers live until their expires_at; search again. */
  | 'offer_expired'
  /** 400: this offer cannot be held; book it with type instant, or choose another one. */
  | 'offer_requires_instant_payment'
  /** 400: correct the passengers as details says, and send the request again. */
  | 'invalid_passenger_data'
  /** 400: international flights need a passport among the identity_documents of each passenger. */
  | 'passport_required'
  /** 409: nothing more is to be paid; GET /api/v1/bookings/:id shows its state. */
  | 'booking_already_confirmed'
  /** 409: this cannot be reverted; search and book again. */
  | 'booking_already_cancelled'
  /** 409: its payment deadline has passed; search and book again. */
  | 'booking_expired'
  /** 409: its tickets could not be issued and what was debited was returned; search and book again. */
  | 'booking_failed'
  /**
   * 409: the carrier does not wait for a decision about this change; available_actions says what can be
   * done.
   */
  | 'change_not_acceptable'
  /** 400: send the offer's total_amount and total_currency exactly, not the value in BRL. */
  | 'payment_amount_mismatch'
  /** 409: the carrier has no more seats at this offer; search again. */
  | 'sold_out'
  /** 409: nothing is debited; the new price is in details; search again, or read the offer again. */
  | 'price_changed'
  /**
   * 422: recharge the wallet with POST /api/v1/wallet/recharge, then send the request again, with
   * another Idempotency-Key if it has one.
   */
  | 'insufficient_balance'
  /** 422: nothing is owed, and what was debited was returned; choose another offer. */
  | 'carrier_rejected_the_booking'
  /** 422: the booking stays as it is; check its conditions, or ask the carrier. */
  | 'carrier_rejected_the_cancellation'
  /** 422: the change stays open; read the booking again, or ask the carrier. */
  | 'carrier_rejected_the_acceptance'
  /** 404: check the id; GET /api/v1/clients lists the clients of your team and mode. */
  | 'client_not_found'
  /**
   * 409: a person is erased once their trips are over and their recurring invoices cancelled; details
   * say which.
   */
  | 'client_has_open_business'
  /** 404: check the id; GET /api/v1/clients/:id/companions lists the companions of a client. */
  | 'companion_not_found'
  /** 409: it is a duplicate of the client in its merged_into_id; use that one, or undo the merge first. */
  | 'client_already_merged'
  /** 409: only a client with a merged_into_id has a merge to undo. */
  | 'client_not_merged'
  /** 409: a merge is undone within 24 hours, and before the remaining client is merged itself. */
  | 'merge_not_undoable'
  /** 409: since the merge, credit of one client has paid an invoice of the other, or came of one. */
  | 'merge_credit_mixed'
  /** 404: check the id; GET /api/v1/mandates lists the mandates of your team and mode. */
  | 'mandate_not_found'
  /** 404: check the id; GET /api/v1/invoices lists the invoices of your team and mode. */
  | 'invoice_not_found'
  /** 404: check the id; GET /api/v1/recurring-invoices lists those of your team and mode. */
  | 'recurring_invoice_not_found'
  /** 404: check the id; GET /api/v1/quotes lists the quotes of your team and mode. */
  | 'quote_not_found'
  /** 409: an issued invoice stays as it is; cancel it and create a new one. */
  | 'invoice_is_not_a_draft'
  /** 409: cancel it instead, with PATCH {"status": "cancelled"}. */
  | 'only_draft_invoices_can_be_deleted'
  /** 409: its payment stays in the books; cancel the draft instead, with PATCH {"status": "cancelled"}. */
  | 'bank_received_money_for_this_draft'
  /** 409: cancel it instead, with PATCH {"status": "cancelled"}. */
  | 'only_draft_quotes_can_be_deleted'
  /** 404: check the id; GET /api/v1/invoices/:id lists the payments of the invoice. */
  | 'payment_not_found'
  /**
   * 409: a payment that a bank reported is refunded, with POST /api/v1/invoices/:id/refunds; one that
   * was corrected already is corrected again, with PATCH {"amount_paid": ...}.
   */
  | 'only_recorded_payments_can_be_removed'
  /**
   * 409: all Pix payments of this invoice went back, or are on their way; see GET
   * /api/v1/invoices/:id/refunds.
   */
  | 'nothing_to_refund'
  /**
   * 422: a boleto has no way back to its payer; transfer the money, and note that with PATCH
   * {"amount_paid": 0}.
   */
  | 'boleto_cannot_be_refunded'
  /**
   * 422: no bank of this service received it; give the money back yourself, and note that with PATCH
   * {"amount_paid": 0}.
   */
  | 'payment_cannot_be_refunded'
  /** 422: this bank gives a card payment in instalments back only as a whole: leave `amount` out. */
  | 'refund_must_be_whole'
  /** 404: check the id; GET /api/v1/disputes lists the disputes of your team and mode. */
  | 'dispute_not_found'
  /** 422: a refund is of one Pix payment: send at most what is left of it, and one refund for each. */
  | 'refund_exceeds_payment'
  /** 422: a Pix payment can be refunded for 90 days; pay the client in another way. */
  | 'refund_too_late'
  /** 404: check the id; GET /api/v1/credit-notes lists the credit notes of your team and mode. */
  | 'credit_note_not_found'
  /**
   * 400: only metadata and external_reference change; credit what is missing with another credit note,
   * or create an invoice for what was credited too much.
   */
  | 'credit_note_cannot_be_changed'
  /** 422: credit no more than is left of the invoice or of its item; details say how much that is. */
  | 'credit_exceeds_invoice'
  /** 409: a refund of this invoice is on its way to the payer; send the request again when it has ended. */
  | 'refund_under_way'
  /** 409: the invoice is paid; GET /api/v1/invoices/:id shows its amount_due. */
  | 'nothing_is_due'
  /** 409: ask for no more than the amount_overpaid of the invoice, or than was paid of a cancelled one. */
  | 'nothing_is_overpaid'
  /** 422: use no more than the client's credit; GET /api/v1/clients/:id/balance shows it. */
  | 'insufficient_client_credit'
  /** 409: read the object again; its status does not allow this. */
  | 'invalid_status_transition'
  /** 404: check the id; GET /api/v1/trips lists the trips of your team and mode. */
  | 'trip_not_found'
  /** 404: check the id; GET /api/v1/trips/:id shows the items of the trip. */
  | 'trip_item_not_found'
  /** 404: list the warnings again; one whose facts changed has another id. */
  | 'warning_not_found'
  /** 404: check the id; the item shows its files. */
  | 'file_not_found'
  /** 422: send a PDF, JPEG, PNG or WebP whose content is what its type says. */
  | 'file_type_not_supported'
  /** 409: take the bookings out of the trip and cancel the invoices of its items first. */
  | 'trip_in_use'
  /** 409: choose trips and items of one client. */
  | 'trip_of_other_client'
  /** 409: change the booking; the item follows it. */
  | 'trip_item_follows_booking'
  /** 409: cancel the invoice or refund what was paid first, or keep the price at what is invoiced. */
  | 'trip_item_invoiced'
  /** 422: invoice at most the open amount; GET /api/v1/clients/:id/billable-items shows it. */
  | 'trip_item_over_invoiced'
  /**
   * 409: the invoice of the quote has a discount, a tax or other items than the quote; cancel it, then
   * invoice the trip.
   */
  | 'quote_invoiced_otherwise'
  /** 409: take it out of that trip first, or merge the trips. */
  | 'booking_in_other_trip'
  /** 409: choose a trip of the same client. */
  | 'booking_of_other_client'
  /** 404: check the id; GET /api/v1/mails lists the mails of your team and mode that are still kept. */
  | 'mail_not_found'
  /** 404: check the id; the notes of a booking or client are listed at its address and /notes. */
  | 'note_not_found'
  /** 500: the fault is ours; send the request again later, and quote request_id if it stays. */
  | 'internal_error'
  /**
   * 503: a part the service depends on is unavailable; send the request again shortly with the same
   * Idempotency-Key.
   */
  | 'service_unavailable'

/** What kind of failure a code is. */
export type ErrorType =
  | 'invalid_request'
  | 'authentication'
  | 'permission'
  | 'not_found'
  | 'conflict'
  | 'business_rule'
  | 'rate_limit'
  | 'unavailable'
