// The SQL that lists messages, with what became of them: by mail, or by what the messaging app told.
import { sql } from 'kysely'
import { buildFor, type Queryable, rows } from '../../kernel/db/db.ts'
import { countRows, fromNearerEnd } from '../../kernel/db/lists.ts'
import { totalOf } from '../../kernel/outbox/list-counts.ts'
import type { Owner } from '../../kernel/outbox/owner.ts'
import { isUuid } from '../../kernel/values/ids.ts'
import type { MailsTable } from './mail-store.ts'
import type { MessageRow } from './message-store.ts'

interface MessageReceiptsTable {
  message_hash: Buffer
  delivered_at: Date | null
  read_at: Date | null
  failed_at: Date | null
  error: string | null
}

const build = buildFor<{ messages: MessageRow; mails: MailsTable; message_receipts: MessageReceiptsTable }>()

/** A message as it is shown; the status of one sent by mail is that of the mail. */
export type ShownMessage = Pick<
  MessageRow,
  | 'id'
  | 'kind'
  | 'invoice_id'
  | 'quote_id'
  | 'channel'
  | 'to_address'
  | 'text'
  | 'mail_id'
  | 'status'
  | 'error'
  | 'created_at'
  | 'sent_at'
> &
  Pick<MessageReceiptsTable, 'delivered_at' | 'read_at' | 'failed_at'> & { receipt_error: string | null }

const IS_RECEIPT = sql<boolean>`message_hash = sha256(convert_to(messages.provider_id, 'UTF8'))`

/** Newest first, of so many in all. */
export async function listMessages(
  db: Queryable,
  owner: Owner,
  about: AboutWhat,
  page: { limit: number; offset: number },
  total: number,
): Promise<ShownMessage[]> {
  const { limit, offset, isFromEnd } = fromNearerEnd(page, total)
  if (!canBe(about) || limit <= 0) return []
  const found = await rows(
    db,
    ofOwner(owner, about)
      .leftJoin('mails', 'mails.id', 'messages.mail_id')
      .leftJoin('message_receipts', (join) => join.on(IS_RECEIPT))
      .select([
        'messages.id',
        'kind',
        'invoice_id',
        'quote_id',
        'channel',
        'messages.to_address',
        'messages.text',
        'mail_id',
      ])
      .select((all) => [
        all.fn.coalesce('mails.status', 'messages.status').as('status'),
        all.fn.coalesce('mails.error', 'messages.error').as('error'),
        'messages.created_at',
        all.fn.coalesce('mails.sent_at', 'messages.sent_at').as('sent_at'),
        'delivered_at',
        'read_at',
        'failed_at',
        'message_receipts.error as receipt_error',
      ])
      .orderBy('messages.id', isFromEnd ? 'asc' : 'desc')
      .limit(limit)
      .offset(offset),
  )
  return isFromEnd ? found.reverse() : found
}

export async function countMessages(db: Queryable, owner: Owner, about: AboutWhat): Promise<number> {
  const { invoice_id, quote_id, withQuotes } = about
  if (invoice_id === undefined && quote_id === undefined && withQuotes)
    return totalOf(db, owner, 'messages', () => true)
  return canBe(about) ? countRows(db, ofOwner(owner, about)) : 0
}

/** Only what it tells of: an invoice, a quote, or whatever there is. */
export interface AboutWhat {
  readonly invoice_id?: string | undefined
  readonly quote_id?: string | undefined
  /** Those with quotes, too. */
  readonly withQuotes: boolean
}

function canBe({ invoice_id, quote_id }: AboutWhat): boolean {
  return [invoice_id, quote_id].every((id) => id === undefined || isUuid(id))
}

function ofOwner({ teamId, mode }: Owner, { invoice_id, quote_id, withQuotes }: AboutWhat) {
  return build
    .selectFrom('messages')
    .where('messages.team_id', '=', teamId)
    .where('messages.mode', '=', mode)
    .$if(!withQuotes, (query) => query.where('quote_id', 'is', null))
    .$if(invoice_id !== undefined, (query) => query.where('invoice_id', '=', invoice_id ?? null))
    .$if(quote_id !== undefined, (query) => query.where('quote_id', '=', quote_id ?? null))
}
