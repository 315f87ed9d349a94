// Queues, sends and lists messages to clients by WhatsApp, and records their receipts.
import type { MessageKind } from '../../../contract/invoicing-states.ts'
import type { Message } from '../../../contract/mails.ts'
import { MessageNotSent, type PhoneMessage } from '../../adapters/whatsapp/messenger.ts'
import { isSignedBy, readReceipts, respondToChallenge } from '../../adapters/whatsapp/whatsapp.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import { phoneDigits } from '../../kernel/values/phone-number.ts'
import type { World } from '../world.ts'
import * as jobs from './jobs.ts'
import {
  type AboutWhat,
  findMessage,
  insertMessage,
  listMessages,
  type ShownMessage,
  setMessageFailed,
  setMessageSent,
  storeReceipts,
} from './message-store.ts'

/** What a message is about. A second message with the same key is never stored. */
export interface MessageAbout {
  readonly key: string
  readonly kind: MessageKind
  readonly invoiceId: string | null
  readonly quoteId: string | null
  readonly tripId?: string
}

/** The digits of the phone number; null if no messaging app reaches it. */
export function reachedAt({ messenger }: World, { owner }: Tx, phone: string | null): string | null {
  const isReached = owner.mode === 'test' || messenger.kind !== 'outbox'
  return phone === null || !isReached ? null : phoneDigits(phone)
}

/** For what the agency sends by this way alone: refused where it does not reach. */
export function demandPhone(world: World, tx: Tx, { phone }: { phone: string | null }): string {
  if (phone === null) failField('channel', 'the client has no telephone number: add it, or send by email')
  return (
    reachedAt(world, tx, phone) ??
    failField('channel', 'no messaging app is connected, or the telephone number is not valid: send by email')
  )
}

export function demandEmail({ email }: { email: string }): string {
  return email === '' ? failField('channel', 'the client has no e-mail address') : email
}

export async function keepPhoneMessage(
  { messenger }: World,
  tx: Tx,
  about: MessageAbout,
  { id, message, text }: { id: string; message: PhoneMessage; text: string },
): Promise<void> {
  const isSent = tx.owner.mode === 'live' && messenger.kind !== 'outbox'
  await insertMessage(tx, {
    ...columnsOf(tx, about),
    id,
    channel: 'whatsapp',
    to_address: message.to,
    text,
    template: JSON.stringify(message),
    mail_id: null,
    status: isSent ? 'waiting' : 'stored',
  })
  if (isSent) schedule(tx, jobs.sendMessageJob, { at: tx.now, key: id, payload: null })
}

/** Records a notice that goes by mail alone, so that the list of messages has it too. */
export async function noteMail(
  tx: Tx,
  about: MessageAbout,
  { to, text, mailId }: { to: string; text: string; mailId: string | null },
): Promise<void> {
  await insertMessage(tx, {
    ...columnsOf(tx, about),
    id: tx.newId('message'),
    channel: 'email',
    to_address: to,
    text,
    template: null,
    mail_id: mailId,
    status: 'stored',
  })
}

function columnsOf(tx: Tx, { key, kind, invoiceId, quoteId, tripId }: MessageAbout) {
  const whose = { team_id: tx.owner.teamId, mode: tx.owner.mode }
  const about = { invoice_id: invoiceId, quote_id: quoteId, trip_id: tripId ?? null }
  const times = { created_at: tx.now, updated_at: tx.now, sent_at: null }
  return { ...whose, ...about, ...times, key, kind, error: null, provider_id: null }
}

/**
 * Sends one stored message by the messaging app. A crash before the outcome is recorded sends it again: a duplicate
 * does less harm than a lost message.
 */
export async function sendMessage(
  world: World,
  { job, scope, last }: TaskOf<typeof jobs.sendMessageJob>,
): Promise<void> {
  const row = await findMessage(world.pool, job.key)
  if (row === undefined) throw new Error(`there is no message ${job.key}`)
  if (row.status === 'sent' || row.status === 'stored') return
  if (row.template === null) throw new Error(`message ${row.id} has no template: it goes by mail`)
  const providerId = await send(world, scope, row.id, JSON.parse(row.template))
  await transaction(world, last, async (tx) => {
    await setMessageSent(tx, row.id, tx.now, providerId)
  })
}

async function send(
  world: World,
  { clock }: Scope,
  id: string,
  message: PhoneMessage,
): Promise<string | null> {
  try {
    return await world.messenger.send(message)
  } catch (error) {
    const { message: said } = error as Error
    const why = error instanceof MessageNotSent ? error.reason : said
    await setMessageFailed(world.pool, id, why, clock.now())
    throw error
  }
}

export async function readMessages(
  db: Queryable,
  owner: Owner,
  about: AboutWhat,
  page: Page,
): Promise<Listing<Message>> {
  const found = await listMessages(db, owner, about, page)
  return { ...found, items: found.items.map(messageView) }
}

function messageView(message: ShownMessage): Message {
  const { id, kind, invoice_id, quote_id, trip_id, channel, to_address, text, mail_id, created_at } = message
  return {
    id,
    kind,
    invoice_id,
    quote_id,
    trip_id,
    channel,
    to: to_address,
    text,
    mail_id,
    ...outcomeOf(message),
    created_at: isoTimestamp(created_at),
    updated_at: isoTimestamp(message.updated_at),
    sent_at: timeOf(message.sent_at),
    delivered_at: timeOf(message.delivered_at),
    read_at: timeOf(message.read_at),
  }
}

/** Read implies delivered, and delivered rules out a failure, in whatever order receipts arrive. */
function outcomeOf(message: ShownMessage): Pick<Message, 'status' | 'error'> {
  const { status, error, read_at, delivered_at, failed_at, receipt_error } = message
  if (status !== 'sent') return { status, error }
  if (read_at !== null) return { status: 'read', error: null }
  if (delivered_at !== null) return { status: 'delivered', error: null }
  return failed_at === null ? { status, error } : { status: 'failed', error: receipt_error }
}

function timeOf(time: Date | null): string | null {
  return time === null ? null : isoTimestamp(time)
}

/** The raw body and its signature by the secret of our app. */
interface Signed {
  readonly signature: string | undefined
  readonly raw: Buffer
}

export async function receiveReceipts(
  { config, pool, wall }: World,
  { signature, raw }: Signed,
  body: unknown,
): Promise<{ success: true }> {
  const secret = config.whatsappAppSecret ?? fail('route_not_found')
  if (!isSignedBy(secret, raw, signature))
    fail('unauthorized', { advice: 'the signature is not that of the app' })
  await storeReceipts(pool, readReceipts(body), wall.now())
  return { success: true }
}

/** Returns the challenge, which proves to the messaging app that this address is ours. */
export function proveAddress({ config }: World, asked: Parameters<typeof respondToChallenge>[1]): string {
  const token = config.whatsappVerifyToken ?? fail('route_not_found')
  return respondToChallenge(token, asked) ?? fail('unauthorized', { advice: 'this needs the verify token' })
}
