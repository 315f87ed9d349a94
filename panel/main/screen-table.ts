// The table of screens: a path and the file that is loaded for it, each a chunk of its own.
import type { ComponentType } from 'react'

export interface ScreenRow {
  readonly path: string
  readonly load: () => Promise<{ Screen: ComponentType }>
}

export const SCREENS = [
  { path: '/', load: () => import('../screens/start/start.tsx') },
  { path: '/voos', load: () => import('../screens/flights/search.tsx') },
  { path: '/voos/ofertas/$id', load: () => import('../screens/flights/reserve.tsx') },
  { path: '/voos/reservas/$id', load: () => import('../screens/flights/booked.tsx') },
  { path: '/reservas', load: () => import('../screens/bookings/bookings.tsx') },
  { path: '/reservas/$id', load: () => import('../screens/bookings/booking.tsx') },
  { path: '/viagens', load: () => import('../screens/trips/trips.tsx') },
  { path: '/viagens/nova', load: () => import('../screens/trips/new-trip.tsx') },
  { path: '/viagens/faturar', load: () => import('../screens/trips/bill.tsx') },
  { path: '/viagens/$id', load: () => import('../screens/trips/trip.tsx') },
  { path: '/viagens/$id/editar', load: () => import('../screens/trips/edit-trip.tsx') },
  { path: '/viagens/$id/itens/novo', load: () => import('../screens/trips/new-item.tsx') },
  { path: '/viagens/$id/itens/$item', load: () => import('../screens/trips/edit-item.tsx') },
  { path: '/prazos', load: () => import('../screens/bookings/deadlines.tsx') },
  { path: '/clientes', load: () => import('../screens/clients/clients.tsx') },
  { path: '/clientes/$id', load: () => import('../screens/clients/client.tsx') },
  { path: '/clientes/$id/extrato', load: () => import('../screens/clients/account.tsx') },
  { path: '/carteira', load: () => import('../screens/wallet/wallet.tsx') },
  { path: '/carteira/recargas/$id', load: () => import('../screens/wallet/recharge.tsx') },
  { path: '/faturas', load: () => import('../screens/invoicing/invoices.tsx') },
  { path: '/faturas/nova', load: () => import('../screens/invoicing/new-invoice.tsx') },
  { path: '/faturas/$id', load: () => import('../screens/invoicing/invoice.tsx') },
  { path: '/faturas/$id/editar', load: () => import('../screens/invoicing/edit-invoice.tsx') },
  { path: '/notas-de-credito', load: () => import('../screens/invoicing/credit-notes.tsx') },
  { path: '/recorrentes', load: () => import('../screens/invoicing/recurring-invoices.tsx') },
  { path: '/recorrentes/nova', load: () => import('../screens/invoicing/new-recurring-invoice.tsx') },
  { path: '/recorrentes/pix-automatico', load: () => import('../screens/invoicing/mandates.tsx') },
  { path: '/recorrentes/$id', load: () => import('../screens/invoicing/recurring-invoice.tsx') },
  { path: '/recorrentes/$id/editar', load: () => import('../screens/invoicing/edit-recurring-invoice.tsx') },
  { path: '/orcamentos', load: () => import('../screens/invoicing/quotes.tsx') },
  { path: '/orcamentos/novo', load: () => import('../screens/invoicing/new-quote.tsx') },
  { path: '/orcamentos/$id', load: () => import('../screens/invoicing/quote.tsx') },
  { path: '/orcamentos/$id/editar', load: () => import('../screens/invoicing/edit-quote.tsx') },
  { path: '/a-receber', load: () => import('../screens/invoicing/receivables.tsx') },
  { path: '/recebimentos', load: () => import('../screens/invoicing/receipts.tsx') },
  { path: '/relatorios', load: () => import('../screens/reports/reports.tsx') },
  { path: '/dev/chaves', load: () => import('../screens/developer/keys.tsx') },
  { path: '/dev/webhooks', load: () => import('../screens/developer/webhooks.tsx') },
  { path: '/dev/webhooks/$id', load: () => import('../screens/developer/webhook.tsx') },
  { path: '/dev/eventos', load: () => import('../screens/developer/events.tsx') },
  { path: '/dev/eventos/$id', load: () => import('../screens/developer/event.tsx') },
  { path: '/dev/registro', load: () => import('../screens/developer/audit.tsx') },
  { path: '/dev/relogio', load: () => import('../screens/developer/sandbox.tsx') },
  { path: '/configuracoes', load: () => import('../screens/settings/settings.tsx') },
  { path: '/configuracoes/pessoas', load: () => import('../screens/people/people.tsx') },
  { path: '/configuracoes/agencia', load: () => import('../screens/settings/agency.tsx') },
  { path: '/configuracoes/marca', load: () => import('../screens/settings/brand.tsx') },
  { path: '/configuracoes/precos', load: () => import('../screens/settings/pricing.tsx') },
  { path: '/configuracoes/bancos', load: () => import('../screens/settings/banks.tsx') },
  { path: '/configuracoes/companhias', load: () => import('../screens/settings/carriers.tsx') },
  { path: '/configuracoes/mensagens', load: () => import('../screens/settings/channels.tsx') },
  { path: '/configuracoes/prontidao', load: () => import('../screens/settings/readiness.tsx') },
  { path: '/perfil', load: () => import('../screens/people/profile.tsx') },
  { path: '/ajuda', load: () => import('../screens/help/help.tsx') },
  { path: '/ajuda/$id', load: () => import('../screens/help/help.tsx') },
  { path: '/instalacao', load: () => import('../screens/operator/installation.tsx') },
  { path: '/pecas', load: () => import('../screens/gallery/pieces.tsx') },
] as const satisfies readonly ScreenRow[]

export type ScreenPath = (typeof SCREENS)[number]['path']

/** The sign-in pages, shown without menu and frame. */
export const SIGN_IN_SCREENS: readonly ScreenRow[] = [
  { path: '/entrar', load: () => import('../screens/sign-in/sign-in.tsx') },
  { path: '/primeiro-acesso', load: () => import('../screens/sign-in/first-access.tsx') },
  { path: '/convite', load: () => import('../screens/sign-in/invitation.tsx') },
  { path: '/esqueci-a-senha', load: () => import('../screens/sign-in/forgot-password.tsx') },
  { path: '/nova-senha', load: () => import('../screens/sign-in/reset-password.tsx') },
  { path: '/confirmar-email', load: () => import('../screens/sign-in/confirm-email.tsx') },
  { path: '/agencias', load: () => import('../screens/sign-in/choose-team.tsx') },
]
