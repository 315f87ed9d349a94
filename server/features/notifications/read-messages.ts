// What clients were told and what became of it, a page at a time.
import type { Message } from '../../../contract/messages.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import type { Owner } from '../../kernel/outbox/owner.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import { type AboutWhat, countMessages, listMessages, type ShownMessage } from './message-list-store.ts'

export async function readMessages(
  db: Queryable,
  owner: Owner,
  about: AboutWhat,
  page: Page,
): Promise<Listing<Message>> {
  const total = await countMessages(db, owner, about)
  const messages = await listMessages(db, owner, about, page, total)
  return { items: messages.map(messageView), total }
}

function messageView(message: ShownMessage): Message {
  const { id, kind, invoice_id, quote_id, channel, to_address, text, mail_id, created_at } = message
  return {
    id,
    kind,
    invoice_id,
    quote_id,
    channel,
    to: to_address,
    text,
    mail_id,
    ...outcomeOf(message),
    created_at: isoTimestamp(created_at),
    sent_at: timeOf(message.sent_at),
    delivered_at: timeOf(message.delivered_at),
    read_at: timeOf(message.read_at),
  }
}

/** What was read has arrived, and what has arrived did not fail, whatever else was told and in which order. */
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
