// What was erased: a page of it, or one.
import type { Erasure } from '../../../contract/erasures.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import type { Owner } from '../../kernel/outbox/owner.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import { demandErasure, listErasures } from './erasure-store.ts'
import { erasureView } from './erasure-view.ts'

export async function readErasures(db: Queryable, owner: Owner, page: Page): Promise<Listing<Erasure>> {
  const { items, total } = await listErasures(db, owner, page)
  return { items: items.map(erasureView), total }
}

export async function readErasure(db: Queryable, owner: Owner, id: string): Promise<Erasure> {
  return erasureView(await demandErasure(db, owner, id))
}
