// Summaries of what each tool that moves money would do, shown to the user before it runs. They contain no
// text of strangers but the receiver of an invoice, against prompt injection.

import { EXCESS_USES, type ExcessUse } from '../../../contract/credit-states.ts'
import type { InvoiceInput } from '../../../contract/invoices.ts'
import type { ConfirmedToolName } from '../../../contract/mcp-tools.ts'
import { issueWith } from '../../../contract/phrases/issues.ts'
import { expectedRefund } from '../../features/bookings/cancel.ts'
import { findBooking } from '../../features/bookings/store.ts'
import { demandClient } from '../../features/clients/clients.ts'
import type { ClientRow } from '../../features/clients/store.ts'
import { readAmount, readClientId, readDate } from '../../features/documents/input.ts'
import { priceItems, readInvoiceItems, readRate } from '../../features/documents/items.ts'
import { chooseRefund, type Refundable, refundablePayments } from '../../features/invoices/refunds/refunds.ts'
import { isDraft, isPaid } from '../../features/invoices/states.ts'
import { readerOf } from '../../kernel/db/reader.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { isEarly } from '../../kernel/values/early-payment.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import {
  type Cents,
  formatAmount,
  formatBrl,
  numberFromCents,
  parseOwnAmount,
} from '../../kernel/values/money.ts'
import { shownName } from '../../kernel/values/text.ts'
import { amountInWords } from './amount-in-words.ts'
import { type AgentCall, type Arguments, callOperation, type OperationResponse } from './call-operation.ts'

// The parts of every summary: amounts, receivers, and the language of the team.

export interface Planned {
  readonly summary: string
  /** The amounts, states and receivers of the summary; other values need another confirmation. */
  readonly shown: unknown
  /** Sent with the agent's own arguments. */
  readonly sent: Arguments
}

/** The API's error, if the call would be refused anyway. */
export type Plan = Planned | { readonly refused: OperationResponse }

export type Make = (call: AgentCall, given: Arguments) => Promise<Plan>

const wordsFor = ({ language }: AgentCall, cents: Cents) => amountInWords(cents, language)

/** Formats an ISO date for the language. */
function dayFor({ language }: AgentCall, date: string): string {
  return language === 'en' ? date : date.split('-').reverse().join('/')
}

function inLanguage({ language, caller }: AgentCall, { pt, en }: { pt: string; en: string }): string {
  const isTest = caller.owner.mode === 'test'
  if (language === 'en') return isTest ? `${en} (Test mode: no real money.)` : en
  return isTest ? `${pt} (Ambiente de teste: sem dinheiro real.)` : pt
}

type Receiver = Pick<ClientRow, 'full_name' | 'email' | 'phone'>

/** The receiver: the name as in a mail, in quotation marks, and the addresses. */
function receiverOf({ full_name, email, phone }: Receiver): string {
  // A phone is free text: only characters of a number are kept.
  const number = (phone ?? '').replaceAll(/[^\d+() -]+/g, '').trim()
  return [`"${shownName(full_name)}"`, `<${email}>`, number].join(' ').trim()
}

// Summaries of tools that charge a client or refund money. Amounts follow the API's rules.

type InvoiceToolName = Extract<ConfirmedToolName, `${string}_invoice`>

