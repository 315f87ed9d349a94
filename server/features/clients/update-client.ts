// Changes what a request names of a client, and nothing else.
import type { Client, ClientChange } from '../../../contract/clients.ts'
import type { Warned } from '../../../contract/common.ts'
import { recordFields } from '../../kernel/outbox/audit.ts'
import { moveCount } from '../../kernel/outbox/list-counts.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { World } from '../world.ts'
import { checkTaxIds } from './check-tax-ids.ts'
import { clientChange } from './client-change.ts'
import { uuidFromClientId } from './client-id.ts'
import { bucketOf, CLIENT_LIST, keysOf } from './client-keys.ts'
import { CLIENT_FIELDS, type ClientRow, changeClient, lockClient } from './client-store.ts'
import { clientView } from './client-view.ts'

export async function updateClient(
  world: World,
  scope: Scope,
  id: string,
  change: ClientChange,
): Promise<Warned<Client>> {
  const warnings = checkTaxIds(change)
  const uuid = uuidFromClientId(id) ?? fail('client_not_found')
  return transaction(world, scope, async (tx) => {
    const before = (await lockClient(tx, uuid)) ?? fail('client_not_found')
    const after: ClientRow = { ...before, ...namedIn(change) }
    if (!differs(before, after)) return { data: clientView(before), warnings }
    const { id: _, created_at, ...fields } = { ...after, updated_at: tx.now }
    await changeClient(tx, uuid, { ...fields, ...keysOf(after) })
    recordFields(tx, clientChange(uuid), before, after)
    moveCount(tx, CLIENT_LIST, bucketOf(before), bucketOf(after))
    return { data: clientView({ ...after, updated_at: tx.now }), warnings }
  })
}

function namedIn(change: ClientChange): Partial<ClientRow> {
  return Object.fromEntries(
    CLIENT_FIELDS.filter((field) => field in change).map((field) => [field, change[field]]),
  )
}

function differs(before: ClientRow, after: ClientRow): boolean {
  return CLIENT_FIELDS.some((field) => before[field] !== after[field])
}
