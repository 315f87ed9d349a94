// What the audit log says of a client: which one, and nothing of the person, as its entries stay forever.
import type { Change } from '../../kernel/outbox/audit.ts'

export function clientChange(objectId: string): Pick<Change, 'topic' | 'object' | 'objectId'> {
  return { topic: 'records', object: 'client', objectId }
}
