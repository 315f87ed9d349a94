// A page of what was erased.
import type { Erasure } from '../../contract/erasures.ts'
import type { Queryable } from '../base/database/db.ts'
import type { Listing, Page } from '../base/values/pages.ts'
import type { Owner } from '../outbox/owner.ts'
import { listErasures } from './erasure-store.ts'
import { erasureView } from './erasure-view.ts'

export async function readErasures(db: Queryable, owner: Owner, page: Page): Promise<Listing<Erasure>> {
  const { items, total } = await listErasures(db, owner, page)
  return { items: items.map(erasureView), total }
}
