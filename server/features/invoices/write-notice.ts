// Writes what a client is told of an invoice: to their phone where the messaging app reaches it, and by mail. What has
// a paper that people keep, or a code that they pay by, goes by mail as well as to the phone; the rest goes one way.
import type { InvoiceMessageKind } from '../../../contract/invoicing-states.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { formatDigitableLine } from '../../kernel/values/boleto.ts'
import { dateIn } from '../../kernel/values/dates.ts'
import { shownName } from '../../kernel/values/shown-name.ts'
import { keepPhoneMessage, noteMail, reachedAt, type Told } from '../notifications/keep-message.ts'
import { languageOf } from '../notifications/language-of.ts'
import { lastOrderOf } from '../notifications/message-store.ts'
import { type MessageFacts, messageTexts, plainText } from '../notifications/message-texts.ts'
import { keepMail, queueMail } from '../notifications/queue-mail.ts'
import { letterheadOf } from '../teams/letterhead.ts'
import type { Team } from '../teams/team-store.ts'
import type { World } from '../world.ts'
import { payableCents } from './charge-wish.ts'
import { invoiceUrl } from './documents/links.ts'
import { lateToday } from './documents/ways-to-pay.ts'
import { hasPaper, invoiceMail } from './invoice-mail.ts'
import { type InvoiceParts, numberText } from './invoice-view.ts'
import { amountDue } from './payment-status.ts'
import { orderOf } from './pix-order.ts'

const ALSO_BY_MAIL: readonly InvoiceMessageKind[] = ['sent', 'generated', 'paid']

export async function writeNotice(
  world: World,
  tx: Tx,
  key: string,
  kind: InvoiceMessageKind,
  parts: InvoiceParts,
  team: Team,
): Promise<void> {
  const told = { key, kind, invoiceId: parts.invoice.id, quoteId: null }
  const notice = { told, kind, parts, team, facts: factsOf(world, tx, parts, team) }
  const { phone, email } = parts.client
  const digits = reachedAt(world, tx, phone)
  if (digits !== null) await writeMessage(world, tx, notice, digits)
  // Who was erased is told nothing any more.
  if (email === '' || (digits !== null && !ALSO_BY_MAIL.includes(kind))) return
  const mailId = await mailTo(world, tx, notice, email)
  if (digits !== null) return
  const language = languageOf(team, parts.client)
  const text = plainText(messageTexts(kind, notice.facts, language), notice.facts, language)
  await noteMail(tx, told, { to: email, text, mailId })
}

interface Notice {
  readonly told: Told
  readonly kind: InvoiceMessageKind
  readonly parts: InvoiceParts
  readonly team: Team
  readonly facts: MessageFacts
}

/** By a template, which is Portuguese. */
async function writeMessage(world: World, tx: Tx, notice: Notice, to: string): Promise<void> {
  const { told, kind, parts, team, facts } = notice
  const texts = messageTexts(kind, facts)
  const id = tx.newId('message')
  const order = kind === 'paid' ? null : await orderOf(world, tx, parts, team, id)
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
  await keepPhoneMessage(world, tx, told, { id, message, text: plainText(texts, facts, 'pt-BR') })
}

async function mailTo(world: World, tx: Tx, notice: Notice, to: string): Promise<string | null> {
  const { told, kind, parts, team, facts } = notice
  const written = invoiceMail(kind, facts, languageOf(team, parts.client), letterheadOf(world, team))
  const paper = { of: 'invoice', token: parts.invoice.link_token } as const
  const mail = {
    key: `invoice ${told.key}`,
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
