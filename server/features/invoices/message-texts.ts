// The texts of messages about invoices: one for phone and mail, and the same words as the parameters of a WhatsApp
// template, so that the two cannot differ.
import type { InvoiceMessageKind } from '../../../contract/invoicing-states.ts'
import type { PaymentMethod } from '../../../contract/payment-methods.ts'
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import type { Cents } from '../../kernel/values/money.ts'
import { moneyText, shortDate } from '../../render/itinerary/itinerary.ts'
import type { MailBlock } from '../../render/mail/mail.ts'
import { mailWords } from '../../render/words/method-words.ts'
import { DOCUMENT_WORDS } from '../documents/words.ts'
import { type Addressed, type Salutation, salutation } from '../notifications/salutation.ts'
import { INVOICE_WORDS } from './words.ts'

export interface MessageFacts extends Addressed {
  /** Null for a draft. */
  number: string | null
  /** The amount to pay today, without the discount for early payment. */
  amountCents: Cents
  /** The discount until a day. */
  early: { cents: Cents; until: Temporal.PlainDate } | null
  /** The day on which a mandate debits it; null if the client is to pay. */
  debitOn: Temporal.PlainDate | null
  /** Part of the amount: fine and interest. */
  lateCents: Cents
  /** The last payment that came. */
  receivedCents: Cents
  /** All payments, less what went back. */
  paidCents: Cents
  refund: { amountCents: Cents; isSettled: boolean } | null
  /** Nothing is to be paid: it is paid or cancelled. */
  isClosed: boolean
  dueDate: Temporal.PlainDate
  url: string
  /** By which it can be paid; the digits of a boleto in groups. */
  codes: readonly { readonly method: PaymentMethod; readonly code: string }[]
  /** No real money is collected. */
  isSimulated: boolean
  /** In test mode every subject is marked when it is stored. */
  isTest: boolean
}

export interface MessageTexts extends Salutation {
  subject: string
  /** Whole sentences, without link and code. */
  paragraphs: string[]
  /** For the label of the link. */
  action: string
  /** Name of the template, and the values of its placeholders, in order. */
  template: string
  parameters: string[]
}

/** A refund is reported by mail alone: no template can say whether something is still owed. */
const TEMPLATES: Readonly<Record<Exclude<InvoiceMessageKind, 'refunded'>, string>> = {
  created: 'fatura_criada',
  sent: 'fatura_enviada',
  generated: 'fatura_gerada',
  paid: 'fatura_paga',
  reminder: 'fatura_lembrete',
  overdue: 'fatura_vencida',
}

export function messageTexts(
  kind: InvoiceMessageKind,
  facts: MessageFacts,
  language: TeamLanguage = 'pt-BR',
): MessageTexts {
  const { clientName, teamName, isSimulated, isTest } = facts
  const words = INVOICE_WORDS[language]
  const { simulated, simulation, simulationSubject } = DOCUMENT_WORDS[language]
  // Templates have no other place for the mark.
  const sender = isSimulated ? `${teamName} (${simulated})` : teamName
  const amount = namedAmount(kind, facts, language)
  const due = shortDate(facts.dueDate, language)
  const invoice = words.invoice(facts.number)
  const { subject, sentence } = words.letters[kind]({
    ...{ team: teamName, invoice, amount, due },
    owed: isOwed(facts) ? moneyText(facts.amountCents, language) : null,
    isSettled: facts.refund?.isSettled === true,
  })
  return {
    subject: isSimulated && !isTest ? `${simulationSubject} ${subject}` : subject,
    ...salutation(facts, language),
    paragraphs: [
      ...(isSimulated ? [simulation] : []),
      sentence,
      ...(asksToPay(kind) ? whatElse(facts, language) : []),
    ],
    action: asksForMoney(kind, facts) ? words.pay : words.look,
    template: kind === 'refunded' ? '' : TEMPLATES[kind],
    parameters: [clientName, sender, facts.number ?? '-', amount, due],
  }
}