const INVOICE_PLANS: Readonly<Record<InvoiceToolName, Make>> = {
  async create_invoice(call, given) {
    const { client_id, due_date, items, discount_rate, tax_rate } = given as unknown as InvoiceInput
    const discount = readRate('discount_rate', discount_rate)
    const { total_cents: total } = priceItems(
      readInvoiceItems(items, () => ''),
      discount,
      readRate('tax_rate', tax_rate),
    )
    const due = readDate('due_date', due_date)
    const client = await demandClient(call.world.pool, call.caller.owner, readClientId(client_id))
    const [words, to, day] = [wordsFor(call, total), receiverOf(client), dayFor(call, due)]
    const summary = inLanguage(call, {
      pt: `Criar um rascunho de fatura de ${words} com vencimento em ${day} para ${to}. Nada é enviado ao cliente.`,
      en: `Create a draft invoice of ${words}, due on ${day}, for ${to}. Nothing is sent to the client.`,
    })
    return { summary, shown: [String(total), due, client.id, client.email, client.phone], sent: {} }
  },
  async send_invoice(call, { id }) {
    const read = await callOperation(call, 'invoices.read', { id })
    if (read.status !== 200) return { refused: read }
    const { status, payment_status, client_id, client, total, amount_due, due_date } = read.body.data
    if (!isDraft({ status }))
      fail('invoice_is_not_a_draft', { advice: `it is ${status}: only a draft is sent` })
    const [due, to] = [wordsFor(call, readAmount('amount_due', amount_due)), receiverOf(client)]
    const day = dayFor(call, due_date)
    const asks = isPaid({ payment_status })
      ? { pt: 'já está paga, e nada é cobrado', en: 'it is paid, and nothing is asked for' }
      : {
          pt: `pedido de pagamento de ${due} até ${day}`,
          en: `they are asked to pay ${due} by ${day}`,
        }
    const summary = inLanguage(call, {
      pt: `Enviar a fatura ${id} a ${to}: ${asks.pt}.`,
      en: `Send the invoice ${id} to ${to}: ${asks.en}.`,
    })
    const { email, phone } = client
    return {
      summary,
      shown: [status, payment_status, client_id, email, phone, total, amount_due, due_date],
      sent: {},
    }
  },
  /** The amount follows the API's rule and is sent along, so that no other amount is refunded. */
  async refund_invoice(call, { id, amount, payment_id, reduces_amount_due: reduces }) {
    const read = await callOperation(call, 'invoices.read', { id })
    if (read.status !== 200) return { refused: read }
    const { id: invoiceId, number } = read.body.data
    const { pool } = call.world
    const wanted = typeof amount === 'number' ? readAmount('amount', amount) : undefined
    const paymentId = typeof payment_id === 'string' ? payment_id : undefined
    if (paymentId === undefined) demandOne(await refundablePayments(pool, invoiceId))
    const { payment, amountCents } = await chooseRefund(pool, invoiceId, { paymentId, wanted })
    const named = number ?? invoiceId
    const [words, left] = [wordsFor(call, amountCents), formatBrl(payment.leftCents)]
    const day = dayFor(call, isoTimestamp(payment.paidAt).slice(0, 10))
    const by =
      payment.method === 'card' ? { pt: 'com cartão', en: 'by card' } : { pt: 'por Pix', en: 'by Pix' }
    const reduces_amount_due = reduces !== false
    const after = reduces_amount_due
      ? { pt: 'O cliente não deve mais este valor', en: 'The client no longer owes this amount' }
      : { pt: 'O cliente volta a dever este valor', en: 'The client owes this amount again' }
    const summary = inLanguage(call, {
      pt:
        `Devolver ${words} a quem pagou a fatura ${named} ${by.pt}, do pagamento ${payment.id} de ${day}, ` +
        `do qual restam ${left}. ${after.pt}. Esta ação não pode ser desfeita.`,
      en:
        `Give ${words} back to who paid the invoice ${named} ${by.en}, of the payment ${payment.id} of ${day}, ` +
        `of which ${left} is left. ${after.en}. It cannot be undone.`,
    })
    const sent = { amount: numberFromCents(amountCents), payment_id: payment.id, reduces_amount_due }
    return { summary, shown: [named, sent], sent }
  },
  /** The amount is sent along, so that no other amount is credited. */
  async credit_invoice(call, given) {
    const { reason: _, notify_client: __, ...wanted } = given
    const looked = await callOperation(call, 'creditNotes.preview', wanted)
    if (looked.status !== 200) return { refused: looked }
    const { amount, amount_due_after, excess_amount, credit_covering_amount } = looked.body.data
    const read = await callOperation(call, 'invoices.read', { id: given.invoice_id })
    const { number, client } = read.body.data
    const excess = EXCESS_USES.find((use) => use === given.excess)
    const [words, due] = [wordsFor(call, readAmount('amount', amount)), readAmount('due', amount_due_after)]
    const over = readAmount('excess_amount', excess_amount)
    if (over > 0n && excess === undefined)
      failField(
        'excess',
        issueWith('is required: {amount} BRL were paid and would no longer be owed', {
          amount: formatAmount(over),
        }),
      )
    const rest =
      over === 0n || excess === undefined
        ? { pt: '', en: '' }
        : {
            pt: ` ${formatBrl(over)} que já foram pagos ${EXCESS[excess].pt}.`,
            en: ` ${formatBrl(over)} that was paid ${EXCESS[excess].en}.`,
          }
    const covering = readAmount('credit_covering_amount', credit_covering_amount)
    const covers =
      covering === 0n || excess !== 'credit'
        ? { pt: '', en: '' }
        : {
            pt: ` Disso, ${formatBrl(covering)} cobrem um pagamento que foi devolvido ou contestado.`,
            en: ` Of that, ${formatBrl(covering)} covers a payment that went back or was disputed.`,
          }
    const to = receiverOf(client)
    const summary = inLanguage(call, {
      pt:
        `Emitir uma nota de crédito de ${words} sobre a fatura ${number} de ${to}. ` +
        `Restam ${formatBrl(due)} a pagar.${rest.pt}${covers.pt} Esta ação não pode ser desfeita.`,
      en:
        `Issue a credit note of ${words} for the invoice ${number} of ${to}. ` +
        `${formatBrl(due)} is left to pay.${rest.en}${covers.en} It cannot be undone.`,
    })
    return { summary, shown: [number, amount, amount_due_after, excess_amount, excess], sent: { amount } }
  },
}

