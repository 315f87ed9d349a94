// The client that somebody names by either spelling of its id, who must be there.
import type { Queryable } from '../../kernel/db/db.ts'
import type { Owner } from '../../kernel/outbox/owner.ts'
import { fail } from '../../kernel/values/fail.ts'
import { uuidFromClientId } from './client-id.ts'
import { type ClientRow, findClient } from './client-store.ts'

/** `field` is to blame where it is not. */
export async function demandClient(
  db: Queryable,
  owner: Owner,
  id: string,
  field?: string,
): Promise<ClientRow> {
  const uuid = uuidFromClientId(id)
  const client = uuid === null ? undefined : await findClient(db, owner, uuid)
  if (client !== undefined) return client
  return fail('client_not_found', field === undefined ? {} : { details: [{ field, issue: 'is no client' }] })
}
