// Due work: tells the client of an invoice what happened to it, once: on the phone, or by mail where there is no
// number. In test mode nobody is written to; what would have been sent is kept and can be read.
import { dateIn } from '../base/values/dates.ts'
import { invoiceUrl } from '../invoicing/documents/links.ts'
import { findInvoice, type InvoiceRow } from '../invoicing/invoices/invoice-store.ts'
import { type InvoiceParts, numberText } from '../invoicing/invoices/invoice-view.ts'
import { partsOf } from '../invoicing/invoices/read-invoices.ts'
import type * as invoicing from '../invoicing/work.ts'
import type { ClientNotice } from '../invoicing/work.ts'
import { schedule } from '../outbox/schedule.ts'
import { type Tx, transaction } from '../outbox/transaction.ts'
import type { TaskOf } from '../outbox/work.ts'
import type { Letterhead } from '../paper/letterhead.ts'
import { layoutMail } from '../paper/mail/mail-layout.ts'
import { isReminderWanted } from '../rules/billing-dates.ts'
import { formatDigitableLine } from '../rules/boleto.ts'
import { isCancelled, isPaid, isSent } from '../rules/invoice-states.ts'
import { amountDue } from '../rules/payment-status.ts'
import { phoneDigits } from '../rules/phone-number.ts'
import { shownName } from '../rules/shown-name.ts'
import { letterheadOf } from '../teams/letterhead.ts'
import { demandTeam, type Team } from '../teams/team-store.ts'
import type { World } from '../world.ts'
import { insertMessage, lastOrderOf, wasTold } from './message-store.ts'
import { codesOf, type MessageFacts, type MessageTexts, messageTexts, plainText } from './message-texts.ts'
import { orderOf } from './pix-order.ts'
import { keepMail, queueMail } from './queue-mail.ts'
import * as work from './work.ts'

export async function notifyClient(
  world: World,
  { piece, payload: notice, last }: TaskOf<typeof invoicing.notifyClient>,
): Promise<void> {
  await transaction(world, last, async (tx) => {
    const invoice = await findInvoice(tx, tx.owner, notice.invoice_id)
    const team = await demandTeam(tx, tx.owner.teamId)
    if (invoice === undefined || !isWanted(tx, notice, invoice, team)) return
    if (await wasTold(tx, tx.owner, piece.key)) return
    await writeNotice(world, tx, piece.key, notice, await partsOf(world, tx, tx.owner, invoice), team)
  })
}

/** False where the invoice has changed so that the notice is no longer true or useful. */
function isWanted(tx: Tx, notice: ClientNotice, invoice: InvoiceRow, { time_zone }: Team): boolean {
  if (isCancelled(invoice)) return notice.kind === 'paid'
  if (notice.kind !== 'reminder') return true
  if (!isSent(invoice) || isPaid(invoice)) return false
  const daysLeft = dateIn(tx.now, time_zone).until(Temporal.PlainDate.from(invoice.due_date), {
    largestUnit: 'days',
  }).days
  return isReminderWanted(notice.days, notice.all, daysLeft)
}

async function writeNotice(
  world: World,
  tx: Tx,
  key: string,
  { kind, invoice_id }: ClientNotice,
  parts: InvoiceParts,
  team: Team,
): Promise<void> {
  const facts = factsOf(world, parts, team)
  const texts = messageTexts(kind, facts)
  const { phone, email } = parts.client
  const to = phone === null ? null : phoneDigits(phone)
  // Who was erased is told nothing any more.
  if (to === null && email === '') return
  const isSent = tx.owner.mode === 'live' && world.messenger.kind !== 'outbox'
  const id = tx.newId('message')
  const letter = { texts, facts, sender: letterheadOf(world, team) }
  const mail_id = to === null ? await mailTo(tx, key, email, letter, invoice_id) : null
  const order = to === null || kind === 'paid' ? null : await orderOf(world, tx, parts, team, id)
  const isPaidOrder = to !== null && kind === 'paid' && world.messenger.takesOrders
  const paidOrder = isPaidOrder ? await lastOrderOf(tx, invoice_id, to) : undefined
  const template = {
    to,
    template: order === null && paidOrder === undefined ? texts.template : `${texts.template}_pix`,
    parameters: texts.parameters,
    link: parts.invoice.link_token,
    order,
    ...(paidOrder !== undefined && { paidOrder }),
  }
  await insertMessage(tx, {
    id,
    team_id: tx.owner.teamId,
    mode: tx.owner.mode,
    key,
    kind,
    invoice_id,
    channel: to === null ? 'email' : 'whatsapp',
    to_address: to ?? email,
    text: plainText(texts, facts),
    template: to === null ? null : JSON.stringify(template),
    mail_id,
    status: to !== null && isSent ? 'waiting' : 'stored',
    error: null,
    provider_id: null,
    created_at: tx.now,
    sent_at: null,
  })
  if (to !== null && isSent) schedule(tx, work.sendMessage, { at: tx.now, key: id, payload: null })
}

function factsOf(
  world: World,
  { invoice, client, pix, boleto, isSimulated }: InvoiceParts,
  team: Team,
): MessageFacts {
  return {
    clientName: shownName(client.full_name),
    teamName: team.name,
    number: numberText(invoice),
    amountCents: amountDue(invoice.total_cents, invoice.amount_paid_cents),
    paidCents: invoice.amount_paid_cents,
    dueDate: Temporal.PlainDate.from(invoice.due_date),
    url: invoiceUrl(world, invoice.link_token),
    pixCode: pix?.copy_paste ?? null,
    boletoLine: boleto === null ? null : formatDigitableLine(boleto.digitable_line),
    isSimulated,
    isTest: invoice.mode === 'test',
  }
}

interface Letter {
  texts: MessageTexts
  facts: MessageFacts
  sender: Letterhead
}

async function mailTo(
  tx: Tx,
  key: string,
  to: string,
  { texts: { subject, paragraphs, action }, facts, sender }: Letter,
  about: string,
): Promise<string | null> {
  const { html, text } = layoutMail({
    language: 'pt-BR',
    title: subject,
    paragraphs: [...paragraphs, ...codesOf(facts)],
    action: { label: action, url: facts.url },
    sender,
  })
  const mail = { key: `invoice ${key}`, to, subject, text, html, about }
  return tx.owner.mode === 'live' ? queueMail(tx, mail) : keepMail(tx, mail)
}
