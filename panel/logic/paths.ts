// The paths of all screens. Links use this table, so that each path is written once.
import { PANEL_SCREENS } from '../../contract/links.ts'

const one = (folder: string) => (id: string) => `${folder}/${encodeURIComponent(id)}`
const edit = (folder: string) => (id: string) => `${one(folder)(id)}/editar`

export const PATHS = {
  start: '/',
  flights: '/voos',
  offer: one('/voos/ofertas'),
  booked: one('/voos/reservas'),
  bookings: PANEL_SCREENS.bookings,
  booking: one(PANEL_SCREENS.bookings),
  trips: PANEL_SCREENS.trips,
  newTrip: '/viagens/nova',
  billTrips: '/viagens/faturar',
  trip: one(PANEL_SCREENS.trips),
  editTrip: edit(PANEL_SCREENS.trips),
  newTripItem: (trip: string) => `${one(PANEL_SCREENS.trips)(trip)}/itens/novo`,
  tripItem: (trip: string, item: string) =>
    `${one(PANEL_SCREENS.trips)(trip)}/itens/${encodeURIComponent(item)}`,
  deadlines: '/prazos',
  clients: PANEL_SCREENS.clients,
  client: one(PANEL_SCREENS.clients),
  clientAccount: (id: string) => `${one(PANEL_SCREENS.clients)(id)}/extrato`,
  wallet: PANEL_SCREENS.wallet,
  recharge: one('/carteira/recargas'),
  invoices: PANEL_SCREENS.invoices,
  newInvoice: '/faturas/nova',
  invoice: one(PANEL_SCREENS.invoices),
  editInvoice: edit(PANEL_SCREENS.invoices),
  recurringInvoices: '/recorrentes',
  mandates: '/recorrentes/pix-automatico',
  newRecurringInvoice: '/recorrentes/nova',
  recurringInvoice: one('/recorrentes'),
  editRecurringInvoice: edit('/recorrentes'),
  quotes: PANEL_SCREENS.quotes,
  newQuote: '/orcamentos/novo',
  quote: one(PANEL_SCREENS.quotes),
  editQuote: edit(PANEL_SCREENS.quotes),
  creditNotes: '/notas-de-credito',
  receivables: '/a-receber',
  receipts: '/recebimentos',
  reports: '/relatorios',
  keys: '/dev/chaves',
  webhooks: '/dev/webhooks',
  webhook: one('/dev/webhooks'),
  events: '/dev/eventos',
  event: one('/dev/eventos'),
  audit: '/dev/registro',
  sandbox: '/dev/relogio',
  settings: '/configuracoes',
  agency: PANEL_SCREENS.agency,
  brand: '/configuracoes/marca',
  pricing: '/configuracoes/precos',
  people: '/configuracoes/pessoas',
  banks: '/configuracoes/bancos',
  carriers: '/configuracoes/companhias',
  channels: '/configuracoes/mensagens',
  readiness: '/configuracoes/prontidao',
  installation: '/instalacao',
  profile: '/perfil',
  help: '/ajuda',
  helpPage: one('/ajuda'),
  more: '/mais',
  signIn: '/entrar',
  firstAccess: '/primeiro-acesso',
  invitation: '/convite',
  forgotPassword: '/esqueci-a-senha',
  resetPassword: '/nova-senha',
  confirmEmail: '/confirmar-email',
  chooseTeam: '/agencias',
  gallery: '/pecas',
} as const

/** Query of the wallet page that opens the recharge form. */
export const NEW_RECHARGE = { recarga: 'nova' } as const

/** `NEW_RECHARGE` from another screen, to which the user returns after the payment. */
export function rechargeFrom(path: string): Readonly<Record<string, string>> {
  return { ...NEW_RECHARGE, volta: path }
}

/** Only bookings and offers are valid return paths. */
export function returnPath(path: string | undefined): string | undefined {
  return path !== undefined && /^\/(?:reservas|voos\/ofertas)\/[\w-]+$/.test(path) ? path : undefined
}

/** Query of a booking on hold that opens the payment dialog. */
export const PAY_NOW = { pagar: 'agora' } as const

/** The sign-in pages, shown without menu and frame. */
const SIGN_IN_PATHS: readonly string[] = [
  PATHS.signIn,
  PATHS.firstAccess,
  PATHS.invitation,
  PATHS.forgotPassword,
  PATHS.resetPassword,
  PATHS.confirmEmail,
  PATHS.chooseTeam,
]

export function isSignInPath(path: string): boolean {
  return SIGN_IN_PATHS.includes(path)
}
