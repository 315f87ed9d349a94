// What clients were told and what became of it, a page at a time.
import type { Message } from '../../contract/messages.ts'
import type { Queryable } from '../base/database/db.ts'
import { isoTimestamp } from '../base/values/dates.ts'
import type { Listing, Page } from '../base/values/pages.ts'
import type { Owner } from '../outbox/owner.ts'
import { countMessages, listMessages, type ShownMessage } from './message-store.ts'

export async function readMessages(
  db: Queryable,
  owner: Owner,
  invoiceId: string | undefined,
  page: Page,
): Promise<Listing<Message>> {
  const total = await countMessages(db, owner, invoiceId)
  const messages = await listMessages(db, owner, invoiceId, page)
  return { items: messages.map(messageView), total }
}

function messageView({ to_address, created_at, sent_at, ...message }: ShownMessage): Message {
  return {
    ...message,
    to: to_address,
    created_at: isoTimestamp(created_at),
    sent_at: sent_at === null ? null : isoTimestamp(sent_at),
  }
}
