// The SQL on messages, but for their list.
import type { MessageKind, MessageStatus } from '../../../contract/invoicing-states.ts'
import type { Mode } from '../../../contract/teams.ts'
import { buildFor, type Queryable, rows, statement } from '../../kernel/db/db.ts'
import type { Owner } from '../../kernel/outbox/owner.ts'
import { emptying } from './emptying.ts'

export interface MessageRow {
  id: string
  team_id: string
  mode: Mode
  key: string
  kind: MessageKind
  invoice_id: string | null
  quote_id: string | null
  channel: 'whatsapp' | 'email'
  to_address: string
  text: string
  template: string | null
  mail_id: string | null
  status: MessageStatus
  error: string | null
  provider_id: string | null
  created_at: Date
  sent_at: Date | null
}

const exists = statement<{ id: string }>(
  'select id from messages where team_id = $1 and mode = $2 and key = $3',
)

/** Whether a message with this key exists already. */
export async function wasTold(db: Queryable, { teamId, mode }: Owner, key: string): Promise<boolean> {
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
  `update messages set status = 'sent', sent_at = $2, provider_id = $3, error = null where id = $1`,
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
  `update messages set status = 'failed', error = $2 where id = $1 and status in ('waiting', 'failed')`,
)

export async function setMessageFailed(db: Queryable, id: string, error: string): Promise<void> {
  await updateFailed(db, id, error.slice(0, 2000))
}

const deleteOld = statement(`
  with doomed as (select id from messages where status in ('sent', 'stored', 'failed') and created_at < $1 limit 1000)
  delete from messages where id = any(array(select id from doomed)) returning 1`)

/** Forgets messages that are done with, a bounded number at once; true when more may be left. */
export async function forgetOldMessages(db: Queryable, before: Date): Promise<boolean> {
  return (await deleteOld(db, before)).length > 0
}

const emptyMessages = (which: string) =>
  emptying(`
    update messages set to_address = '', text = $4, template = null, error = null,
      status = case when status = 'sent' then 'sent' else 'stored' end
    where id = any(array(
      select id from messages where team_id = $1 and mode = $2 and to_address <> '' and ${which} limit $5))
    returning id`)

/** Empties the messages about these invoices and quotes; those that wait are not sent any more. */
export const eraseMessages = emptyMessages('(invoice_id = any($3) or quote_id = any($3))')

/** The same for all to these addresses. */
export const eraseMessagesTo = emptyMessages('lower(to_address) = any($3)')

const selectOrder = statement<{ id: string }>(`
  select id from messages
  where invoice_id = $1 and to_address = $2 and provider_id is not null and template::jsonb -> 'order' <> 'null'
  order by id desc limit 1`)

/** The last message by which the messaging app let this receiver pay the invoice; its id is the order's reference. */
export async function lastOrderOf(db: Queryable, invoiceId: string, to: string): Promise<string | undefined> {
  return (await selectOrder(db, invoiceId, to))[0]?.id
}
