// The versions of this package and of the events it knows. Made from the table of operations by `npm run sdk`: change the contract, not this file.

export const VERSION = '1.0.0'
export const API_VERSION = '2026-11-01'
