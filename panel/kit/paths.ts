// Where each thing is in the panel: links are made here, so that an address is written once.
const one = (folder: string) => (id: string) => `${folder}/${encodeURIComponent(id)}`

export const PATHS = {
  start: '/',
  flights: '/voos',
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
  recurringInvoices: '/recorrentes',
  newRecurringInvoice: '/recorrentes/nova',
  recurringInvoice: one('/recorrentes'),
  quotes: '/orcamentos',
  newQuote: '/orcamentos/novo',
  quote: one('/orcamentos'),
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
  settingsPart: one('/configuracoes'),
  installation: '/instalacao',
  profile: '/perfil',
  more: '/mais',
  signIn: '/entrar',
  firstAccess: '/primeiro-acesso',
  invitation: '/convite',
  resetPassword: '/nova-senha',
  pieces: '/pecas',
} as const

/** The same address at the origin that is in sight: the policy lets pictures come from there alone. */
export function ownAddress(url: string): string {
  const { pathname, search } = new URL(url, 'http://localhost')
  return `${pathname}${search}`
}
