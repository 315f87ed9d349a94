// The list of screens that the browser tests visit. Each new screen needs a line; a house test compares the list with
// the panel's own table.
import { realClock } from '../../../server/kernel/process/clock.ts'
import { daysAfter } from '../searches.ts'
import type { Ids } from './seed-agency.ts'

interface Visited {
  readonly name: string
  readonly path: (ids: Ids) => string
  /** A sign-in page, without a session. */
  readonly isSignIn?: true
}

const at = (name: string, path: string): Visited => ({ name, path: () => path })
const of = (name: string, path: (ids: Ids) => string): Visited => ({ name, path })
const signInScreen = (name: string, path: string): Visited => ({ name, path: () => path, isSignIn: true })

export const ahead = (days: number): string => daysAfter(realClock.now(), days)

/** A return trip, as the URL of a search holds it. */
export const legsAfter = (now: Date): string => `GRU-SDU-${daysAfter(now, 34)}_SDU-GRU-${daysAfter(now, 41)}`
export const LEGS = legsAfter(realClock.now())

export const SCREENS: readonly Visited[] = [
  at('start', '/'),
  at('flights', '/voos'),
  at('flights-found', `/voos?legs=${LEGS}&airlines=G3&times=,night`),
  of('offer', ({ offer }) => `/voos/ofertas/${offer}?legs=${LEGS}`),
  of('booked', ({ booking }) => `/voos/reservas/${booking}`),
  at('bookings', '/reservas'),
  of('booking', ({ booking }) => `/reservas/${booking}`),
  at('trips', '/viagens'),
  of('new-trip', ({ client }) => `/viagens/nova?client_id=${client}`),
  of('trip', ({ trip }) => `/viagens/${trip}`),
  of('edit-trip', ({ trip }) => `/viagens/${trip}/editar`),
  of('new-trip-item', ({ trip }) => `/viagens/${trip}/itens/novo`),
  of('new-flight', ({ trip }) => `/viagens/${trip}/itens/novo?kind=flight`),
  of('new-lodging', ({ trip }) => `/viagens/${trip}/itens/novo?kind=lodging`),
  of('trip-item', ({ trip, tripItem }) => `/viagens/${trip}/itens/${tripItem}`),
  of('bill-trips', ({ client, trip }) => `/viagens/faturar?client_id=${client}&trip=${trip}`),
  at('deadlines', '/prazos'),
  at('clients', '/clientes'),
  of('client', ({ client }) => `/clientes/${client}`),
  of('client-account', ({ client }) => `/clientes/${client}/extrato`),
  at('wallet', '/carteira'),
  of('recharge', ({ recharge }) => `/carteira/recargas/${recharge}`),
  at('invoices', '/faturas'),
  at('new-invoice', '/faturas/nova'),
  of('invoice', ({ invoice }) => `/faturas/${invoice}`),
  of('edit-invoice', ({ draft }) => `/faturas/${draft}/editar`),
  of('edit-sent-invoice', ({ invoice }) => `/faturas/${invoice}/editar`),
  at('credit-notes', '/notas-de-credito'),
  at('recurring-invoices', '/recorrentes'),
  at('new-recurring-invoice', '/recorrentes/nova'),
  at('mandates', '/recorrentes/pix-automatico'),
  of('recurring-invoice', ({ recurring }) => `/recorrentes/${recurring}`),
  of('edit-recurring-invoice', ({ recurring }) => `/recorrentes/${recurring}/editar`),
  at('quotes', '/orcamentos'),
  at('new-quote', '/orcamentos/novo'),
  of('quote', ({ quote }) => `/orcamentos/${quote}`),
  of('edit-quote', ({ quote }) => `/orcamentos/${quote}/editar`),
  at('receivables', '/a-receber'),
  at('receipts', '/recebimentos'),
  at('reports', '/relatorios'),
  at('reports-year', `/relatorios?group_by=month&start_date=${ahead(-330)}&end_date=${ahead(0)}`),
  at('keys', '/dev/chaves'),
  at('webhooks', '/dev/webhooks'),
  of('webhook', ({ webhook }) => `/dev/webhooks/${webhook}`),
  at('events', '/dev/eventos'),
  of('event', ({ event }) => `/dev/eventos/${event}`),
  at('audit', '/dev/registro'),
  at('sandbox', '/dev/relogio'),
  at('settings', '/configuracoes'),
  at('people', '/configuracoes/pessoas'),
  at('agency', '/configuracoes/agencia'),
  at('brand', '/configuracoes/marca'),
  at('pricing', '/configuracoes/precos'),
  at('banks', '/configuracoes/bancos'),
  at('carriers', '/configuracoes/companhias'),
  at('channels', '/configuracoes/mensagens'),
  at('readiness', '/configuracoes/prontidao'),
  at('profile', '/perfil'),
  at('help', '/ajuda'),
  at('help-page', '/ajuda/faturas'),
  at('installation', '/instalacao'),
  at('installation-work', '/instalacao?part=work'),
  at('installation-payments', '/instalacao?part=payments'),
  at('installation-teams', '/instalacao?part=teams'),
  at('pieces', '/pecas'),
  at('more', '/mais'),
  at('choose-team', '/agencias'),
  signInScreen('sign-in', '/entrar'),
  signInScreen('first-access', '/primeiro-acesso#um-token'),
  signInScreen('invitation', '/convite'),
  signInScreen('forgot-password', '/esqueci-a-senha'),
  signInScreen('reset-password', '/nova-senha#um-token'),
  signInScreen('confirm-email', '/confirmar-email#um-token'),
]
