// The SQL on WhatsApp messages and their receipts.
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { MessageKind, MessageStatus } from '../../../contract/invoicing-states.ts'
import type { Mode } from '../../../contract/teams.ts'
import type { Receipt } from '../../adapters/whatsapp/whatsapp.ts'
import { buildFor, type Queryable, rows, statement } from '../../kernel/db/db.ts'
import { countRows, type Order, readPage, withinTimes } from '../../kernel/db/lists.ts'
import { totalOf } from '../../kernel/outbox/list-counts.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { ANY_TIME, type Times } from '../../kernel/values/dates.ts'
import { isUuid } from '../../kernel/values/ids.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import { type Listing, NO_ITEMS, type Page } from '../../kernel/values/pages.ts'
import { emptying, type MailsTable } from './mail-store.ts'

export interface MessageRow {
  id: string
  team_id: string
  mode: Mode
  key: string
  kind: MessageKind
  invoice_id: string | null
  quote_id: string | null
  trip_id: string | null
  channel: 'whatsapp' | 'email'
  to_address: string
  text: string
  template: string | null
  mail_id: string | null
  status: MessageStatus
  error: string | null
  provider_id: string | null
  created_at: Date
  updated_at: Date
  sent_at: Date | null
}

const exists = statement<{ id: string }>(
  'select id from messages where team_id = $1 and mode = $2 and key = $3',
)

/** Whether a message with this key exists. */
export async function wasNotified(db: Queryable, { teamId, mode }: Owner, key: string): Promise<boolean> {
  return (await exists(db, teamId, mode, key)).length > 0
}

const build = buildFor<{ messages: MessageRow }>()

export async function insertMessage(db: Queryable, message: MessageRow): Promise<void> {
  await rows(db, build.insertInto('messages').values(message))
}

const select = statement<Pick<MessageRow, 'id' | 'template' | 'status'>>(
  'select id, template, status from messages where id = $1',
)

export async function findMessage(
  db: Queryable,
  id: string,
): Promise<Pick<MessageRow, 'id' | 'template' | 'status'> | undefined> {
  return (await select(db, id))[0]
}

const updateSent = statement(
  `update messages set status = 'sent', sent_at = $2, updated_at = $2, provider_id = $3, error = null where id = $1`,
)

export async function setMessageSent(
  db: Queryable,
  id: string,
  at: Date,
  providerId: string | null,
): Promise<void> {
  await updateSent(db, id, at, providerId)
}

const updateFailed = statement(
  `update messages set status = 'failed', error = $2, updated_at = $3
   where id = $1 and status in ('waiting', 'failed')`,
)

export async function setMessageFailed(db: Queryable, id: string, error: string, now: Date): Promise<void> {
  await updateFailed(db, id, error.slice(0, 2000), now)
}

const deleteOld = statement(`
  with doomed as (select id from messages where status in ('sent', 'stored', 'failed') and created_at < $1 limit 1000)
  delete from messages where id = any(array(select id from doomed)) returning 1`)

/** Deletes messages that need no further attempt, in a bounded batch. Returns true if more may remain. */
export async function forgetOldMessages(db: Queryable, before: Date): Promise<boolean> {
  return (await deleteOld(db, before)).length > 0
}

const emptyMessages = (which: string) =>
  emptying(`
    update messages set to_address = '', text = $4, template = null, error = null, updated_at = $6,
      status = case when status = 'sent' then 'sent' else 'stored' end
    where id = any(array(
      select id from messages where team_id = $1 and mode = $2 and to_address <> '' and ${which} limit $5))
    returning id`)

const moveOfTrip = statement(`
  update messages set trip_id = $4, updated_at = $5 where team_id = $1 and mode = $2 and trip_id = $3`)

/** To the trip that takes the place of another. */
export async function moveMessagesOfTrip(tx: Tx, fromId: string, toId: string): Promise<void> {
  await moveOfTrip(tx, tx.owner.teamId, tx.owner.mode, fromId, toId, tx.now)
}

/** Empties the messages about these invoices and quotes. Waiting ones are not sent any more. */
export const eraseMessages = emptyMessages('(invoice_id = any($3) or quote_id = any($3))')

/** The same for trips. */
export const eraseMessagesOfTrips = emptyMessages('trip_id = any($3)')

/** Empties all messages to these addresses. */
export const eraseMessagesTo = emptyMessages('lower(to_address) = any($3)')

const selectOrder = statement<{ id: string }>(`
  select id from messages
  where invoice_id = $1 and to_address = $2 and provider_id is not null and template::jsonb -> 'order' <> 'null'
  order by id desc limit 1`)

/**
 * The last message by which this receiver could pay the invoice in the messaging app; its id is the order's reference.
 */
export async function lastOrderOf(db: Queryable, invoiceId: string, to: string): Promise<string | undefined> {
  return (await selectOrder(db, invoiceId, to))[0]?.id
}

interface MessageReceiptsTable {
  message_hash: Buffer
  delivered_at: Date | null
  read_at: Date | null
  failed_at: Date | null
  error: string | null
}

const buildList = buildFor<{
  messages: MessageRow
  mails: MailsTable
  message_receipts: MessageReceiptsTable
}>()

