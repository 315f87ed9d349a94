// Sets what a booking or a client is sorted by.
import type { Tags } from '../../../contract/notes.ts'
import { recordFields } from '../../kernel/outbox/audit.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import type { Subject } from './subject.ts'
import { replaceTags, tagsOf } from './tag-store.ts'

export async function setTags(tx: Tx, subject: Subject, tags: string[]): Promise<Tags> {
  const before = await tagsOf(tx, tx.owner, subject)
  await replaceTags(tx, subject, tags)
  const object = subject.column === 'booking_id' ? 'booking' : 'client'
  recordFields(tx, { object, objectId: subject.id }, { tags: before }, { tags })
  return { tags }
}
