// What each tool that asks a client to pay, or gives money back, would do. Amounts are computed by the API's rules.

import type { InvoiceInput } from '../../../contract/invoices.ts'
import type { ConfirmedToolName } from '../../../contract/mcp-tools.ts'
import { priceItems, readItems, readRate } from '../../features/invoices/items.ts'
import { demandClient, readAmount, readClientId, readDate } from '../../features/invoices/items.ts'
import {
  chooseRefund,
  type Refundable,
  refundablePayments,
} from '../../features/invoices/refunds/refunds.ts'
import { isDraft, isPaid } from '../../features/invoices/states.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import { formatBrl, numberFromCents } from '../../kernel/values/money.ts'
import { callOperation } from './call-operation.ts'
import { dayFor, inLanguage, type Make, receiverOf, wordsFor } from './summary-words.ts'

type InvoiceToolName = Extract<ConfirmedToolName, `${string}_invoice`>

export const INVOICE_PLANS: Readonly<Record<InvoiceToolName, Make>> = {
  /** A draft is mailed with its code as soon as it is there, so that making one is asking for money. */
  async create_invoice(call, given) {
    const { client_id, due_date, items, discount_rate, tax_rate } = given as unknown as InvoiceInput
    const discount = readRate('discount_rate', discount_rate)
    const { total_cents: total } = priceItems(
      readItems(items, () => ''),
      discount,
      readRate('tax_rate', tax_rate),
    )
    const due = readDate('due_date', due_date)
    const client = await demandClient(call.world.pool, call.caller.owner, readClientId(client_id))
    const [words, to, day] = [wordsFor(call, total), receiverOf(client), dayFor(call, due)]
    const summary = inLanguage(call, {
      pt: `Criar uma fatura de ${words} com vencimento em ${day} e enviar o link e o código de pagamento a ${to}.`,
      en: `Create an invoice of ${words}, due on ${day}, and send its link and payment code to ${to}.`,
    })
    return { summary, told: [String(total), due, client.id, client.email, client.phone], sent: {} }
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
      told: [status, payment_status, client_id, email, phone, total, amount_due, due_date],
      sent: {},
    }
  },
  /** By the rule of the API, and sent with what was told, so that nothing else can be given back. */
  async refund_invoice(call, { id, amount, payment_id }) {
    const read = await callOperation(call, 'invoices.read', { id })
    if (read.status !== 200) return { refused: read }
    const { id: invoiceId, number } = read.body.data
    const { pool } = call.world
    const wanted = typeof amount === 'number' ? readAmount('amount', amount) : undefined
    const paymentId = typeof payment_id === 'string' ? payment_id : undefined
    if (paymentId === undefined) demandOne(await refundablePayments(pool, invoiceId))
    const { payment, amountCents } = await chooseRefund(pool, invoiceId, paymentId, wanted)
    const named = number ?? invoiceId
    const [words, left] = [wordsFor(call, amountCents), formatBrl(payment.leftCents)]
    const day = dayFor(call, isoTimestamp(payment.paidAt).slice(0, 10))
    const summary = inLanguage(call, {
      pt:
        `Devolver ${words} a quem pagou a fatura ${named} por PIX, do pagamento ${payment.id} de ${day}, ` +
        `do qual restam ${left}. Não há como desfazer.`,
      en:
        `Give ${words} back to who paid the invoice ${named} by PIX, of the payment ${payment.id} of ${day}, ` +
        `of which ${left} is left. It cannot be undone.`,
    })
    const sent = { amount: numberFromCents(amountCents), payment_id: payment.id }
    return { summary, told: [named, sent], sent }
  },
}

/** Where several payments could be meant, the agent's person says which. */
function demandOne(all: readonly Refundable[]): void {
  const left = all.filter(({ leftCents }) => leftCents > 0n)
  if (left.length < 2) return
  const list = left.map(
    ({ id, leftCents, paidAt }) =>
      `${id} (${formatBrl(leftCents)} left, paid on ${isoTimestamp(paidAt).slice(0, 10)})`,
  )
  failField('payment_id', `is required, as there are several payments: ${list.join('; ')}`)
}