const EXCESS: Readonly<Record<ExcessUse, { pt: string; en: string }>> = {
  credit: { pt: 'ficam como crédito do cliente', en: 'becomes credit of the client' },
  refund: { pt: 'são devolvidos a quem pagou', en: 'goes back to who paid it' },
  none: { pt: 'ficam na fatura como pagos a mais', en: 'stays overpaid on the invoice' },
}

/** If several payments qualify, the user must choose. */
function demandOne(all: readonly Refundable[]): void {
  const left = all.filter(({ leftCents }) => leftCents > 0n)
  if (left.length < 2) return
  const list = left.map(
    ({ id, leftCents, paidAt }) =>
      `${id} (${formatBrl(leftCents)} left, paid on ${isoTimestamp(paidAt).slice(0, 10)})`,
  )
  failField(
    'payment_id',
    issueWith('is required, as there are several payments: {list}', { list: list.join('; ') }),
  )
}

export const PLANS: Readonly<Record<ConfirmedToolName, Make>> = {
  /** The amount follows the API's rule and is sent along, so that no other amount is used. */
  async use_client_credit(call, { id, amount: wanted }) {
    const read = await callOperation(call, 'invoices.read', { id })
    if (read.status !== 200) return { refused: read }
    const { number, amount_due, early_payment: early, client_id, client } = read.body.data
    const balance = await callOperation(call, 'clients.balance', { id: client_id })
    if (balance.status !== 200) return { refused: balance }
    const { credit, as_of }: { credit: number; as_of: string } = balance.body.data
    const isDiscounted = early !== null && isEarly(early, Temporal.PlainDate.from(as_of))
    const due: number = isDiscounted ? early.amount_due : amount_due
    const amount = typeof wanted === 'number' ? wanted : Math.min(due, credit)
    if (amount_due === 0) fail('nothing_is_due')
    if (amount === 0) fail('insufficient_client_credit')
    const [words, had] = [
      wordsFor(call, readAmount('amount', amount)),
      formatBrl(readAmount('credit', credit)),
    ]
    const to = receiverOf(client)
    const summary = inLanguage(call, {
      pt: `Pagar ${words} da fatura ${number} de ${to} com o crédito do cliente, que é de ${had}.`,
      en: `Pay ${words} of the invoice ${number} of ${to} with the credit of the client, which is ${had}.`,
    })
    return { summary, shown: [number, amount, credit], sent: { amount } }
  },
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
    return { summary, shown: [booking.wallet_amount, payment], sent: { payment } }
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
    return { summary, shown: [debited, payments], sent: { type: 'instant', payments } }
  },
  async cancel_booking(call, { id }) {
    const read = await callOperation(call, 'bookings.read', { id })
    if (read.status !== 200) return { refused: read }
    const booking = await findBooking(readerOf(call.world), call.caller.owner, String(id))
    const refund = booking === undefined ? null : expectedRefund(booking)
    const returns = returning(refund, typeof refund === 'bigint' ? wordsFor(call, refund) : '')
    const trip = tripOf(call, read.body)
    const summary = inLanguage(call, {
      pt: `Cancelar a reserva ${trip}. ${returns.pt} Esta ação não pode ser desfeita.`,
      en: `Cancel the booking ${trip}. ${returns.en} It cannot be undone.`,
    })
    return { summary, shown: [read.body.status, String(refund)], sent: {} }
  },
  ...INVOICE_PLANS,
}

function returning(refund: Cents | 'unknown' | null, words: string): { pt: string; en: string } {
  if (refund === 'unknown')
    return {
      pt: 'A companhia aérea só informa quanto volta para a carteira quando a reserva é cancelada.',
      en: 'The carrier says how much returns to the wallet only when the booking is cancelled.',
    }
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

/** "K7M2VX GRU-LIS 10/12/2026": codes and dates only. */
function tripOf(call: AgentCall, { booking_reference = '', slices }: Trip): string {
  const legs = slices.map(({ origin, destination, segments: [first] }) => {
    const day = first === undefined ? '' : dayFor(call, first.departing_at.slice(0, 10))
    return `${origin.iata_code}-${destination.iata_code} ${day}`
  })
  return `${booking_reference} ${legs.join(', ')}`.trim()
}
