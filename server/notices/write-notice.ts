// Writes what a client is told of an invoice: to their phone where the messaging app reaches it, and by mail. What has
// a paper that people keep, or a code that they pay by, goes by mail as well as to the phone; the rest goes one way.
import type { MessageKind } from '../../contract/invoicing-states.ts'
import { dateIn } from '../base/values/dates.ts'
import { invoiceUrl } from '../invoicing/documents/links.ts'
import { lateToday } from '../invoicing/documents/ways-to-pay.ts'
import { payableCents } from '../invoicing/invoices/charge-wish.ts'
import { type InvoiceParts, numberText } from '../invoicing/invoices/invoice-view.ts'
import { schedule } from '../outbox/schedule.ts'
import type { Tx } from '../outbox/transaction.ts'
import { formatDigitableLine } from '../rules/boleto.ts'
import { amountDue } from '../rules/payment-status.ts'
import { phoneDigits } from '../rules/phone-number.ts'
import { shownName } from '../rules/shown-name.ts'
import { letterheadOf } from '../teams/letterhead.ts'
import type { Team } from '../teams/team-store.ts'
import type { World } from '../world.ts'
import { hasPaper, invoiceMail } from './invoice-mail.ts'
import { languageOf } from './language-of.ts'
import { insertMessage, lastOrderOf } from './message-store.ts'
import { type MessageFacts, messageTexts, plainText } from './message-texts.ts'
import { orderOf } from './pix-order.ts'
import { keepMail, queueMail } from './queue-mail.ts'
import * as work from './work.ts'

const ALSO_BY_MAIL: readonly MessageKind[] = ['sent', 'generated', 'paid']

export async function writeNotice(
  world: World,
  tx: Tx,
  key: string,
  kind: MessageKind,
  parts: InvoiceParts,
  team: Team,
): Promise<void> {
  const notice = { key, kind, parts, team, facts: factsOf(world, tx, parts, team) }
  const { phone, email } = parts.client
  // Without a messaging app a number reaches nobody.
  const isReached = tx.owner.mode === 'test' || world.messenger.kind !== 'outbox'
  const digits = phone === null || !isReached ? null : phoneDigits(phone)
  if (digits !== null) await writeMessage(world, tx, notice, digits)
  // Who was erased is told nothing any more.
  if (email === '' || (digits !== null && !ALSO_BY_MAIL.includes(kind))) return
  const mailId = await mailTo(world, tx, notice, email)
  if (digits === null) await noteMail(tx, notice, email, mailId)
}

interface Notice {
  readonly key: string
  readonly kind: MessageKind
  readonly parts: InvoiceParts
  readonly team: Team
  readonly facts: MessageFacts
}

/** By a template, which is Portuguese. */
async function writeMessage(world: World, tx: Tx, notice: Notice, to: string): Promise<void> {
  const { kind, parts, team, facts } = notice
  const texts = messageTexts(kind, facts)
  const id = tx.newId('message')
  const order = kind === 'paid' ? null : await orderOf(world, tx, parts, team, id)
  const isPaidOrder = kind === 'paid' && world.messenger.takesOrders
  const paidOrder = isPaidOrder ? await lastOrderOf(tx, parts.invoice.id, to) : undefined
  const template = {
    to,
    template: order === null && paidOrder === undefined ? texts.template : `${texts.template}_pix`,
    parameters: texts.parameters,
    link: parts.invoice.link_token,
    order,
    ...(paidOrder !== undefined && { paidOrder }),
  }
  const isSent = tx.owner.mode === 'live' && world.messenger.kind !== 'outbox'
  await insertMessage(tx, {
    ...noted(tx, notice),
    id,
    channel: 'whatsapp',
    to_address: to,
    text: plainText(texts, facts, 'pt-BR'),
    template: JSON.stringify(template),
    mail_id: null,
    status: isSent ? 'waiting' : 'stored',
  })
  if (isSent) schedule(tx, work.sendMessage, { at: tx.now, key: id, payload: null })
}

/** A notice that goes by mail alone is among the messages too. */
async function noteMail(tx: Tx, notice: Notice, to: string, mail_id: string | null): Promise<void> {
  const { kind, facts, team, parts } = notice
  const language = languageOf(team, parts.client)
  await insertMessage(tx, {
    ...noted(tx, notice),
    id: tx.newId('message'),
    channel: 'email',
    to_address: to,
    text: plainText(messageTexts(kind, facts, language), facts, language),
    template: null,
    mail_id,
    status: 'stored',
  })
}

function noted(tx: Tx, { key, kind, parts }: Notice) {
  const whose = { team_id: tx.owner.teamId, mode: tx.owner.mode, created_at: tx.now }
  return { ...whose, key, kind, invoice_id: parts.invoice.id, error: null, provider_id: null, sent_at: null }
}

async function mailTo(world: World, tx: Tx, notice: Notice, to: string): Promise<string | null> {
  const { key, kind, parts, team, facts } = notice
  const written = invoiceMail(kind, facts, languageOf(team, parts.client), letterheadOf(world, team))
  const paper = { of: 'invoice', token: parts.invoice.link_token } as const
  const mail = {
    key: `invoice ${key}`,
    to,
    ...written,
    about: parts.invoice.id,
    ...(hasPaper(kind) && { paper }),
  }
  return tx.owner.mode === 'live' ? queueMail(tx, mail) : keepMail(tx, mail)
}

function factsOf(world: World, tx: Tx, parts: InvoiceParts, team: Team): MessageFacts {
  const { invoice, client, pix, boleto, isSimulated } = parts
  const lateCents = lateToday(parts, payableCents(invoice), dateIn(tx.now, team.time_zone))
  return {
    clientName: shownName(client.full_name),
    teamName: team.name,
    number: numberText(invoice),
    amountCents: amountDue(invoice.total_cents, invoice.amount_paid_cents) + lateCents,
    lateCents,
    paidCents: invoice.amount_paid_cents,
    dueDate: Temporal.PlainDate.from(invoice.due_date),
    url: invoiceUrl(world, invoice.link_token),
    pixCode: pix?.copy_paste ?? null,
    boletoLine: boleto === null ? null : formatDigitableLine(boleto.digitable_line),
    isSimulated,
    isTest: invoice.mode === 'test',
  }
}
