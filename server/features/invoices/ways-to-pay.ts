// Payment on a document: the amount of today, the ways to pay, and the way to pay without them.
import { INSTALMENTS_OF_EVERY_BRAND } from '../../../contract/cards.ts'
import { INVOICE_PATH } from '../../../contract/links.ts'
import { METHODS, PAYMENT_METHODS } from '../../../contract/payment-methods.ts'
import { digitableLine, formatDigitableLine } from '../../kernel/values/boleto.ts'
import { BANK_ZONE, dateIn } from '../../kernel/values/dates.ts'
import { chargeableDaysLate, isCostly, lateCharges, lateTermsOf } from '../../kernel/values/late-charges.ts'
import { type Cents, formatAmount } from '../../kernel/values/money.ts'
import { ownerOfRow } from '../../kernel/values/owner.ts'
import type { BoletoLook } from '../../render/boleto/boleto-page.ts'
import type {
  DocumentBoleto,
  DocumentCardOffer,
  DocumentWay,
  InvoiceDocument,
} from '../../render/document/document.ts'
import { lateWords } from '../../render/words/late-words.ts'
import { methodWords } from '../../render/words/method-words.ts'
import { languageFor, type PageWords } from '../../render/words/page-words.ts'
import { clientOf } from '../clients/store.ts'
import type { InstalmentOption } from '../payments/card-terms.ts'
import { type ChargeRow, paidByCharge } from '../payments/charge-store.ts'
import { askedOn } from '../payments/charges.ts'
import { boletoPdfUrl, cardPageUrl } from '../payments/payer-links.ts'
import { isAuthorised, isAwaited, isPayable } from '../payments/states.ts'
import { issuerOf, letterheadOf } from '../teams/brand.ts'
import { demandTeam, type Team } from '../teams/store.ts'
import type { World } from '../world.ts'
import type { CardOffer } from './card-charges.ts'
import { chargeRequest, payableCents } from './charges.ts'
import { amountDue, amountOverpaid, type EarlyOffer, earlyOffer, earlyOfferOn } from './rules.ts'
import { findInvoice } from './store.ts'
import { currentOf, dueDateOf, type InvoiceParts, invoiceUrl, offeredOf, payableOf } from './view.ts'

type Ways = Pick<
  InvoiceDocument,
  'amountDue' | 'earlySums' | 'lateSums' | 'lateWords' | 'ways' | 'withoutCode' | 'instructions' | 'overpaid'
>

interface WaysContext {
  team: Team
  today: Temporal.PlainDate
  words: PageWords
  hasBank: boolean
  card: CardOffer | null
}

/** Without a bank no code is promised. */
export function waysOf(
  world: World,
  parts: InvoiceParts,
  { team, today, words, hasBank, card }: WaysContext,
): Ways {
  const { invoice, payments, charges } = parts
  const others = offeredOf(charges).map((charge) => wayOf(world, charge, { invoice, today, words }))
  const byCard = cardWay(world, parts, card, words)
  const ways = [...others, ...byCard].toSorted((one, other) => rankOf(one) - rankOf(other))
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
    ways,
    withoutCode:
      owed > 0n && ways.length === 0 && invoice.mandate_id === null
        ? withoutCode(issuer, isComing, words)
        : null,
    instructions: owed > 0n ? (issuer.payment_instructions ?? null) : null,
    overpaid: beyond === 0n ? null : words.money(beyond),
  }
}

/**
 * Late charges and the discount for early payment. As the code has it, so that page and code
 * agree; without a code, or if its bank computes the amount, those of today.
 */
