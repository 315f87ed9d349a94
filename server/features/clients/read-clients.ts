// One client, or a page of them: by type, by state, and by what a search finds in names, e-mails and tax ids.
import type { Client, ClientsQuery } from '../../../contract/clients.ts'
import type { ClientDetail } from '../../../contract/notes.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { totalOf } from '../../kernel/outbox/list-counts.ts'
import type { Owner } from '../../kernel/outbox/owner.ts'
import { fail } from '../../kernel/values/fail.ts'
import { foldText } from '../../kernel/values/fold-text.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import { bareTaxId } from '../../kernel/values/tax-ids.ts'
import { tagsOf } from '../notes/tag-store.ts'
import { tagFrom } from '../notes/tags.ts'
import { uuidFromClientId } from './client-id.ts'
import { bucketOf, CLIENT_LIST } from './client-keys.ts'
import { type ClientFilter, findClient, listClients } from './client-store.ts'
import { clientView } from './client-view.ts'

export async function readClient(db: Queryable, owner: Owner, id: string): Promise<ClientDetail> {
  const uuid = uuidFromClientId(id) ?? fail('client_not_found')
  const client = (await findClient(db, owner, uuid)) ?? fail('client_not_found')
  return { ...clientView(client), tags: await tagsOf(db, owner, { column: 'client_id', id: uuid }) }
}

export async function readClients(
  db: Queryable,
  owner: Owner,
  { client_type, is_active, search = '', tag }: ClientsQuery,
  page: Page,
): Promise<Listing<Client>> {
  const tagged = tag === undefined ? undefined : tagFrom(tag)
  const filter = { clientType: client_type, isActive: is_active, tag: tagged, ...searchOf(search) }
  const knownTotal =
    filter.search === '' && tag === undefined ? await keptTotal(db, owner, filter) : undefined
  const { items, total } = await listClients(db, owner, filter, page, knownTotal)
  return { items: items.map(clientView), total }
}

function searchOf(text: string): Pick<ClientFilter, 'search' | 'searchTaxId'> {
  const bare = bareTaxId(text)
  return { search: foldText(text), searchTaxId: /^[0-9A-Z]+$/.test(bare) ? bare : '' }
}

async function keptTotal(
  db: Queryable,
  owner: Owner,
  { clientType, isActive }: ClientFilter,
): Promise<number> {
  const types = clientType === undefined ? (['individual', 'company'] as const) : [clientType]
  const states = isActive === undefined ? [true, false] : [isActive]
  const wanted = types.flatMap((client_type) =>
    states.map((is_active) => bucketOf({ client_type, is_active })),
  )
  return totalOf(db, owner, CLIENT_LIST, (bucket) => wanted.includes(bucket))
}
