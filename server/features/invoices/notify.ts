// Notices to clients about their invoices, by WhatsApp and by mail.

import type { InvoiceMessageKind } from '../../../contract/invoicing-states.ts'
import type { SendInput, Sending } from '../../../contract/mails.ts'
import { looksLikeCpf } from '../../../contract/tax-ids.ts'
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import type { PixOrder } from '../../adapters/whatsapp/messenger.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { digitableLine, formatDigitableLine } from '../../kernel/values/boleto.ts'
import { dateIn } from '../../kernel/values/dates.ts'
import { fail } from '../../kernel/values/fail.ts'
import { isUuid } from '../../kernel/values/ids.ts'
import { chargeableDaysLate } from '../../kernel/values/late-charges.ts'
import type { Letterhead } from '../../render/letterhead.ts'
import { layoutMail } from '../../render/mail/mail.ts'
import { numberText } from '../documents/view.ts'
import { lastOrderOf, wasNotified } from '../notifications/message-store.ts'
import {
  demandEmail,
  demandPhone,
  keepPhoneMessage,
  type MessageAbout,
  noteMail,
  reachedAt,
} from '../notifications/messages.ts'
import { keepMail, languageOf, queueMail, type WrittenMail } from '../notifications/queue-mail.ts'
import { addressed, inTemplate } from '../notifications/salutation.ts'
import { pixKeyOf } from '../payments/banks.ts'
import { findAnyProvider } from '../payments/provider-store.ts'
import { isReminderWanted } from '../recurring-invoices/rules.ts'
import { letterheadOf } from '../teams/brand.ts'
import { demandTeam, type Team } from '../teams/store.ts'
import type { World } from '../world.ts'
import { payableCents } from './charges.ts'
import type * as invoicing from './jobs.ts'
import type { ClientNotice } from './jobs.ts'
import { debitDay } from './mandate-part.ts'
import { invoiceBlocks, type MessageFacts, messageTexts, plainText } from './message-texts.ts'
import { partsOf } from './parts.ts'
import { findRefund, type RefundRow } from './refunds/store.ts'
import { amountDue } from './rules.ts'
import { isCancelled, isPaid, isSent } from './states.ts'
import { findInvoice, type InvoiceRow } from './store.ts'
import { currentOf, type InvoiceParts, invoiceUrl, offeredOf } from './view.ts'
import { changesToday } from './ways-to-pay.ts'
import { INVOICE_WORDS } from './words.ts'

interface Notice {
  readonly messageAbout: MessageAbout
  readonly kind: InvoiceMessageKind
  readonly parts: InvoiceParts
  readonly team: Team
  readonly facts: MessageFacts
}

export async function notifyClient(
  world: World,
  { job, payload: notice, last }: TaskOf<typeof invoicing.notifyClientJob>,
): Promise<void> {
  await transaction(world, last, async (tx) => {
    const invoice = await findInvoice(tx, tx.owner, notice.invoice_id)
    const team = await demandTeam(tx, tx.owner.teamId)
    if (invoice === undefined || !isWanted(tx, notice, invoice, team)) return
    if (await wasNotified(tx, tx.owner, job.key)) return
    const parts = await partsOf(world, tx, tx.owner, invoice)
    const refund = notice.kind === 'refunded' ? await findRefund(tx, notice.refund_id) : undefined
    const facts = await factsOf(world, tx, { parts, team, refund })
    await writeNotice(world, tx, { key: job.key, kind: notice.kind, parts, team, facts })
  })
}

