// Sample data for the components: long texts, many rows, every status.
import type { TimelineEntry } from '../../parts/timeline.tsx'

export const DAYS = Array.from({ length: 30 }, (_, index) => ({
  day: `2027-01-${String(index + 1).padStart(2, '0')}`,
  amount: `${((index * 7919) % 13) * 1_000}.50`,
  count: index % 5,
}))

export const PEOPLE = [
  { id: '1', name: 'Ana Clara Lima', city: 'São Paulo', amount: '585.51' },
  {
    id: '2',
    name: 'Maria Aparecida dos Santos Albuquerque de Oliveira Filha',
    city: 'Recife',
    amount: '14708.01',
  },
  { id: '3', name: 'João Pereira', city: 'Belo Horizonte', amount: '0.00' },
] as const

export const TIMELINE: readonly TimelineEntry[] = [
  { id: '1', at: '2027-01-26T12:24:00.000Z', name: 'Reserva criada', text: 'Ana Lima', kind: 'info' },
  { id: '2', at: '2027-01-26T12:31:00.000Z', name: 'Pagamento confirmado', kind: 'ok' },
  { id: '3', at: '2027-01-26T12:32:00.000Z', name: 'Companhia não respondeu', kind: 'bad' },
]

export const CODE = JSON.stringify(
  { type: 'booking.ticketed', data: { object: { id: 'ord_0001' } } },
  null,
  2,
)
export const QR =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"%3E%3Cpath d="M0 0h1v1H0zM2 0h2v1H2zM1 2h1v2H1zM3 2h1v1H3z"/%3E%3C/svg%3E'
