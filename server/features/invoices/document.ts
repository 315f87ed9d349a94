// An invoice as the document that its page and PDF show.
import type { AdjustmentType } from '../../../contract/invoicing-states.ts'
import { isPaymentMethod } from '../../../contract/payment-methods.ts'
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import { chargeableDaysLate } from '../../kernel/values/late-charges.ts'
import type { Cents } from '../../kernel/values/money.ts'
import { type InvoiceDocument, isClosed } from '../../render/document/document.ts'
import { methodWords } from '../../render/words/method-words.ts'
import { type PageWords, pageWords } from '../../render/words/page-words.ts'
import { commonOf, dateText, sumsOf } from '../documents/document-parts.ts'
import { numberText, partiesOf } from '../documents/view.ts'
import type { ShownCharge } from '../payments/charge-store.ts'
import type { Team } from '../teams/store.ts'
import type { World } from '../world.ts'
import type { CardOffer } from './card-charges.ts'
import { type InvoiceMandate, mandatePart } from './mandate-part.ts'
import { adjustedTotal, amountDue } from './rules.ts'
import { isCancelled, isDraft, isOverdue, isPaid } from './states.ts'
import { isCredit, type PaymentRow } from './store.ts'
import { type InvoiceParts, invoicePdfUrl, invoiceUrl } from './view.ts'
import { waysOf } from './ways-to-pay.ts'

interface DocumentContext {
  team: Team
  today: Temporal.PlainDate
  language: TeamLanguage
  /** A bank will open the charges that are missing. */
  hasBank: boolean
  /** Null if it cannot be paid by card. */
  card: CardOffer | null
  mandate: InvoiceMandate | null
}

export function invoiceDocument(
  world: World,
  parts: InvoiceParts,
  { team, today, language, hasBank, card, mandate }: DocumentContext,
): InvoiceDocument {
  const { invoice, client, isSimulated } = parts
  const words = pageWords(language)
  const due = Temporal.PlainDate.from(invoice.due_date)
  const state = stateOf(invoice, chargeableDaysLate(due, today) > 0)
  const ways = waysOf(world, parts, { team, today, words, hasBank, card })
  const shown = mandatePart(mandate, words)
  const terms = shown?.state === 'offered' ? shown.lines : []
  return {
    ...commonOf(world, {
      team,
      parties: invoice.parties ?? partiesOf(team, client),
      content: invoice,
      words,
    }),
    isSimulated: isSimulated || invoice.mode === 'test',
    kind: 'invoice',
    title: words.invoice.title(numberText(invoice)),
    dates: [
      [words.document.issued, dateText(invoice.issue_date, words)],
      [words.invoice.due, words.date(due)],
    ],
    sums: sumsOf(invoice, words),
    total: words.money(invoice.total_cents),
    notes: invoice.notes,
    url: invoiceUrl(world, invoice.link_token),
    pdfUrl: invoicePdfUrl(world, invoice.link_token),
    state,
    isDraft: isDraft(invoice),
    ...ways,
    ways: ways.ways.map((way) => (way.method === 'pix_automatic' ? { ...way, terms } : way)),
    mandate: shown,
    dueOn: words.date(due),
    dueNote: isClosed({ state }) ? null : dueNote(due, today, words),
    totalChanges: totalChanges(parts, words),
    adjustedTotal: words.money(adjustedTotal(invoice)),
    nothingLeft: nothingLeft(parts),
    ...moneyThatMoved(parts, team.time_zone, words),
  }
}

/** Why an invoice that was adjusted asks for nothing; null if money paid it, or it asks for something. */
function nothingLeft({ invoice, adjustments }: InvoiceParts): InvoiceDocument['nothingLeft'] {
  if (invoice.adjustment_cents === 0n || invoice.amount_paid_cents !== 0n || amountDue(invoice) !== 0n)
    return null
  return adjustments.some(({ type }) => type === 'refund') || invoice.refunded_cents > 0n
    ? 'refunded'
    : 'credited'
}

/** Late charges paid, and deductions by early payment, refunds and credit notes. */
function totalChanges({ payments, adjustments }: InvoiceParts, words: PageWords): [string, string][] {
  const { latePaid, adjustment, credit, earlyTaken } = words.invoice
  const lateCents = payments.reduce((sum, { late_cents }) => sum + late_cents, 0n)
  const sumOf = (type: AdjustmentType) =>
    adjustments.reduce((sum, one) => (one.type === type ? sum + one.amount_cents : sum), 0n)
  const changes: [string, Cents][] = [
    [latePaid, lateCents],
    [earlyTaken, sumOf('early_payment')],
    [adjustment, sumOf('refund')],
    [credit, sumOf('credit_note')],
  ]
  return changes.flatMap(([label, cents]) => (cents === 0n ? [] : [[label, words.money(cents)]]))
}

