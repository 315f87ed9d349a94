// Files of items: stored encrypted, with a type that their content proves.

import type { Deleted } from '../../../contract/invoicing.ts'
import { FILE_BYTES_MAX, ITEM_FILES_MAX } from '../../../contract/limits.ts'
import type { FileType, TripFile } from '../../../contract/trips.ts'
import { type Reader, readerOf } from '../../kernel/db/reader.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import { type Owner, ownerName } from '../../kernel/values/owner.ts'
import { visibleLine } from '../../kernel/values/text.ts'
import { oneLine } from '../teams/profile.ts'
import { deleteFile, type FileContent, findFile, insertFile, lockFilesOf } from '../trips/file-store.ts'
import type { World } from '../world.ts'
import { demandTrip } from './documents.ts'

interface ItemAddress {
  readonly id: string
  readonly item_id: string
}
type FileAddress = ItemAddress & { readonly file_id: string }

interface Upload {
  readonly name: string
  /** As the caller names it. */
  readonly type: string
  readonly forTravellers: boolean
  readonly content: Buffer
}

export async function addFile(
  world: World,
  scope: Scope,
  { id: tripId, item_id: itemId }: ItemAddress,
  { name, type: named, forTravellers, content }: Upload,
): Promise<TripFile> {
  const fileName = oneLine('name', visibleLine(name))
  if (content.length > FILE_BYTES_MAX) fail('payload_too_large')
  const type = await typeOf(world, scope.owner, content)
  if (type === null || type !== named) fail('file_type_not_supported')
  return transaction(world, scope, async (tx) => {
    await demandTrip(tx, tx.owner, tripId)
    const count = (await lockFilesOf(tx, tripId, itemId)) ?? fail('trip_item_not_found')
    if (count >= ITEM_FILES_MAX)
      fail('resource_limit_exceeded', {
        advice: `an item may have ${ITEM_FILES_MAX} files; remove one that is not needed first`,
      })
    const file = { id: tx.newId('file'), itemId, name: fileName, type, content, forTravellers }
    record(tx, {
      topic: 'records',
      object: 'file',
      objectId: file.id,
      about: tripId,
      before: null,
      after: { type },
    })
    return insertFile(tx, file)
  })
}

/** By its first bytes; a picture must also be readable as one. Null for any other content. */
async function typeOf(world: World, owner: Owner, content: Buffer): Promise<FileType | null> {
  const type = typeByBeginning(content.subarray(0, 12).toString('latin1'))
  if (type === null || type === 'application/pdf') return type
  // A copy, because the bytes go to another thread.
  const file = Buffer.from(content)
  return (await world.heavyWork.run(ownerName(owner), 'checkPicture', { file })) ? type : null
}

function typeByBeginning(begin: string): FileType | null {
  if (begin.startsWith('%PDF-')) return 'application/pdf'
  if (begin.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (begin.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  return begin.startsWith('RIFF') && begin.slice(8) === 'WEBP' ? 'image/webp' : null
}

export async function readFile(
  world: World,
  owner: Owner,
  { id, item_id, file_id }: FileAddress,
): Promise<FileContent> {
  const db = readerOf(world)
  await demandTrip(db, owner, id)
  const file = await demandFile(db, owner, id, file_id)
  return file.itemId === item_id ? file : fail('file_not_found')
}

/** A file that the travellers' page of the trip offers. */
export async function readSharedFile(
  world: World,
  owner: Owner,
  tripId: string,
  id: string,
): Promise<FileContent> {
  const file = await demandFile(readerOf(world), owner, tripId, id)
  return file.forTravellers ? file : fail('file_not_found')
}

async function demandFile(db: Reader, owner: Owner, tripId: string, id: string): Promise<FileContent> {
  const file = await findFile(db, owner, id)
  return file?.tripId === tripId ? file : fail('file_not_found')
}

export async function removeFile(
  world: World,
  scope: Scope,
  { id, item_id, file_id }: FileAddress,
): Promise<Deleted> {
  return transaction(world, scope, async (tx) => {
    await demandTrip(tx, tx.owner, id)
    if ((await lockFilesOf(tx, id, item_id)) === undefined) fail('trip_item_not_found')
    if (!(await deleteFile(tx, item_id, file_id))) fail('file_not_found')
    record(tx, { topic: 'records', object: 'file', objectId: file_id, about: id, before: {}, after: null })
    return { id: file_id, deleted: true }
  })
}