export function changesToday(
  { invoice, charges }: Pick<InvoiceParts, 'invoice' | 'charges'>,
  owed: Cents,
  today: Temporal.PlainDate,
): { late: Cents; early: EarlyOffer | null } {
  if (owed === 0n) return { late: 0n, early: null }
  const code = payableOf(charges).find(({ method }) => METHODS[method].terms === 'code')
  if (code !== undefined && code.due_date === null) {
    const asked = code.amount_cents - code.surcharge_cents
    const offer = asked < owed ? earlyOffer(invoice) : null
    const late = asked > owed ? asked - owed : 0n
    return { late, early: offer && { ...offer, cents: owed - asked } }
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

function wayOf(
  world: World,
  charge: ChargeRow,
  {
    invoice,
    today,
    words,
  }: { invoice: InvoiceParts['invoice']; today: Temporal.PlainDate; words: PageWords },
): DocumentWay {
  const { code = null, barcode, page_url: url = null } = charge.instructions ?? {}
  return {
    method: charge.method,
    amount: words.money(askedOn(charge, today)),
    code,
    slip: barcode === undefined ? null : slipOf(world, { charge, barcode, invoice, words }),
    url,
  }
}

/** In the order in which payers see them. */
function rankOf({ method }: DocumentWay): number {
  return PAYMENT_METHODS.indexOf(method)
}

/** The charge of a card is opened when the payer asks for it, so the way is shown before there is one. */
function cardWay(
  world: World,
  { invoice, charges }: InvoiceParts,
  offered: CardOffer | null,
  words: PageWords,
): DocumentWay[] {
  const charge = currentOf(charges, 'card')
  if (offered === null && (charge === null || !isAuthorised(charge))) return []
  const text = methodWords(words.lang).card
  const { amountCents = 0n, options = [], mostThere = null, bankName = null, hasFee = false } = offered ?? {}
  const lastRefusal = charge?.refusals.at(-1)?.reason
  return [
    {
      method: 'card',
      amount: words.money(amountCents),
      code: null,
      slip: null,
      url: invoiceUrl(world, invoice.link_token),
      offer: {
        state: stateOf(charge),
        options:
          mostThere === null
            ? options.map((option) => [option.count, optionText(option, words)])
            : [[1, text.upTo(mostThere)]],
        action: `${INVOICE_PATH}/${invoice.link_token}/card`,
        amount: formatAmount(amountCents),
        chosen: charge !== null && isPayable(charge) ? charge.instalment_count : null,
        pageUrl: charge !== null && isPayable(charge) ? cardPageUrl(world, charge) : null,
        bank: bankName ?? text.simulatedBank,
        notes: [
          ...(hasFee ? [text.withFee] : []),
          ...(options.some(({ count }) => count > INSTALMENTS_OF_EVERY_BRAND) ? [text.bigBrands] : []),
        ],
        refused:
          lastRefusal === undefined ? null : (reasonText(lastRefusal, text.reasons) ?? text.reasons.refused),
      },
    },
  ]
}

function stateOf(charge: ChargeRow | null): DocumentCardOffer['state'] {
  if (charge === null) return 'offered'
  if (isAuthorised(charge)) return 'checking'
  if (isAwaited(charge)) return 'preparing'
  return isPayable(charge) ? 'ready' : 'offered'
}

function optionText({ count, eachCents, totalCents }: InstalmentOption, words: PageWords): string {
  const text = methodWords(words.lang).card
  const total = words.money(totalCents)
  return count === 1 ? text.once(total) : text.several(count, words.money(eachCents), total)
}

function reasonText(reason: string, texts: Readonly<Record<string, string>>): string | undefined {
  return Object.hasOwn(texts, reason) ? texts[reason] : undefined
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
  const { discount_cents: cents, discount_until: until } = charge
  const day = until === null ? null : words.date(Temporal.PlainDate.from(until))
  const less = day === null ? [] : [words.invoice.boletoLess(words.money(cents), day)]
  const grows = dueOn === invoice.due_date && isCostly(lateTermsOf(invoice))
  const line = digitableLine(barcode)
  return {
    barcode,
    digitableLine: line,
    shownLine: formatDigitableLine(line),
    pdfUrl: boletoPdfUrl(world, charge),
    words: [asks, ...less, ...(grows ? [words.invoice.boletoGrows] : [])].join(' '),
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