/** The amount that came or went back; else the amount due today and until when, or the day of the debit. */
function namedAmount(kind: InvoiceMessageKind, facts: MessageFacts, language: TeamLanguage): string {
  const { amountCents, early, debitOn } = facts
  const words = INVOICE_WORDS[language]
  const money = (cents: Cents) => moneyText(cents, language)
  if (kind === 'refunded') return money(facts.refund?.amountCents ?? 0n)
  if (kind === 'paid') return money(facts.receivedCents)
  if (debitOn !== null) return words.debited(money(amountCents), shortDate(debitOn, language))
  if (early !== null)
    return words.discounted(money(amountCents - early.cents), shortDate(early.until, language))
  return money(amountCents)
}

function asksToPay(kind: InvoiceMessageKind): boolean {
  return kind !== 'paid' && kind !== 'refunded'
}

function asksForMoney(kind: InvoiceMessageKind, facts: MessageFacts): boolean {
  if (facts.debitOn !== null || kind === 'paid') return false
  return kind !== 'refunded' || isOwed(facts)
}

function isOwed({ isClosed, amountCents }: MessageFacts): boolean {
  return !isClosed && amountCents > 0n
}

/** The whole text of a message, as it is stored. */
export function plainText(
  { greeting, paragraphs, action, closing }: MessageTexts,
  facts: MessageFacts,
  language: TeamLanguage,
): string {
  const codes = codesOf(facts, language).map(({ title, code }) => `${title}:\n${code}`)
  const end = closing === null ? [] : [closing]
  return [greeting, ...paragraphs, `${action}:\n${facts.url}`, ...codes, ...end].join('\n\n')
}

type Row = [label: string, value: string | null]

/** The blocks of a mail: summary, and the codes to pay by. */
export function invoiceBlocks(
  kind: InvoiceMessageKind,
  facts: MessageFacts,
  language: TeamLanguage,
): MailBlock[] {
  const words = INVOICE_WORDS[language]
  const { number, amountCents, lateCents, receivedCents, paidCents, refund, dueDate, debitOn } = facts
  const money = (cents: Cents) => moneyText(cents, language)
  const paid: Row[] = [
    [words.paid, money(receivedCents)],
    [words.paidTotal, paidCents === receivedCents ? null : money(paidCents)],
  ]
  const payable: Row[] = [
    [words.amount, money(amountCents)],
    [words.late, lateCents === 0n ? null : money(lateCents)],
    ...earlyRow(facts, language),
    [words.due, shortDate(dueDate, language)],
    [words.debitOn, debitOn && shortDate(debitOn, language)],
  ]
  const refunded: Row[] = [
    [words.refunded, money(refund?.amountCents ?? 0n)],
    ...(isOwed(facts) ? payable : []),
  ]
  const ofKind = kind === 'paid' ? paid : kind === 'refunded' ? refunded : payable
  const rows: Row[] = [[words.number, number], ...ofKind]
  const shown = rows.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]))
  return [{ kind: 'rows', title: DOCUMENT_WORDS[language].summary, rows: shown }, ...codesOf(facts, language)]
}

function earlyRow({ amountCents, early }: MessageFacts, language: TeamLanguage): Row[] {
  if (early === null) return []
  const label = INVOICE_WORDS[language].withDiscount(shortDate(early.until, language))
  return [[label, moneyText(amountCents - early.cents, language)]]
}

/** A sentence about the debit, or about what is owed after the discount for early payment. */
function whatElse({ amountCents, early, debitOn }: MessageFacts, language: TeamLanguage): string[] {
  const { nothingToDo, payEarly } = INVOICE_WORDS[language]
  if (debitOn !== null) return [nothingToDo]
  if (early === null) return []
  const money = (cents: Cents) => moneyText(cents, language)
  return [payEarly(shortDate(early.until, language), money(early.cents), money(amountCents))]
}

function codesOf({ codes }: MessageFacts, language: TeamLanguage) {
  return codes.flatMap(({ method, code }) => {
    const words = mailWords(method, language)
    return words === null ? [] : [{ kind: 'code' as const, code, title: words.title, note: words.hint }]
  })
}
