// The paths of public links. They need no key: each ends in a token that cannot be guessed, or shows nothing secret.

export const PAY_PATH = '/pay'
export const INVOICE_PATH = '/i'
export const QUOTE_PATH = '/q'
export const CALLBACK_PATH = '/callbacks'
/** Pages of the panel: the token stands behind their #, and reaches no server by itself. */
export const RESET_PAGE = '/painel/nova-senha'
export const NEW_EMAIL_PAGE = '/painel/confirmar-email'
export const LOGO_PATH = '/airlines'
export const TEAM_LOGO_PATH = '/logos'
