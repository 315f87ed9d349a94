// The SQL on files of trip items. Names and contents are encrypted, each bound to its row.

import type { FileType, TripFile } from '../../../contract/trips.ts'
import { encryptionContext, type SecretBox } from '../../kernel/crypto/secret-box.ts'
import { onlyRow, type Queryable, statement } from '../../kernel/db/db.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import type { Owner } from '../../kernel/values/owner.ts'

/** A file without its content. */
export interface FileRow {
  id: string
  trip_item_id: string
  type: string
  bytes: number
  for_travellers: boolean
  name: Buffer
  created_at: Date
}

export interface NewFile {
  readonly id: string
  readonly itemId: string
  readonly name: string
  readonly type: FileType
  readonly content: Buffer
  readonly forTravellers: boolean
}

const nameContext = (id: string) => encryptionContext('trip_files', 'name', id)
const contentContext = (id: string) => encryptionContext('trip_files', 'content', id)

const insert = statement(`
  insert into trip_files (id, trip_item_id, team_id, mode, type, bytes, for_travellers, name, content, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`)

export async function insertFile(tx: Tx, file: NewFile): Promise<TripFile> {
  const { id, itemId, name, type, content, forTravellers } = file
  const { owner, secretBox, now } = tx
  const encrypted = [secretBox.encrypt(name, nameContext(id)), secretBox.encrypt(content, contentContext(id))]
  const about = [id, itemId, owner.teamId, owner.mode, type, content.length, forTravellers]
  await insert(tx, ...about, ...encrypted, now)
  const created_at = isoTimestamp(now)
  return { id, name, type, bytes: content.length, for_travellers: forTravellers, created_at }
}

export function fileView(
  box: SecretBox,
  { id, name, type, bytes, for_travellers, created_at }: FileRow,
): TripFile {
  return {
    id,
    name: box.decrypt(name, nameContext(id)),
    type: type as FileType,
    bytes,
    for_travellers,
    created_at: isoTimestamp(created_at),
  }
}

const lockItem = statement<{ id: string }>(`
  select id from trip_items where trip_id = $1 and id = $2 and team_id = $3 and mode = $4 for no key update`)

const countFiles = statement<{ files: number }>(
  'select count(*)::int as files from trip_files where trip_item_id = $1',
)

/**
 * Locks the item, so that files are counted one upload at a time: by a statement of its own, which sees what
 * earlier ones committed. Undefined if there is no such item.
 */
export async function lockFilesOf(tx: Tx, tripId: string, itemId: string): Promise<number | undefined> {
  const [item] = await lockItem(tx, tripId, itemId, tx.owner.teamId, tx.owner.mode)
  return item && onlyRow(await countFiles(tx, itemId)).files
}

const COLUMNS = 'id, trip_item_id, type, bytes, for_travellers, name, created_at'

const selectOfItems = statement<FileRow>(
  `select ${COLUMNS} from trip_files where trip_item_id = any($1) order by id`,
)

/** Without their contents. */
export async function filesOfItems(db: Queryable, itemIds: readonly string[]): Promise<FileRow[]> {
  return itemIds.length === 0 ? [] : selectOfItems(db, itemIds)
}

const select = statement<FileRow & { content: Buffer; trip_id: string }>(`
  select ${COLUMNS.replace(/\w+/g, 'trip_files.$&')}, trip_files.content, trip_items.trip_id
  from trip_files join trip_items on trip_items.id = trip_files.trip_item_id
  where trip_files.id = $1 and trip_files.team_id = $2 and trip_files.mode = $3`)

export interface FileContent {
  readonly tripId: string
  readonly itemId: string
  readonly name: string
  readonly forTravellers: boolean
  readonly content: Buffer
}

export async function findFile(
  db: Queryable & { readonly secretBox: SecretBox },
  owner: Owner,
  id: string,
): Promise<FileContent | undefined> {
  const [row] = await select(db, id, owner.teamId, owner.mode)
  if (row === undefined) return undefined
  return {
    tripId: row.trip_id,
    itemId: row.trip_item_id,
    name: db.secretBox.decrypt(row.name, nameContext(id)),
    forTravellers: row.for_travellers,
    content: db.secretBox.decryptBytes(row.content, contentContext(id)),
  }
}

const remove = statement<{ id: string }>(`
  delete from trip_files where id = $1 and trip_item_id = $2 returning id`)

export async function deleteFile(tx: Tx, itemId: string, id: string): Promise<boolean> {
  return (await remove(tx, id, itemId)).length > 0
}

const removeOfTrips = statement<{ files: number }>(`
  with gone as (
    delete from trip_files where trip_item_id in (select id from trip_items where trip_id = any($1)) returning 1)
  select count(*)::int as files from gone`)

/** Of an erased person. Returns their number. */
export async function deleteFilesOfTrips(tx: Tx, tripIds: readonly string[]): Promise<number> {
  return onlyRow(await removeOfTrips(tx, tripIds)).files
}
