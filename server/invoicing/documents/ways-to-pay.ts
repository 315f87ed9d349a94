// What the client of an invoice reads about paying it: how much today, by which code, and what to do without one.
import type { Boleto } from '../../../contract/invoices.ts'
import { type Cents, centsFromNumber, formatBrl } from '../../base/values/money.ts'
import type { DocumentBoleto, InvoiceDocument } from '../../paper/document/document.ts'
import { formatDigitableLine } from '../../rules/boleto.ts'
import { brazilianDate } from '../../rules/brazilian-texts.ts'
import { daysLate, isCostly, lateCharges, lateTermsOf } from '../../rules/late-charges.ts'
import { lateWords } from '../../rules/late-words.ts'
import { amountDue } from '../../rules/payment-status.ts'
import { issuerOf } from '../../teams/letterhead.ts'
import type { Team } from '../../teams/team-store.ts'
import { chargeWish, payableCents } from '../invoices/charge-wish.ts'
import type { InvoiceParts } from '../invoices/invoice-view.ts'

type Ways = Pick<
  InvoiceDocument,
  'amountDue' | 'lateSums' | 'lateWords' | 'pixCode' | 'boleto' | 'withoutCode' | 'instructions' | 'overpaid'
>

export function waysOf(parts: InvoiceParts, team: Team, today: Temporal.PlainDate): Ways {
  const { invoice, payments, pix, boleto } = parts
  const owed = payableCents(invoice)
  const late = lateToday(parts, owed, today)
  const latePaid = payments.reduce((sum, { late_cents }) => sum + late_cents, 0n)
  const beyond = amountDue(invoice.amount_paid_cents, invoice.total_cents + latePaid)
  const { issuer } = invoice.parties ?? { issuer: issuerOf(team) }
  const isComing = invoice.payment_methods.some(
    (method) => chargeWish(method, invoice, { team, client: parts.client, today }) !== null,
  )
  return {
    amountDue: formatBrl(amountDue(invoice.total_cents, invoice.amount_paid_cents) + late),
    lateSums: late === 0n ? [] : lateSums(owed, late),
    lateWords: owed === 0n ? null : lateWords(lateTermsOf(invoice)),
    pixCode: pix?.copy_paste ?? null,
    boleto: boleto === null ? null : boletoOf(boleto, invoice),
    withoutCode: owed > 0n && pix === null && boleto === null ? withoutCode(issuer, isComing) : null,
    instructions: owed > 0n ? (issuer.payment_instructions ?? null) : null,
    overpaid: beyond === 0n ? null : formatBrl(beyond),
  }
}

/** As the code asks for it, so that page and code agree; without a code, as it is today. */
export function lateToday(
  { invoice, pix }: Pick<InvoiceParts, 'invoice' | 'pix'>,
  owed: Cents,
  today: Temporal.PlainDate,
): Cents {
  if (owed === 0n) return 0n
  if (pix !== null) return (centsFromNumber(pix.amount) ?? owed) - owed
  const days = daysLate(Temporal.PlainDate.from(invoice.due_date), today)
  return lateCharges(owed, lateTermsOf(invoice), days).lateCents
}

function lateSums(owed: Cents, late: Cents): [string, string][] {
  return [
    ['Valor da fatura', formatBrl(owed)],
    ['Multa e juros por atraso', formatBrl(late)],
    ['Total a pagar', formatBrl(owed + late)],
  ]
}

/** One that was made late is due later than the invoice, and its bank adds nothing to it. */
function boletoOf(boleto: Boleto, invoice: InvoiceParts['invoice']): DocumentBoleto {
  const due = Temporal.PlainDate.from(boleto.due_date)
  const amount = formatBrl(centsFromNumber(boleto.amount) ?? 0n)
  const grows = boleto.due_date === invoice.due_date && isCostly(lateTermsOf(invoice))
  const late = grows ? ' Depois disso, o banco soma a multa e os juros.' : ''
  return {
    barcode: boleto.barcode,
    digitableLine: boleto.digitable_line,
    shownLine: formatDigitableLine(boleto.digitable_line),
    pdfUrl: boleto.pdf_url,
    words: `${amount}, com vencimento em ${brazilianDate(due)}.${late}`,
  }
}

/** Calm words, and a way that is always open. */
function withoutCode({ name, email }: Pick<Team, 'name' | 'email'>, isComing: boolean): string {
  const directly = `combine o pagamento diretamente com ${name} (${email}).`
  if (!isComing) return `Para pagar, ${directly}`
  const coming = 'O código para pagar está sendo preparado e aparece nesta fatura assim que ficar pronto.'
  return `${coming} Se preferir, ${directly}`
}
