// Deletes a client that nothing refers to; one with invoices, quotes, recurring invoices or bookings is deactivated.
import type { DeletedClient } from '../../../contract/clients.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { changeCount, moveCount } from '../../kernel/outbox/list-counts.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { World } from '../world.ts'
import { clientChange } from './client-change.ts'
import { uuidFromClientId } from './client-id.ts'
import { bucketOf, CLIENT_LIST } from './client-keys.ts'
import { changeClient, deleteUnlessLinked, lockClient } from './client-store.ts'

export async function deleteClient(world: World, scope: Scope, id: string): Promise<DeletedClient> {
  const uuid = uuidFromClientId(id) ?? fail('client_not_found')
  return transaction(world, scope, async (tx) => {
    const client = (await lockClient(tx, uuid)) ?? fail('client_not_found')
    const before = { is_active: client.is_active }
    if (await deleteUnlessLinked(tx, uuid)) {
      record(tx, { ...clientChange(uuid), before, after: null })
      changeCount(tx, CLIENT_LIST, bucketOf(client), -1)
      return { id: uuid, deleted: true }
    }
    record(tx, { ...clientChange(uuid), before, after: { is_active: false } })
    if (client.is_active) {
      await changeClient(tx, uuid, { is_active: false, updated_at: tx.now })
      moveCount(tx, CLIENT_LIST, bucketOf(client), bucketOf({ ...client, is_active: false }))
    }
    return { id: uuid, deleted: false, is_active: false as const }
  })
}