/** Sends an invoice again on request; a paid one as the receipt of its payment. */
export async function sendInvoice(
  world: World,
  scope: Scope,
  id: string,
  { channel = 'email' }: SendInput,
): Promise<Sending> {
  return transaction(world, scope, async (tx) => {
    const invoice = (isUuid(id) && (await findInvoice(tx, tx.owner, id))) || fail('invoice_not_found')
    if (!isSent(invoice))
      fail('invalid_status_transition', { advice: 'only an invoice that was sent can be sent again' })
    const parts = await partsOf(world, tx, tx.owner, invoice)
    const team = await demandTeam(tx, tx.owner.teamId)
    const isGivenBack = invoice.refunded_cents > 0n && invoice.amount_paid_cents === 0n
    const paidKind = isGivenBack && channel === 'email' ? 'refunded' : 'paid'
    const kind = isPaid(invoice) ? paidKind : 'sent'
    const about = { topic: 'records', object: 'invoice', objectId: invoice.id } as const
    record(tx, { ...about, before: null, after: { sent_by: channel } })
    const messageAbout = { key: tx.newId('message'), kind, invoiceId: invoice.id, quoteId: null } as const
    const facts = await factsOf(world, tx, { parts, team })
    const notice = { messageAbout, kind, parts, team, facts } as const
    if (channel === 'whatsapp') {
      const to = demandPhone(world, tx, parts.client)
      await writeMessage(world, tx, notice, to)
      return { channel, to, mail_id: null }
    }
    const to = demandEmail(parts.client)
    const mail_id = await mailTo(world, tx, notice, to)
    const language = languageOf(team, parts.client)
    const text = plainText(messageTexts(kind, notice.facts, language), notice.facts, language)
    await noteMail(tx, messageAbout, { to, text, mailId: mail_id })
    return { channel, to, mail_id }
  })
}

/** False if the invoice changed so that the notice is no longer true or useful. */
function isWanted(tx: Tx, notice: ClientNotice, invoice: InvoiceRow, { time_zone }: Team): boolean {
  if (isCancelled(invoice)) return notice.kind === 'paid' || notice.kind === 'refunded'
  if (notice.kind !== 'reminder' && notice.kind !== 'overdue') return true
  if (!isSent(invoice) || isPaid(invoice)) return false
  const today = dateIn(tx.now, time_zone)
  const due = Temporal.PlainDate.from(invoice.due_date)
  const { days: daysLeft } = today.until(due, { largestUnit: 'days' })
  return 'days' in notice
    ? isReminderWanted(notice.days, notice.all, daysLeft)
    : chargeableDaysLate(due, today) > 0
}

/** These carry a document or a code to pay by, so they go by mail even if they reach the phone. */
const ALSO_BY_MAIL: readonly InvoiceMessageKind[] = ['sent', 'generated', 'paid', 'refunded']

async function writeNotice(
  world: World,
  tx: Tx,
  { key, kind, parts, team, facts }: Omit<Notice, 'messageAbout'> & { key: string },
): Promise<void> {
  const messageAbout = { key, kind, invoiceId: parts.invoice.id, quoteId: null }
  const notice = { messageAbout, kind, parts, team, facts }
  const { phone, email } = parts.client
  const digits = kind === 'refunded' ? null : reachedAt(world, tx, phone)
  if (digits !== null) await writeMessage(world, tx, notice, digits)
  // Erased clients have no e-mail address.
  if (email === '' || (digits !== null && !ALSO_BY_MAIL.includes(kind))) return
  const mailId = await mailTo(world, tx, notice, email)
  if (digits !== null) return
  const language = languageOf(team, parts.client)
  const text = plainText(messageTexts(kind, notice.facts, language), notice.facts, language)
  await noteMail(tx, messageAbout, { to: email, text, mailId })
}

/** Templates are Portuguese. */
async function writeMessage(world: World, tx: Tx, notice: Notice, to: string): Promise<void> {
  const { messageAbout, kind, parts, team } = notice
  const facts = inTemplate(world, notice.facts)
  const texts = messageTexts(kind, facts)
  const id = tx.newId('message')
  const order =
    kind === 'paid'
      ? null
      : await orderOf(world, tx, parts, { merchantName: team.name, reference: id, facts })
  const isPaidOrder = kind === 'paid' && world.messenger.takesOrders
  const paidOrder = isPaidOrder ? await lastOrderOf(tx, parts.invoice.id, to) : undefined
  const message = {
    to,
    template: order === null && paidOrder === undefined ? texts.template : `${texts.template}_pix`,
    parameters: texts.parameters,
    link: parts.invoice.link_token,
    order,
    ...(paidOrder !== undefined && { paidOrder }),
  }
  await keepPhoneMessage(world, tx, messageAbout, { id, message, text: plainText(texts, facts, 'pt-BR') })
}

