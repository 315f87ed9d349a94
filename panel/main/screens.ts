// All screens: the file of each, and its place in the user guide. The build makes the router's table of it, and for each
// path a page that preloads the files of its screen.
import type { GuidePlace } from '../logic/guide.ts'
import { PATHS } from '../logic/paths.ts'

interface ScreenData {
  /** It exports `Screen`. */
  readonly file: string
  /** Null opens the guide's first page. */
  readonly help: GuidePlace | null
}

const SCREENS: Readonly<Record<keyof typeof PATHS, ScreenData>> = {
  start: { file: 'screens/start/start.tsx', help: null },
  flights: { file: 'screens/flights/search.tsx', help: 'vender#buscar-voos' },
  offer: { file: 'screens/flights/reserve.tsx', help: 'vender#reservar' },
  booked: { file: 'screens/flights/booked.tsx', help: 'vender#enviar-ao-cliente-e-cobrar' },
  bookings: { file: 'screens/bookings/bookings.tsx', help: 'vender#enviar-ao-cliente-e-cobrar' },
  booking: { file: 'screens/bookings/booking.tsx', help: 'alteracoes' },
  trips: { file: 'screens/trips/trips.tsx', help: 'viagens' },
  newTrip: { file: 'screens/trips/new-trip.tsx', help: 'viagens#criar-uma-viagem' },
  billTrips: { file: 'screens/trips/bill.tsx', help: 'viagens#faturar' },
  trip: { file: 'screens/trips/trip.tsx', help: 'viagens' },
  editTrip: { file: 'screens/trips/edit-trip.tsx', help: 'viagens#criar-uma-viagem' },
  newTripItem: { file: 'screens/trips/new-item.tsx', help: 'viagens#incluir-itens' },
  tripItem: { file: 'screens/trips/edit-item.tsx', help: 'viagens#incluir-itens' },
  deadlines: { file: 'screens/bookings/deadlines.tsx', help: 'vender#emitir-uma-reserva-com-prazo' },
  clients: { file: 'screens/clients/clients.tsx', help: 'vender#cadastrar-clientes' },
  client: { file: 'screens/clients/client.tsx', help: 'vender#cadastrar-clientes' },
  clientAccount: {
    file: 'screens/clients/account.tsx',
    help: 'faturas#notas-de-crédito-e-crédito-do-cliente',
  },
  wallet: { file: 'screens/wallet/wallet.tsx', help: 'carteira' },
  recharge: { file: 'screens/wallet/recharge.tsx', help: 'carteira#recarregar' },
  invoices: { file: 'screens/invoicing/invoices.tsx', help: 'faturas' },
  newInvoice: { file: 'screens/invoicing/new-invoice.tsx', help: 'faturas#criar-e-enviar-uma-fatura' },
  invoice: { file: 'screens/invoicing/invoice.tsx', help: 'faturas#formas-de-pagamento' },
  editInvoice: { file: 'screens/invoicing/edit-invoice.tsx', help: 'faturas#criar-e-enviar-uma-fatura' },
  recurringInvoices: { file: 'screens/invoicing/recurring-invoices.tsx', help: 'recorrentes' },
  mandates: { file: 'screens/invoicing/mandates.tsx', help: 'recorrentes#pix-automático' },
  newRecurringInvoice: {
    file: 'screens/invoicing/new-recurring-invoice.tsx',
    help: 'recorrentes#criar-uma-fatura-recorrente',
  },
  recurringInvoice: {
    file: 'screens/invoicing/recurring-invoice.tsx',
    help: 'recorrentes#acompanhar-pausar-e-cancelar',
  },
  editRecurringInvoice: {
    file: 'screens/invoicing/edit-recurring-invoice.tsx',
    help: 'recorrentes#acompanhar-pausar-e-cancelar',
  },
  quotes: { file: 'screens/invoicing/quotes.tsx', help: 'orcamentos' },
  newQuote: { file: 'screens/invoicing/new-quote.tsx', help: 'orcamentos#orçar-sem-voos' },
  quote: { file: 'screens/invoicing/quote.tsx', help: 'orcamentos#enviar-e-acompanhar' },
  editQuote: { file: 'screens/invoicing/edit-quote.tsx', help: 'orcamentos#enviar-e-acompanhar' },
  creditNotes: {
    file: 'screens/invoicing/credit-notes.tsx',
    help: 'faturas#notas-de-crédito-e-crédito-do-cliente',
  },
  receivables: { file: 'screens/invoicing/receivables.tsx', help: 'faturas#acompanhar-o-que-falta-receber' },
  receipts: { file: 'screens/invoicing/receipts.tsx', help: 'faturas#chave-pix-sem-banco-conectado' },
  reports: { file: 'screens/reports/reports.tsx', help: null },
  keys: { file: 'screens/developer/keys.tsx', help: null },
  webhooks: { file: 'screens/developer/webhooks.tsx', help: null },
  webhook: { file: 'screens/developer/webhook.tsx', help: null },
  events: { file: 'screens/developer/events.tsx', help: null },
  event: { file: 'screens/developer/event.tsx', help: null },
  audit: { file: 'screens/developer/audit.tsx', help: 'equipe#saber-quem-fez-o-quê' },
  sandbox: { file: 'screens/developer/sandbox.tsx', help: 'ativacao#experimentar-no-ambiente-de-teste' },
  settings: { file: 'screens/settings/settings.tsx', help: 'ativacao' },
  agency: { file: 'screens/settings/agency.tsx', help: 'ativacao#completar-os-dados-da-agência' },
  brand: { file: 'screens/settings/brand.tsx', help: 'ativacao#completar-os-dados-da-agência' },
  pricing: { file: 'screens/settings/pricing.tsx', help: 'ativacao#completar-os-dados-da-agência' },
  people: { file: 'screens/people/people.tsx', help: 'equipe' },
  banks: { file: 'screens/settings/banks.tsx', help: 'ativacao#conectar-o-banco-das-faturas' },
  carriers: { file: 'screens/settings/carriers.tsx', help: 'ativacao#testar-antes-de-abrir-as-portas' },
  channels: { file: 'screens/settings/channels.tsx', help: 'ativacao#testar-antes-de-abrir-as-portas' },
  readiness: { file: 'screens/settings/readiness.tsx', help: 'ativacao#conferir-a-lista-da-ativação' },
  installation: { file: 'screens/operator/installation.tsx', help: null },
  profile: { file: 'screens/people/profile.tsx', help: 'equipe#sua-conta' },
  help: { file: 'screens/help/help.tsx', help: null },
  helpPage: { file: 'screens/help/help.tsx', help: null },
  more: { file: 'frame/more.tsx', help: null },
  signIn: { file: 'screens/sign-in/sign-in.tsx', help: null },
  firstAccess: { file: 'screens/sign-in/first-access.tsx', help: null },
  invitation: { file: 'screens/sign-in/invitation.tsx', help: null },
  forgotPassword: { file: 'screens/sign-in/forgot-password.tsx', help: null },
  resetPassword: { file: 'screens/sign-in/reset-password.tsx', help: null },
  confirmEmail: { file: 'screens/sign-in/confirm-email.tsx', help: null },
  chooseTeam: { file: 'screens/sign-in/choose-team.tsx', help: null },
  gallery: { file: 'screens/gallery/gallery.tsx', help: null },
}

export interface ScreenRow extends ScreenData {
  /** Such as `/reservas/$id`. */
  readonly path: string
}

/** Paths with fewer parameters come first, because the first match wins. */
export const SCREEN_ROWS: readonly ScreenRow[] = namesOf(PATHS)
  .map((name) => ({ path: patternOf(PATHS[name]), ...SCREENS[name] }))
  .sort((one, other) => parametersOf(one) - parametersOf(other))

function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(table).filter((name): name is Name => name in table)
}

function patternOf(path: string | ((id: string, item: string) => string)): string {
  return typeof path === 'string' ? path : path('$id', '$item').replaceAll('%24', '$')
}

function parametersOf({ path }: ScreenRow): number {
  return path.split('$').length
}
