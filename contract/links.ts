// The paths of public links. They need no key: each ends in a token that cannot be guessed, or shows nothing secret.

export const PAY_PATH = '/pay'
export const INVOICE_PATH = '/i'
export const QUOTE_PATH = '/q'
export const CALLBACK_PATH = '/callbacks'
export const LOGO_PATH = '/airlines'

/** Where the people of an agency work. */
export const PANEL_PATH = '/painel'
export const TEAM_LOGO_PATH = '/logos'
