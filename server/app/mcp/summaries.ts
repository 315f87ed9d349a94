// What each tool that moves money would do, in the words that its person is asked to agree to, before anything is done.
// Of what others wrote nothing is in it but the receiver of an invoice: it must not carry somebody else's wishes.
import type { ConfirmedToolName } from '../../../contract/mcp-tools.ts'
import { findBooking } from '../../features/bookings/store.ts'
import { expectedRefund } from '../../features/bookings/cancel.ts'
import { readerOf } from '../../kernel/db/reader.ts'
import { type Cents, parseOwnAmount } from '../../kernel/values/money.ts'
import { type AgentCall, callOperation } from './call-operation.ts'
import { INVOICE_PLANS } from './invoice-summaries.ts'
import { dayFor, inLanguage, type Make, wordsFor } from './summary-words.ts'

export const PLANS: Readonly<Record<ConfirmedToolName, Make>> = {
  async confirm_booking(call, { id }) {
    const read = await callOperation(call, 'bookings.read', { id })
    if (read.status !== 200) return { refused: read }
    const booking = read.body
    const [amount, trip] = [wordsFor(call, parseOwnAmount(booking.wallet_amount)), tripOf(call, booking)]
    const summary = inLanguage(call, {
      pt: `Pagar ${amount} da carteira pela reserva ${trip} e emitir os bilhetes.`,
      en: `Pay ${amount} from the wallet for the booking ${trip} and have its tickets issued.`,
    })
    const payment = { type: 'balance', amount: booking.total_amount, currency: booking.total_currency }
    return { summary, told: [booking.wallet_amount, payment], sent: { payment } }
  },
  async book_instantly(call, { offerId }) {
    const read = await callOperation(call, 'offers.read', { id: offerId })
    if (read.status !== 200) return { refused: read }
    const { total_amount: amount, total_currency: currency, client_amount, base_cost_brl } = read.body
    const debited = call.caller.team.debits === 'base_cost' ? base_cost_brl : client_amount
    const [words, trip] = [wordsFor(call, parseOwnAmount(debited)), tripOf(call, read.body)]
    const summary = inLanguage(call, {
      pt: `Reservar ${trip}, pagar ${words} da carteira e emitir os bilhetes.`,
      en: `Book ${trip}, pay ${words} from the wallet and have the tickets issued.`,
    })
    const payments = [{ type: 'balance', amount, currency }]
    return { summary, told: [debited, payments], sent: { type: 'instant', payments } }
  },
  async cancel_booking(call, { id }) {
    const read = await callOperation(call, 'bookings.read', { id })
    if (read.status !== 200) return { refused: read }
    const booking = await findBooking(readerOf(call.world), call.caller.owner, String(id))
    const refund = booking === undefined ? null : expectedRefund(booking)
    const returns = returning(refund, refund === null ? '' : wordsFor(call, refund))
    const trip = tripOf(call, read.body)
    const summary = inLanguage(call, {
      pt: `Cancelar a reserva ${trip}. ${returns.pt} Não há como desfazer.`,
      en: `Cancel the booking ${trip}. ${returns.en} It cannot be undone.`,
    })
    return { summary, told: [read.body.status, String(refund)], sent: {} }
  },
  ...INVOICE_PLANS,
}

function returning(refund: Cents | null, words: string): { pt: string; en: string } {
  if (refund === null)
    return { pt: 'Nada foi pago, e nada é devolvido.', en: 'Nothing was paid, and nothing returns.' }
  const isNothing = refund === 0n
  return {
    pt: `Pelas condições da tarifa, ${isNothing ? 'nada' : words} volta para a carteira.`,
    en: `By the conditions of its fare, ${isNothing ? 'nothing' : words} returns to the wallet.`,
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

/** "K7M2VX GRU-LIS 10/12/2026": codes and days alone. */
function tripOf(call: AgentCall, { booking_reference = '', slices }: Trip): string {
  const legs = slices.map(({ origin, destination, segments: [first] }) => {
    const day = first === undefined ? '' : dayFor(call, first.departing_at.slice(0, 10))
    return `${origin.iata_code}-${destination.iata_code} ${day}`
  })
  return `${booking_reference} ${legs.join(', ')}`.trim()
}
