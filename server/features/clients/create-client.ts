// Makes a client, and counts it.
import type { Client, ClientInput } from '../../../contract/clients.ts'
import type { Warned } from '../../../contract/common.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { changeCount } from '../../kernel/outbox/list-counts.ts'
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import type { World } from '../world.ts'
import { checkTaxIds } from './check-tax-ids.ts'
import { clientChange } from './client-change.ts'
import { bucketOf, CLIENT_LIST, keysOf } from './client-keys.ts'
import { type ClientRow, insertClient } from './client-store.ts'
import { clientView } from './client-view.ts'

export async function createClient(world: World, scope: Scope, input: ClientInput): Promise<Warned<Client>> {
  const warnings = checkTaxIds(input)
  return transaction(world, scope, async (tx) => {
    const client = await storeClient(tx, input)
    record(tx, { ...clientChange(client.id), before: null, after: { client_type: client.client_type } })
    return { data: clientView(client), warnings }
  })
}

export async function storeClient(tx: Tx, input: ClientInput): Promise<ClientRow> {
  const client: ClientRow = {
    id: tx.newUuid(),
    client_type: input.client_type,
    full_name: input.full_name,
    email: input.email,
    phone: input.phone ?? null,
    cpf: input.cpf ?? null,
    cnpj: input.cnpj ?? null,
    company_name: input.company_name ?? null,
    notes: input.notes ?? null,
    language: input.language ?? null,
    is_active: input.is_active ?? true,
    created_at: tx.now,
    updated_at: tx.now,
  }
  await insertClient(tx, { ...client, ...keysOf(client) })
  changeCount(tx, CLIENT_LIST, bucketOf(client), 1)
  return client
}