/** A message as lists show it. If it was sent by mail, its status is that of the mail. */
export type ShownMessage = Pick<
  MessageRow,
  | 'id'
  | 'kind'
  | 'invoice_id'
  | 'quote_id'
  | 'trip_id'
  | 'channel'
  | 'to_address'
  | 'text'
  | 'mail_id'
  | 'status'
  | 'error'
  | 'created_at'
  | 'sent_at'
> &
  Pick<MessageReceiptsTable, 'delivered_at' | 'read_at' | 'failed_at'> & {
    receipt_error: string | null
    updated_at: Date
  }

const IS_RECEIPT = sql<boolean>`message_hash = sha256(convert_to(messages.provider_id, 'UTF8'))`

/** A message changes with its mail and its receipts. */
const CHANGED_AT = sql<Date>`greatest(messages.updated_at, mails.updated_at, delivered_at, read_at, failed_at)`
const TIMES = { created_at: sql.ref('messages.created_at'), updated_at: CHANGED_AT }

/** Newest first. */
export async function listMessages(
  db: Queryable,
  owner: Owner,
  about: AboutWhat,
  page: Page,
): Promise<Listing<ShownMessage>> {
  if (!canBe(about)) return NO_ITEMS
  const { times = ANY_TIME } = about
  const found = ofOwner(owner, about)
    .leftJoin('mails', 'mails.id', 'messages.mail_id')
    .leftJoin('message_receipts', (join) => join.on(IS_RECEIPT))
    .select([
      'messages.id',
      'kind',
      'invoice_id',
      'quote_id',
      'trip_id',
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
      CHANGED_AT.as('updated_at'),
    ])
    .where(withinTimes(times, TIMES))
  const total = times === ANY_TIME ? () => countMessages(db, owner, about) : undefined
  return readPage(db, found, { order: ORDER, page, total })
}

const ORDER: Order<ShownMessage> = { by: ['messages.id'], direction: 'desc', keyOf: ({ id }) => [id] }

async function countMessages(db: Queryable, owner: Owner, about: AboutWhat): Promise<number> {
  const { invoice_id, quote_id, trip_id, withQuotes, withTrips } = about
  const isOfAll = [invoice_id, quote_id, trip_id].every((id) => id === undefined)
  if (isOfAll && withQuotes && withTrips) return totalOf(db, owner, 'messages', () => true)
  return canBe(about) ? countRows(db, ofOwner(owner, about)) : 0
}

/** Selects messages about an invoice, a quote or a trip, or all messages. */
export interface AboutWhat {
  readonly invoice_id?: string | undefined
  readonly quote_id?: string | undefined
  readonly trip_id?: string | undefined
  /** Includes messages about quotes. */
  readonly withQuotes: boolean
  /** Includes messages about trips. */
  readonly withTrips: boolean
  readonly times?: Times
}

function canBe({ invoice_id, quote_id }: AboutWhat): boolean {
  return [invoice_id, quote_id].every((id) => id === undefined || isUuid(id))
}

function ofOwner({ teamId, mode }: Owner, about: AboutWhat) {
  const { invoice_id, quote_id, trip_id, withQuotes, withTrips } = about
  return buildList
    .selectFrom('messages')
    .where('messages.team_id', '=', teamId)
    .where('messages.mode', '=', mode)
    .$if(!withQuotes, (query) => query.where('quote_id', 'is', null))
    .$if(!withTrips, (query) => query.where('trip_id', 'is', null))
    .$if(invoice_id !== undefined, (query) => query.where('invoice_id', '=', invoice_id ?? null))
    .$if(quote_id !== undefined, (query) => query.where('quote_id', '=', quote_id ?? null))
    .$if(trip_id !== undefined, (query) => query.where('trip_id', '=', trip_id ?? null))
}

// The earliest time of each status is kept, so that repeated and reordered receipts do not matter.
const upsert = statement(`
  insert into message_receipts (message_hash, delivered_at, read_at, failed_at, error, created_at)
  select message_hash, min(at) filter (where status = 'delivered'), min(at) filter (where status = 'read'),
    min(at) filter (where status = 'failed'), max(error), $5
  from unnest($1::bytea[], $2::text[], $3::timestamptz[], $4::text[]) as receipt (message_hash, status, at, error)
  group by message_hash order by message_hash
  on conflict (message_hash) do update set
    delivered_at = least(message_receipts.delivered_at, excluded.delivered_at),
    read_at = least(message_receipts.read_at, excluded.read_at),
    failed_at = least(message_receipts.failed_at, excluded.failed_at),
    error = coalesce(message_receipts.error, excluded.error)`)

export async function storeReceipts(db: Queryable, receipts: readonly Receipt[], now: Date): Promise<void> {
  if (receipts.length === 0) return
  const column = <T>(of: (receipt: Receipt) => T) => receipts.map(of)
  await upsert(
    db,
    column(({ providerId }) => hash('sha256', providerId, 'buffer')),
    column(({ status }) => status),
    column(({ at }) => at ?? now),
    column(({ error }) => error),
    now,
  )
}

const deleteReceipts = statement(`
  delete from message_receipts where message_hash = any(array(
    select message_hash from message_receipts where created_at < $1 limit 1000)) returning 1`)

/** Deletes receipts of deleted messages, in a bounded batch. Returns true if more may remain. */
export async function forgetOldReceipts(db: Queryable, before: Date): Promise<boolean> {
  return (await deleteReceipts(db, before)).length > 0
}
