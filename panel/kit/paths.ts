// Where each thing is in the panel: links are made here, so that an address is written once.
const one = (folder: string) => (id: string) => `${folder}/${encodeURIComponent(id)}`
const edit = (folder: string) => (id: string) => `${one(folder)(id)}/editar`

export const PATHS = {
  start: '/',
  flights: '/voos',
  offer: one('/voos/ofertas'),
  booked: one('/voos/reservas'),
  bookings: '/reservas',
  booking: one('/reservas'),
  deadlines: '/prazos',
  clients: '/clientes',
  client: one('/clientes'),
  wallet: '/carteira',
  recharge: one('/carteira/recargas'),
  invoices: '/faturas',
  newInvoice: '/faturas/nova',
  invoice: one('/faturas'),
  editInvoice: edit('/faturas'),
  recurringInvoices: '/recorrentes',
  newRecurringInvoice: '/recorrentes/nova',
  recurringInvoice: one('/recorrentes'),
  editRecurringInvoice: edit('/recorrentes'),
  quotes: '/orcamentos',
  newQuote: '/orcamentos/novo',
  quote: one('/orcamentos'),
  editQuote: edit('/orcamentos'),
  receivables: '/a-receber',
  reports: '/relatorios',
  keys: '/dev/chaves',
  webhooks: '/dev/webhooks',
  webhook: one('/dev/webhooks'),
  events: '/dev/eventos',
  event: one('/dev/eventos'),
  audit: '/dev/registro',
  sandbox: '/dev/relogio',
  settings: '/configuracoes',
  agency: '/configuracoes/agencia',
  brand: '/configuracoes/marca',
  pricing: '/configuracoes/precos',
  people: '/configuracoes/pessoas',
  banks: '/configuracoes/bancos',
  carriers: '/configuracoes/companhias',
  channels: '/configuracoes/mensagens',
  readiness: '/configuracoes/prontidao',
  installation: '/instalacao',
  profile: '/perfil',
  more: '/mais',
  signIn: '/entrar',
  firstAccess: '/primeiro-acesso',
  invitation: '/convite',
  forgotPassword: '/esqueci-a-senha',
  resetPassword: '/nova-senha',
  confirmEmail: '/confirmar-email',
  chooseTeam: '/agencias',
  pieces: '/pecas',
} as const

/** At the wallet: the form for a recharge is open. */
export const NEW_RECHARGE = { recarga: 'nova' } as const

/** The same, begun at another screen, to which it leads back once it is paid. */
export function rechargeFrom(path: string): Readonly<Record<string, string>> {
  return { ...NEW_RECHARGE, volta: path }
}

/** A booking or an offer; nothing else is a way back. */
export function wayBack(path: string | undefined): string | undefined {
  return path !== undefined && /^\/(?:reservas|voos\/ofertas)\/[\w-]+$/.test(path) ? path : undefined
}

/** At a booking on hold: the window that pays it is open. */
export const PAY_NOW = { pagar: 'agora' } as const

/** Before somebody is in: without menu and frame. */
const DOORS: readonly string[] = [
  PATHS.signIn,
  PATHS.firstAccess,
  PATHS.invitation,
  PATHS.forgotPassword,
  PATHS.resetPassword,
  PATHS.confirmEmail,
  PATHS.chooseTeam,
]

export function isDoor(path: string): boolean {
  return DOORS.includes(path)
}
