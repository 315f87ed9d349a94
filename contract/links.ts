// The paths of public links. They need no key: each ends in a secret token, or shows nothing secret.

export const PAY_PATH = '/pay'
export const INVOICE_PATH = '/i'
export const QUOTE_PATH = '/q'
/** The page of a credit note. */
export const CREDIT_NOTE_PATH = '/nc'
/** The travellers' page of a trip. */
export const TRIP_PATH = '/viagem'
/** Previews of an agency's brand, which the panel frames. */
export const PREVIEW_PATH = '/preview'
export const CALLBACK_PATH = '/callbacks'
/** Pages of the panel: the part after # is never sent to the server. */
export const INVITATION_PAGE = '/painel/convite'
export const RESET_PAGE = '/painel/nova-senha'
export const NEW_EMAIL_PAGE = '/painel/confirmar-email'
export const LOGO_PATH = '/airlines'

export const PANEL_PATH = '/painel'
/** Screens that mails link to, below `PANEL_PATH`. */
export const PANEL_SCREENS = {
  bookings: '/reservas',
  invoices: '/faturas',
  quotes: '/orcamentos',
  trips: '/viagens',
  clients: '/clientes',
  wallet: '/carteira',
  agency: '/configuracoes/agencia',
} as const
export const MCP_PATH = '/mcp'
export const TEAM_LOGO_PATH = '/logos'
