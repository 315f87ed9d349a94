// What each tool that asks a client to pay, or gives money back, would do. Amounts are computed by the rules of the API.

import type { InvoiceInput } from '../../../contract/invoices.ts'
import type { ConfirmedToolName } from '../../../contract/mcp-tools.ts'
import { centsFromNumber } from '../../base/values/money.ts'
import { priceItems, readItems, readRate } from '../../invoicing/priced-items.ts'
import { demandClient, readClientId, readDate } from '../../invoicing/read-input.ts'
import { callOperation } from './call-operation.ts'
import { inLanguage, type Make, receiverOf, wordsFor } from './summary-words.ts'

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
    const [words, to] = [wordsFor(call, total), receiverOf(client)]
    const summary = inLanguage(call, {
      pt: `Criar uma fatura de ${words} com vencimento em ${due} e enviar o link e o código de pagamento a ${to}.`,
      en: `Create an invoice of ${words}, due on ${due}, and send its link and payment code to ${to}.`,
    })
    return { summary, told: [String(total), due, client.id, client.email, client.phone], sent: {} }
  },
  async send_invoice(call, { id }) {
    const read = await callOperation(call, 'invoices.read', { id })
    if (read.status !== 200) return { refused: read }
    const { number, total, due_date } = read.body.data
    const named = number ?? id
    const words = wordsFor(call, centsFromNumber(total) ?? 0n)
    const summary = inLanguage(call, {
      pt: `Enviar a fatura ${named} ao cliente, que fica convidado a pagar ${words} até ${due_date}.`,
      en: `Send the invoice ${named} to its client, who is asked to pay ${words} by ${due_date}.`,
    })
    return { summary, told: [named, total, due_date], sent: {} }
  },
  async refund_invoice(call, { id, amount }) {
    const read = await callOperation(call, 'invoices.read', { id })
    if (read.status !== 200) return { refused: read }
    const { number, amount_paid } = read.body.data
    const cents = centsFromNumber(typeof amount === 'number' ? amount : amount_paid) ?? 0n
    const words = wordsFor(call, cents)
    const summary = inLanguage(call, {
      pt: `Devolver ${words} ao cliente que pagou a fatura ${number} por PIX. Não há como desfazer.`,
      en: `Give ${words} back to the client who paid the invoice ${number} by PIX. It cannot be undone.`,
    })
    return { summary, told: [number, String(cents)], sent: {} }
  },
}
