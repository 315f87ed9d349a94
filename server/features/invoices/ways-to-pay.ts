// What a document shows about paying: the amount of today, the ways to pay, and the way to pay without them.
import { METHODS } from '../../../contract/payment-methods.ts'
import { ownerOfRow } from '../../kernel/outbox/transaction.ts'
import { digitableLine, formatDigitableLine } from '../../kernel/values/boleto.ts'
import { BANK_ZONE, dateIn } from '../../kernel/values/dates.ts'
import { chargeableDaysLate, isCostly, lateCharges, lateTermsOf } from '../../kernel/values/late-charges.ts'
import type { Cents } from '../../kernel/values/money.ts'
import type { BoletoLook } from '../../render/boleto/boleto-page.ts'
import type { DocumentBoleto, DocumentWay, InvoiceDocument } from '../../render/document/document.ts'
import { lateWords } from '../../render/words/late-words.ts'
import { languageFor, type PageWords } from '../../render/words/page-words.ts'
import { clientOf } from '../clients/store.ts'
import { type ChargeRow, paidByCharge } from '../payments/charge-store.ts'
import { boletoPdfUrl } from '../payments/payer-links.ts'
import { issuerOf, letterheadOf } from '../teams/brand.ts'
import { demandTeam, type Team } from '../teams/store.ts'
import type { World } from '../world.ts'
import { chargeRequest, payableCents } from './charges.ts'
import { amountDue, amountOverpaid } from './rules.ts'
import { findInvoice } from './store.ts'
import { dueDateOf, type InvoiceParts, invoiceUrl, payableOf } from './view.ts'

type Ways = Pick<
  InvoiceDocument,
  'amountDue' | 'lateSums' | 'lateWords' | 'ways' | 'withoutCode' | 'instructions' | 'overpaid'
>

interface WaysContext {
  team: Team
  today: Temporal.PlainDate
  words: PageWords
  hasBank: boolean
}

/** Without a bank no code is promised. */
export function waysOf(
  world: World,
  parts: InvoiceParts,
  { team, today, words, hasBank }: WaysContext,
): Ways {
  const { invoice, payments, charges } = parts
  const ways = payableOf(charges).map((charge) => wayOf(world, charge, invoice, words))
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
    ways,
    withoutCode:
      owed > 0n && ways.length === 0 && invoice.mandate_id === null
        ? withoutCode(issuer, isComing, words)
        : null,
    instructions: owed > 0n ? (issuer.payment_instructions ?? null) : null,
    overpaid: beyond === 0n ? null : words.money(beyond),
  }
}

/** The late charges of the code to pay, so that page and code agree; without a code, those of today. */
export function lateToday(
  { invoice, charges }: Pick<InvoiceParts, 'invoice' | 'charges'>,
  owed: Cents,
  today: Temporal.PlainDate,
): Cents {
  if (owed === 0n) return 0n
  const code = payableOf(charges).find(({ method }) => METHODS[method].terms === 'code')
  if (code !== undefined) return code.amount_cents - owed
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

function wayOf(
  world: World,
  charge: ChargeRow,
  invoice: InvoiceParts['invoice'],
  words: PageWords,
): DocumentWay {
  const { code = null, barcode, page_url: url = null } = charge.instructions ?? {}
  return {
    method: charge.method,
    amount: words.money(charge.amount_cents),
    code,
    slip: barcode === undefined ? null : slipOf(world, { charge, barcode, invoice, words }),
    url,
  }
}

/** A boleto that was opened late is due later than the invoice, and does not grow. */
function slipOf(
  world: World,
  {
    charge,
    barcode,
    invoice,
    words,
  }: {
    readonly charge: ChargeRow
    readonly barcode: string
    readonly invoice: InvoiceParts['invoice']
    readonly words: PageWords
  },
): DocumentBoleto {
  const dueOn = dueDateOf(charge)
  const asks = words.invoice.boletoAsks(
    words.money(charge.amount_cents),
    words.date(Temporal.PlainDate.from(dueOn)),
  )
  const grows = dueOn === invoice.due_date && isCostly(lateTermsOf(invoice))
  const line = digitableLine(barcode)
  return {
    barcode,
    digitableLine: line,
    shownLine: formatDigitableLine(line),
    pdfUrl: boletoPdfUrl(world, charge),
    words: grows ? `${asks} ${words.invoice.boletoGrows}` : asks,
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
