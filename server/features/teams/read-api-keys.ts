// A page of the keys of a team and mode.
import type { ApiKey } from '../../../contract/teams.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import type { Owner } from '../../kernel/outbox/owner.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import { countKeys, listKeys } from './key-store.ts'
import { keyView } from './key-view.ts'

export async function readKeys(db: Queryable, owner: Owner, page: Page): Promise<Listing<ApiKey>> {
  const total = await countKeys(db, owner)
  const keys = await listKeys(db, owner, page)
  return { items: keys.map(keyView), total }
}
