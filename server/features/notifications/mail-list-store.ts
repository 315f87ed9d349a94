// The SQL on mails that only shows them.
import { sql } from 'kysely'
import { buildFor, firstRow, type Queryable, statement } from '../../kernel/db/db.ts'
import { given, newestFirst } from '../../kernel/db/lists.ts'
import { totalOf } from '../../kernel/outbox/list-counts.ts'
import { type Owner, ownerColumns } from '../../kernel/outbox/owner.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import type { MailsTable } from './mail-store.ts'

const build = buildFor<{ mails: MailsTable }>()

const COLUMNS = [
  'id',
  'to_address',
  'meant_for',
  'subject',
  'about_id',
  'receipt_of',
  'paper',
  'status',
  'attempts',
  'given_up',
  'error',
  'created_at',
  'sent_at',
  'bounced_at',
] as const

export type ShownMail = Pick<MailsTable, (typeof COLUMNS)[number]>

export interface MailFilter {
  /** Bookings and invoices: about each of them. */
  aboutIds: readonly string[]
  /** To or for each of them: an empty one is nobody's. */
  addresses: readonly string[]
  status?: MailsTable['status'] | undefined
}

const ofOwner = (owner: Owner) =>
  build
    .selectFrom('mails')
    .select(COLUMNS)
    .where(({ and }) => and(ownerColumns(owner)))

type WholeMail = ShownMail & Pick<MailsTable, 'html' | 'text' | 'is_secret'>

export async function findMailOf(db: Queryable, owner: Owner, id: string): Promise<WholeMail | undefined> {
  return firstRow(db, ofOwner(owner).select(['html', 'text', 'is_secret']).where('id', '=', id))
}

const selectKey = statement('select from mails where team_id = $1 and mode = $2 and key = $3')

/** Whether this was written about already. */
export async function hasMail(db: Queryable, { teamId, mode }: Owner, key: string): Promise<boolean> {
  return (await selectKey(db, teamId, mode, key)).length > 0
}

const ADDRESS = sql<string>`lower(coalesce(meant_for, to_address))`

export async function listMails(
  db: Queryable,
  owner: Owner,
  { aboutIds, addresses, status }: MailFilter,
  page: Page,
): Promise<Listing<ShownMail>> {
  let query = ofOwner(owner).where(({ and }) => and(given({ status })))
  for (const id of aboutIds) query = query.where('about_id', '=', id)
  for (const address of addresses)
    query = query.where(ADDRESS, '=', address.toLowerCase()).where('to_address', '<>', '')
  const isOfAll = aboutIds.length + addresses.length === 0
  const total = isOfAll
    ? await totalOf(db, owner, 'mails', (bucket) => (status ?? bucket) === bucket)
    : undefined
  return newestFirst(db, query, page, total)
}