function moneyThatMoved({ payments, charges }: InvoiceParts, zone: string, words: PageWords) {
  const sumOf = (isOfIt: (payment: PaymentRow) => boolean) => {
    const sum = payments.filter(isOfIt).reduce((total, { amount_cents }) => total + amount_cents, 0n)
    return sum === 0n ? null : words.money(sum < 0n ? -sum : sum)
  }
  const shown = payments.map((payment) => {
    const at = payment.paid_at.toTemporalInstant().toZonedDateTimeISO(zone)
    const time = at.toPlainTime().toString({ smallestUnit: 'minute' })
    const charge = charges.find(({ id }) => id === payment.charge_id)
    const by = wayOf(payment, charge, words)
    return { payment, by, day: words.date(at.toPlainDate()), at: words.moment(at.toPlainDate(), time) }
  })
  return {
    paidSum: sumOf(() => true),
    returnedSum: sumOf(({ method }) => method === 'return'),
    payments: shown.map(({ payment, by, day }): [string, string] => [
      isWayOut(payment) ? `${day} (${by.toLowerCase()})` : payment.method === 'card' ? `${day}, ${by}` : day,
      words.money(payment.amount_cents),
    ]),
    paidOn: shown.findLast(({ payment }) => !isWayOut(payment) && payment.method !== 'dispute')?.day ?? null,
    receipts: shown.map(({ payment, by, at }) => ({
      at,
      amount: words.money(payment.amount_cents),
      by,
      reference: payment.reference === null ? null : words.invoice.reference(payment.reference),
    })),
  }
}

/** Money that went back, is contested, or became credit. */
function isWayOut(payment: PaymentRow): boolean {
  const mayGo = isCredit(payment) || payment.method === 'dispute'
  return payment.method === 'return' || (mayGo && payment.amount_cents < 0n)
}

function wayOf(payment: PaymentRow, charge: ShownCharge | undefined, words: PageWords): string {
  const { invoice, statement } = words
  if (isCredit(payment) && payment.amount_cents < 0n) return invoice.becameCredit
  const { method, manual_method: manual } = payment
  if (method === 'card' && charge !== undefined) {
    const fee = payment.surcharge_cents
    const paidFee = fee > 0n ? `. ${methodWords(words.lang).card.feePaid(words.money(fee))}` : ''
    return `${cardText(charge, words)}${paidFee}`
  }
  if (method === 'dispute' && payment.amount_cents > 0n) return invoice.disputeWon
  if (isPaymentMethod(method)) return methodWords(words.lang)[method].name
  return manual === null ? invoice.by[method] : `${invoice.by[method]} (${statement.by[manual]})`
}

/** "Cartão (Visa, final 4242, em 3x)", as far as the bank reported it. */
function cardText({ card, instalment_count: count }: ShownCharge, words: PageWords): string {
  const { name, brands, lastDigits, inInstalments } = methodWords(words.lang).card
  const { brand = null, last_digits: digits = null } = card ?? {}
  const details = [
    brand === null ? '' : (textOf(brands, brand.toLowerCase()) ?? brand),
    digits === null ? '' : lastDigits(digits),
    count === null ? '' : inInstalments(count),
  ].filter((text) => text !== '')
  return details.length === 0 ? name : `${name} (${details.join(', ')})`
}

function textOf(texts: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(texts, name) ? texts[name] : undefined
}

function dueNote(due: Temporal.PlainDate, today: Temporal.PlainDate, { invoice }: PageWords): string | null {
  if (due.equals(today)) return invoice.dueToday
  const days = chargeableDaysLate(due, today)
  return days === 0 ? null : invoice.overdueBy(days)
}

/** To the client it is overdue only after the last day on time. */
function stateOf(invoice: InvoiceParts['invoice'], isLate: boolean): InvoiceDocument['state'] {
  if (isCancelled(invoice)) return 'cancelled'
  if (isPaid(invoice)) return 'paid'
  return isOverdue(invoice) && isLate ? 'overdue' : 'open'
}
