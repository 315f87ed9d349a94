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
import { amountDue, amountOverpaid, type EarlyOffer, earlyOffer, earlyOfferOn } from './rules.ts'
import { findInvoice } from './store.ts'
import { type InvoiceParts, invoiceUrl } from './view.ts'

type Ways = Pick<
  InvoiceDocument,
  | 'amountDue'
  | 'earlySums'
  | 'lateSums'
  | 'lateWords'
  | 'pixCode'
  | 'boleto'
  | 'withoutCode'
  | 'instructions'
  | 'overpaid'
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
  const { late, early } = changesToday(parts, owed, today)
  const latePaid = payments.reduce((sum, { late_cents }) => sum + late_cents, 0n)
  const beyond = amountOverpaid(invoice, latePaid)
  const { issuer } = invoice.parties ?? { issuer: issuerOf(team) }
  const isComing =
    hasBank &&
    invoice.payment_methods.some(
      (method) => chargeRequest(method, invoice, { team, client: parts.client, today }) !== null,
    )
  return {
    amountDue: words.money(amountDue(invoice) + late - (early?.cents ?? 0n)),
    earlySums: early === null ? [] : earlySums(owed, early, words),
    lateSums: late === 0n ? [] : lateSums(owed, late, invoice, words),
    lateWords: owed === 0n ? null : lateWords(lateTermsOf(invoice), words.invoice.late),
    pixCode: pix?.copy_paste ?? null,
    boleto: boleto === null ? null : boletoOf(boleto, { invoice, early }, words),
    withoutCode: owed > 0n && pix === null && boleto === null ? withoutCode(issuer, isComing, words) : null,
    instructions: owed > 0n ? (issuer.payment_instructions ?? null) : null,
    overpaid: beyond === 0n ? null : words.money(beyond),
  }
}

/**
 * What being late adds to what is owed, and what comes off it for being early. As the Pix code has it, so that page and
 * code agree; without a code, or if the bank computes its amount, those of today.
 */
export function changesToday(
  { invoice, pix }: Pick<InvoiceParts, 'invoice' | 'pix'>,
  owed: Cents,
  today: Temporal.PlainDate,
): { late: Cents; early: EarlyOffer | null } {
  if (owed === 0n) return { late: 0n, early: null }
  if (pix !== null && pix.due_date === null) {
    const asked = centsFromNumber(pix.amount) ?? owed
    const offer = asked < owed ? earlyOffer(invoice) : null
    return { late: asked > owed ? asked - owed : 0n, early: offer && { ...offer, cents: owed - asked } }
  }
  const days = chargeableDaysLate(Temporal.PlainDate.from(invoice.due_date), today)
  const { lateCents: late } = lateCharges(owed, lateTermsOf(invoice), days)
  return { late, early: earlyOfferOn(invoice, today) }
}

function earlySums(
  owed: Cents,
  { cents, until }: EarlyOffer,
  { money, date, invoice: words }: PageWords,
): [string, string][] {
  return [
    [words.owed, money(owed)],
    [words.discountUntil(date(Temporal.PlainDate.from(until))), money(-cents)],
    [words.toPayUntil, money(owed - cents)],
  ]
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
  { invoice, early }: { invoice: InvoiceParts['invoice']; early: EarlyOffer | null },
  { money, date, invoice: words }: PageWords,
): DocumentBoleto {
  const asks = words.boletoAsks(
    money(centsFromNumber(boleto.amount) ?? 0n),
    date(Temporal.PlainDate.from(boleto.due_date)),
  )
  const less = early && words.boletoLess(money(early.cents), date(Temporal.PlainDate.from(early.until)))
  const grows = boleto.due_date === invoice.due_date && isCostly(lateTermsOf(invoice))
  return {
    barcode: boleto.barcode,
    digitableLine: boleto.digitable_line,
    shownLine: formatDigitableLine(boleto.digitable_line),
    pdfUrl: boleto.pdf_url,
    words: [asks, ...(less === null ? [] : [less]), ...(grows ? [words.boletoGrows] : [])].join(' '),
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
