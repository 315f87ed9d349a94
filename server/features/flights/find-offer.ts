// Finds a stored offer by its id, from any process: as it was shown, expired, or not found. Bookings begin here.
import type { Mode } from '../../../contract/teams.ts'
import type { Supplier } from '../../adapters/flights/port.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import type { Owner } from '../../kernel/outbox/owner.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { World } from '../world.ts'
import { readOfferId } from './offer-ids.ts'
import { findSearch, readLine } from './offer-store.ts'
import { type StoredOffer, storedOffer } from './stored-line.ts'

/** Fails with `Offer not found` or `Offer expired`. The latter for a day, even after the data was deleted. */
export async function findOffer(db: Queryable, owner: Owner, id: string, now: Date): Promise<StoredOffer> {
  const { searchId, place } = readOfferId(id) ?? fail('offer_not_found')
  const search = (await findSearch(db, owner, searchId)) ?? fail('offer_not_found')
  if (place >= search.offers) fail('offer_not_found')
  if (search.expires_at <= now) fail('offer_expired')
  const line = (await readLine(search.lines, place)) ?? fail('offer_expired')
  const found = storedOffer(line)
  return new Date(found.offer.expires_at) > now ? found : fail('offer_expired')
}

/** The supplier of an offer or order of this mode, if it is still connected. */
export function supplierNamed({ suppliers }: World, name: string, mode: Mode): Supplier {
  return (
    suppliers.find((supplier) => supplier.name === name && supplier.serves(mode)) ??
    fail('service_unavailable', { advice: `the supplier ${name} is not connected any more; see SUPPLIERS` })
  )
}
