// What a document shows about paying: the amount of today, Pix and boleto, and the way to pay without them.
import type { Boleto } from '../../../contract/invoices.ts'
import { ownerOfRow } from '../../kernel/outbox/transaction.ts'
import { formatDigitableLine } from '../../kernel/values/boleto.ts'
import { BANK_ZONE, dateIn } from '../../kernel/values/dates.ts'
import { chargeableDaysLate, isCostly, lateCharges, lateTermsOf } from '../../kernel/values/late-charges.ts'
import { type Cents, centsFromNumber } from '../../kernel/values/money.ts'
import type { BoletoLook } from '../../render/boleto/boleto-page.ts'
import type { DocumentBoleto, InvoiceDocument } from '../../render/document/document.ts'
import { lateWords } from '../../render/words/late-words.ts'
import { languageFor, type PageWords } from '../../render/words/page-words.ts'
import { clientOf } from '../clients/store.ts'
import { type ChargeRow, paidByCharge } from '../payments/charge-store.ts'
import { issuerOf, letterheadOf } from '../teams/brand.ts'
import { demandTeam, type Team } from '../teams/store.ts'
import type { World } from '../world.ts'
import { chargeRequest, payableCents } from './charges.ts'
import { amountDue, amountOverpaid } from './rules.ts'
import { findInvoice } from './store.ts'
import { type InvoiceParts, invoiceUrl } from './view.ts'

type Ways = Pick<
  InvoiceDocument,
  'amountDue' | 'lateSums' | 'lateWords' | 'pixCode' | 'boleto' | 'withoutCode' | 'instructions' | 'overpaid'
>

interface WaysContext {
  team: Team
  today: Temporal.PlainDate
  words: PageWords
  hasBank: boolean
}

/** Without a bank no code is promised. */
export function waysOf(parts: InvoiceParts, { team, today, words, hasBank }: WaysContext): Ways {
  const { invoice, payments, pix, boleto } = parts
  const owed = payableCents(invoice)
  const late = lateToday(parts, owed, today)
  const latePaid = payments.reduce((sum, { late_cents }) => sum + late_cents, 0n)
  const beyond = amountOverpaid(invoice, latePaid)
  const { issuer } = invoice.parties ?? { issuer: issuerOf(team) }
  const isComing =
    hasBank &&
    invoice.payment_methods.some(
      (method) => chargeRequest(method, invoice, { team, client: parts.client, today }) !== null,
    )
  return {
    amountDue: words.money(amountDue(invoice) + late),
    lateSums: late === 0n ? [] : lateSums(owed, late, invoice, words),
    lateWords: owed === 0n ? null : lateWords(lateTermsOf(invoice), words.invoice.late),
    pixCode: pix?.copy_paste ?? null,
    boleto: boleto === null ? null : boletoOf(boleto, invoice, words),
    withoutCode: owed > 0n && pix === null && boleto === null ? withoutCode(issuer, isComing, words) : null,
    instructions: owed > 0n ? (issuer.payment_instructions ?? null) : null,
    overpaid: beyond === 0n ? null : words.money(beyond),
  }
}

/** The late charges of the Pix code, so that page and code agree; without a code, those of today. */
export function lateToday(
  { invoice, pix }: Pick<InvoiceParts, 'invoice' | 'pix'>,
  owed: Cents,
  today: Temporal.PlainDate,
): Cents {
  if (owed === 0n) return 0n
  if (pix !== null) return (centsFromNumber(pix.amount) ?? owed) - owed
  const days = chargeableDaysLate(Temporal.PlainDate.from(invoice.due_date), today)
  return lateCharges(owed, lateTermsOf(invoice), days).lateCents
}

/** The fine is the same on every day; the rest of the late charges is interest. */
function lateSums(
  owed: Cents,
  late: Cents,
  invoice: InvoiceParts['invoice'],
  { money, invoice: words }: PageWords,
): [string, string][] {
  const { fineCents } = lateCharges(owed, lateTermsOf(invoice), 1)
  const fine = fineCents < late ? fineCents : late
  const sums: [string, Cents][] = [
    [words.owed, owed],
    [words.fine, fine],
    [words.interest, late - fine],
    [words.toPay, owed + late],
  ]
  return sums.flatMap(([label, cents]) => (cents === 0n ? [] : [[label, money(cents)]]))
}

/** A boleto that was opened late is due later than the invoice, and does not grow. */
function boletoOf(
  boleto: Boleto,
  invoice: InvoiceParts['invoice'],
  { money, date, invoice: words }: PageWords,
): DocumentBoleto {
  const asks = words.boletoAsks(
    money(centsFromNumber(boleto.amount) ?? 0n),
    date(Temporal.PlainDate.from(boleto.due_date)),
  )
  const grows = boleto.due_date === invoice.due_date && isCostly(lateTermsOf(invoice))
  return {
    barcode: boleto.barcode,
    digitableLine: boleto.digitable_line,
    shownLine: formatDigitableLine(boleto.digitable_line),
    pdfUrl: boleto.pdf_url,
    words: grows ? `${asks} ${words.boletoGrows}` : asks,
  }
}

/** Asks the client to pay the agency directly. */
function withoutCode(
  { name, email }: Pick<Team, 'name' | 'email'>,
  isComing: boolean,
  { invoice: words }: PageWords,
): string {
  return `${isComing ? words.coming : words.toPayIt}${words.directly(name, email)}`
}

/** An invoice has its agency's brand and its client's language. A recharge has no brand: the operator collects it. */
export async function boletoLook(world: World, charge: ChargeRow): Promise<BoletoLook> {
  const { pool } = world
  const money = await paidByCharge(pool, charge.id)
  const paid = money && { amountCents: money.cents, on: dateIn(money.paidAt, BANK_ZONE) }
  if (charge.purpose !== 'invoice') return { paid }
  const owner = ownerOfRow(charge)
  const invoice = await findInvoice(pool, owner, charge.reference_id)
  if (invoice === undefined) return { paid }
  const [team, client] = [await demandTeam(pool, charge.team_id), await clientOf(pool, owner, invoice)]
  return {
    paid,
    language: languageFor(client, team),
    letterhead: letterheadOf(world, team, invoice.parties?.issuer),
    invoiceUrl: invoiceUrl(world, invoice.link_token),
  }
}