/** The order by which WhatsApp lets the client pay by Pix; null if nothing is to be paid, or no real bank collects it. */
async function orderOf(
  { messenger }: World,
  tx: Tx,
  { invoice, pix, charges }: InvoiceParts,
  { merchantName, reference, facts }: Pick<PixOrder, 'merchantName' | 'reference'> & { facts: MessageFacts },
): Promise<PixOrder | null> {
  const charge = currentOf(charges, 'pix')
  if (!messenger.takesOrders || pix === null || charge === null || charge.provider_id === null) return null
  const provider = await findAnyProvider(tx, charge.provider_id)
  const key = provider === undefined ? null : pixKeyOf(provider)
  if (key === null) return null
  const number = numberText(invoice)
  return {
    reference,
    code: pix.copy_paste,
    merchantName,
    key,
    keyType: keyTypeOf(key),
    itemName: number === null ? 'Fatura' : `Fatura ${number}`,
    // Of a Pix with a due date, what the bank asks for today.
    amountCents: Number(charge.due_date === null ? charge.amount_cents : payableToday(facts)),
  }
}

function payableToday({ amountCents, early }: MessageFacts): bigint {
  return amountCents - (early?.cents ?? 0n)
}

function keyTypeOf(key: string): PixOrder['keyType'] {
  if (key.includes('@')) return 'EMAIL'
  if (key.startsWith('+')) return 'PHONE'
  if (key.includes('-')) return 'EVP'
  return looksLikeCpf(key) ? 'CPF' : 'CNPJ'
}

async function mailTo(world: World, tx: Tx, notice: Notice, to: string): Promise<string | null> {
  const { messageAbout, kind, parts, team, facts } = notice
  const written = invoiceMail(kind, facts, languageOf(team, parts.client), letterheadOf(world, team))
  const document = { type: 'invoice', key: parts.invoice.link_token } as const
  const mail = {
    key: `invoice ${messageAbout.key}`,
    to,
    ...written,
    about: parts.invoice.id,
    ...(hasDocument(kind) && { document }),
  }
  return tx.owner.mode === 'live' ? queueMail(tx, mail) : keepMail(tx, mail)
}

export function invoiceMail(
  kind: InvoiceMessageKind,
  facts: MessageFacts,
  language: TeamLanguage,
  sender: Letterhead,
): WrittenMail {
  const { subject, greeting, paragraphs, action, closing } = messageTexts(kind, facts, language)
  const { attached, attachedPaid } = INVOICE_WORDS[language]
  const enclosed = hasDocument(kind) ? [kind === 'paid' || kind === 'refunded' ? attachedPaid : attached] : []
  const written = layoutMail({
    language,
    title: subject,
    preview: paragraphs.at(-1),
    greeting,
    paragraphs: [...paragraphs, ...enclosed],
    blocks: invoiceBlocks(kind, facts, language),
    action: { label: action, url: facts.url },
    closing,
    sender,
  })
  return { subject, ...written }
}

/** A draft has no document yet. */
function hasDocument(kind: InvoiceMessageKind): boolean {
  return kind !== 'created'
}

async function factsOf(
  world: World,
  tx: Tx,
  {
    parts,
    team,
    refund,
  }: { readonly parts: InvoiceParts; readonly team: Team; readonly refund?: RefundRow | undefined },
): Promise<MessageFacts> {
  const { invoice, client, payments, charges, isSimulated } = parts
  const { late: lateCents, early } = changesToday(
    parts,
    payableCents(invoice),
    dateIn(tx.now, team.time_zone),
  )
  return {
    ...addressed(team, client),
    number: numberText(invoice),
    amountCents: amountDue(invoice) + lateCents,
    lateCents,
    early: early && { cents: early.cents, until: Temporal.PlainDate.from(early.until) },
    debitOn: await debitDay(tx, invoice),
    receivedCents: payments.findLast(({ amount_cents }) => amount_cents > 0n)?.amount_cents ?? 0n,
    paidCents: invoice.amount_paid_cents,
    refund: {
      amountCents: refund?.amount_cents ?? invoice.refunded_cents,
      isSettled: refund?.reduces_amount_due ?? true,
    },
    isClosed: isPaid(invoice) || isCancelled(invoice),
    dueDate: Temporal.PlainDate.from(invoice.due_date),
    url: invoiceUrl(world, invoice.link_token),
    codes: offeredOf(charges).flatMap(({ method, instructions }) => {
      const { code, barcode } = instructions ?? {}
      const text = barcode === undefined ? code : formatDigitableLine(digitableLine(barcode))
      return text === undefined ? [] : [{ method, code: text }]
    }),
    isSimulated,
    isTest: invoice.mode === 'test',
  }
}
