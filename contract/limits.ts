// Numbers of the contract and of docs/decisions.md that more than one place must agree on.

export const BODY_BYTES_MAX = 1024 * 1024
export const IDEMPOTENCY_HOURS = 24
export const IDEMPOTENCY_KEY_CHARACTERS_MAX = 255
export const PAGE_SIZE = 20
export const PAGE_SIZE_MAX = 100
export const CLOCK_ADVANCE_YEARS_MAX = 2

export const RECHARGE_CENTS_MIN = 100_00n
export const RECHARGE_CENTS_MAX = 50_000_00n
export const RECHARGE_DAY_CENTS_MAX = 100_000_00n
export const PIX_MINUTES = 30
export const BOLETO_BUSINESS_DAYS = 3
export const SANDBOX_BALANCE_CENTS = 5_000_00n
export const LOW_BALANCE_CENTS = 500_00n
/** How long callbacks of banks are kept for inspection. */
export const CALLBACK_DAYS = 90
/** Offers of one search: usually, and where the caller asks for more. */
export const OFFERS_USUAL = 60
export const OFFERS_MAX = 200
export const SLICES_MAX = 6
export const SEATED_PASSENGERS_MAX = 9
export const OFFER_MINUTES_MAX = 30
export const OFFER_MINUTES = 20
/**
 * The largest sum that somebody may write into an invoice, as its total or as paid: there is room above it for any
 * payment that a bank receives, as what has come cannot be refused.
 */
export const INVOICE_CENTS_MAX = 99_999_999_999_999n
