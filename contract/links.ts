// The paths of public links. They need no key: each ends in a token that cannot be guessed, or shows nothing secret.

export const PAY_PATH = '/pay'
export const INVOICE_PATH = '/i'
export const QUOTE_PATH = '/q'
/** Samples of an agency's brand, which the panel frames. */
export const PREVIEW_PATH = '/preview'
export const CALLBACK_PATH = '/callbacks'
/** Of the panel: what stands behind their # reaches no server by itself. */
export const INVITATION_PAGE = '/painel/convite'
export const RESET_PAGE = '/painel/nova-senha'
export const NEW_EMAIL_PAGE = '/painel/confirmar-email'
export const LOGO_PATH = '/airlines'

/** Where the people of an agency work. */
export const PANEL_PATH = '/painel'
/** Where agents find their tools. */
export const MCP_PATH = '/mcp'
export const TEAM_LOGO_PATH = '/logos'
