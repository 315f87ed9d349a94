// Numbers of the contract and of docs/internals/decisions.md that more than one place must agree on.

/** Bodies: of an operation that takes none, of most, and of those with lists of items. */
export const NO_BODY_BYTES_MAX = 1024
export const BODY_BYTES_USUAL = 32 * 1024
export const BODY_BYTES_MAX = 128 * 1024
/** Of the file of a logo, as it is sent. */
export const LOGO_BYTES_MAX = 2_000_000
/** Values of a body, however they are nested. */
export const BODY_VALUES_MAX = 20_000
/** Items of a list whose schema does not say how many. */
export const LIST_ITEMS_MAX = 1_000
export const IDEMPOTENCY_HOURS = 24
export const IDEMPOTENCY_KEY_CHARACTERS_MAX = 255
/** What `MB` means in settings, messages and documents. */
export const MEGABYTE = 1_000_000
/** Of answers remembered for a team and mode in a day. */
export const IDEMPOTENCY_BYTES_MAX = 64 * MEGABYTE
/** Of a team, in each mode. */
export const WEBHOOKS_MAX = 100
export const API_KEYS_MAX = 100
export const PAYMENT_PROVIDERS_MAX = 20
/** What a stream sends of the past to who comes back; whoever missed more reads the list. */
export const STREAM_EVENTS_MAX = 1_000
export const PRICING_RULES_MAX = 100
export const MARKUP_PERCENT_MAX = 1_000
export const FEE_CENTS_MAX = 100_000_00n
/** Of a person. */
export const PASSWORD_CHARACTERS_MIN = 10
export const PASSKEYS_MAX = 20
export const PASSKEY_NAME_CHARACTERS_MAX = 80
/** Of a team, whatever the mode: who may still come in by an invitation, and mails with invitations within a day. */
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
/** More than was asked for is credited up to one part in so many: interest, or a rounding. */
export const RECHARGE_EXCESS_PART = 100n
export const PIX_MINUTES = 30
export const BOLETO_BUSINESS_DAYS = 3
/** What may be asked of who pays late: a fine once, and interest a month (Lei 8.078/1990, Código Civil). */
export const FINE_PERCENT_MAX = 2
export const INTEREST_PERCENT_MAX = 1
/** For how long PIX gives money back. */
export const REFUND_DAYS = 90
export const SANDBOX_BALANCE_CENTS = 5_000_00n
export const SANDBOX_BALANCE_CENTS_MAX = 10_000_000_00n
export const LOW_BALANCE_CENTS = 500_00n
/** How long callbacks of banks are kept for inspection. */
export const CALLBACK_DAYS = 90
/** Offers in the answer to one search. */
export const OFFERS_MAX = 200
export const SLICES_MAX = 6
export const SEATED_PASSENGERS_MAX = 9
/** How long an answer waits for what follows from its request, however long its caller would. */
export const WAIT_SECONDS_MAX = 20
export const OFFER_MINUTES_MAX = 30
export const OFFER_MINUTES = 20
/**
 * The largest sum that somebody may write into an invoice, as its total or as paid: there is room above it for any
 * payment that a bank receives, as what has come cannot be refused.
 */
export const INVOICE_CENTS_MAX = 99_999_999_999_999n

export const PERSON_NAME_CHARACTERS_MAX = 100
