// Limits of the contract and of docs/internals/decisions.md that several files share.

/** Body sizes: of an operation without a body, of most, and of those with lists of items. */
export const NO_BODY_BYTES_MAX = 1024
export const BODY_BYTES_USUAL = 32 * 1024
export const BODY_BYTES_MAX = 128 * 1024
/** The size of an uploaded logo. */
export const LOGO_BYTES_MAX = 2_000_000
/** The number of values in a body, at any depth. */
export const BODY_VALUES_MAX = 20_000
/** Items of a list whose schema has no limit. */
export const LIST_ITEMS_MAX = 1_000
export const IDEMPOTENCY_HOURS = 24
export const IDEMPOTENCY_KEY_CHARACTERS_MAX = 255
/** The meaning of `MB` in settings, messages and documents. */
export const MEGABYTE = 1_000_000
/** Remembered responses of a team and mode per day. */
export const IDEMPOTENCY_BYTES_MAX = 64 * MEGABYTE
/** Per team and mode. */
export const WEBHOOKS_MAX = 100
export const API_KEYS_MAX = 100
export const PAYMENT_PROVIDERS_MAX = 20
/** Past events that a reconnecting stream sends; older ones are in the list. */
export const STREAM_EVENTS_MAX = 1_000
export const PRICING_RULES_MAX = 100
export const MARKUP_PERCENT_MAX = 1_000
export const FEE_CENTS_MAX = 100_000_00n
/** Limits of passwords and sessions. */
export const PASSWORD_CHARACTERS_MIN = 10
export const PASSKEYS_MAX = 20
export const PASSKEY_NAME_CHARACTERS_MAX = 80
/** Per team: pending invitations, and invitation mails per day. */
export const INVITATIONS_MAX = 50
export const INVITATION_MAILS_PER_DAY = 100
export const INVITATION_DAYS = 7
export const PAGE_SIZE = 20
export const PAGE_SIZE_MAX = 100
export const CURSOR_CHARACTERS_MAX = 500
/** From the time that a change carries until it can be read: no transaction commits later. */
export const CHANGE_VISIBLE_SECONDS_MAX = 120
export const CLOCK_ADVANCE_YEARS_MAX = 2

export const RECHARGE_CENTS_MIN = 100_00n
export const RECHARGE_CENTS_MAX = 50_000_00n
export const RECHARGE_DAY_CENTS_MAX = 100_000_00n
/** An overpayment is credited up to this fraction: interest, or rounding. */
export const RECHARGE_EXCESS_PART = 100n
export const PIX_MINUTES = 30
export const BOLETO_BUSINESS_DAYS = 3
/** The legal maximum of late charges: a fine once, and monthly interest (Lei 8.078/1990, Código Civil). */
export const FINE_PERCENT_MAX = 2
export const INTEREST_PERCENT_MAX = 1
/** How long before the due date a discount for early payment may end. */
export const EARLY_DAYS_MAX = 60
/** How long after the due date a boleto or a Pix with a due date can be paid. */
export const PAYABLE_DAYS_MAX = 120
/** How long Pix allows refunds. */
export const REFUND_DAYS = 90
/** How long banks refund payments by card. */
export const CARD_REFUND_DAYS = 180
export const SANDBOX_BALANCE_CENTS = 5_000_00n
export const SANDBOX_BALANCE_CENTS_MAX = 10_000_000_00n
export const LOW_BALANCE_CENTS = 500_00n
/** How long bank callbacks are stored. */
export const CALLBACK_DAYS = 90
/** Offers in the response of one search. */
export const OFFERS_MAX = 200
export const SLICES_MAX = 6
export const SEATED_PASSENGERS_MAX = 9
/** The longest wait of `Prefer: wait`. */
export const WAIT_SECONDS_MAX = 20
export const OFFER_MINUTES_MAX = 30
export const OFFER_MINUTES = 20
/**
 * The largest amount in an invoice, as total or payment: there is room above it for any payment, because a
 * received payment cannot be refused.
 */
export const INVOICE_CENTS_MAX = 99_999_999_999_999n

/** Items of a trip, files of an item, and the size of a file. */
export const TRIP_ITEMS_MAX = 200
export const ITEM_FILES_MAX = 20
export const FILE_BYTES_MAX = 5_000_000

/** Days of a client's statement of account: usually, and at most. */
export const STATEMENT_DAYS = 90
export const STATEMENT_DAYS_MAX = 366
/** Credit that is given back after its last day can be used for this long. */
export const GIVEN_BACK_DAYS = 30

export const PERSON_NAME_CHARACTERS_MAX = 100
/** In the file of a client. */
export const COMPANIONS_MAX = 50
export const FILE_DOCUMENTS_MAX = 20
export const CONTACTS_MAX = 20
export const LOYALTY_ACCOUNTS_MAX = 20
/** How long a merge of two clients can be undone. */
export const UNMERGE_HOURS = 24
/** A value that more clients have, such as the agency's own e-mail address, is no sign of duplicates. */
export const DUPLICATES_MAX = 20
