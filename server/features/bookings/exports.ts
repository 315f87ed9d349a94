// All bookings of a filter as CSV, read some hundred at a time while they are sent.
import type { BookingStatus } from '../../../contract/bookings.ts'
import { type CsvColumn, type CsvReader, csvTable } from '../../kernel/values/csv.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { type Owner, ownerName } from '../../kernel/values/owner.ts'
import { csvTurns } from '../csv-turns.ts'
import type { World } from '../world.ts'
import { type BookingFilter, type ExportedBooking, listBookingsAfter } from './read-bookings.ts'
import { documentsOf, shownStatus } from './view.ts'

const AT_ONCE = 500
const STATUSES: Readonly<Record<BookingStatus, string>> = {
  pending: 'com prazo',
  confirmed: 'em emissão',
  ticketed: 'emitida',
  cancelled: 'cancelada',
  expired: 'expirada',
  failed: 'falhou',
}
const COLUMNS = {
  id: { heading: 'ID' },
  booking_reference: { heading: 'Localizador' },
  status: { heading: 'Situação', words: STATUSES },
  created_at: { heading: 'Reservada em', kind: 'moment' },
  ticketed_at: { heading: 'Emitida em', kind: 'moment' },
  client_id: { heading: 'ID do cliente' },
  client_name: { heading: 'Cliente' },
  client_tax_id: { heading: 'CPF/CNPJ' },
  origin: { heading: 'Origem' },
  destination: { heading: 'Destino' },
  departure_date: { heading: 'Embarque', kind: 'day' },
  airline: { heading: 'Companhia aérea' },
  tickets: { heading: 'Bilhetes' },
  total_amount: { heading: 'Valor para o cliente', kind: 'amount' },
  base_cost: { heading: 'Custo', kind: 'amount' },
  commission: { heading: 'Remuneração da agência', kind: 'amount' },
  wallet_amount: { heading: 'Valor da carteira', kind: 'amount' },
  refund_amount: { heading: 'Reembolso', kind: 'amount' },
  currency: { heading: 'Moeda' },
} as const satisfies Readonly<Record<string, CsvColumn>>
type Name = keyof typeof COLUMNS

export async function* bookingsCsv(
  world: World,
  owner: Owner,
  filter: BookingFilter,
  { showsTaxIds, ...reader }: CsvReader & { readonly showsTaxIds: boolean },
): AsyncGenerator<string> {
  const table = csvTable(COLUMNS, reader)
  yield table.head
  for (let after: string | null = null; ; ) {
    const last: string | null = after
    const batch: ExportedBooking[] = await csvTurns(world).run(ownerName(owner), () =>
      listBookingsAfter(world.pool, owner, { filter, afterId: last, limit: AT_ONCE }),
    )
    yield batch.map((booking) => table.line(valuesOf(booking, showsTaxIds))).join('')
    if (batch.length < AT_ONCE) return
    after = batch.at(-1)?.id ?? null
  }
}

function valuesOf(booking: ExportedBooking, showsTaxIds: boolean): Record<Name, string> {
  const { client_cents, base_cost_cents, wallet_cents, refund_cents } = booking
  return {
    id: booking.id,
    booking_reference: booking.booking_reference,
    status: shownStatus(booking),
    created_at: booking.created_at.toISOString(),
    ticketed_at: booking.ticketed_at?.toISOString() ?? '',
    client_id: booking.client_id,
    client_name: booking.client_name,
    client_tax_id: showsTaxIds ? (booking.client_cnpj ?? booking.client_cpf ?? '') : '',
    origin: booking.origin,
    destination: booking.destination,
    departure_date: booking.departure_date,
    airline: booking.airline,
    tickets: documentsOf(booking)
      .map(({ unique_identifier: number }) => number)
      .join(' '),
    total_amount: formatAmount(client_cents),
    base_cost: formatAmount(base_cost_cents),
    commission: formatAmount(client_cents - base_cost_cents),
    wallet_amount: formatAmount(wallet_cents),
    refund_amount: refund_cents === null ? '' : formatAmount(refund_cents),
    currency: 'BRL',
  }
}
