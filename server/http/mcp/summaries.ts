// What each tool that moves money would do, in the words that its person is asked to agree to, before anything is done.
// Of what others wrote nothing is in it but the receiver of an invoice: it must not carry somebody else's wishes.
import type { ConfirmedToolName } from '../../../contract/mcp-tools.ts'
import { readerOf } from '../../base/database/reader.ts'
import { parseOwnAmount } from '../../base/values/money.ts'
import { findBooking } from '../../bookings/booking-store.ts'
import { expectedRefund } from '../../bookings/expected-refund.ts'
import { callOperation } from './call-operation.ts'
import { INVOICE_PLANS } from './invoice-summaries.ts'
import { inLanguage, type Make, wordsFor } from './summary-words.ts'

export const PLANS: Readonly<Record<ConfirmedToolName, Make>> = {
  async confirm_booking(call, { id }) {
    const read = await callOperation(call, 'bookings.read', { id })
    if (read.status !== 200) return { refused: read }
    const booking = read.body
    const amount = wordsFor(call, parseOwnAmount(booking.wallet_amount))
    const summary = inLanguage(call, {
      pt: `Pagar ${amount} da carteira pela reserva ${tripOf(booking)} e emitir os bilhetes.`,
      en: `Pay ${amount} from the wallet for the booking ${tripOf(booking)} and have its tickets issued.`,
    })
    const payment = { type: 'balance', amount: booking.total_amount, currency: booking.total_currency }
    return { summary, told: [booking.wallet_amount, payment], sent: { payment } }
  },
  async book_instantly(call, { offerId }) {
    const read = await callOperation(call, 'offers.read', { id: offerId })
    if (read.status !== 200) return { refused: read }
    const { total_amount: amount, total_currency: currency, client_amount, base_cost_brl } = read.body
    const debited = call.caller.team.debits === 'base_cost' ? base_cost_brl : client_amount
    const words = wordsFor(call, parseOwnAmount(debited))
    const summary = inLanguage(call, {
      pt: `Reservar ${tripOf(read.body)}, pagar ${words} da carteira e emitir os bilhetes.`,
      en: `Book ${tripOf(read.body)}, pay ${words} from the wallet and have the tickets issued.`,
    })
    const payments = [{ type: 'balance', amount, currency }]
    return { summary, told: [debited, payments], sent: { type: 'instant', payments } }
  },
  async cancel_booking(call, { id }) {
    const read = await callOperation(call, 'bookings.read', { id })
    if (read.status !== 200) return { refused: read }
    const booking = await findBooking(readerOf(call.world), call.caller.owner, String(id))
    const refund = booking === undefined ? null : expectedRefund(booking)
    const words = refund === null ? null : wordsFor(call, refund)
    const trip = tripOf(read.body)
    const summary = inLanguage(call, {
      pt: `Cancelar a reserva ${trip}. ${returning(words).pt} Não há como desfazer.`,
      en: `Cancel the booking ${trip}. ${returning(words).en} It cannot be undone.`,
    })
    return { summary, told: [read.body.status, String(refund)], sent: {} }
  },
  ...INVOICE_PLANS,
}

function returning(words: string | null): { pt: string; en: string } {
  if (words === null)
    return { pt: 'Nada foi pago, e nada é devolvido.', en: 'Nothing was paid, and nothing returns.' }
  return {
    pt: `Pelas condições da tarifa, ${words} volta para a carteira.`,
    en: `By the conditions of its fare, ${words} returns to the wallet.`,
  }
}

interface Trip {
  booking_reference?: string
  passengers: readonly unknown[]
  slices: readonly {
    origin: { iata_code: string }
    destination: { iata_code: string }
    segments: readonly { departing_at: string }[]
  }[]
}

/** "K7M2VX GRU-LIS 2026-12-10": codes and days alone. */
function tripOf({ booking_reference = '', slices }: Trip): string {
  const legs = slices.map(({ origin, destination, segments }) =>
    [`${origin.iata_code}-${destination.iata_code}`, segments[0]?.departing_at.slice(0, 10) ?? ''].join(' '),
  )
  return `${booking_reference} ${legs.join(', ')}`.trim()
}
