// The versions of this package and of the events it knows, and a bound that the service promises. Made from the table of operations by `npm run sdk`: change the contract, not this file.

export const VERSION = '1.0.0'
export const API_VERSION = '2026-11-01'
/** A change can be read this much later than its `updated_at`, at the latest. */
export const CHANGE_VISIBLE_SECONDS_MAX = 120
